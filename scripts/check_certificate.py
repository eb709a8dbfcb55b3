"""Check a certificate: a graph, a question about its tours, the answer and its evidence. Needs nothing but Python.

A certificate is a JSON object: a graph, "vertices" and "edges", and a question: is there a tour, which visits every vertex once
and steps along edges, from "start" to "end" (null: any vertex)? If "closed" is true, an edge joins its last vertex to its
first. "answer" is true or false. The methods below explain what each "kind" of evidence proves, by which fields. For boards of
every length and for archives, every_length.py and archived_runs.py must be in the same folder. Exit status: 0 accepted, 1
refused, 2 not a certificate or bad usage, 70 internal error or a full disk, 130 Ctrl-C, 141 the reader went away."""

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
MOST_STATES, MOST_WEIGHT, MOST_BYTES, MOST_LINKS = 10**6, 10**18, 2**27, 3  # larger ones might not fit into memory


class Refused(Exception):
    """Why a certificate is refused (status 1), or what was given is no certificate (status 2)."""


def require(holds, otherwise, status=1):
    if not holds:
        raise Refused(otherwise, status)


def read(path):
    with path.open("rb") as file:
        data, kinds = json.loads(file.read(MOST_BYTES).decode()), [*WITNESS, "stretch", "row-cut", "height"]
    require(isinstance(data, dict) and data.get("kind") in kinds, f"its kind is none of {', '.join(kinds)}", 2)
    if data["kind"] in WITNESS:
        return Certificate(data)
    return runpy.run_path(str(Path(__file__).with_name("every_length.py")))["EveryLength"](data, path.parent, read, require)


class Certificate:
    """A certificate about one graph. A vertex is its JSON text here, so that 1, 1.0, true and "1" are different vertices."""

    def __init__(self, data):
        kind, self.data = data["kind"], data
        expected = {"vertices", "edges", "start", "end", "closed", "answer", "kind", *WITNESS[kind].split()}
        require(set(data) == expected, f"the fields of this kind are {', '.join(sorted(expected))}", 2)
        self.closed, self.answer = data["closed"], data["answer"]
        require(type(self.closed) is bool and self.answer is (kind == "tour"), "closed or answer has a wrong value", 2)
        self.vertices = [json.dumps(vertex) for vertex in data["vertices"]]
        self.edges = [(json.dumps(one), json.dumps(other)) for one, other in data["edges"]]
        self.near = {vertex: set() for vertex in self.vertices}
        for one, other in self.edges + [edge[::-1] for edge in self.edges]:
            self.near[one].add(other)
        sizes = len(self.near), sum(map(len, self.near.values()))
        require(sizes == (len(self.vertices), 2 * len(self.edges)), "a vertex or an edge is double, or an edge is a loop", 2)
        self.start, self.end = (None if data[end] is None else json.dumps(data[end]) for end in ("start", "end"))
        self.ends = list(dict.fromkeys(end for end in (self.start, self.end) if end is not None))
        require(set(self.ends) <= set(self.near), "the start or the end is no vertex", 2)
        require(self.start is None or self.start != self.end or len(self.near) == 1, "the end is equal to the start", 2)
        self.check = self.weighted if kind in WEIGHTED else getattr(self, kind.replace("-", "_"))

    def set(self, vertices):
        texts = [json.dumps(vertex) for vertex in vertices]
        require(len(set(texts)) == len(texts) and set(texts) <= set(self.near), "in a set is no vertex, or one twice", 2)
        return set(texts)

    def tour(self):
        """A tour, vertex by vertex."""
        tour = list(map(json.dumps, self.data["tour"]))
        require(tour and sorted(tour) == sorted(self.vertices), "it does not visit every vertex once")
        require(all(there in self.near[here] for here, there in pairwise(tour)), "a step is no edge")
        require(not self.closed or (len(tour) > 2 and tour[0] in self.near[tour[-1]]), "it does not close")
        require(self.start in (None, tour[0]) and self.end in (None, tour[-1]), "it starts or ends elsewhere")
        return f"it begins {', '.join(f'{name:.97}' for name in tour[:3])}"

    def trivial(self):
        """No vertex, fewer than three for a closed tour, or two given ends of a closed tour that no edge joins."""
        apart = self.closed and len(self.ends) == 2 and self.end not in self.near[self.start]
        require(apart or len(self.near) < (3 if self.closed else 1), "nothing rules out a tour at first sight")
        return "there are too few vertices, or its ends are not joined"

    def weighted(self):
        """Weights of vertices, and of sets of vertices, under which the edges of a tour would weigh more than any edges can.

        An edge weighs what its two vertices weigh, and what the sets weigh of which one of the two is inside. A closed tour has
        two edges at every vertex, and two or more that lead out of every set: so it weighs twice as much as all weights, or
        more. It has no edge twice: so it cannot weigh more than all edges above zero together. An open tour has an edge less
        at each end, and perhaps one less out of each set around it. So the least is lower by the weight of the end and of these
        sets; a free end is where that is most. A closed tour is an open one, too. The kind says how they were found."""
        weights = dict.fromkeys(self.near, 0) | {json.dumps(vertex): weight for vertex, weight in self.data["weights"]}
        cuts = [(self.set(cut), weight) for cut, weight in self.data["cuts"]]
        numbers = [*weights.values(), *(weight for _, weight in cuts)]
        whole = all(type(number) is int and abs(number) <= MOST_WEIGHT for number in numbers)
        require(whole and len(weights) == len(self.near), "the weights are wrong", 2)
        require(len(self.near) > 1, "there are too few vertices")
        require(all(weight > 0 and 0 < len(cut) < len(self.near) for cut, weight in cuts), "a set is no cut")
        at_end = {vertex: weights[vertex] + sum(weight for cut, weight in cuts if vertex in cut) for vertex in self.near}
        free = sorted((at_end[vertex] for vertex in self.near.keys() - set(self.ends)), reverse=True)[: 2 - len(self.ends)]
        lower = sum(free) + sum(at_end[vertex] for vertex in self.ends)
        least = 2 * sum(numbers) - (min(0, lower) if self.closed else lower)
        crossing = ((one, two, sum(weight for cut, weight in cuts if (one in cut) != (two in cut))) for one, two in self.edges)
        most = sum(max(0, weights[one] + weights[two] + weight) for one, two, weight in crossing)
        require(least > most, f"the edges of a tour weigh {least} or more, which is not over {most}")
        sets = "1 set" if len(cuts) == 1 else f"{len(cuts)} sets"
        return f"by weights on vertices and {sets}, its edges weigh {least} or more, and cannot weigh over {most}"

    def frontier(self):
        """An order of the vertices. In this order they get their edges in all ways, and no way leads to a tour. The edges make
        paths; where two ways leave the same ends to these, and the same vertices with both edges, what follows is the same."""
        order, ends = list(map(json.dumps, self.data["order"])), self.ends
        require(sorted(order) == sorted(self.vertices) and len(order) > 1, "the order does not hold every vertex once")
        both = [(None, 0), *zip(ends, ends[::-1], strict=True)]  # an open tour is a cycle, for None is joined to both its ends
        states = {frozenset(both if self.closed or len(ends) == 2 else zip([None, *ends], [*ends, None], strict=True))}
        for place, vertex in enumerate(order, 1):
            left = [*order[place:], None]
            for other in (each for each in left if each in self.near[vertex] or (each is None and vertex not in ends)):
                after = set(states)  # without this edge, or with it:
                for far, one, two in ((each, each.get(vertex, vertex), each.get(other, other)) for each in map(dict, states)):
                    require(one != other or any(far.get(each, each) != 0 for each in left if each != other), "there is a tour")
                    if one != other and 0 not in (one, two):  # 0 stands where a vertex has both its edges
                        after.add(frozenset((far | {vertex: 0, other: 0} | {one: two, two: one}).items()))
                states = after
                require(len(states) <= MOST_STATES, "the order leads to too many states")
            states = {state - {(vertex, 0)} for state in states if (vertex, 0) in state}
        return "in the order given, no way to choose edges leads to a tour"

    def forced_moves(self):
        """Edges that every tour has, or that no tour has, each because of those before it, until they contradict each other.

        An open tour becomes a cycle by a chain of new vertices, {"link": 0}, {"link": 1}, …, that joins its ends. It leads from
        every vertex where the tour may end: "ends" are those of the given ends that matter. Where all edges leave or enter a
        "colour", it alternates on the tour; the ends have two colours where both are equally frequent, else the larger one."""
        require(self.data["chain"] in range(MOST_LINKS + 1), f"chain must be a whole number from 0 to {MOST_LINKS}", 2)
        chain = [json.dumps({"link": number}) for number in range(self.data["chain"])]
        ends, colour, everyone = self.set(self.data["ends"]), self.set(self.data["colour"]), set(self.near)
        require(len(everyone) > 1 and everyone.isdisjoint(chain), "there are too few vertices, or one has the name of a link")
        require(ends <= set(self.ends) and (chain or self.closed), "an end is not that of the question, or there is no chain")
        alternates = all((one in colour) != (other in colour) for one, other in self.edges)
        require(not colour or (alternates and 2 * len(colour) >= len(everyone)), "the colour is wrong")
        sides = [colour or everyone, everyone - colour if 2 * len(colour) == len(everyone) else colour or everyone]
        for end in ends:
            sides = [{end}, sides[end in sides[0]] - {end}]
        for links in (chain, chain[::-1])[: len(chain) or 1]:  # their numbers may run either way
            near = {vertex: dict.fromkeys(others, False) for vertex, others in self.near.items()} | {link: {} for link in links}
            joined = [(link, end) for link, side in zip((*links[:1], *links[-1:]), sides, strict=False) for end in side]
            for one, other in (*pairwise(links), *joined):
                near[one][other] = near[other][one] = False
            if contradict(self.data["reason"], near):
                return "edges that it must have, and edges that it cannot have, contradict each other"
        raise Refused("a step does not follow from those before it, or there is no contradiction", 1)

    def compare(self, rows, cols, a, b):
        require(rows * cols == len(self.near) > 0, "the board does not have as many squares as the graph has vertices")
        squares = {json.dumps(square): square for square in product(range(rows), range(cols))}
        steps = {max((i, j), (-i, -j)) for i, j in ((a, b), (a, -b), (b, a), (b, -a))} - {(0, 0)}
        number = sum(max(0, rows - abs(i)) * max(0, cols - abs(j)) for i, j in steps)
        moves = ((squares[one], squares[other]) for one, other in self.edges)
        same = squares.keys() == self.near.keys() and number == len(self.edges)
        same = same and all({abs(p - r), abs(q - s)} == {a, b} for (p, q), (r, s) in moves)
        require(same, "the graph is not that of the board")

    def told(self, board, leaper, evidence):
        tour = f"{'no' if not self.answer else 'a' if self.closed else 'an'} {'closed' if self.closed else 'open'} tour"
        vertices, edges = len(self.vertices), len(self.edges)
        size = f"{vertices} {'vertex' if vertices == 1 else 'vertices'} and {edges} {'edge' if edges == 1 else 'edges'}"
        compared = "{}x{} with moves {},{}".format(*board, *leaper) if board else "no board (--board)"
        told = f"there is {tour} from {self.start or 'any vertex':.97} to {self.end or 'any vertex':.97}: {evidence}"
        return f"{told}\nThe graph of {size} is that in the file, compared with {compared}."


def contradict(reason, near):
    """Return whether the steps of a reason follow from each other, and leave no cycle through all vertices.

    `near` says of the edges of each vertex that are not ruled out whether every cycle has them. A step is an edge, whether a
    cycle must have it, and why: a vertex of it that has only two edges left, both of which a cycle must have, or that has two
    such edges, which rules out the others; or null: the edge would close a cycle that misses a vertex."""

    def forced(here):
        return [there for there, is_forced in near[here].items() if is_forced]

    def closes(one, other):  # whether an edge would close forced ones to a cycle that misses a vertex
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
    for force in (True, False):  # a cycle has the edge, or not: each case has its own reason
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
    """Return what is accepted, in words."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="certificate (.json), or archive written by `compare.py --archive` (.zip)")
    parser.add_argument("--board", type=numbers, help="such as 8x8: refuse a graph that is not that of all moves on this board")
    parser.add_argument("--leaper", type=numbers, help="with --board: the moves; default 1,2, the knight's")
    parser.print_usage = lambda *_: None  # a complaint is one line
    arguments = parser.parse_args()
    board, leaper = arguments.board, arguments.leaper or (1, 2)
    if arguments.leaper and not board:
        parser.error("--leaper has no effect without --board: leave it out")
    try:
        if arguments.file.suffix == ".zip":
            require(not board, "--board has no effect on an archive: leave it out", 2)
            archive = runpy.run_path(str(Path(__file__).with_name("archived_runs.py")))["Archive"]
            return archive(arguments.file, Certificate, require).check()
        certificate = read(arguments.file)
        if board:
            certificate.compare(*board, *leaper)
        return certificate.told(board, leaper, certificate.check())
    except OSError as fault:
        raise Refused(f"{fault.filename} cannot be read: {fault.strerror}", 2) from None
    except (LookupError, TypeError, ValueError, RecursionError, AttributeError):
        raise Refused("it does not have the form of a certificate", 2) from None


def main():
    """Print the answer, and return the exit status; errors go to standard error."""
    status, wrong = 0, ""
    try:
        if sys.stdout is None:
            raise OSError(None, "it is closed")
        try:
            print("accepted:", accepted())
        except Refused as refused:
            words, status = refused.args
            print("refused:" if status == 1 else "not a certificate:", words, file=sys.stdout if status == 1 else sys.stderr)
        except SystemExit as ended:  # argparse has said all
            status = ended.code
        print(end="", flush=True)
    except (KeyboardInterrupt, BrokenPipeError) as ended:
        status, wrong = (141, "") if isinstance(ended, OSError) else (130, "stopped")
    except OSError as fault:
        status, wrong = 70, f"the output cannot be written: {fault.strerror}"
    except Exception as fault:
        status, wrong = 70, f"an error of ours: {type(fault).__name__}: {fault}"
    if status >= 70:  # Python would try again to write what is left, and change the status
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    if wrong:
        with suppress(OSError):
            print(f"check_certificate.py: {wrong}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
