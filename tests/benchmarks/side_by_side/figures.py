"""What the measurements of a run say: medians over its repetitions, rates and ratios."""

import math
import statistics
from collections import defaultdict

from side_by_side import programs

# The start of a run is subtracted where it is less than this part of the whole; else the difference is mostly noise.
LARGEST_PART = 0.8


def geometric_mean(values: list[float]) -> float | None:
    return math.exp(statistics.fmean(math.log(value) for value in values)) if values else None


def collatz_iterations(numbers: int, times_over: int = 1) -> int:
    """The steps n → n/2 or 3n + 1 of the trajectories of 1 … numbers, so many times over."""
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
    """Of all records of a run: {"key": "REPETITION/NAME", …}."""

    def __init__(self, records: list[dict], quick: bool):
        self.quick = quick
        self._by_name: dict[str, list[dict]] = defaultdict(list)
        for record in records:
            self._by_name[record["key"].split("/", 1)[1]].append(record)

    def of(self, name: str, field: str) -> float | None:
        """The median of a field; None where it was not measured."""
        values = [record[field] for record in self._by_name.get(name, []) if record.get(field) is not None]
        return statistics.median(values) if values else None

    def reasons(self) -> dict[str, str]:
        """Of what could not be measured, why."""
        return {name: records[0]["cannot"] for name, records in self._by_name.items() if "cannot" in records[0]}

    def _run(self, program: str, size: str, machine: str) -> str:
        if self.quick:
            size = "tiny" if programs.find(program).has_peers else "small"
        return f"run/{program}.{size}/{machine}"

    def is_whole(self, program: str, size: str, machine: str) -> bool:
        """Whether `seconds` are those of whole runs, because beginning and ending one is most of them."""
        name = self._run(program, size, machine)
        whole, empty = self.of(name, "seconds"), self.of(name, "empty")
        return whole is not None and empty > LARGEST_PART * whole

    def seconds(self, program: str, size: str, machine: str) -> float | None:
        """What a machine takes for a program, without beginning and ending a run."""
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
        """Active-lane instructions of the program a second; of peers, as if they did as many."""
        seconds = self.seconds(program, size, machine)
        return self.count(program, size, machine, "active") / seconds if seconds else None

    def ratio(self, program: str, size: str, machine: str, other: str) -> float | None:
        """How many times as fast as the other a machine is, at the same size."""
        mine, theirs = self.seconds(program, size, machine), self.seconds(program, size, other)
        return theirs / mine if mine and theirs else None

    def mean_ratio(self, size: str, machine: str, other: str) -> float | None:
        """The geometric mean of `ratio` over the programs that have peers, where both did them."""
        return geometric_mean(self.ratios(size, machine, other))

    def ratios(self, size: str, machine: str, other: str) -> list[float]:
        """`ratio` of the programs that have peers, where both did them."""
        found = [self.ratio(program.name, size, machine, other) for program in programs.WITH_PEERS]
        return [ratio for ratio in found if ratio]

    def mean_step(self, size: str, machine: str) -> float | None:
        steps = [self.step_nanoseconds(program.name, size, machine) for program in programs.WITH_PEERS]
        return geometric_mean([step for step in steps if step])

    def lane_nanoseconds(self, lanes: int, machine: str) -> float | None:
        """A step of the loop, by its lanes."""
        name = f"lanes/{lanes}/{machine}"
        seconds = self.of(name, "seconds")
        return seconds / self.of(name, "steps") / lanes * 1e9 if seconds else None

    def warp_nanoseconds(self, warps: int, machine: str) -> float | None:
        """A step of the loop of 32 lanes, in so many warps."""
        name = f"warps/{warps}/{machine}"
        seconds = self.of(name, "seconds")
        return seconds / self.of(name, "steps") * 1e9 if seconds else None
