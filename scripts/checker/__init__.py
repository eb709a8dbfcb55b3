"""The modules of check_certificate.py, which import no other code of this project. Read them in this order:

1. question.py: the question whether a graph has a tour, and the check of a tour.
2. partial_tours.py: a search through the states of all partial tours.
3. certificate.py: the evidence for one answer.
4. theorem.py: statements about infinitely many boards, and whether the evidence proves them. The evidence:
   theorem_board.py (single boards), joined_boards.py and row_lengths.py (infinitely many boards).
5. archive.py and archived_problem.py: archives of comparisons.
"""
