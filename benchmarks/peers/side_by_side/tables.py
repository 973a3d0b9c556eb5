"""The tables of docs/performance.md, in Markdown."""

from side_by_side import plan, programs
from side_by_side.figures import Figures, collatz_iterations
from side_by_side.machines import Machine

NONE = "–"


def number(value: float | None, suffix: str = "") -> str:
    """Three digits: 0.0123, 1.23, 12.3, 1,230."""
    if value is None:
        return NONE
    if value == 0:
        return f"0{suffix}"
    if value >= 100:
        digits = len(str(int(value))) - 3
        return f"{round(value, -digits):,.0f}{suffix}"
    decimals = 1 if value >= 10 else 2 if value >= 1 else 3 if value >= 0.1 else 4
    return f"{value:.{decimals}f}{suffix}"


def rate(value: float | None) -> str:
    """A rate per second."""
    for scale, name in ((1e9, "billion"), (1e6, "million"), (1e3, "thousand")):
        if value is not None and value >= scale:
            return f"{number(value / scale)} {name}"
    return number(value)


def duration(seconds: float | None) -> str:
    if seconds is None:
        return NONE
    for scale, unit in ((1, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if seconds >= scale:
            return f"{number(seconds / scale)} {unit}"
    return f"{number(seconds * 1e9)} ns"


def times(value: float | None) -> str:
    return number(value, " ×")


def table(head: list[str], rows: list[list[str]]) -> str:
    """The rows and columns with any figures; the first column names the row."""
    empty = (NONE, f"**{NONE}**")
    rows = [row for row in rows if any(cell not in empty for cell in row[1:])]
    columns = [0] + [i for i in range(1, len(head)) if any(row[i] not in empty for row in rows)]
    if not rows:
        return "Not measured."
    head, rows = [head[i] for i in columns], [[row[i] for i in columns] for row in rows]
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def largest_size(figures: Figures, program: str, machine: str) -> str | None:
    """The largest size at which a machine was measured."""
    sizes = [size for size in ("large", "small", "tiny") if figures.seconds(program, size, machine) is not None]
    return sizes[0] if sizes else None


def machines_table(figures: Figures, machines: list[Machine]) -> str:
    """The compared machines, how long each takes to start, and missing ones."""
    rows = []
    for machine in machines:
        if machine.absent:
            rows.append([machine.title, f"skipped: {machine.absent}", NONE, NONE])
        elif machine.processors == 1 and machine.key != "fast-default":
            start = [duration(figures.of(f"start/{machine.key}", which)) for which in ("cold", "warm")]
            rows.append([machine.title, machine.version or "measured", *start])
        else:
            rows.append([machine.title, machine.version or "measured", NONE, NONE])
    return table(["machine", "", "start, empty caches", "start again"], rows)


def collatz_table(figures: Figures, machines: list[Machine]) -> str:
    program = programs.find("collatz")
    rows = []
    for machine in machines:
        size = largest_size(figures, "collatz", machine.key)
        if size is None:
            continue
        constants = program.constants(program.sizes["tiny" if figures.quick else size])
        iterations = collatz_iterations(constants["OUT"], constants["R"])
        peak = figures.count("collatz", size, machine.key, "peak_kib")
        rows.append(
            [
                machine.title,
                rate(iterations / figures.seconds("collatz", size, machine.key)),
                f"{peak / 1024:.0f} MiB" if peak else NONE,
            ]
        )
    return table(["machine", "iterations per second", "peak memory"], rows)


# Rows: a machine, the machine it is compared with, and the size.
RATIOS = (
    ("rules ÷ Oclgrind", "small", "rules", "oclgrind"),
    ("fast ÷ Oclgrind", "small", "fast", "oclgrind"),
    ("… `--uninitialized`", "small", "fast", "oclgrind-uninitialized"),
    ("… `--data-races`", "small", "fast", "oclgrind-races"),
    ("fast ÷ Prolog", "tiny", "fast", "prolog"),
    ("rules ÷ Prolog", "tiny", "rules", "prolog"),
    ("fast ÷ PoCL", "large", "fast", "pocl-1"),
    ("… both on two threads", "large", "fast-2", "pocl-2"),
    ("fast ÷ scalar C++", "large", "fast", "scalar"),
    ("native ÷ Oclgrind", "small", "native", "oclgrind"),
    ("native ÷ fast", "large", "native", "fast"),
    ("native ÷ native, checks off", "large", "native", "native-off"),
    ("checks off ÷ PoCL", "large", "native-off", "pocl-1"),
    ("… both on two threads", "large", "native-off-2", "pocl-2"),
    ("checks off ÷ scalar C++", "large", "native-off", "scalar"),
    ("checks off ÷ ISPC", "large", "native-off", "ispc"),
)


def ratios_table(figures: Figures) -> str:
    """For each pair of machines the geometric mean, the smallest and the largest ratio."""
    rows = []
    for title, *pair in RATIOS:
        of = {program.name: figures.ratio(program.name, *pair) for program in programs.WITH_PEERS}
        ordered = sorted((ratio, f"{number(ratio)}, `{name}`") for name, ratio in of.items() if ratio is not None)
        ends = [ordered[0][1], ordered[-1][1]] if ordered else [NONE, NONE]
        rows.append([title, number(figures.mean_ratio(*pair)), *ends])
    return table(["", "geometric mean", "from", "to"], rows)


def engines_table(figures: Figures, machines: list[Machine]) -> str:
    """Every program on every engine: the nanoseconds of a step."""
    ours = [machine for machine in machines if not machine.peer and machine.processors == 1]
    head = ["program", "active lanes"] + [machine.title.removeprefix("musimd, ") for machine in ours]
    rows = []
    for program in programs.PROGRAMS:
        row = [f"`{program.name}`", _active_lanes(figures, program.name)]
        for machine in ours:
            size = machine.sizes[-1]
            whole = " (whole)" if figures.is_whole(program.name, size, machine.key) else ""
            step = figures.step_nanoseconds(program.name, size, machine.key)
            row.append(number(step, whole))
        rows.append(row)
    return table(head, rows)


def _active_lanes(figures: Figures, program: str) -> str:
    steps = figures.count(program, "large", "fast", "steps")
    active = figures.count(program, "large", "fast", "active")
    return NONE if steps is None else f"{active / steps:.1f}"


# The rows of the table; the plot has all of plan.LANES.
LANES = (1, 8, 32, 1024, 65536)


def lanes_table(figures: Figures) -> str:
    engines = [key for key in ("rules", "fast", "native", "native-off") if figures.of(f"lanes/1/{key}", "steps")]
    rows = []
    for lanes in LANES:
        costs = [figures.lane_nanoseconds(lanes, key) for key in engines]
        if any(costs):
            rows.append([f"{lanes:,}"] + [duration(cost * lanes / 1e9) for cost in costs])
    return table(["lanes"] + [_short(key) for key in engines], rows)


def warps_table(figures: Figures) -> str:
    engines = [key for key in ("rules", "fast", "native", "native-off") if figures.of(f"warps/1/{key}", "steps")]
    rows = []
    for warps in plan.WARPS:
        costs = [figures.warp_nanoseconds(warps, key) for key in engines]
        if any(costs):
            rows.append([f"{warps:,}"] + [number(cost, " ns") for cost in costs])
    return table(["warps"] + [_short(key) for key in engines], rows)


def _short(key: str) -> str:
    return {"native-off": "native, checks off"}.get(key, key)


def races_table(figures: Figures) -> str:
    rows = []
    for name in plan.RACES:
        without = figures.of(f"races/{name}/off", "seconds")
        if without is None:
            continue
        row = [f"`{name}`", duration(without)]
        for races in ("warp", "thread"):
            with_it = figures.of(f"races/{name}/{races}", "seconds")
            row.append(f"{duration(with_it)}, {times(with_it / without)}" if with_it else "(it races)")
        rows.append(row)
    return table(["program", "without", "between warps", "between threads"], rows)


def words_table(figures: Figures) -> str:
    rows = []
    for key in ("fast", "native"):
        seconds = [figures.of(f"word/{word}/{key}", "seconds") for word in plan.WORDS]
        if all(seconds):
            steps = figures.of(f"word/{plan.WORDS[0]}/{key}", "steps")
            rows.append([key] + [number(s / steps * 1e9, " ns") for s in seconds])
    return table(["engine"] + [f"`.word {word.replace('-', ' ')}`" for word in plan.WORDS], rows)


def memory_table(figures: Figures) -> str:
    rows = []
    for shape in plan.SHAPES:
        row = [f"{n:,}" for n in shape]
        for key in ("fast", "native"):
            peak, least = (figures.of(f"memory/{'x'.join(map(str, s))}/{key}", "peak_kib") for s in (shape, (1, 1, 1)))
            count = shape[0] * shape[1] * shape[2]
            row.append(f"{peak / 1024:.0f} MiB, {number((peak - least) * 1024 / count)} bytes" if peak else NONE)
        rows.append(row)
    return table(["lanes", "warps", "variables", "fast: peak, for each lane × variable", "native"], rows)
