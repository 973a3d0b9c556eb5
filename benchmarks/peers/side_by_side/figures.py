"""The results of a run: medians over its repetitions, rates and ratios."""

import math
import statistics
from collections import defaultdict

from side_by_side import programs

# Start-up time is subtracted if it is less than this fraction of the whole; otherwise the difference is mostly noise.
LARGEST_PART = 0.8


def geometric_mean(values: list[float]) -> float | None:
    return math.exp(statistics.fmean(math.log(value) for value in values)) if values else None


def collatz_iterations(numbers: int, times_over: int = 1) -> int:
    """The steps n → n/2 or 3n + 1 of the trajectories of 1 … numbers, repeated `times_over` times."""
    lengths = {1: 0}
    for start in range(1, numbers + 1):
        n, path = start, []
        while n not in lengths:
            path.append(n)
            n = 3 * n + 1 if n % 2 else n // 2
        for back, m in enumerate(reversed(path), 1):
            lengths[m] = lengths[n] + back
    return times_over * sum(lengths[n] for n in range(1, numbers + 1))


class Figures:
    """From all records of a run: {"key": "REPETITION/NAME", …}."""

    def __init__(self, records: list[dict], quick: bool):
        self.quick = quick
        self._by_name: dict[str, list[dict]] = defaultdict(list)
        for record in records:
            self._by_name[record["key"].split("/", 1)[1]].append(record)

    def of(self, name: str, field: str) -> float | None:
        """The median of a field; None if it was not measured."""
        values = [record[field] for record in self._by_name.get(name, []) if record.get(field) is not None]
        return statistics.median(values) if values else None

    def text(self, name: str) -> str | None:
        """What another benchmark printed."""
        return next((record["text"] for record in self._by_name.get(name, []) if "text" in record), None)

    def kernel_seconds(self, task: str, machine: str) -> float | None:
        """A machine's time for a kernel from source, without starting and ending a run; `machine` may have a front end:
        omp/native."""
        name = f"kernel/{task}/{machine}"
        whole, empty = self.of(name, "seconds"), self.of(name, "empty")
        return None if whole is None else max(whole - empty, (1 - LARGEST_PART) * whole)

    def kernel_ratio(self, task: str, machine: str, other: str) -> float | None:
        """The speed of a machine relative to another."""
        mine, theirs = self.kernel_seconds(task, machine), self.kernel_seconds(task, other)
        return theirs / mine if mine and theirs else None

    def growth(self, axis: str, series: str, points: tuple[int, ...], field: str) -> list[tuple[int, float]]:
        """The points that were measured."""
        values = [(count, self.of(f"growth/{axis}/{series}/{count}", field)) for count in points]
        return [(count, value) for count, value in values if value]

    def reasons(self) -> dict[str, str]:
        """Why something was not measured."""
        return {name: records[0]["cannot"] for name, records in self._by_name.items() if "cannot" in records[0]}

    def _run(self, program: str, size: str, machine: str) -> str:
        if self.quick:
            size = "tiny" if programs.find(program).has_peers else "small"
        return f"run/{program}.{size}/{machine}"

    def is_whole(self, program: str, size: str, machine: str) -> bool:
        """Whether `seconds` are whole runs, because starting and ending a run dominates them."""
        name = self._run(program, size, machine)
        whole, empty = self.of(name, "seconds"), self.of(name, "empty")
        return whole is not None and empty > LARGEST_PART * whole

    def seconds(self, program: str, size: str, machine: str) -> float | None:
        """A machine's time for a program, without starting and ending a run."""
        name = self._run(program, size, machine)
        whole, empty = self.of(name, "seconds"), self.of(name, "empty")
        if whole is None:
            return None
        return whole if empty > LARGEST_PART * whole else whole - empty

    def count(self, program: str, size: str, machine: str, field: str) -> float | None:
        """`steps`, `active` (active-lane instructions), `peak_kib`, `set_up`, …"""
        return self.of(self._run(program, size, machine), field)

    def step_nanoseconds(self, program: str, size: str, machine: str) -> float | None:
        seconds = self.seconds(program, size, machine)
        return seconds / self.count(program, size, machine, "steps") * 1e9 if seconds else None

    def active_rate(self, program: str, size: str, machine: str) -> float | None:
        """Active-lane instructions of the program per second; peers count as if they executed as many."""
        seconds = self.seconds(program, size, machine)
        return self.count(program, size, machine, "active") / seconds if seconds else None

    def ratio(self, program: str, size: str, machine: str, other: str) -> float | None:
        """The speed of a machine relative to another, at the same size."""
        mine, theirs = self.seconds(program, size, machine), self.seconds(program, size, other)
        return theirs / mine if mine and theirs else None

    def mean_ratio(self, size: str, machine: str, other: str) -> float | None:
        """The geometric mean of `ratio` over the programs with peers that both ran."""
        return geometric_mean(self.ratios(size, machine, other))

    def ratios(self, size: str, machine: str, other: str) -> list[float]:
        """`ratio` for the programs with peers that both ran."""
        found = [self.ratio(program.name, size, machine, other) for program in programs.WITH_PEERS]
        return [ratio for ratio in found if ratio]

    def mean_step(self, size: str, machine: str) -> float | None:
        steps = [self.step_nanoseconds(program.name, size, machine) for program in programs.WITH_PEERS]
        return geometric_mean([step for step in steps if step])

    def lane_nanoseconds(self, lanes: int, machine: str) -> float | None:
        """The time of a step of the loop, by number of lanes."""
        name = f"lanes/{lanes}/{machine}"
        seconds = self.of(name, "seconds")
        return seconds / self.of(name, "steps") / lanes * 1e9 if seconds else None

    def warp_nanoseconds(self, warps: int, machine: str) -> float | None:
        """The time of a step of the loop of 32 lanes, by number of warps."""
        name = f"warps/{warps}/{machine}"
        seconds = self.of(name, "seconds")
        return seconds / self.of(name, "steps") * 1e9 if seconds else None
