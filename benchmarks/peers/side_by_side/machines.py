"""The machines that are compared: musimd's engines and their peers, each with the command that runs a case."""

import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable

from side_by_side.cases import WORD, Case, Failure
from side_by_side.tools import PEERS, Tools, ask

TIMED = 0.1  # total seconds of the runs in one process, if one run is too short


@dataclass
class Machine:
    """A way to run a case. `command` returns a command that prints the JSON of hosts/measurement.hpp."""

    key: str
    title: str
    sizes: tuple[str, ...]
    command: Callable[[Case, float], list]
    processors: int = 1  # threads it may use: with one, processor time is measured, with more wall-clock time
    once: bool = False  # one run is long enough, and needs no warm-up
    peer: bool = False
    environment: dict[str, str] = field(default_factory=dict)
    absent: str | None = None  # why it is left out
    before: list = field(default_factory=list)  # an OpenCL platform's command, up to the case
    log: Path | None = None  # the file in which it reports what it cannot do
    version: str = ""

    def forget_complaint(self) -> None:
        if self.log:
            self.log.unlink(missing_ok=True)

    def complaint(self) -> str | None:
        """Why it could not run the last case."""
        text = self.log.read_text(encoding="utf-8", errors="replace") if self.log and self.log.exists() else ""
        lines = text.split("FATAL ERROR", 1)[1].splitlines() if "FATAL ERROR" in text else []
        return lines[1].strip() if len(lines) > 1 else None

    def does(self, case: Case) -> bool:
        program = case.program
        if self.key == "scalar":
            return program.kernel is not None and case.size_name in self.sizes
        if self.peer and not program.has_peers:
            return False
        if case.size_name == "tiny" and not program.has_peers:
            return False
        if self.processors > 1 and not self.peer and case.description["warps"] == 1:
            return False
        return case.size_name in self.sizes


def _musimd(
    tools: Tools, key: str, title: str, sizes: tuple[str, ...], engine: str, checks: str = "on", **rest
) -> Machine:
    word = rest.pop("word", WORD)

    def command(case: Case, seconds: float) -> list:
        arguments = ["--engine", engine, "--checks", checks, "--seconds", str(seconds), "--empty"]
        return [tools.timer, *arguments, *case.musimd_arguments(word)]

    # The engine caches compiled code, but not in the user's cache.
    rest["environment"] = {"XDG_CACHE_HOME": str(tools.work / "cache")}
    absent = None
    if engine not in tools.engines:
        absent = "this build has no such engine"
    elif checks == "off" and not tools.choice_of_checks:
        absent = "this build has no such choice"
    return Machine(key, title, sizes, command, absent=absent, **rest)


def _engines(tools: Tools) -> list[Machine]:
    every = ("tiny", "small", "large")
    others = [name for name in tools.engines if name not in ("rules", "fast", "native")]
    return [_musimd(tools, name, f"musimd, {name}", ("large",), name) for name in others] + [
        _musimd(tools, "rules", "musimd, rules", ("tiny", "small"), "rules", once=True),
        _musimd(tools, "fast", "musimd, fast", every, "fast"),
        _musimd(tools, "fast-default", "musimd, fast, default word", ("large",), "fast", word=None),
        _musimd(tools, "native", "musimd, native", every, "native"),
        _musimd(tools, "native-off", "musimd, native, checks off", every, "native", checks="off"),
        _musimd(tools, "fast-2", "musimd, fast, two threads", ("large",), "fast", processors=2),
        _musimd(tools, "native-2", "musimd, native, two threads", ("large",), "native", processors=2),
        _musimd(
            tools, "native-off-2", "musimd, native, checks off, two threads", ("large",), "native", "off", processors=2
        ),
    ]


def _opencl(
    tools: Tools, key: str, title: str, sizes: tuple[str, ...], platform: str, before: list[str], **rest
) -> Machine:
    def command(case: Case, seconds: float) -> list:
        source = case.source("opencl", "cl", case.items)
        group = case.description["threads"]
        arguments = ["--code", source, f"--group={group}", f"--seconds={seconds}"]
        return [*host, *arguments, *case.peer_arguments(case.items)]

    host = [*before, tools.opencl_host, f"--platform={platform}"]
    absent = None if tools.opencl_host else "no OpenCL headers and loader when this was built"
    return Machine(
        key, title, sizes, command, peer=True, absent=rest.pop("absent", None) or absent, before=host, **rest
    )


def _oclgrind(tools: Tools, key: str, title: str, option: list[str]) -> Machine:
    log = tools.work / f"{key}.log"
    before = [tools.oclgrind, "--num-threads", "1", "--max-errors", "1", "--log", log, *option]
    absent = None if tools.oclgrind else "oclgrind is not installed"
    return _opencl(
        tools,
        key,
        title,
        ("small",),
        "Oclgrind",
        before,
        once=True,
        absent=absent,
        log=log,
        version=ask([tools.oclgrind, "--version"]),
    )


def _pocl(tools: Tools, threads: int, title: str) -> Machine:
    environment = {
        "POCL_MAX_PTHREAD_COUNT": str(threads),
        "POCL_CPU_MAX_CU_COUNT": str(threads),
        "POCL_CACHE_DIR": str(tools.work / "pocl-cache"),
    }
    return _opencl(
        tools,
        f"pocl-{threads}",
        title,
        ("large",),
        "Portable Computing Language",
        [],
        processors=threads,
        environment=environment,
    )


def _compiled(key: str, title: str, tools: Tools, make: Callable[[Case, int], Path], absent: str | None) -> Machine:
    def command(case: Case, seconds: float) -> list:
        items = case.items if key == "ispc" or not case.program.strided else 1
        return [tools.compiled_host, "--code", make(case, items), f"--seconds={seconds}", *case.peer_arguments(items)]

    version = ask([tools.ispc if key == "ispc" else tools.compiler, "--version"])
    return Machine(key, title, ("large",), command, peer=True, absent=absent, version=version)


def compile_scalar(tools: Tools, case: Case, items: int) -> Path:
    """A shared library of the case's kernels in C++."""
    source = case.source("cpp", "cpp", items)
    return build_library(
        source.with_suffix(".so"), [[tools.compiler, "-O3", "-march=native", "-std=c++20", "-shared", "-fPIC", source]]
    )


def compile_ispc(tools: Tools, case: Case, items: int) -> Path:
    """A shared library of the case's kernels in ISPC."""
    source = case.source("ispc", "ispc", items)
    thing = source.with_suffix(".ispc.o")
    steps = [[tools.ispc, "-O3", "--pic", source, "-o", thing], [tools.compiler, "-shared", thing]]
    return build_library(source.with_suffix(".ispc.so"), steps)


_up_to_date: set[Path] = set()


def forget_what_is_compiled() -> None:
    """Libraries are recompiled on request."""
    _up_to_date.clear()


def build_library(library: Path, steps: list[list]) -> Path:
    """Compiles; the last step, to the library, only once per run."""
    if library not in _up_to_date:
        for step in steps[:-1] + [[*steps[-1], "-o", library]]:
            done = subprocess.run(step, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                raise Failure(done.stderr.strip())
        _up_to_date.add(library)
    return library


def _prolog(tools: Tools) -> Machine:
    def command(case: Case, seconds: float) -> list:
        facts = tools.work / f"{case.name}.pl"
        done = subprocess.run([tools.timer, "--prolog", *case.musimd_arguments(WORD)], capture_output=True, check=False)
        if done.returncode != 0:
            raise Failure(done.stderr.decode())
        facts.write_bytes(done.stdout)
        machine = [tools.prolog, "-O", "-g", "main", PEERS / "machine.pl", "--", facts]
        return [*machine, *case.results, *case.program.variables]

    absent = None if tools.prolog else "swipl is not installed"
    return Machine(
        "prolog",
        "the rules in Prolog",
        ("tiny",),
        command,
        once=True,
        peer=True,
        absent=absent,
        version=ask([tools.prolog, "--version"]),
    )


def all_machines(tools: Tools) -> list[Machine]:
    """Every machine; missing ones with the reason."""
    without_compiler = None if tools.compiler else "no C++ compiler"
    without_ispc = without_compiler if tools.ispc else "ispc is not installed"
    return _engines(tools) + [
        _prolog(tools),
        _oclgrind(tools, "oclgrind", "Oclgrind", []),
        _oclgrind(tools, "oclgrind-uninitialized", "Oclgrind, `--uninitialized`", ["--uninitialized"]),
        _oclgrind(tools, "oclgrind-races", "Oclgrind, `--data-races`", ["--data-races"]),
        _pocl(tools, 1, "PoCL"),
        _pocl(tools, 2, "PoCL, two threads"),
        _compiled(
            "scalar", "scalar C++", tools, lambda case, items: compile_scalar(tools, case, items), without_compiler
        ),
        _compiled("ispc", "ISPC", tools, lambda case, items: compile_ispc(tools, case, items), without_ispc),
    ]
