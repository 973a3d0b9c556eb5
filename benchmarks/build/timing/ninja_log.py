"""Reads .ninja_log: which steps a build had, and how long each took."""

import os
import re
from dataclasses import dataclass
from pathlib import Path

UNIT = re.compile(r"/Unity/unity_[0-9]+_[a-z]+\.[a-z]+\.o$")
INCLUDE = re.compile(r'^#include "(.*)"$', re.MULTILINE)
COMPILED = (".o", ".gch", ".pch")


@dataclass(frozen=True)
class Step:
    """A command that Ninja ran; named by its first output, relative to the build folder."""

    name: str
    start: int  # milliseconds since that run of Ninja started
    end: int
    command: str  # its hash

    @property
    def seconds(self) -> float:
        return (self.end - self.start) / 1000


def parse(text: str, build: Path) -> dict[str, Step]:
    """The latest run of each step, by name. Lines are START, END, time of the output, OUTPUT and hash of the command."""
    outputs: dict[str, tuple[int, int, str]] = {}
    for line in text.splitlines():
        fields = line.split("\t")
        if line.startswith("#") or len(fields) != 5:
            continue
        name = os.path.relpath(fields[3], build) if os.path.isabs(fields[3]) else fields[3]
        outputs.pop(name, None)  # the order is that of the latest runs
        outputs[name] = (int(fields[0]), int(fields[1]), fields[4])
    names: dict[tuple[int, int, str], str] = {}
    for name, ran in outputs.items():
        names.setdefault(ran, name)  # a step with several outputs has several lines
    return {name: Step(name, *ran) for ran, name in names.items()}


def read(build: Path) -> dict[str, Step]:
    """The steps of a build folder; none if Ninja has not run there."""
    path = build / ".ninja_log"
    return parse(path.read_text(encoding="utf-8"), build) if path.exists() else {}


def new_steps(before: dict[str, Step], after: dict[str, Step]) -> list[Step]:
    """Those that ran in between, the longest first."""
    return longest([step for name, step in after.items() if before.get(name) != step])


def longest(steps: list[Step]) -> list[Step]:
    return sorted(steps, key=lambda step: (-step.seconds, step.name))


def is_compiled(name: str) -> bool:
    """Whether a compiler writes this output."""
    return name.endswith(COMPILED)


def sources_of_unit(name: str, build: Path, root: Path) -> list[str]:
    """The sources that are compiled together in this step; empty if it compiles a single one."""
    unit = build / name.removesuffix(".o")
    if not UNIT.search(name) or not unit.exists():
        return []
    return [os.path.relpath(source, root) for source in INCLUDE.findall(unit.read_text(encoding="utf-8"))]
