"""The class `Solver`: a function that solves problems, and its abilities.

An *ability* is an attribute of `Solver`, such as whether the solver supports closed tours.
"""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeAlias

from solvers.core.errors import OptionError
from solvers.core.outcome import Outcome
from solvers.core.packages import check_packages
from solvers.core.problem import Problem

ABILITIES = ("exact", "closed", "fixed_end", "steps", "enumerates", "watchable", "seeded", "needs_board")
"""Names of the attributes of `Solver` that declare what a solver supports or needs."""

Run: TypeAlias = Callable[..., Outcome]
Tours: TypeAlias = Callable[..., Iterator[Sequence[Any]]]


@dataclass(frozen=True)
class Solver:
    """A function that solves problems, with its name and its abilities: an entry of the registry of solvers.

    Attributes
    ----------
    name : str
        The name of the solver.
    run : callable
        The function that runs the solver: `(problem, meter, *, options) -> Outcome`.
    summary : str
        A description of the method in one line, for the list of solvers.
    reference : str
        The publication that describes the method, or another source.
    exact : bool
        Whether the solver ends in FOUND or IMPOSSIBLE if its budget suffices.
    closed : bool
        Whether the solver supports closed tours.
    fixed_end : bool
        Whether the solver supports a fixed end together with a fixed start.
    steps : bool
        Whether the solver supports known steps between the start and the end.
    needs_board : bool
        Whether the solver supports only problems on boards.
    refuses : callable or None
        A function that checks a problem for features that the other attributes do not cover. It returns the name of a feature
        that the solver does not support, or None if there is none.
    tours : callable or None
        A generator function that yields all tours, with the same parameters as `run`. None if the solver cannot enumerate. A
        closed tour may start at any square and have either direction. If no start, end or step is given, each open tour must be
        yielded in both directions. Tours may be repeated.
    watchable : bool
        Whether `record_search` can record the search of the solver.
    as_asked : bool
        Whether the solver receives every problem on an undirected graph exactly as the user stated it, for example with an end
        and without a start. Other solvers receive an equivalent problem in a simpler form (see `solvers.core.forms.orient`).
    reads_graph : bool
        Whether the solver uses the networkx graph of a board. If so, a comparison builds the graph before it starts the clock.
    packages : sequence of str
        The import names of the optional packages that the solver needs.
    also_calls : sequence of str
        The import names of further packages that the solver may call if they are installed. Their versions identify its runs.
    extra : str or None
        The name of the extra (the optional dependencies in `pyproject.toml`) that installs `packages`, or None.
    uses_seed : callable or None
        A function of the options of the solver. It returns whether the solver makes random choices with these options. If None,
        the solver does so whenever it has the option `seed`.
    """

    name: str
    run: Run
    _: KW_ONLY
    summary: str
    reference: str
    exact: bool
    closed: bool
    fixed_end: bool
    steps: bool = False
    needs_board: bool = False
    refuses: Callable[[Problem], str | None] | None = None
    tours: Tours | None = None
    watchable: bool = False
    as_asked: bool = False
    reads_graph: bool = True
    packages: Sequence[str] = ()
    also_calls: Sequence[str] = ()
    extra: str | None = None
    uses_seed: Callable[..., bool] | None = None

    @property
    def abilities(self) -> str:
        """The names in `ABILITIES` whose attribute is True for this solver, as text."""
        return ", ".join(name.replace("_", " ") for name in ABILITIES if getattr(self, name))

    @property
    def options(self) -> dict[str, Any]:
        """The names of the options of the solver, with their default values."""
        parameters = inspect.signature(self.run).parameters.values()
        return {each.name: each.default for each in parameters if each.kind is inspect.Parameter.KEYWORD_ONLY}

    @property
    def kind(self) -> str:
        """The name of the module that explains the method.

        A compiled version and its reference implementation have the same kind.

        Examples
        --------
        >>> from solvers import get_solver
        >>> get_solver("backtracking-compiled").kind == get_solver("warnsdorff-backtracking").kind != get_solver("pruned").kind
        True
        """
        return str(inspect.unwrap(self.run).__module__)

    @property
    def is_built_in(self) -> bool:
        """Whether the solver belongs to this project and not to another package."""
        return self.run.__module__.startswith("solvers.")

    @property
    def seeded(self) -> bool:
        """Whether the solver makes random choices, which its option `seed` determines."""
        return "seed" in self.options

    @property
    def version(self) -> str:
        """The package that contains the solver and the packages that it needs, with their versions.

        Examples
        --------
        >>> from solvers import get_solver
        >>> get_solver("backtracking").version
        'knights-tour 0.1.0'
        """
        return ", ".join(map(_version_of, (self.run.__module__, *self.packages)))

    @property
    def enumerates(self) -> bool:
        """Whether the solver can yield all tours."""
        return self.tours is not None

    @property
    def missing(self) -> tuple[str, ...]:
        """The packages that the solver needs but that are not installed. If none is missing, the tuple is empty."""
        return tuple(package for package in self.packages if find_spec(package) is None)

    def check_options(self, options: Iterable[str]) -> None:
        """Check that the solver has the given options. Their values are not checked.

        Parameters
        ----------
        options : iterable of str
            The names of the options.

        Raises
        ------
        OptionError
            If the solver does not have one of the options. The message lists the options that the solver has.
        """
        for option in options:
            if option not in (option_names := self.options):
                message = f"solver {self.name!r} has no option {option!r}: its options are {', '.join(option_names) or 'none'}"
                raise OptionError(message, option)

    def check_installed(self) -> None:
        """Check that all packages that the solver needs are installed.

        Raises
        ------
        SolverUnavailable
            If a package is missing. The message contains the command that installs it.
        """
        check_packages(f"solver {self.name!r} needs", self.packages, self.extra)

    def refusal(self, problem: Problem) -> str | None:
        """Return a feature of the problem that the solver does not support.

        Parameters
        ----------
        problem : Problem
            The problem.

        Returns
        -------
        str or None
            The name of the feature, such as "closed tours", or None if the solver supports the problem.
        """
        if problem.feature and not self.closed:  # the equivalent problem without this feature is closed
            return problem.feature
        if problem.closed and not self.closed:
            return "closed tours"
        if problem.end is not None and problem.start is not None and not self.fixed_end:
            return "a fixed start and end"
        if problem.steps and not self.steps:
            return "known steps"
        if self.needs_board and problem.board is None:
            return "a graph without a board"
        return None if self.refuses is None else self.refuses(problem)


@cache
def _version_of(module: str) -> str:
    """Return name and version of the package that contains a module. Without a package, return the file name and a hash."""
    from importlib import metadata

    top = module.partition(".")[0]
    # The metadata of an editable install of this project do not list its packages.
    owners = ["knights-tour"] if top == __package__ else packages_distributions().get(top, ())
    for package in owners:
        return f"{package} {metadata.version(package)}"
    file = getattr(sys.modules.get(module), "__file__", None)
    return module if file is None else f"{Path(file).name} {hashlib.sha256(Path(file).read_bytes()).hexdigest()[:8]}"


@cache
def packages_distributions() -> Mapping[str, Sequence[str]]:
    """Return the names of the distributions that contain each top-level module, as `importlib.metadata` does.

    Returns
    -------
    mapping of str to sequence of str
        The names of the distributions by module. They are computed once per process.
    """
    from importlib import metadata

    return metadata.packages_distributions()
