"""A case: a program at a size, and what its peers need to do the same."""

import json
import subprocess
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from side_by_side.programs import Constants, Program
from side_by_side.tools import PEERS, Tools

WORD = "32-wrap"  # the integer type of the peers


class Failure(Exception):
    """A wrong result, or an error in the benchmark itself."""


class Unable(Exception):
    """A machine cannot run a case; the message says why."""


@dataclass
class Case:
    program: Program
    size_name: str
    tools: Tools

    def __post_init__(self) -> None:
        self.size = self.program.sizes[self.size_name]
        self.name = f"{self.program.name}.{self.size_name}"
        self.constants: Constants = self.program.constants(self.size)

    @cached_property
    def description(self) -> dict:
        """Facts about the program: steps, active-lane instructions, preloads, the checksum of its result."""
        command = [self.tools.timer, "--describe", *self.musimd_arguments(WORD)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Failure(f"{self.name}: {done.stderr.strip()}")
        return json.loads(done.stdout)

    @property
    def items(self) -> int:
        return self.description["threads"] * self.description["warps"]

    @property
    def results(self) -> list[str]:
        return [f"{address}:{count}" for address, count in self.program.results(self.constants)]

    def musimd_arguments(self, word: str | None) -> list[str]:
        """Arguments of musimd_timer: the program, its size and its results."""
        arguments = ["--file", str(self.program.path)]
        arguments += [f"--define={name}={value}" for name, value in self.size.defines.items()]
        arguments += [f"--warps={self.size.warps}"] if self.size.warps else []
        arguments += [f"--preload={preload}" for preload in self.size.preloads]
        arguments += [f"--result={result}" for result in self.results]
        arguments += [f"--variable={variable}" for variable in self.program.variables]
        return arguments + ([f"--word={word}"] if word else [])

    @property
    def peer_constants(self) -> Constants:
        return self.constants | self.program.peer_constants

    def peer_results(self) -> list[str]:
        left = [f"{self.peer_constants[name]}:{self.items}" for name in self.program.variables.values()]
        return self.results + left

    def peer_arguments(self, items: int) -> list[str]:
        """Arguments of a host of benchmarks/cpu/hosts, except the code."""
        preloads = [":".join(map(str, part)) for part in self.description["preloads"]]
        preloads += self.program.peer_preloads(self.peer_constants)
        arguments = [f"--phase={phase}" for phase in self.program.phases(self.peer_constants)]
        arguments += [f"--preload={preload}" for preload in preloads]
        arguments += [f"--result={result}" for result in self.peer_results()]
        return arguments + [f"--items={items}", f"--words={self._words()}"]

    def _words(self) -> int:
        """The size of the peers' memory: up to the highest address that the program ever defines."""
        return max(self.description["end_of_memory"], *(end_of(part) for part in self.peer_results())) + 1

    def source(self, target: str, suffix: str, items: int) -> Path:
        """Writes the kernels for a target, preceded by the constants, to a file."""
        path = self.tools.work / f"{self.program.kernel}.{self.size_name}.{items}.{suffix}"
        constants = self.peer_constants | {"ITEMS": items}
        parts = [f"#define {name} {value}\n" for name, value in constants.items()]
        parts.append((PEERS / "targets" / f"{target}.h").read_text(encoding="utf-8"))
        parts.append((PEERS / "kernels" / f"{self.program.kernel}.kernel").read_text(encoding="utf-8"))
        path.write_text("".join(parts), encoding="utf-8")
        return path


def end_of(part: str) -> int:
    address, count = part.split(":")
    return int(address) + int(count)
