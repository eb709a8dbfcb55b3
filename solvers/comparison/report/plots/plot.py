"""A plot: a figure of matplotlib with a title and a caption, as SVG and PNG. The same data give the same bytes."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from graphs.errors import FormatError
from solvers.comparison.report.plots.style import house_style

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Plot"]

DOTS_PER_INCH = 160
STYLE_SHEET = re.compile(r"<defs>\s*<style.*?</style>\s*</defs>\s*", re.DOTALL)
UNSTAMPED = {"Creator": None, "Date": None, "Format": None, "Type": None}


@dataclass(frozen=True, eq=False)
class Plot:
    """A drawn plot.

    Attributes
    ----------
    name : of its files.
    title : what it shows.
    caption : one sentence that says how to read it.
    figure : the figure of matplotlib, laid out.

    Notes
    -----
    The figure has a white ground, so that it reads the same on a light page and on a dark one.
    """

    name: str
    title: str
    caption: str
    figure: Figure = field(repr=False)

    def __post_init__(self) -> None:
        """Lay the figure out once: another pass of the layout moves it by the last digit, and the bytes would differ."""
        with house_style():
            self.figure.draw_without_rendering()
        self.figure.set_layout_engine("none")

    def svg(self) -> str:
        """Return the plot as one SVG element that needs no other file, font or network."""
        stream = io.StringIO()
        with house_style(salt=self.name):
            self.figure.savefig(stream, format="svg", metadata={**UNSTAMPED, "Title": self.title})
        text = stream.getvalue()
        text = STYLE_SHEET.sub("", text[text.index("<svg") :])  # which would act on a whole page
        return text.replace("<svg ", '<svg stroke-linejoin="round" stroke-linecap="butt" ', 1)

    def png(self) -> bytes:
        """Return the plot as a PNG."""
        stream = io.BytesIO()
        with house_style():
            self.figure.savefig(stream, format="png", dpi=DOTS_PER_INCH, metadata={"Software": None, "Title": self.title})
        return stream.getvalue()

    def write(self, folder: str | Path) -> list[Path]:
        """Write `NAME.svg` and `NAME.png` into a folder, which is made if it is missing, and return their paths.

        Raises
        ------
        FormatError : a file cannot be written.
        """
        files = {Path(folder, f"{self.name}.svg"): self.svg().encode(), Path(folder, f"{self.name}.png"): self.png()}
        try:
            Path(folder).mkdir(parents=True, exist_ok=True)
            for file, content in files.items():
                file.write_bytes(content)
        except OSError as error:
            raise FormatError(f"{error.filename} cannot be written: {error.strerror}", error.filename) from error
        return list(files)

    def _repr_svg_(self) -> str:
        return self.svg()
