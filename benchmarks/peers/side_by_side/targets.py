"""The targets, each with its measurement."""

from side_by_side.figures import Figures, geometric_mean
from side_by_side import programs
from side_by_side.tables import NONE, number, table


def targets_table(figures: Figures) -> str:
    def both(size: str, machine: str, other: str) -> tuple[float | None, float | None]:
        return figures.ratio("collatz", size, machine, other), figures.mean_ratio(size, machine, other)

    two = _two_threads(figures)
    rows = [
        _row("rules ÷ Oclgrind", "≥ 1", both("small", "rules", "oclgrind"), "report"),
        _row("fast ÷ Oclgrind", "≥ 250", both("small", "fast", "oclgrind"), "≥ 150"),
        _row(
            "fast, 32 lanes: nanoseconds for a warp's instruction",
            "≤ 3",
            (figures.step_nanoseconds("collatz", "large", "fast"), figures.mean_step("large", "fast")),
            "≤ 4",
        ),
        _row("native, checks off ÷ PoCL, one thread", "≥ 1", both("large", "native-off", "pocl-1"), "≥ 0.7"),
        _row("native, checks off ÷ ISPC", "≥ 0.5", both("large", "native-off", "ispc"), "report"),
        _row("native, checks on ÷ checks off", "≥ 0.6", both("large", "native", "native-off"), "≥ 0.6"),
        _row("fast, two threads ÷ one", "≥ 1.8", two["fast"], "≥ 1.8"),
        _row("native, two threads ÷ one", "≥ 1.8", two["native"], "≥ 1.8"),
        _row(
            "fast, a lane at 65,536 lanes ÷ at 1,024",
            "≤ 1.3",
            (_wide(figures, "fast"), _loop(figures, "fast")),
            "report",
        ),
        _row("native, the same", "≤ 1.3", (_wide(figures, "native"), _loop(figures, "native")), "report"),
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
