"""Pictures, which a notebook shows."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path


class Picture:
    """A picture as SVG. A notebook shows it."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def save(self, path: str | Path) -> None:
        Path(path).write_text(self.svg, encoding="utf-8")

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<musimd.Picture: {len(self.svg)} characters of SVG>"


class Graph:
    """The control-flow graph of a program in the language of Graphviz.

    A notebook shows it if the program `dot` is installed.
    """

    def __init__(self, dot: str) -> None:
        self.dot = dot

    def svg(self) -> str:
        """The graph as SVG, drawn by the program `dot` of Graphviz."""
        dot = shutil.which("dot")
        if dot is None:
            raise RuntimeError("drawing a graph needs Graphviz: Debian's package graphviz")
        drawn = subprocess.run([dot, "-Tsvg"], input=self.dot, capture_output=True, check=True, text=True)
        return drawn.stdout

    def save(self, path: str | Path) -> None:
        Path(path).write_text(self.dot, encoding="utf-8")

    def _repr_svg_(self) -> str | None:
        return self.svg() if shutil.which("dot") else None

    def __str__(self) -> str:
        return self.dot

    def __repr__(self) -> str:
        return f"<musimd.Graph: {len(self.dot)} characters of DOT>"
