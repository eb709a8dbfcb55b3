"""Check a certificate: a graph, a question about its tours, the answer and its evidence. Needs nothing but Python.

A certificate is a JSON object. It has a graph ("vertices", "edges") and a question: is there a tour from "start" to "end"
(null: any vertex)? A tour visits every vertex once, and its steps are edges; if "closed" is true, an edge joins its last vertex
to its first. "answer" is true or false. The methods below explain what each "kind" of evidence proves, and from which fields.
Theorems about many boards, and archives, require the other files in the folder of this script. Exit status: 0 accepted, 1
refused, 2 not a certificate or bad usage, 70 internal error or full disk, 130 Ctrl-C, 141 output pipe closed."""

import argparse
import json
import os
import runpy
import sys
from contextlib import suppress
from itertools import pairwise, product
from pathlib import Path

WEIGHTED = "disconnected", "colours", "cut-set", "half-set", "degree-set", "dead-ends", "weighted-cuts"
WITNESS = {"tour": "tour", "trivial": "", "frontier": "order", "forced-moves": "chain ends colour reason"}
WITNESS |= dict.fromkeys(WEIGHTED, "weights cuts")
CHECKER = Path(__file__).with_name("checker")
MOST_STATES, MOST_WEIGHT, MOST_BYTES, MOST_LINKS = 10**6, 10**18, 2**27, 3  # larger values might exceed memory


class Refused(Exception):
    """Raised if a certificate is refused (status 1), or if the input is not a certificate (status 2)."""


def require(holds, otherwise, status=1):
    if not holds:
        raise Refused(otherwise, status)


def read(path):
    with path.open("rb") as file:
        data, kinds = json.loads(file.read(MOST_BYTES).decode()), [*WITNESS, "theorem"]
    require(isinstance(data, dict) and data.get("kind") in kinds, f"its kind must be one of {', '.join(kinds)}", 2)
    if data["kind"] in WITNESS:
        return Certificate(data)
    return load("theorem.py", "Theorem")(data, Certificate, require, load)


def load(file, name):
    """Return a class of another file of the checker."""
    return runpy.run_path(str(CHECKER / file))[name]


class Certificate:
    """A certificate about one graph. Vertices are represented by their JSON texts, so that 1, 1.0, true and "1" differ."""

    def __init__(self, data):
        kind, self.data = data["kind"], data
        expected = {"vertices", "edges", "start", "end", "closed", "answer", "kind", *WITNESS[kind].split()}
        require(set(data) == expected, f"its fields must be {', '.join(sorted(expected))}", 2)
        self.closed, self.answer = data["closed"], data["answer"]
        require(type(self.closed) is bool and self.answer is (kind == "tour"), "closed or answer is invalid for this kind", 2)
        self.vertices = [json.dumps(vertex) for vertex in data["vertices"]]
        self.edges = [(json.dumps(one), json.dumps(other)) for one, other in data["edges"]]
        self.near = {vertex: set() for vertex in self.vertices}
        for one, other in self.edges + [edge[::-1] for edge in self.edges]:
            self.near[one].add(other)
        sizes = len(self.near), sum(map(len, self.near.values()))
        require(sizes == (len(self.vertices), 2 * len(self.edges)), "a vertex or an edge occurs twice, or an edge is a loop", 2)
        self.start, self.end = (None if data[end] is None else json.dumps(data[end]) for end in ("start", "end"))
        self.ends = list(dict.fromkeys(end for end in (self.start, self.end) if end is not None))
        require(set(self.ends) <= set(self.near), "the start or the end is not a vertex", 2)
        require(self.start is None or self.start != self.end or len(self.near) == 1, "the end is equal to the start", 2)
        self.check = self.weighted if kind in WEIGHTED else getattr(self, kind.replace("-", "_"))

    def set(self, vertices):
        texts = [json.dumps(vertex) for vertex in vertices]
        require(len(set(texts)) == len(texts) and set(texts) <= set(self.near), "a set has a repeated or invalid vertex", 2)
        return set(texts)

    def tour(self):
        """Check a tour, vertex by vertex."""
        tour = list(map(json.dumps, self.data["tour"]))
        require(tour and sorted(tour) == sorted(self.vertices), "the tour does not visit every vertex once")
        require(all(there in self.near[here] for here, there in pairwise(tour)), "a step of the tour is not an edge")
        require(not self.closed or (len(tour) > 2 and tour[0] in self.near[tour[-1]]), "no edge joins the ends of the tour")
        require(self.start in (None, tour[0]) and self.end in (None, tour[-1]), "the tour does not have the given ends")
        return f"it begins {', '.join(f'{name:.97}' for name in tour[:3])}"

    def trivial(self):
        """Check that the graph has too few vertices for a tour, or that no edge joins the given ends of a closed tour."""
        apart = self.closed and len(self.ends) == 2 and self.end not in self.near[self.start]
        require(apart or len(self.near) < (3 if self.closed else 1), "neither the vertices nor the given ends rule out a tour")
        return "there are too few vertices for a tour, or no edge joins its given ends"

    def weighted(self):
        """Check weights of vertices and of sets of vertices ("cuts"), which give contradictory bounds on the weight of a tour.

        The weight of an edge is the sum of the weights of its two vertices and of the sets that contain exactly one of them.

        - Upper bound: a tour uses no edge twice, so its edges weigh at most the sum of all positive weights of edges.
        - Lower bound: a closed tour has two edges at every vertex, and at least two edges that leave each set. So its edges
          weigh at least twice the sum of all weights of vertices and sets.
        - An open tour may have one edge fewer at each end, and one edge fewer that leaves a set with an end. So its lower bound
          is reduced by the weights of its ends and of these sets, and if an end is not given, by the largest possible amount.
        - A closed tour contains an open one. So if the reduction is negative, it also applies to closed tours.

        "kind" names the method that found the weights.
        """
        weights = dict.fromkeys(self.near, 0) | {json.dumps(vertex): weight for vertex, weight in self.data["weights"]}
        cuts = [(self.set(cut), weight) for cut, weight in self.data["cuts"]]
        numbers = [*weights.values(), *(weight for _, weight in cuts)]
        whole = all(type(number) is int and abs(number) <= MOST_WEIGHT for number in numbers)
        require(whole and len(weights) == len(self.near), f"weights must be integers up to {MOST_WEIGHT}, of vertices", 2)
        require(len(self.near) > 1, "there must be at least two vertices")
        require(all(weight > 0 and 0 < len(cut) < len(self.near) for cut, weight in cuts), "a set or its weight is invalid")
        at_end = {vertex: weights[vertex] + sum(weight for cut, weight in cuts if vertex in cut) for vertex in self.near}
        free = sorted((at_end[vertex] for vertex in self.near.keys() - set(self.ends)), reverse=True)[: 2 - len(self.ends)]
        lower = sum(free) + sum(at_end[vertex] for vertex in self.ends)
        least = 2 * sum(numbers) - (min(0, lower) if self.closed else lower)
        crossing = ((one, two, sum(weight for cut, weight in cuts if (one in cut) != (two in cut))) for one, two in self.edges)
        most = sum(max(0, weights[one] + weights[two] + weight) for one, two, weight in crossing)
        require(least > most, f"the edges of a tour must weigh {least}, and can weigh up to {most}: no contradiction")
        sets = "1 set" if len(cuts) == 1 else f"{len(cuts)} sets"
        return f"by weights of vertices and {sets}, its edges must weigh at least {least}, but weigh at most {most}"

    def frontier(self):
        """Check that no choice of edges, made vertex by vertex in a given order, leads to a tour.

        Two choices can be completed in the same ways if their paths have the same pairs of ends, and the same vertices have two
        edges. Only one of such choices is continued.
        """
        order, ends = list(map(json.dumps, self.data["order"])), self.ends
        require(sorted(order) == sorted(self.vertices) and len(order) > 1, "the order does not contain every vertex once")
        both = [(None, 0), *zip(ends, ends[::-1], strict=True)]  # None joins both ends of an open tour to a cycle
        states = {frozenset(both if self.closed or len(ends) == 2 else zip([None, *ends], [*ends, None], strict=True))}
        for place, vertex in enumerate(order, 1):
            left = [*order[place:], None]
            for other in left:
                if other in self.near[vertex] or (other is None and vertex not in ends):
                    states |= with_edge(states, vertex, other, left)
                    require(len(states) <= MOST_STATES, "the order gives too many partial tours to check")
            states = {state - {(vertex, 0)} for state in states if (vertex, 0) in state}
        return "no choice of edges in the given order leads to a tour"

    def forced_moves(self):
        """Check edges that every tour has or that no tour has, each implied by earlier edges, up to a contradiction.

        - "chain" is a number of new vertices, {"link": 0}, {"link": 1}, …, which form a path. This path joins the possible ends
          of an open tour, so that the tour becomes a cycle.
        - "ends" lists the given ends that the proof uses.
        - "colour" is empty, or the larger class of a two-colouring of the vertices: each edge joins the classes. So the ends of
          an open tour are in different classes if both are equally large; otherwise, both ends are in the larger class.
        - "reason" contains the edges (see `contradict`).
        """
        require(self.data["chain"] in range(MOST_LINKS + 1), f"chain must be a whole number from 0 to {MOST_LINKS}", 2)
        chain = [json.dumps({"link": number}) for number in range(self.data["chain"])]
        ends, colour, everyone = self.set(self.data["ends"]), self.set(self.data["colour"]), set(self.near)
        require(len(everyone) > 1 and everyone.isdisjoint(chain), "there are too few vertices, or one is named like a link")
        require(ends <= set(self.ends) and (chain or self.closed), '"ends" must be given ends, and open tours need a chain')
        alternates = all((one in colour) != (other in colour) for one, other in self.edges)
        require(not colour or (alternates and 2 * len(colour) >= len(everyone)), "colour must be the larger of two classes")
        sides = [colour or everyone, everyone - colour if 2 * len(colour) == len(everyone) else colour or everyone]
        for end in ends:
            sides = [{end}, sides[end in sides[0]] - {end}]
        for links in (chain, chain[::-1])[: len(chain) or 1]:  # the links may be numbered in either direction
            near = {vertex: dict.fromkeys(others, False) for vertex, others in self.near.items()} | {link: {} for link in links}
            joined = [(link, end) for link, side in zip((*links[:1], *links[-1:]), sides, strict=False) for end in side]
            for one, other in (*pairwise(links), *joined):
                near[one][other] = near[other][one] = False
            if contradict(self.data["reason"], near):
                return "the edges that a tour must have contradict those that it cannot have"
        raise Refused("a step does not follow from the earlier ones, or the steps end without a contradiction", 1)

    def compare(self, rows, cols, a, b):
        require(rows * cols == len(self.near) > 0, "the board does not have as many squares as the graph has vertices")
        squares = {json.dumps(square): square for square in product(range(rows), range(cols))}
        steps = {max((i, j), (-i, -j)) for i, j in ((a, b), (a, -b), (b, a), (b, -a))} - {(0, 0)}
        number = sum(max(0, rows - abs(i)) * max(0, cols - abs(j)) for i, j in steps)
        moves = ((squares[one], squares[other]) for one, other in self.edges)
        same = squares.keys() == self.near.keys() and number == len(self.edges)
        same = same and all({abs(p - r), abs(q - s)} == {a, b} for (p, q), (r, s) in moves)
        require(same, "the edges of the graph are not the moves on the board")

    def describe(self, board, leaper, evidence):
        tour = f"{'no' if not self.answer else 'a' if self.closed else 'an'} {'closed' if self.closed else 'open'} tour"
        vertices, edges = len(self.vertices), len(self.edges)
        size = f"{vertices} {'vertex' if vertices == 1 else 'vertices'} and {edges} {'edge' if edges == 1 else 'edges'}"
        compared = "compared with {}x{} with moves {},{}".format(*board, *leaper) if board else "not compared (no --board)"
        told = f"there is {tour} from {self.start or 'any vertex':.97} to {self.end or 'any vertex':.97}: {evidence}"
        return f"{told}\nThe graph in the file has {size}; it was {compared}."


def with_edge(states, vertex, other, left):
    """Return the states of partial tours that result from those in `states` by one more edge.

    A state is a set of pairs. It maps each end of a path to the path's other end, and a vertex that has both its edges to 0.
    """
    after = set()
    for state in map(dict, states):
        one, two = state.get(vertex, vertex), state.get(other, other)
        if one == other:  # the edge closes a cycle: this is a tour if all other vertices have both edges
            require(any(state.get(each, each) != 0 for each in left if each != other), "there is a tour")
        elif 0 not in (one, two):
            after.add(frozenset((state | {vertex: 0, other: 0} | {one: two, two: one}).items()))
    return after


def contradict(reason, near):
    """Return whether a reason proves that no cycle goes through all vertices.

    `near` contains, for each vertex, the edges that are not ruled out, and whether each is *forced*: in every such cycle. An
    entry [one, other, force, why] of "steps" states that an edge is forced (if `force` is true) or ruled out. `why` is a vertex
    of this edge: it has only two edges left, so both are forced, or it has two forced edges, so its other edges are ruled out.
    If `why` is null, the edge is ruled out because it would close a cycle that misses a vertex. After the steps, "end" is a
    vertex that cannot have two edges of a cycle; or "edge" is an edge, with one reason if it is forced, and another if not.
    """

    def forced(here):
        return [there for there, is_forced in near[here].items() if is_forced]

    def closes(one, other):  # whether the edge and forced edges would form a cycle that misses a vertex
        path = {one: None}
        while onward := next((there for there in forced(one) if there not in path), None):
            path[one := onward] = None
        return one == other and 2 < len(path) < len(near)

    for *edge, force, why in reason["steps"]:
        one, other, at = map(json.dumps, (*edge, why))
        follows = len(near[at] if force else forced(at)) == 2 if at in (one, other) else not force and closes(one, other)
        if near[one].get(other, True) or not follows:
            return False
        settle(near, one, other, force)
    if "end" in reason:
        end = json.dumps(reason["end"])
        return len(near[end]) < 2 or len(forced(end)) > 2 or any(closes(end, other) for other in forced(end))
    for force in (True, False):  # a cycle has the edge or lacks it; each case has its own reason
        after = {here: dict(there) for here, there in near.items()}
        settle(after, *map(json.dumps, reason["edge"]), force)
        if not contradict(reason["if_forced" if force else "if_ruled_out"], after):
            return False
    return True


def settle(near, one, other, force):
    for here, there in ((one, other), (other, one)):
        near[here][there] = True
        if not force:
            del near[here][there]


def numbers(text):
    pair = text.replace("x", ",").split(",")
    if len(pair) != 2 or not all(each.strip().isdecimal() and len(each) < 99 for each in pair):
        raise argparse.ArgumentTypeError(f"{text!r:.99} is not two whole numbers, such as 8x8 or 1,2")
    return [*map(int, pair)]


def accepted():
    """Check the file named on the command line. Return the message that explains what it proves."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="certificate (.json), or archive written by `report.py --archive` (.zip)")
    parser.add_argument("--board", type=numbers, help="require that the edges are the moves of --leaper on this board")
    parser.add_argument("--leaper", type=numbers, help="with --board, the leaper (default: 1,2, the knight)")
    parser.print_usage = lambda *_: None  # an error message is one line
    arguments = parser.parse_args()
    board, leaper = arguments.board, arguments.leaper or (1, 2)
    if arguments.leaper and not board:
        parser.error("--leaper has no effect without --board: leave it out")
    try:
        if arguments.file.suffix == ".zip":
            require(not board, "--board has no effect on an archive: leave it out", 2)
            return load("archived_runs.py", "Archive")(arguments.file, Certificate, require, load).check()
        certificate = read(arguments.file)
        if board:
            require(type(certificate) is Certificate, "--board has no effect on a theorem about many boards: leave it out", 2)
            certificate.compare(*board, *leaper)
        return certificate.describe(board, leaper, certificate.check())
    except OSError as fault:
        raise Refused(f"{fault.filename} cannot be read: {fault.strerror}", 2) from None
    except (LookupError, TypeError, ValueError, ArithmeticError, RecursionError, AttributeError):
        raise Refused("it does not have the form of a certificate", 2) from None


def main():
    """Check the file, print the result, and return the exit status. Errors are printed to standard error."""
    status, wrong = 0, ""
    try:
        if sys.stdout is None:
            raise OSError(None, "it is closed")
        try:
            print("accepted:", accepted())
        except Refused as refused:
            words, status = refused.args
            print("refused:" if status == 1 else "not a certificate:", words, file=sys.stdout if status == 1 else sys.stderr)
        except SystemExit as ended:  # argparse has printed the message
            status = ended.code
        print(end="", flush=True)
    except (KeyboardInterrupt, BrokenPipeError) as ended:
        status, wrong = (141, "") if isinstance(ended, OSError) else (130, "stopped")
    except OSError as fault:
        status, wrong = 70, f"the output cannot be written: {fault.strerror}"
    except Exception as fault:
        status, wrong = 70, f"internal error: {type(fault).__name__}: {fault}"
    if status >= 70:  # otherwise, Python would write the rest of the output again at exit, and change the status
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    if wrong:
        with suppress(OSError):
            print(f"check_certificate.py: {wrong}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
