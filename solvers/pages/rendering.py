"""Combine a template, style sheets, scripts and data into one HTML file that loads no other files.

The page forbids the browser to load anything. It allows only its own script, which it identifies by a hash. So text in the
data is never executed, even if it looks like a script.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from graphs.notation import respell
from graphs.svg import palette
from graphs.svg.page import marks_path
from graphs.svg.palette import Look
from solvers.core.errors import check_packages

if TYPE_CHECKING:
    import jinja2

STYLES = ("page.css", "table.css", "explorer.css")
SCRIPTS = (
    *("data.js", "grid.js", "stage.js", "player.js", "explorer.js"),
    *("scatter.js", "table.js", "summary.js", "search.js", "main.js"),
)
LOOKS: dict[str, Look] = {
    "found": palette.YES,
    "impossible": palette.NO,
    "unknown": palette.UNKNOWN,
    "error": palette.ERROR,
    "closed": palette.CLOSED,
    "open": palette.OPEN,
    "open-or-closed": palette.OPEN_OR_CLOSED,
    "apart": palette.APART,
    "hole": palette.HOLE_SQUARE,
    "given": palette.GIVEN,
    "first": palette.START_OF_TOUR,
    "last": palette.END_OF_TOUR,
    "witness": palette.WITNESS,
}
"""Looks of outcomes and parts of a board, by CSS name."""
NO_BOARDS: dict[str, Any] = {"explorer": {"boards": []}}
"""Data of a page without a board explorer."""
WIDE = 1.45  # a plot with a larger ratio of width to height has a row of the page to itself
COLOURS = {
    "light-square": palette.LIGHT,
    "dark-square": palette.DARK,
    "path-start": palette.PATH[0],
    "path-end": palette.PATH[1],
    **{f"part-{place}": colour for place, colour in enumerate(palette.SERIES[:3])},
}


def render_page(
    template: str,
    data: Any = NO_BOARDS,
    *,
    notes: Iterable[str] = (),
    styles: tuple[str, ...] = (),
    scripts: tuple[str, ...] = SCRIPTS,
    **values: Any,
) -> str:
    """Render a template as HTML, with data for the scripts.

    The entry `explorer` of `data` is the document of an `Explorer`. `notes` are sentences that state what is left out of the
    page. `styles` are additional style sheets. SolverUnavailable is raised if Jinja2 is not installed.
    """
    from markupsafe import Markup

    script = f'(() => {{\n"use strict";\n{read_assets(scripts)}}})();\n'
    return (
        _environment()
        .get_template(template)
        .render(
            style=Markup(_palette_style() + read_assets((*STYLES, *styles))),
            script=Markup(script),
            script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
            data=Markup(render_json(data)),
            explored=bool(data["explorer"]["boards"]),
            notes=notes,
            **values,
        )
    )


@cache
def _environment() -> jinja2.Environment:
    check_packages("pages need", ["jinja2"])
    import jinja2

    loader = jinja2.PackageLoader("solvers.pages", "assets")
    environment = jinja2.Environment(
        loader=loader, autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["respell"] = respell
    return environment


@cache
def read_assets(names: Iterable[str]) -> str:
    """Return the concatenated texts of asset files."""
    return "".join((files(__package__) / "assets" / name).read_text(encoding="utf-8") for name in names)


@cache
def _palette_style() -> str:
    """Return the colours and marks as CSS properties, e.g. `--found-fill`."""
    lines = [f"--{name}: {colour};" for name, colour in COLOURS.items()]
    for name, look in LOOKS.items():
        lines += [f"--{name}-fill: {look.fill};", f"--{name}-ink: {look.ink};"]
        if look.mark is not None:
            mark = marks_path(look, [(5, 5)], 3)
            picture = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{mark}</svg>'
            lines.append(f'--{name}-mark: url("data:image/svg+xml,{quote(picture)}");')
    return ":root {\n" + "\n".join(lines) + "\n}\n"


def render_json(value: Any) -> str:
    r"""Return JSON that is safe in a script element of HTML.

    >>> render_json({"reason": "</script><!--"})
    '{"reason":"\\u003c/script>\\u003c!--"}'
    """
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")


def render_picture(name: str, title: str, caption: str, svg: str) -> dict[str, Any]:
    """Return a plot as values for a template.

    The name is put before each id in the SVG document, so that the ids of several plots on a page differ. `is_wide` states
    whether the plot has a row of the page to itself.

    >>> svg = '<?xml?><svg viewBox="0 0 200 100"><path id="p"/><use href="#p" clip-path="url(#p)"/></svg>'
    >>> picture = render_picture("a", "", "", svg)
    >>> picture["svg"], picture["is_wide"]
    ('<svg viewBox="0 0 200 100"><path id="a-p"/><use href="#a-p" clip-path="url(#a-p)"/></svg>', True)
    """
    sides = re.findall(r'viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"', svg)
    prefix = re.sub(r"\W", "-", name)
    return {
        "title": title,
        "caption": caption,
        "svg": re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{prefix}-", svg[svg.index("<svg") :].rstrip()),
        "is_wide": any(float(width) > WIDE * float(height) for width, height in sides[:1]),
    }
