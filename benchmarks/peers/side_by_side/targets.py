"""The targets, each with its measurement."""

from side_by_side.figures import Figures, geometric_mean
from side_by_side import programs
from side_by_side.tables import NONE, number, table


def targets_table(figures: Figures) -> str:
    two = _two_threads(figures)

    def row(what: str, target: str, size: str, machine: str, other: str, mean: str) -> list[str]:
        measured = figures.ratio("collatz", size, machine, other), figures.mean_ratio(size, machine, other)
        return _row(what, target, measured, mean)

    rows = [
        row("rules ÷ Oclgrind", "≥ 5", "small", "rules", "oclgrind", "report"),
        row("fast ÷ Oclgrind", "≥ 400", "small", "fast", "oclgrind", "≥ 200"),
        _row("fast, 32 lanes: nanoseconds for an instruction of a warp", "≤ 2.5", _step(figures), "≤ 5"),
        _row("the same, for 32 active lanes", "report", _full_warp(figures), "report"),
        row("native, checks off ÷ PoCL, one thread", "≥ 1.2", "large", "native-off", "pocl-1", "≥ 1"),
        row("native, checks off ÷ ISPC", "≥ 0.9", "large", "native-off", "ispc", "≥ 0.7"),
        row("native, checks on ÷ checks off", "≥ 0.9", "large", "native", "native-off", "≥ 0.8"),
        _row("fast, two threads ÷ one", "≥ 1.9", two["fast"], "≥ 1.8"),
        _row("native, two threads ÷ one", "≥ 1.9", two["native"], "≥ 1.8"),
        _row(
            "fast, a lane at 65,536 lanes ÷ at 1,024",
            "≤ 1.1",
            (_wide(figures, "fast"), _loop(figures, "fast")),
            "≤ 1.3",
        ),
        _row("native, the same", "≤ 1.1", (_wide(figures, "native"), _loop(figures, "native")), "≤ 1.3"),
    ]
    return table(["", "`collatz`, target", "measured", "mean, target", "measured"], rows)


def _row(what: str, target: str, measured: tuple, mean_target: str) -> list[str]:
    return [what, target, _judged(measured[0], target), mean_target, _judged(measured[1], mean_target)]


def _judged(value: float | None, target: str) -> str:
    """The value, in bold if the target is met."""
    if value is None:
        return NONE
    sense, _, limit = target.partition(" ")
    met = {"≥": lambda: value >= float(limit), "≤": lambda: value <= float(limit)}.get(sense, lambda: False)()
    return f"**{number(value)}**" if met else number(value)


def _step(figures: Figures) -> tuple[float | None, float | None]:
    """Of Collatz with one number in all lanes, so that all are active in each step; of the programs as they are."""
    seconds, steps = figures.of("full/fast", "seconds"), figures.of("full/fast", "steps")
    return (seconds / steps * 1e9 if seconds else None), figures.mean_step("large", "fast")


def _full_warp(figures: Figures) -> tuple[float | None, float | None]:
    """32 times the time of an active-lane instruction: an idle lane counts as if it were useless."""
    rates = [figures.active_rate(program.name, "large", "fast") for program in programs.WITH_PEERS]
    collatz = figures.active_rate("collatz", "large", "fast")
    mean = geometric_mean([32e9 / rate for rate in rates if rate])
    return (32e9 / collatz if collatz else None), mean


def _two_threads(figures: Figures) -> dict[str, tuple]:
    found = {}
    for engine in ("fast", "native"):
        ratios = {p.name: figures.ratio(p.name, "large", f"{engine}-2", engine) for p in programs.WITH_PEERS}
        found[engine] = ratios["collatz"], geometric_mean([ratio for ratio in ratios.values() if ratio])
    return found


def _wide(figures: Figures, engine: str) -> float | None:
    """Collatz in one warp of 65,536 lanes compared with warps of 1,024: the same active-lane instructions, except those
    that waiting lanes skip."""
    wide, narrow = (figures.of(f"wide/{lanes}/{engine}", "seconds") for lanes in (65536, 1024))
    return wide / narrow if wide and narrow else None


def _loop(figures: Figures, engine: str) -> float | None:
    wide, narrow = (figures.lane_nanoseconds(lanes, engine) for lanes in (65536, 1024))
    return wide / narrow if wide and narrow else None
