"""Check the certificate of one answer: a question about a graph, the answer, and its evidence.

"vertices" and "edges" are the graph; "start", "end" and "closed" are the question (see question.py). "answer" states whether
there is a tour. The methods below explain what each "kind" of evidence proves, and from which fields.
"""

import json
from itertools import pairwise, product

from checker.partial_tours import CLOSED, COMPLETE, OPEN, processed, with_edge
from checker.question import Board, Question, graph, require, texts

WEIGHTED = "disconnected", "colours", "cut-set", "half-set", "degree-set", "dead-ends", "weighted-cuts"
KINDS = "tour", "trivial", "frontier", "forced-moves", *WEIGHTED
MOST_WEIGHT, MOST_LINKS = 10**18, 3  # larger values might exceed memory


class Certificate(Question):
    def __init__(self, vertices, edges, start, end, closed, answer, kind, **evidence):
        edges = [tuple(texts(edge)) for edge in edges]
        super().__init__(graph(texts(vertices), edges), start, end, closed)
        require(kind in KINDS and answer is (kind == "tour"), '"kind" is unknown, or does not fit "answer"', 2)
        self.edges, self.answer, self.evidence, self.compared = edges, answer, evidence, "not compared (no --board)"
        self.method = self.weighted if kind in WEIGHTED else getattr(self, kind.replace("-", "_"))

    def check(self):
        """Check the evidence, and return a text that describes it."""
        return self.method(**self.evidence)

    def compare(self, rows, cols, leaper):
        is_size = rows * cols == len(self.near)
        require(is_size, "the board does not have as many squares as the graph has vertices")
        require(Board(rows, cols, leaper) == self.near, "the edges of the graph are not the moves on the board")
        self.compared = "compared with {}x{} with moves {},{}".format(rows, cols, *leaper)

    def describe(self):
        kind = ("a" if self.closed else "an") if self.answer else "no"
        tour = f"{kind} {'closed' if self.closed else 'open'} tour"
        told = f"there is {tour} from {self.start or 'any vertex':.97} to {self.end or 'any vertex':.97}: {self.check()}"
        vertices, edges = len(self.near), len(self.edges)
        size = f"{vertices} {'vertex' if vertices == 1 else 'vertices'} and {edges} {'edge' if edges == 1 else 'edges'}"
        return f"{told}\nThe graph in the file has {size}; it was {self.compared}."

    def set(self, vertices):
        names = set(texts(vertices))
        require(len(names) == len(vertices) and names <= self.near.keys(), "a set has a repeated or invalid vertex", 2)
        return names

    def tour(self, tour):
        """Check a tour, vertex by vertex."""
        fault = self.fault(tour)
        require(not fault, fault)
        return f"it begins {', '.join(f'{name:.97}' for name in texts(tour[:3]))}"

    def trivial(self):
        """Check that there are too few vertices for a tour, or that the ends of a closed tour are not adjacent."""
        apart = self.closed and len(self.ends) == 2 and self.end not in self.near[self.start]
        require(apart or len(self.near) < (3 if self.closed else 1), "neither the vertices nor the given ends rule out a tour")
        return "there are too few vertices for a tour, or no edge joins its given ends"

    def weighted(self, weights, cuts):
        """Check weights of vertices and sets, under which a tour would weigh more than possible.

        "weights" has the weights of sets of one vertex, and "cuts" positive weights of sets of any size. The weight of an edge
        is the sum of the weights of the sets that contain exactly one of its vertices, so that the edge leaves them.

        - Upper bound: a tour uses no edge twice, so its edges weigh at most the sum of all positive weights of edges.
        - Lower bound: two edges of a closed tour leave each single vertex, and at least two leave each larger set. So its edges
          weigh at least twice the sum of all weights of sets.
        - In an open tour, one edge fewer may leave a set, for each of its ends in the set. So each end reduces the lower bound
          by the weights of the sets that contain it, and an end that is not given by the largest possible amount.
        - If the reduction is negative, the bound also holds for closed tours, because each contains an open one.

        "kind" names the method that found the weights.
        """
        single = [([vertex], weight) for vertex, weight in weights]
        sets = [(self.set(vertices), weight) for vertices, weight in [*single, *cuts]]
        are_whole = all(type(weight) is int and abs(weight) <= MOST_WEIGHT for _, weight in sets)
        require(are_whole, f"weights must be integers up to {MOST_WEIGHT}", 2)
        valid = all(0 < len(each) < len(self.near) for each, _ in sets) and all(weight > 0 for _, weight in cuts)
        require(valid, "there are too few vertices, or a set or its weight is invalid")
        around = {vertex: set() for vertex in self.near}  # the numbers of the sets that contain a vertex
        for number, (vertices, _) in enumerate(sets):
            for vertex in vertices:
                around[vertex].add(number)

        def weight(numbers):
            return sum(sets[number][1] for number in numbers)

        at_end = {vertex: weight(around[vertex]) for vertex in self.near}
        given = [at_end.pop(end) for end in self.ends]
        reduction = sum(given) + sum(sorted(at_end.values(), reverse=True)[: 2 - len(given)])
        least = 2 * weight(range(len(sets))) - (min(0, reduction) if self.closed else reduction)
        most = sum(max(0, weight(around[one] ^ around[other])) for one, other in self.edges)
        require(least > most, f"the weights do not rule out a tour: it weighs at least {least}, and can weigh up to {most}")
        sets = "1 set" if len(cuts) == 1 else f"{len(cuts)} sets"
        return f"by weights of vertices and {sets}, its edges must weigh at least {least}, but weigh at most {most}"

    def frontier(self, order):
        """Check by a search in the given order of vertices that there is no tour (see partial_tours.py).

        From the beginning, the given ends of an open tour are joined to None, and those of a closed tour to each other.
        """
        order = texts(order)
        require(sorted(order) == sorted(self.near) and len(order) > 1, "the order does not contain every vertex once")
        state = CLOSED if self.closed else OPEN
        for pair in [self.ends] if self.closed else [(None, end) for end in self.ends]:
            state = with_edge(state, *pair) if len(pair) == 2 else state
        states = {state}
        for place, vertex in enumerate(order, 1):
            states = processed(states, vertex, [None, *(other for other in order[place:] if other in self.near[vertex])])
        require(COMPLETE not in states, "there is a tour")
        return "no choice of edges in the given order leads to a tour"

    def forced_moves(self, chain, ends, colour, reason):
        """Check a proof that derives, edge by edge, which edges a tour must or cannot use, until a contradiction.

        - "chain" is a number of new vertices, {"link": 0}, {"link": 1}, …, which form a path. This path joins the possible ends
          of an open tour, so that the tour becomes a cycle. The links may be numbered in either direction.
        - "ends" lists the given ends that the proof uses.
        - "colour" is empty, or the larger class of a two-colouring of the vertices: each edge joins the classes. So the ends of
          an open tour are in different classes if both are equally large; otherwise, both ends are in the larger class.
        - "reason" contains the edges (see `contradict`).
        """
        require(chain in range(MOST_LINKS + 1), f"chain must be a whole number from 0 to {MOST_LINKS}", 2)
        links = texts({"link": number} for number in range(chain))
        ends, colour, everyone = self.set(ends), self.set(colour), set(self.near)
        require(len(everyone) > 1 and everyone.isdisjoint(links), "there are too few vertices, or one is named like a link")
        require(ends <= set(self.ends) and (links or self.closed), '"ends" are not given, or "chain" is 0 for an open tour')
        alternates = all((one in colour) != (other in colour) for one, other in self.edges)
        require(not colour or (alternates and 2 * len(colour) >= len(everyone)), "colour must be the larger of two classes")
        larger = colour or everyone
        sides = [larger, everyone - larger if 2 * len(larger) == len(everyone) else larger]
        for end in ends:
            sides = [{end}, sides[end in sides[0]] - {end}]

        def contradicts(first, last):  # the vertices next to the first and the last link
            edges = {*self.edges, *pairwise(links), *product(links[:1], first), *product(links[-1:], last)}
            near = graph([*everyone, *links], edges)
            return contradict(near, map(frozenset, edges), CLOSED | {(vertex, vertex) for vertex in near}, reason)

        proven = contradicts(*sides) or contradicts(*sides[::-1])
        require(proven, "a step does not follow from the earlier ones, or the steps end without a contradiction")
        return "the edges that a tour must have contradict those that it cannot have"


def contradict(near, undecided, state, reason, *case):
    """Return whether a proof is valid that the graph `near` has no Hamiltonian cycle.

    An edge may be *forced*: in every such cycle. `near` lacks the edges that are ruled out, `undecided` contains its edges that
    are not forced, `state` the paths of forced edges (see partial_tours.py), and `reason` the proof.

    An entry [one, other, force, …] of "steps" states that an edge is forced (if `force` is true), because one of its vertices
    has only two edges left, or that it is ruled out, because forced edges and this edge would give a vertex a third edge, or
    close a cycle that misses a vertex. After the steps, "end" is a vertex with fewer than two edges left; or "edge" is an edge,
    with one reason if it is forced, and another if not. Each of these reasons has a first step, `case`, which is assumed. The
    proof also ends if a forced edge would give a vertex a third edge or close such a cycle.
    """
    near, undecided = {vertex: set(others) for vertex, others in near.items()}, set(undecided)
    for place, (one, other, force, _) in enumerate([*case, *reason["steps"]]):
        one, other = edge = texts((one, other))
        joined = with_edge(state, one, other)
        follows = 2 in (len(near[one]), len(near[other])) if force else joined is None
        if frozenset(edge) not in undecided or not (follows or place < len(case)):
            return False
        undecided.remove(frozenset(edge))
        if not force:
            near[one].remove(other)
            near[other].remove(one)
        elif joined is None:
            return True
        else:
            state = joined
    if "end" in reason:
        return len(near[json.dumps(reason["end"])]) < 2
    cases = ((reason["if_forced"], True), (reason["if_ruled_out"], False))  # a cycle has the edge or lacks it
    return all(contradict(near, undecided, state, each, [*reason["edge"], force, None]) for each, force in cases)
