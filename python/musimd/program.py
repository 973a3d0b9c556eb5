"""Programs: reading, checking and printing them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import _native
from .pictures import Graph

if TYPE_CHECKING:
    from .machine import Machine
    from .result import Result

#: Words of Σ before a run: a word, or consecutive words, by the first address.
InitialMemory = Mapping[int, Any]


class Error(NamedTuple):
    """An error of a text. Lines and columns begin at 1; they are 0 if the error has no location."""

    line: int
    column: int
    message: str


class ProgramError(ValueError):
    """A text is not a program. Its text is what `musimd` prints: each error with its line and a caret."""

    def __init__(self, rendered: str, errors: list[Error]) -> None:
        super().__init__(rendered.rstrip("\n"))
        self.errors = errors


class Instruction(NamedTuple):
    """An instruction of a program."""

    pc: int  #: its number, from 1
    line: int  #: 0 if it has none
    column: int
    text: str
    labels: list[str]


class Finding(NamedTuple):
    """What Program.check has found: an error of the structure, or a warning."""

    severity: str  #: error or warning
    id: str
    line: int
    column: int
    message: str


class Program:
    """A program. musimd.load and musimd.parse return one."""

    def __init__(self, source: _native.Source, options: dict[str, object]) -> None:
        self._source = source
        self._options = options

    @property
    def file(self) -> str:
        return self._source.file

    @property
    def text(self) -> str:
        return self._source.text

    @property
    def threads(self) -> int:
        """The threads of a warp."""
        return self._source.threads

    @property
    def warps(self) -> int:
        return self._source.warps

    @property
    def model(self) -> str:
        """lockstep or volta."""
        return self._source.model

    @property
    def word(self) -> tuple[int, bool]:
        """The bits of a word, and whether results wrap."""
        return self._source.word

    @property
    def variables(self) -> list[str]:
        return self._source.variables

    @property
    def buffers(self) -> dict[str, tuple[int, int]]:
        """The address and the number of words of each `.buffer`."""
        return self._source.buffers

    @property
    def instructions(self) -> list[Instruction]:
        return [Instruction(*parts) for parts in self._source.instructions]

    def with_options(
        self,
        *,
        threads: int | None = None,
        warps: int | None = None,
        block: int | None = None,
        grid: int | None = None,
        model: str | None = None,
        active: Iterable[int] | None = None,
        word: int | tuple[int, bool] | None = None,
        registers: str | None = None,
        races: str | None = None,
        define: Mapping[str, int] | None = None,
    ) -> Program:
        """The program with other options, which override its directives, as those of `musimd run` do."""
        given = _options(threads, warps, block, grid, model, active, word, registers, races, define)
        return _read(self.text, self.file, {**self._options, **given})

    def check(self) -> list[Finding]:
        """Errors of the structure, which some run may trap on, and warnings (docs/lints.md)."""
        return [Finding(*parts) for parts in self._source.check()]

    def run(
        self,
        engine: str = "auto",
        *,
        threads: int | None = None,
        memory: InitialMemory | None = None,
        max_steps: int | None = None,
        order: str | None = None,
        seed: int | None = None,
    ) -> Result:
        """Runs the program; musimd.engines() lists the engines, which all have the same result.

        `memory` is in Σ before the run, after what the program's directives put there.
        """
        from .result import Result

        program = self if threads is None else self.with_options(threads=threads)
        prepared = program._prepared(memory, max_steps, order, seed)
        return Result(program, _native.run(prepared, engine))

    def machine(self, **options: Any) -> Machine:
        """A machine that runs it step by step; the options are those of musimd.Machine."""
        from .machine import Machine

        return Machine(self, **options)

    def graph(self) -> Graph:
        """The control-flow graph."""
        return Graph(self._source.graph())

    def to_assembly(self) -> str:
        """The program as canonical assembly, which has the options as directives."""
        return self._source.assembly()

    def to_json(self) -> str:
        """The program as JSON (docs/interfaces.md)."""
        if self._source.uses_user_instructions:
            raise ValueError("a program with user-defined instructions cannot be written as JSON")
        return self._source.json()

    def __repr__(self) -> str:
        count = len(self._source.instructions)
        warps = "" if self.warps == 1 else f"{self.warps} warps of "
        return f"<musimd.Program {self.file}: {count} instructions, {warps}{self.threads} threads>"

    def _prepared(
        self, memory: InitialMemory | None, max_steps: int | None, order: str | None, seed: int | None
    ) -> _native.Source:
        options: dict[str, object] = {"max_steps": max_steps, "order": order, "seed": seed}
        if memory is None and all(value is None for value in options.values()):
            return self._source
        return _source_of(_native.prepare(self._source, _memory_text(memory or {}), options))


def load(
    path: str | Path,
    *,
    program: str | None = None,
    threads: int | None = None,
    warps: int | None = None,
    block: int | None = None,
    grid: int | None = None,
    model: str | None = None,
    active: Iterable[int] | None = None,
    word: int | tuple[int, bool] | None = None,
    registers: str | None = None,
    races: str | None = None,
    define: Mapping[str, int] | None = None,
) -> Program:
    """Reads a file: assembly, a Prolog list (.pl) or a program as JSON (.json). Raises ProgramError.

    The options override the directives of the file; `program` names one of a Prolog file.
    """
    options = _options(threads, warps, block, grid, model, active, word, registers, races, define)
    return _read(Path(path).read_bytes(), str(path), {**options, "program": program})


def parse(
    text: str,
    *,
    file: str = "program.asm",
    program: str | None = None,
    threads: int | None = None,
    warps: int | None = None,
    block: int | None = None,
    grid: int | None = None,
    model: str | None = None,
    active: Iterable[int] | None = None,
    word: int | tuple[int, bool] | None = None,
    registers: str | None = None,
    races: str | None = None,
    define: Mapping[str, int] | None = None,
) -> Program:
    """Reads a text, as load reads that of a file. Raises ProgramError.

    The ending of `file` names the language.
    """
    options = _options(threads, warps, block, grid, model, active, word, registers, races, define)
    return _read(text, file, {**options, "program": program})


def program_names(text: str, file: str = "programs.pl") -> list[str]:
    """The names of the programs of a Prolog file."""
    return _native.program_names(text, file)


def _read(text: str | bytes, file: str, options: dict[str, object]) -> Program:
    encoded = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    name = file.encode("utf-8", "replace")
    return Program(_source_of(_native.read(encoded, name, options)), options)


def _source_of(answer: tuple[_native.Source | None, str, list[tuple[int, int, str]]]) -> _native.Source:
    source, rendered, errors = answer
    if source is None:
        raise ProgramError(rendered, [Error(*parts) for parts in errors])
    return source


def _options(
    threads: int | None,
    warps: int | None,
    block: int | None,
    grid: int | None,
    model: str | None,
    active: Iterable[int] | None,
    word: int | tuple[int, bool] | None,
    registers: str | None,
    races: str | None,
    define: Mapping[str, int] | None,
) -> dict[str, object]:
    given = {
        "threads": threads,
        "warps": warps,
        "block": block,
        "grid": grid,
        "model": model,
        "active": None if active is None else ",".join(str(int(thread)) for thread in active),
        "word": (word, False) if isinstance(word, int) else word,
        "registers": registers,
        "races": races,
        "define": None if define is None else dict(define),
    }
    return {name: value for name, value in given.items() if value is not None}


def _memory_text(memory: InitialMemory) -> str:
    return "".join(
        f"{int(address)}: {' '.join(str(int(word)) for word in np.ravel(words).tolist())}\n"
        for address, words in memory.items()
    )
