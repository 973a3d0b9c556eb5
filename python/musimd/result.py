"""The result of a run."""

from __future__ import annotations

import json
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _native
from .arrays import Memory, Variables
from .pictures import Picture
from .program import Program


class Trap(NamedTuple):
    """An error that ended a run."""

    kind: str
    message: str
    rule: str
    line: int  #: 0 if it has none
    warp: int
    threads: list[int]


class Limit(NamedTuple):
    """A limit that ended a run."""

    reason: str
    line: int
    warp: int
    steps: int


class Result:
    """How a run ended, and its state then.

    Statistics, pictures and texts of the run repeat it, which takes as long.
    """

    def __init__(self, program: Program, run: _native.Run) -> None:
        self.program = program
        self._run = run

    @property
    def engine(self) -> str:
        return self._run.engine

    @property
    def outcome(self) -> str:
        """stop, trap or limit."""
        return self._run.outcome

    @property
    def steps(self) -> int:
        """The steps of all warps."""
        return self._run.steps

    @cached_property
    def trap(self) -> Trap | None:
        return None if self._run.trap is None else Trap(*self._run.trap)

    @cached_property
    def limit(self) -> Limit | None:
        return None if self._run.limit is None else Limit(*self._run.limit)

    @property
    def active(self) -> NDArray[np.bool_]:
        """Θ: which threads are active at the end."""
        return self._run.active

    @property
    def exited(self) -> NDArray[np.bool_]:
        """Which threads have executed `exit`."""
        return self._run.exited

    @cached_property
    def variables(self) -> Variables:
        return Variables(self.program.variables, self._run.variable)

    @cached_property
    def memory(self) -> Memory:
        return Memory(self._run.memory, self.program.buffers)

    @cached_property
    def shared(self) -> list[Memory]:
        """The shared memory of each block, by offset."""
        return [Memory(words, {}) for words in self._run.shared]

    @property
    def warnings(self) -> list[tuple[str, str, int]]:
        """What the run warns of, although it goes on: (kind, message, line)."""
        return self._run.warnings

    @cached_property
    def statistics(self) -> dict[str, Any]:
        """The statistics of `musimd run --stats --json`, with segments of 32 words."""
        return statistics_of(*self._run.statistics(32))

    def to_json(self) -> str:
        """The result as `musimd run --json` prints it."""
        return self._run.json()

    def timeline(self, first: int = 1, last: int | None = None, warp: int = 0) -> Picture:
        """What each thread does at each step (docs/draw.md)."""
        return Picture(self._run.timeline(first, last, warp))

    def memory_picture(
        self, first: int = 1, last: int | None = None, warp: int = 0, segment: int = 32
    ) -> Picture:
        """Which thread accesses which memory segment (docs/draw.md)."""
        return Picture(self._run.memory_picture(first, last, warp, segment))

    def lanes(self, width: int = 100, warp: int = 0) -> str:
        """Each step, and what each thread does, as `musimd run --lanes` prints it."""
        return self._run.lanes(width, warp)

    def trace(self, most: int = 10_000) -> str:
        """Each step with its rule, Θ, Π and Λ, as `musimd run --trace` prints it; the first lines."""
        return self._run.trace(most)

    def _repr_svg_(self) -> str:
        return self.timeline().svg

    def __repr__(self) -> str:
        how = self.outcome
        if self.trap is not None:
            how = f"trap {self.trap.kind} (line {self.trap.line}: {self.trap.message})"
        elif self.limit is not None:
            how = f"limit of {self.limit.reason} (line {self.limit.line})"
        return f"<musimd.Result of {self.program.file}: {how} after {self.steps} steps>"


def statistics_of(text: str, user: dict[str, int]) -> dict[str, Any]:
    """The statistics, with user instructions by their names.

    The machine counts them as `bp`, by whose rule they step.
    """
    statistics: dict[str, Any] = json.loads(text)
    by_instruction = statistics["by_instruction"]
    for name, count in user.items():
        by_instruction["bp"] -= count
        by_instruction[name] = by_instruction.get(name, 0) + count
    if by_instruction.get("bp") == 0:
        del by_instruction["bp"]
    return statistics


def engines() -> dict[str, str]:
    """The engines, with a line about each."""
    return dict(_native.engines())
