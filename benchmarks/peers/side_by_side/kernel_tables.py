"""The tables of kernels from source, and of growth."""

import math

from side_by_side import growth, kernels
from side_by_side.figures import Figures, geometric_mean
from side_by_side.tables import NONE, duration, number, table, times

LINEAR = 1.1  # growth by at most this power is not in the table
LIMIT = 10  # times the scalar kernel's time, on the native engine with all checks


def kernels_table(figures: Figures) -> str:
    """Every kernel in every front end, in times of the compiled scalar kernel."""
    lines = []
    for kernel, form, front_end in rows():
        task = f"{kernel}.{form}.{'tiny' if figures.quick else 'large'}"
        small = task if figures.quick else f"{kernel}.{form}.small"
        scalar = figures.kernel_seconds(task, "scalar")
        slower = [
            _slower(figures.kernel_seconds(task, f"{front_end}/{engine}"), scalar)
            for engine in ("fast", "native", "native-off")
        ]
        lines.append(
            [
                f"{kernel}, {kernels.FRONT_ENDS[front_end]}",
                duration(scalar),
                number(slower[0]),
                f"**{number(slower[1])}**" if slower[1] and slower[1] <= LIMIT else number(slower[1]),
                number(slower[2]),
                number(figures.kernel_ratio(small, f"{front_end}/native", "oclgrind")),
                number(figures.kernel_ratio(task, f"{front_end}/native", "pocl-1")),
                number(figures.kernel_ratio(task, f"{front_end}/native-off", "pocl-1")),
            ]
        )
    head = ["kernel", "scalar C", "fast", f"native (target {LIMIT} ×)", "native, checks off"]
    head += ["native ÷ Oclgrind", "native ÷ PoCL", "checks off ÷ PoCL"]
    return table(head, lines + [_means(figures)])


def rows() -> list[tuple[str, str, str]]:
    """A kernel, the form in which it is written, and a front end."""
    found = []
    for kernel in kernels.KERNELS:
        found += [(kernel.name, form, front) for form, fronts in kernels.FORMS.items() for front in fronts]
    return found


def native_ratios(figures: Figures) -> list[float]:
    """For each kernel and front end, the native engine's time in times of the scalar kernel's."""
    size = "tiny" if figures.quick else "large"
    found = []
    for kernel, form, front_end in rows():
        task = f"{kernel}.{form}.{size}"
        found.append(_slower(figures.kernel_seconds(task, f"{front_end}/native"), figures.kernel_seconds(task, "scalar")))
    return [value for value in found if value]


def _means(figures: Figures) -> list[str]:
    mean = geometric_mean(native_ratios(figures))
    return ["**geometric mean**", NONE, NONE, number(mean), *[NONE] * 4]


def _slower(seconds: float | None, scalar: float | None) -> float | None:
    return seconds / scalar if seconds and scalar else None


def growth_table(figures: Figures) -> str:
    """For the last factor of each axis: the exponents as which time and memory grow, if one is above LINEAR."""
    rows, measured = [], False
    for axis in growth.AXES:
        for series, points in axis.points.items():
            seconds = figures.growth(axis.key, series, points, "seconds")
            if len(seconds) < 2:
                continue
            memory = figures.growth(axis.key, series, points, "peak_kib")
            powers = [exponent(seconds), exponent(memory) if len(memory) > 1 else 0]
            measured = True
            if max(powers) <= LINEAR:
                continue
            (before, _), (last, _) = seconds[-2:]
            rows.append(
                [
                    f"{axis.title}, {growth.title(axis, series)}",
                    f"{before:,} → {last:,}",
                    *map(number, powers),
                ]
            )
    if measured and not rows:
        return f"Nothing grows by more than the power {LINEAR}."
    return table(["", "from → to", "time grows as the power", "memory as the power"], rows)


def exponent(points: list[tuple[int, float]]) -> float:
    """The slope of the last two points on logarithmic axes: 1 is linear."""
    (x0, y0), (x1, y1) = points[-2:]
    return math.log(y1 / y0) / math.log(x1 / x0)


def jobs_table(figures: Figures) -> str:
    rows = []
    alone = figures.of("growth/jobs/1", "seconds")
    for jobs in growth.JOBS:
        seconds = figures.of(f"growth/jobs/{jobs}", "seconds")
        if seconds:
            programs = figures.of(f"growth/jobs/{jobs}", "programs") / seconds
            rows.append([str(jobs), number(programs), times(alone / seconds) if alone else NONE])
    return table(["processes", "programs per second", "÷ one"], rows)
