"""How time and memory grow: with lanes, warps, the length of a program and the depth of nesting."""

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

from side_by_side.measure import median_of_runs, run_process
from side_by_side.tools import Tools

ENGINES = ("rules", "fast", "native")


def straight(count: int) -> str:
    return "        x = tid\n" + "        x = x + 1\n" * (count - 2) + "        stop\n"


def conditionals(depth: int) -> str:
    down = "".join(f"        bz x, else{i}\n        x = x + 1\n" for i in range(depth))
    up = "".join(f"else{i}: sync\n" for i in reversed(range(depth)))
    return f"        x = tid\n{down}{up}        stop\n"


def blocks(depth: int) -> str:
    down = "        everywhere\n        x = x + 1\n" * depth
    return f"        x = tid\n{down}" + "        end_everywhere\n" * depth + "        stop\n"


def loops(depth: int) -> str:
    """Loops of one trip each: all lanes come to the innermost one, and leave all."""
    down = "".join(f"        more = 1\nloop{i}: bz more, exit{i}\n" for i in range(depth))
    up = "".join(f"        more = 0\n        jump loop{i}\nexit{i}: sync\n" for i in reversed(range(depth)))
    return f"{down}{up}        stop\n"


def few(_: int) -> str:
    """Four instructions for each of many warps."""
    return "        x = tid\n        y = x + wid\n        z = y * 3\n        stop\n"


def turns(_: int) -> str:
    """A loop, for a warp of many lanes."""
    return (
        "        n = 100\nloop:   bz n, exit\n        x = n + tid\n        x = x * 3\n        n = n - 1\n"
        "        jump loop\nexit:   sync\n        stop\n"
    )


@dataclass(frozen=True)
class Axis:
    """What grows, the program for each point, and how far each engine is taken."""

    key: str
    title: str
    points: dict[str, tuple[int, ...]]
    program: Callable[[int], str]
    options: Callable[[int], list[str]] = lambda count: []
    whole: bool = True  # the whole process counts, not only the run


TENS = (10, 100, 1000, 10_000, 100_000)
DEPTHS = {"rules": TENS, "fast": TENS, "native": (10, 30)}
POWERS = (1, 4, 16, 64, 256, 1024, 4096, 16384, 65536)

AXES = [
    Axis("lanes", "lanes of a warp", dict.fromkeys(ENGINES, POWERS), turns, lambda n: [f"--threads={n}"], whole=False),
    Axis(
        "warps",
        "warps of 4 lanes",
        dict.fromkeys(ENGINES, (1, *TENS, 1_000_000)),
        few,
        lambda n: ["--threads=4", f"--warps={n}"],
        whole=False,
    ),
    Axis(
        "length",
        "instructions of the program",
        {"check": (*TENS, 1_000_000), "rules": (*TENS, 1_000_000), "fast": (*TENS, 1_000_000), "native": (10, 100, 1000)},
        straight,
    ),
    Axis("conditionals", "nested conditionals", {"check": TENS} | DEPTHS, conditionals),
    Axis("everywhere", "nested everywhere blocks", {"check": TENS} | DEPTHS, blocks),
    Axis("loops", "nested loops", {"check": TENS} | DEPTHS, loops),
]

JOBS = (1, 2)
FUZZED = 4000


def title(axis: Axis, series: str) -> str:
    if series == "check":
        return "read and check"
    return "native, with its compiler" if series == "native" and axis.whole else series


def find(key: str) -> Axis:
    return next(axis for axis in AXES if axis.key == key)


def measure(tools: Tools, axis: Axis, series: str, count: int) -> dict:
    """Processor seconds and peak memory: of a run, or of the whole process, with the compiler that it starts. Nothing is
    cached."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "program.asm"
        program.write_text(axis.program(count), encoding="utf-8")
        environment = {"XDG_CACHE_HOME": folder}
        if series == "check":
            done = run_process([tools.musimd, "check", program], environment=environment)
            return {"seconds": done.processor}
        command = [tools.timer, "--file", program, "--engine", series, *axis.options(count)]
        done = run_process([*command, f"--seconds={0 if axis.whole else 0.01}"], environment=environment)
        report = json.loads(done.output)
        seconds = done.processor if axis.whole else median_of_runs(report, "processor")
        return {"seconds": seconds, "peak_kib": report["peak_kib"]}


def fuzz(tools: Tools, jobs: int, count: int) -> dict:
    """Wall-clock seconds of a campaign."""
    with tempfile.TemporaryDirectory() as folder:
        command = [tools.musimd, "fuzz", f"--count={count}", f"--jobs={jobs}", f"--out={folder}"]
        return {"seconds": run_process(command, processors=jobs).wall, "programs": count}
