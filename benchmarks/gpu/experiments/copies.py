"""The copies of docs/reports/everywhere-on-gpu.md: measurements, tables and plots."""

from dataclasses import dataclass
from typing import Callable

from side_by_side import svg
from side_by_side.tables import NONE, number, table

MIB = 1 << 20
RECORDS = 32  # per warp
WORD = 4
MOST_WARPS = 1 << 20
MOST_LAUNCHES = 1 << 16  # by dynamic parallelism, per measurement


@dataclass(frozen=True)
class Way:
    key: str
    title: str
    host: str  # from toolchain.HOSTS
    name: str  # its name in that host's requests
    in_plots: bool = True


WAYS = [
    Way("memcpy", "(a) cudaMemcpy", "copies", "memcpy"),
    Way("plain", "(a) a plain kernel", "copies", "plain", False),
    Way("dynamic", "(b) dynamic parallelism", "dynamic", "dynamic"),
    Way("thread", "(c) by thread, CUDA", "copies", "thread"),
    Way("g-thread", "(c) by thread, generated", "copy", "generated"),
    Way("everywhere", "(d) everywhere, CUDA", "copies", "everywhere"),
    Way("everywhere-8", "(d) everywhere × 8, CUDA", "copies", "everywhere-8"),
    Way("g-everywhere", "(d) everywhere, generated", "copy-everywhere", "generated"),
    Way("g-everywhere-8", "(d) everywhere × 8, generated", "copy-everywhere-8", "generated"),
]


@dataclass(frozen=True)
class Point:
    """`active` threads of each warp copy `length` words; all warps together about `size` bytes."""

    length: int
    active: int
    size: int

    def warps(self, way: Way) -> int:
        warps = max(1, self.size // (WORD * self.length * self.active))
        if way.key == "dynamic":
            warps = min(warps, max(1, MOST_LAUNCHES // self.active))
        return min(warps, MOST_WARPS)

    def line(self, way: Way, repetitions: int) -> str:
        return f"{way.name} {self.length} {self.active} {self.warps(way)} {repetitions}"

    def key(self, way: Way) -> str:
        return f"copy/{way.key}/{self.length}x{self.active}/{self.size}"


@dataclass(frozen=True)
class Sweep:
    name: str
    title: str
    axis: str
    points: list[Point]
    value: Callable[[Point], int]


LENGTHS = [1 << k for k in range(14)]
IN_TABLE = {1, 32, 1024, 8192}  # the plot has all lengths
SIZES = [MIB << k for k in range(0, 13, 2)]

SWEEPS = [
    Sweep(
        "gpu-copy-lengths",
        "Copies by the length of a record (8 of 32 threads have one; 1 GiB)",
        "words of a record",
        [Point(n, 8, 1024 * MIB) for n in LENGTHS],
        lambda p: p.length,
    ),
    Sweep(
        "gpu-copy-shares",
        "Copies by the threads that have a record (of 1,024 words; 1 GiB)",
        "active threads of 32",
        [Point(1024, active, 1024 * MIB) for active in (1, 2, 4, 8, 16, 32)],
        lambda p: p.active,
    ),
    Sweep(
        "gpu-copy-shares-32",
        "Copies by the threads that have a record (of 32 words; 1 GiB)",
        "active threads of 32",
        [Point(32, active, 1024 * MIB) for active in (1, 2, 4, 8, 16, 32)],
        lambda p: p.active,
    ),
    Sweep(
        "gpu-copy-sizes",
        "Copies by their size (8 of 32 threads have a record of 1,024 words)",
        "MiB",
        [Point(1024, 8, size) for size in SIZES],
        lambda p: p.size // MIB,
    ),
]

# Small cases, which the host checks word by word before anything is measured.
CHECKED = [Point(n, active, WORD * n * active * 24) for n in (1, 3, 32, 100, 300, 1000) for active in (1, 8, 32)]


def bandwidth(record: dict | None) -> float | None:
    """Bytes per second, read and written, of the median."""
    if not record or "seconds" not in record:
        return None
    return record["bytes"] / record["seconds"][1]


def copies_table(sweep: Sweep, records: dict) -> str:
    """GB/s of each way, and its fraction of (a)."""
    rows = []
    for point in sweep.points:
        if sweep.value(point) not in IN_TABLE:
            continue
        limit = bandwidth(records.get(point.key(WAYS[0])))
        cells = [f"{sweep.value(point):,}"]
        for way in WAYS:
            rate = bandwidth(records.get(point.key(way)))
            part = f", {100 * rate / limit:.0f} %" if rate and limit and way is not WAYS[0] else ""
            cells.append(f"{number(rate / 1e9)}{part}" if rate else NONE)
        rows.append(cells)
    return table([sweep.axis, *(way.title for way in WAYS)], rows)


def plot(sweep: Sweep, records: dict) -> str:
    series = []
    for way in WAYS:
        points = [(sweep.value(p), bandwidth(records.get(p.key(way)))) for p in sweep.points]
        points = [(x, y / 1e9) for x, y in points if y]
        if points and way.in_plots:
            series.append(svg.Line(way.title, points))
    reached = sorted({x for line in series for x, _ in line.points})
    return svg.lines(sweep.title, sweep.axis, "GB/s, read and written", series, [(x, f"{x:,}") for x in reached])
