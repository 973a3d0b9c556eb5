"""A machine that runs a program step by step, forwards and backwards, and says why."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from . import _native
from .arrays import Memory, Variables
from .pictures import Graph, Picture
from .program import InitialMemory, Program
from .result import Trap, statistics_of

Function = TypeVar("Function", bound=Callable[..., int])
Condition = Callable[["Machine"], bool]

#: Between two of them, Ctrl-C ends a motion.
_STEPS_AT_ONCE = 4096
_ALL = 2**63


class Step(NamedTuple):
    """A step that was made."""

    number: int  #: from 1
    rule: str
    line: int | None


class SyncEntry(NamedTuple):
    """An entry of Π: a conditional that has begun and not ended."""

    line: int | None  #: of its branch
    next_line: int | None  #: where the threads of todo continue
    done: list[int]  #: threads that wait at the sync
    todo: list[int]  #: threads that have yet to run their side


class ContextEntry(NamedTuple):
    """An entry of Λ: an open everywhere block."""

    line: int | None
    active: list[int]  #: Θ at its entry


class Premise(NamedTuple):
    schema: str  #: as in the rule
    filled: list[str]  #: with the values of the state
    holds: bool


class Rule(NamedTuple):
    """The rule of a step, filled in."""

    rule: str
    title: str
    premises: list[Premise]
    conclusion: str
    trap: str | None  #: the trap, if the rule does not apply
    failed: str | None  #: which formula of which rule does not hold then

    def __str__(self) -> str:
        premises = [
            line if premise.holds else f"{line}   does not hold"
            for premise in self.premises
            for line in premise.filled or [premise.schema]
        ]
        lines = [*premises, self.conclusion]
        bar = "─" * max(map(len, lines))
        text = "\n".join([f"{self.rule}: {self.title}", *premises, bar, self.conclusion])
        if self.trap is not None:
            text += f"\ntrap {self.trap}"
        return text if self.failed is None else f"{text}: {self.failed}"


class Why(NamedTuple):
    """An explanation, and the steps and lines that it mentions."""

    text: str
    steps: list[int]
    lines: list[int]

    def __str__(self) -> str:
        return self.text


class Machine:
    """A position in a run of a program: a number of steps.

    Where the program has several warps, stacks and rules are those of the warp that steps next.
    """

    def __init__(
        self,
        program: Program,
        *,
        memory: InitialMemory | None = None,
        max_steps: int | None = None,
        order: str | None = None,
        seed: int | None = None,
    ) -> None:
        self.program = program
        self._native = _native.Machine(program._prepared(memory, max_steps, order, seed))
        self._state: dict[str, Any] | None = None

    # ---- instructions of one's own

    @overload
    @staticmethod
    def define(syntax: str, function: Function) -> Function: ...

    @overload
    @staticmethod
    def define(syntax: str) -> Callable[[Function], Function]: ...

    @staticmethod
    def define(syntax: str, function: Function | None = None) -> Any:
        """Defines an instruction: `v = name o`, `v = name o1, o2` or `v = name o1, o2, o3`.

        Programs that are read from now on have it. Each active thread computes function(o, …), an integer.
        Without a function, this is a decorator of one. docs/python.md says which exceptions are traps.
        """
        name, operands = _parts_of(syntax)

        def define(function: Function) -> Function:
            _native.define(name, operands, function)
            return function

        return define if function is None else define(function)

    @staticmethod
    def undefine(name: str) -> None:
        """Removes an instruction of that name; programs that have been read keep it."""
        if not _native.remove(name):
            raise KeyError(name)

    # ---- motions

    def step(self, steps: int = 1) -> Step | None:
        """Makes so many steps; returns the last one, or None if the run had ended before."""
        before = self.position
        self._run(steps)
        return self.last_step if self.position > before else None

    def back(self, steps: int = 1, until: int | Iterable[int] | None = None) -> None:
        """Takes back so many steps, or goes back to before an instruction of these lines."""
        request = {"do": "run", "steps": _ALL if until is not None else _count(steps), "back": True}
        if until is not None:
            request["until"] = {"lines": _lines(until)}
        self._move(request)

    def goto(self, position: int) -> None:
        """Goes to the state after so many steps of the run, or to its end."""
        _count(position)
        if position > self.position:
            self._run(position - self.position)
        elif position < self.position:
            self._move({"do": "goto", "step": position})

    def run(self, until: int | Iterable[int] | Condition | None = None) -> str | None:
        """Runs to the end, or until the next instruction is on one of these lines, or until a condition holds.

        Makes at least one step. Returns how the run ended, or None if it has not.
        """
        if callable(until):
            while self.step() is not None and not until(self):
                pass
        elif until is None:
            self._run(_ALL)
        else:
            self._run(_ALL, _lines(until))
        return self.outcome

    # ---- the state

    @property
    def position(self) -> int:
        """The steps made."""
        return self._native.position

    @property
    def outcome(self) -> str | None:
        """How the run ended: stop, trap or limit; None if it has not."""
        outcome: str | None = self._now()["ended"]
        return outcome

    @property
    def trap(self) -> Trap | None:
        trap = self._now().get("trap")
        if trap is None:
            return None
        line = trap["line"] or 0
        return Trap(trap["kind"], trap["message"], trap["rule"], line, trap["warp"], trap["threads"])

    @property
    def warp(self) -> int:
        """The warp that steps next."""
        warp: int = self._now()["warp"]
        return warp

    @property
    def line(self) -> int | None:
        """The line of the next instruction."""
        line: int | None = self._now()["line"]
        return line

    @property
    def last_step(self) -> Step | None:
        state = self._now()
        if state["last_rule"] is None:
            return None
        return Step(state["step"], state["last_rule"], state["last_line"])

    @property
    def active(self) -> NDArray[np.bool_]:
        """Θ of each warp."""
        return self._native.active

    @property
    def lanes(self) -> list[str]:
        """What each thread of the warp does: runs, woken, waits, at_sync, absent, exited or finished."""
        return [lane["state"] for lane in self._now()["lanes"]]

    @property
    def sync_stack(self) -> list[SyncEntry]:
        """Π, the top first; at most 100 entries."""
        return [
            SyncEntry(entry["line"], entry["next_line"], entry["done"], entry["todo"])
            for entry in self._now()["sync_stack"]
        ]

    @property
    def context_stack(self) -> list[ContextEntry]:
        """Λ, the top first; at most 100 entries."""
        return [ContextEntry(entry["line"], entry["active"]) for entry in self._now()["context_stack"]]

    @property
    def variables(self) -> Variables:
        return Variables(self.program.variables, self._native.variable)

    @property
    def memory(self) -> Memory:
        return Memory(self._native.memory, self.program.buffers)

    @property
    def rule(self) -> Rule | None:
        """The rule of the next step, filled in; None at the end."""
        rule = self._now()["next"]
        if rule is None:
            return None
        premises = [Premise(p["schema"], p["filled"], p["holds"]) for p in rule["premises"]]
        failed = rule.get("failed")
        why = None if failed is None else f"{failed['rule']}: {failed['formula']}"
        return Rule(rule["rule"], rule["name"], premises, rule["conclusion"], rule.get("trap"), why)

    def state(self, warp: int | None = None) -> dict[str, Any]:
        """The state of a warp as a dictionary: the answer `state` of docs/web.md."""
        return self._answer({"do": "state", "warp": warp})

    def why(
        self,
        thread: int | None = None,
        variable: str | None = None,
        address: int | None = None,
        warp: int | None = None,
    ) -> Why:
        """Why a thread is active or waits; why its variable, or the word at an address, has its value."""
        request = {"do": "why", "thread": thread, "variable": variable, "address": address, "warp": warp}
        answer = self._answer({name: value for name, value in request.items() if value is not None})
        return Why("\n".join(answer["text"]), answer["steps"], answer["lines"])

    # ---- the run up to the position

    @property
    def statistics(self) -> dict[str, Any]:
        text = self._native.answer(json.dumps({"do": "statistics"}))
        return statistics_of(text, self._native.user_counts)

    def timeline(self, first: int = 1, last: int | None = None, warp: int = 0) -> Picture:
        """What each thread did at each step."""
        return Picture(self._answer({"do": "timeline", "first": first, "last": last, "warp": warp})["svg"])

    def memory_picture(
        self, first: int = 1, last: int | None = None, warp: int = 0, segment: int = 32
    ) -> Picture:
        """Which thread accessed which memory segment."""
        request = {"do": "memory_picture", "first": first, "last": last, "warp": warp, "segment": segment}
        return Picture(self._answer(request)["svg"])

    def graph(self) -> Graph:
        """The control-flow graph of the program."""
        return self.program.graph()

    def trace(self, most: int = 10_000) -> str:
        """Each step with its rule, Θ, Π and Λ, as `musimd run --trace` prints it; the first lines."""
        return self._native.trace(most)

    def _repr_svg_(self) -> str:
        return self.timeline().svg

    def __repr__(self) -> str:
        where = self.outcome or f"before line {self.line}"
        return f"<musimd.Machine of {self.program.file}: {where} after {self.position} steps>"

    def _run(self, steps: int, lines: list[int] | None = None) -> None:
        left = _count(steps)
        while left > 0:
            before = self.position
            request = {"do": "run", "steps": min(left, _STEPS_AT_ONCE), "until": {"lines": lines or []}}
            answer = self._move(request)
            if answer["broke"] or answer["ended"] is not None:
                return
            left -= answer["step"] - before

    def _now(self) -> dict[str, Any]:
        if self._state is None:
            self._state = self.state()
        return self._state

    def _move(self, request: dict[str, Any]) -> dict[str, Any]:
        self._state = None
        return self._answer(request)

    def _answer(self, request: dict[str, Any]) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self._native.answer(json.dumps(request)))
        if "error" in answer:
            raise ValueError(answer["error"])
        return answer


def _count(steps: int) -> int:
    if steps < 0:
        raise ValueError(f"{steps} steps; expected 0 or more")
    return steps


def _lines(until: int | Iterable[int]) -> list[int]:
    return [until] if isinstance(until, int) else list(until)


def _parts_of(syntax: str) -> tuple[str, int]:
    """The name, and how many operands it has."""
    parts = re.fullmatch(r"\s*\w+\s*=\s*(\w+)\s+(\w+(?:\s*,\s*\w+){0,2})\s*", syntax)
    if parts is None:
        raise ValueError(
            f"'{syntax}' is not the syntax of an instruction; "
            "write 'v = name o', 'v = name o1, o2' or 'v = name o1, o2, o3'"
        )
    return parts[1], parts[2].count(",") + 1
