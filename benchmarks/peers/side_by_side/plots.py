"""The plots of docs/performance.md: the name and content of each file."""

from side_by_side import plan, programs, svg
from side_by_side.figures import Figures, collatz_iterations
from side_by_side.machines import Machine
from side_by_side.tables import largest_size, rate

ENGINES = ("rules", "fast", "native", "native-off")


def all_plots(figures: Figures, machines: list[Machine]) -> dict[str, str]:
    return {
        "collatz.svg": _collatz(figures, machines),
        "ratios.svg": _ratios(figures),
        "lanes.svg": _lanes(figures),
        "warps.svg": _warps(figures),
    }


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
