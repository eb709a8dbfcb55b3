"""The parts of check_certificate.py. They import no other code of this project. To read all of it, read in this order:

1. question.py: what is asked about a graph, and when a sequence of vertices is a tour.
2. partial_tours.py: a search through the states of all partial tours.
3. certificate.py: the evidence of one answer.
4. theorem.py: the claims about infinitely many boards, and whether the evidence covers them. The evidence:
   theorem_board.py (single boards), joined_boards.py, row_lengths.py and end_rows.py (infinitely many boards).
5. archive.py and archived_problem.py: archives of comparisons.
"""
