"""Generated parts of a document, between markers; hand-written text around them is kept."""

import re
from pathlib import Path


def begin(name: str) -> str:
    return f"<!-- measured: {name} -->"


END = "<!-- end of what was measured -->"


def fill(text: str, parts: dict[str, str]) -> str:
    """The text with each part between its markers; a ValueError if a part has no markers. Other parts are kept: they
    belong to another benchmark, or were not measured this time."""
    for name, part in parts.items():
        pattern = re.compile(re.escape(begin(name)) + r"\n.*?" + re.escape(END), re.DOTALL)
        text, found = pattern.subn(lambda _, p=part, n=name: f"{begin(n)}\n\n{p}\n\n{END}", text)
        if found != 1:
            raise ValueError(f"{found} markers for '{name}': expected one {begin(name)} … {END}")
    return text


def update(path: Path, parts: dict[str, str], target: Path) -> None:
    """Writes the document with its parts to `target`."""
    filled = fill(path.read_text(encoding="utf-8"), parts)
    target.parent.mkdir(exist_ok=True)
    target.write_text(filled, encoding="utf-8")
