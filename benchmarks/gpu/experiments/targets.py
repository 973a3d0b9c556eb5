"""The targets of this benchmark, and the results."""

from experiments import copies
from experiments.throughput import mean_ratio
from side_by_side.tables import NONE, number, table

LONG = 8192  # words of a record, the "long" case
PART = 0.8
TIMES = 100


def targets_table(records: dict) -> str:
    """Targets that are met, in bold."""
    part, ratio = part_of_limit(records), mean_ratio(records)
    rows = [
        [
            f"(d) generated ÷ (a), records of {LONG:,} words",
            f"≥ {PART:.0%}".replace("%", " %"),
            _bold(f"{100 * part:.0f} %", part >= PART) if part else NONE,
        ],
        [
            "throughput of many machines ÷ native on one core, mean",
            f"≥ {TIMES}",
            _bold(number(ratio), ratio >= TIMES) if ratio else NONE,
        ],
    ]
    campaigns = {"interp": "100,000 programs, interpreted", "batches": "2,000 programs × 50 inputs, translated"}
    for key, title in campaigns.items():
        status = records.get(f"campaign/{key}", {}).get("status")
        found = NONE if status is None else _bold("none", True) if status == 0 else "some"
        rows.append([f"differences in {title}", "none", found])
    return table(["", "target", "measured"], [row for row in rows if row[2] != NONE])


def part_of_limit(records: dict) -> float | None:
    """The fastest of the generated versions with `everywhere`."""
    point = next(point for point in copies.SWEEPS[0].points if point.length == LONG)
    limit = copies.bandwidth(records.get(point.key(copies.WAYS[0])))
    rates = [copies.bandwidth(records.get(point.key(way))) for way in copies.WAYS if way.key.startswith("g-everywhere")]
    reached = [rate for rate in rates if rate]
    return max(reached) / limit if reached and limit else None


def _bold(text: str, met: bool) -> str:
    return f"**{text}**" if met else text
