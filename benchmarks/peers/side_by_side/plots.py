"""The plots of docs/performance.md: the name and content of each file."""

from side_by_side import growth, kernel_tables, kernels, plan, programs, svg
from side_by_side.figures import Figures, collatz_iterations
from side_by_side.machines import Machine
from side_by_side.tables import largest_size, rate

ENGINES = ("rules", "fast", "native", "native-off")


def all_plots(figures: Figures, machines: list[Machine], parts: set[str]) -> dict[str, str]:
    """The plots of the parts that are measured."""
    found = {}
    if "collatz" in parts:
        found["collatz.svg"] = _collatz(figures, machines)
    if {"collatz", "programs"} <= parts:
        found["ratios.svg"] = _ratios(figures)
    if "lanes" in parts:
        found |= {"lanes.svg": _lanes(figures), "warps.svg": _warps(figures)}
    if "kernels" in parts:
        found["kernels.svg"] = _kernels(figures)
    if "growth" in parts:
        for axis in growth.AXES:
            found[f"growth-{axis.key}.svg"] = _growth(figures, axis, "seconds", "time", "milliseconds", 1e3)
            if axis.key in ("lanes", "warps", "length"):
                found[f"growth-{axis.key}-memory.svg"] = _growth(figures, axis, "peak_kib", "memory", "MiB", 1 / 1024)
    return found


def _growth(figures: Figures, axis: growth.Axis, field: str, what: str, unit: str, scale: float) -> str:
    series = []
    for key, counts in axis.points.items():
        points = [(count, value * scale) for count, value in figures.growth(axis.key, key, counts, field)]
        if points:
            series.append(svg.Line(growth.title(axis, key), points))
    reached = sorted({x for line in series for x, _ in line.points})
    return svg.lines(f"{what}, by {axis.title}".capitalize(), axis.title, unit, series, [(x, f"{x:,}") for x in reached])


def _kernels(figures: Figures) -> str:
    """How many times as long as the scalar kernel each engine takes."""
    size = "tiny" if figures.quick else "large"
    series = []
    for engine, name in (("fast", "fast"), ("native", "native"), ("native-off", "native, checks off")):
        values = []
        for kernel, form, front_end in kernel_tables.rows():
            ratio = figures.kernel_ratio(f"{kernel}.{form}.{size}", "scalar", f"{front_end}/{engine}")
            values.append(ratio)
        if any(values):
            series.append((name, values))
    names = [f"{kernel}, {kernels.FRONT_ENDS[front_end]}" for kernel, _, front_end in kernel_tables.rows()]
    return svg.dots("Kernels from source", "time of the scalar kernel in C = 1", names, series)


def _collatz(figures: Figures, machines: list[Machine]) -> str:
    program = programs.find("collatz")
    values = []
    for machine in machines:
        size = largest_size(figures, "collatz", machine.key)
        if size:
            constants = program.constants(program.sizes["tiny" if figures.quick else size])
            speed = collatz_iterations(constants["OUT"], constants["R"]) / figures.seconds("collatz", size, machine.key)
            values.append((machine.title.replace("`", ""), speed, rate(speed)))
    values.sort(key=lambda value: value[1])
    return svg.bars("Collatz trajectories", "iterations per second", values)


def _ratios(figures: Figures) -> str:
    columns = (
        ("rules ÷ Oclgrind", "small", "rules", "oclgrind"),
        ("fast ÷ Oclgrind", "small", "fast", "oclgrind"),
        ("fast ÷ PoCL", "large", "fast", "pocl-1"),
        ("native ÷ PoCL", "large", "native", "pocl-1"),
        ("checks off ÷ PoCL", "large", "native-off", "pocl-1"),
        ("checks off ÷ ISPC", "large", "native-off", "ispc"),
    )
    series = []
    for name, *which in columns:
        values = [figures.ratio(program.name, *which) for program in programs.WITH_PEERS]
        if any(values):
            series.append((name, values))
    return svg.dots(
        "Relative speed", "one thread, the same result", [p.name for p in programs.WITH_PEERS], series
    )


def _lanes(figures: Figures) -> str:
    return _engine_lines(
        "Cost of an instruction per lane", "lanes of the warp", "nanoseconds", plan.LANES, figures.lane_nanoseconds
    )


def _warps(figures: Figures) -> str:
    return _engine_lines(
        "Cost of an instruction with 32 lanes",
        "warps of the grid",
        "nanoseconds",
        plan.WARPS,
        figures.warp_nanoseconds,
    )


def _engine_lines(title: str, x_axis: str, y_axis: str, values: tuple, cost) -> str:
    series = []
    for key in ENGINES:
        points = [(value, cost(value, key)) for value in values if cost(value, key)]
        if points:
            series.append(svg.Line({"native-off": "native, checks off"}.get(key, key), points))
    reached = {x for line in series for x, _ in line.points}
    ticks = [(value, f"{value:,}") for value in (1, 8, 10, 32, 100, 256, 1000, 4096, 10000, 65536) if value in reached]
    return svg.lines(title, x_axis, y_axis, series, ticks)
