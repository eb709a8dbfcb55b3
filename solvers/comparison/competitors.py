"""Competitors of a comparison. A *competitor* is a solver with certain values of its options."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from operator import methodcaller
from typing import Any

import cloudpickle

from solvers.core.errors import OptionError, SolverError, UnknownSolver
from solvers.core.identity import code_of, packages_of
from solvers.core.registry import Solver, add_solver, get_solver, is_registered, solver_table
from solvers.core.result import freeze


@dataclass(frozen=True)
class Competitor:
    """A solver with certain values of its options. The same solver with other values is another competitor.

    Attributes
    ----------
    solver : str or callable
        The name of the solver, `module:function`, `path/to/file.py:function`, or a function; see `get_solver`. The attribute is
        the name.
    options : mapping of str to object
        The values of the solver's options, by name. They are converted to the types that JSON has.
    name : str
        The name of the competitor in reports. If it is not given, it is equal to `call`.
    call : str
        The solver and its options, in the form that `parse_competitor` accepts. Competitors are equal if their names and calls
        are equal. `options` is not compared, because 1, 1.0 and True are equal in Python but not in JSON.

    Raises
    ------
    UnknownSolver
        If `solver` names a function that cannot be loaded.
    OptionError
        If JSON cannot represent the value of an option. Values may be numbers, text, true, false, null, lists and tables.

    Examples
    --------
    >>> Competitor("cp-sat", {"workers": 4}).name, Competitor("cp-sat", {"workers": 4}, "four").name
    ('cp-sat workers=4', 'four')
    """

    solver: Any
    options: Mapping[str, Any] = field(default_factory=dict, compare=False)
    name: str = ""
    call: str = field(init=False, repr=False)

    def __post_init__(self) -> None:
        solver = self.solver if isinstance(self.solver, str) and ":" not in self.solver else get_solver(self.solver).name
        options = freeze({key: _json_value(key, value) for key, value in self.options.items()})
        call = " ".join([solver, *(f"{key}={option_text(options[key])}" for key in sorted(options))])
        self.__dict__.update(solver=solver, options=options, name=self.name or call, call=call)

    @cached_property
    def code(self) -> str:
        """A digest of the source code that runs of the solver use (see `solvers.core.identity.code_of`)."""
        return code_of(get_solver(self.solver))

    @cached_property
    def packages(self) -> str:
        """The versions of Python and of the packages that the solver may call, as a JSON object."""
        return packages_of(get_solver(self.solver))

    @property
    def is_random(self) -> bool:
        """Whether the solver makes random choices with these options, which do not contain a seed."""
        entry = get_solver(self.solver)
        fixed = not entry.seeded or "seed" in self.options
        return not fixed and (entry.uses_seed is None or entry.uses_seed(**self.options))

    @cached_property
    def shipped(self) -> str | bytes:
        """What other processes need to register the solver: a place for `get_solver`, or the pickled solver."""
        entry = get_solver(self.solver)
        _ = self.code, self.packages  # the other processes do not compute them
        if entry.is_built_in or entry.run.__module__.endswith(".py"):
            return f"{entry.run.__module__}:{entry.run.__qualname__}"
        pickled: bytes = cloudpickle.dumps(entry)
        return pickled

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "shipped"}

    def receive(self, shipped: str | bytes) -> None:
        """Register the solver in this process, unless it is known.

        Parameters
        ----------
        shipped : str or bytes
            The attribute `shipped` of the competitor in the process that sent it.

        Raises
        ------
        SolverError
            If this process cannot import the solver.
        """
        if is_registered(self.solver):
            return
        with contextlib.suppress(UnknownSolver, ImportError, AttributeError):
            entry = cloudpickle.loads(shipped) if isinstance(shipped, bytes) else get_solver(shipped)
            if not is_registered(self.solver):  # else its module has registered it
                add_solver(entry)
        if not is_registered(self.solver):
            message = (
                f"solver {self.solver!r} cannot be imported by the worker processes: register it in a module that they find"
            )
            raise SolverError(message, self.solver)

    def checked_solver(self) -> Solver:
        """Check that the solver can be used, and return it.

        Returns
        -------
        Solver
            The solver.

        Raises
        ------
        UnknownSolver
            If the solver does not exist.
        SolverUnavailable
            If a package that the solver needs is not installed.
        OptionError
            If the solver lacks one of the options.
        """
        entry = get_solver(self.solver)
        entry.check_installed()
        entry.check_options(self.options)
        return entry


def competitors_for(solvers: Iterable[Any] | None = None) -> list[Competitor]:
    """Return competitors, after checking that their solvers can be used.

    Parameters
    ----------
    solvers : iterable, optional
        The competitors, as in `compare`; duplicates are ignored. If None, all solvers whose packages are installed.

    Returns
    -------
    list of Competitor
        The competitors.

    Raises
    ------
    UnknownSolver
        If a solver does not exist.
    SolverUnavailable
        If a package that a solver needs is not installed.
    OptionError
        If a solver lacks an option, or if two competitors with different names have the same solver and options.

    Examples
    --------
    >>> [each.name for each in competitors_for(["warnsdorff", "roth: warnsdorff tie_break=roth"])]
    ['warnsdorff', 'roth']
    """
    by_call: dict[str, Competitor] = {}
    for each in chain.from_iterable(map(_competitors, ["all"] if solvers is None else solvers)):
        each.checked_solver()
        if by_call.setdefault(each.call, each) != each:
            names = f"{by_call[each.call].name!r} and {each.name!r}"
            raise OptionError(f"{names} are two names of the same competitor, {each.call}: leave one out", each)
    return list(by_call.values())


def _competitors(entry: Any) -> Iterator[Competitor]:
    """Yield the competitors of an entry of `solvers`: a text, a function, a competitor, or a dict of names."""
    if isinstance(entry, Competitor):
        yield entry
    elif isinstance(entry, str):
        names = [each.name for each in solver_table() if not each.missing] if entry == "all" else [entry]
        yield from map(parse_competitor, names)
    elif not isinstance(entry, Mapping):
        yield Competitor(entry)
    else:
        for name, value in entry.items():
            solver, options = value if isinstance(value, tuple) else (value, {})
            yield Competitor(solver, options, name)


def parse_competitor(text: str) -> Competitor:
    """Return the competitor that a text describes.

    Parameters
    ----------
    text : str
        `"SOLVER"`, `"SOLVER K=V …"` with options, or `"NAME: SOLVER K=V …"` with a name for reports. A value that is not JSON
        is a text.

    Returns
    -------
    Competitor
        The competitor.

    Raises
    ------
    OptionError
        If the text contains an option twice, or gives a parameter of `solve` as an option.

    Examples
    --------
    >>> parse_competitor("lazy: cp-sat model=lazy-cuts workers=4")
    Competitor(solver='cp-sat', options=immutabledict({'model': 'lazy-cuts', 'workers': 4}), name='lazy')
    """
    name, colon, call = text.partition(": ")
    if not colon or set('{"') & set(name):
        name, call = "", text
    solver, *words = re.split(r"\s+(?=[^\s=]+=)", call.strip())
    options: dict[str, Any] = {}
    for word in words:
        key, _, value = word.partition("=")
        if key in options:
            raise OptionError(f"{text!r} contains the option {key!r} twice: write one competitor for each value", text)
        options[key] = option_value(value)
    return Competitor(solver, options, name.strip())


def option_value(text: str) -> Any:
    """Return the value of an option that a text denotes: as JSON or, if it is not JSON, the text itself."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _json_value(key: str, value: Any) -> Any:
    """Return the value of an option as JSON represents it; NumPy numbers become Python numbers."""
    try:
        return json.loads(json.dumps(value, allow_nan=False, default=methodcaller("item")))
    except (TypeError, ValueError, AttributeError):
        message = f"a comparison cannot store {key}={value!r}: values are numbers, text, true, false, null, or lists"
        raise OptionError(message, value) from None


def option_text(value: Any) -> str:
    """Return the value of an option in the form that command lines accept.

    Parameters
    ----------
    value : object
        A value that JSON can represent.

    Returns
    -------
    str
        The text itself if the value is a text without spaces that is not valid JSON; otherwise the value as JSON.

    Examples
    --------
    >>> option_text("roth"), option_text("4"), option_text(4)
    ('roth', '"4"', '4')
    """
    if isinstance(value, str) and " " not in value and option_value(value) == value:
        return value
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
