"""The tables of docs/building.md, in Markdown."""

import datetime
import os
from collections.abc import Iterable

from side_by_side.tables import NONE, duration, table
from timing.incremental import NOTHING
from timing.ninja_log import is_compiled
from timing.stages import INCREMENTAL, STAGES, Stage

SHOWN = 5  # steps


def parts(about: dict, records: dict[str, dict]) -> dict[str, str]:
    """The parts of the document for which there are measurements."""
    made = {
        "build-stages": stages_table(records),
        "build-first-steps": steps_part(records, STAGES[:1]),
        "build-incremental": incremental_table(records),
    }
    measured = {name: text for name, text in made.items() if text}
    return ({"build-about": about_sentence(about, records)} | measured) if measured else {}


def about_sentence(about: dict, records: dict[str, dict]) -> str:
    compiler = next((record["compiler"] for record in records.values() if record.get("compiler")), "unknown compiler")
    cores = "one core" if about["cores"] == 1 else f"{about['cores']} cores"
    return (
        f"Processor: {about['processor']}. Built on {cores} with {compiler}, without a compiler cache. "
        f"Commit {about['commit']} of {about['committed']}, measured on {datetime.date.today()}."
    )


def time_of(seconds: float | None) -> str:
    """Minutes and seconds, or three digits of less than a minute."""
    if seconds is None or seconds < 59.5:
        return duration(seconds)
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02} s"


def stages_table(records: dict[str, dict]) -> str:
    rows, total = [], 0.0
    complete = True  # without a gap so far
    for stage in STAGES:
        record = _record(records, stage)
        complete = complete and record is not None
        if record is None:
            continue
        total += record["wall"]
        wall = time_of(record["wall"]) if stage.builds else _tests(record)
        row = [f"{stage.title}: `{stage.command}`", wall, time_of(total) if complete else NONE]
        row.append(time_of(record["processor"]))
        row += [f"{len(record['steps']):,}", time_of(_compiling(record["steps"]))] if stage.builds else [NONE, NONE]
        rows.append(row)
    head = ["", "time", "since the clone", "processor time", "steps", "of compilers, added up"]
    return table(head, rows) if rows else ""


def _compiling(steps: Iterable) -> float:
    """The seconds of the compilers among these pairs of a step's name and its seconds."""
    return sum(seconds for name, seconds in steps if is_compiled(name))


def _tests(record: dict) -> str:
    tests = record["tests"]
    if not tests:
        return time_of(record["wall"])
    failed = f", **{tests['failed']:,} failed**" if tests["failed"] else ""
    return f"{time_of(tests['seconds'])}, {tests['tests']:,} tests{failed}"


def steps_part(records: dict[str, dict], stages: tuple[Stage, ...]) -> str:
    """The most expensive steps of these stages; empty if one was not measured."""
    measured = [record for record in (_record(records, stage) for stage in stages) if record]
    if len(measured) != len(stages):
        return ""
    steps: dict[str, float] = {}
    sources: dict[str, list[str]] = {}
    for record in measured:
        steps |= dict(record["steps"])
        sources |= record["sources"]
    total = sum(steps.values())
    if not total:
        return ""
    compiled = sum(is_compiled(name) for name in steps)
    order = sorted(steps, key=lambda name: (-steps[name], name))
    rows = [
        [f"`{name}`", f"{steps[name]:.1f}", _names(sources.get(name, []))]
        for name in order[:SHOWN]
    ]
    shown = sum(steps[name] for name in order[:SHOWN])
    said = (
        f"{len(steps):,} steps take {time_of(total)}, added up; {compiled:,} of them are compilers', "
        f"{time_of(_compiling(steps.items()))}. The longest {len(rows)} take {100 * shown / total:.0f} %."
    )
    return f"{said}\n\n{table(['step', 'seconds', 'sources of the unit'], rows)}"


def _names(sources: list[str]) -> str:
    """The sources of a unit: their common folder, and their names in it."""
    if not sources:
        return NONE
    folder = os.path.commonpath([os.path.dirname(source) for source in sources])
    names = [os.path.relpath(source, folder or ".").removesuffix(".cpp") for source in sources]
    return f"{folder}: {', '.join(names)}" if folder else ", ".join(names)


def incremental_table(records: dict[str, dict]) -> str:
    rows = []
    for key, record in records.items():
        stage, _, room = key.partition("/")
        if stage != INCREMENTAL or "cannot" in record:
            continue
        changed = "nothing" if room == NOTHING else f"`{record['file']}`"
        rows.append([changed, f"`{record['target']}`", time_of(record["wall"])])
    return table(["changed", "target", "time"], rows) if rows else ""


def _record(records: dict[str, dict], stage: Stage) -> dict | None:
    return records.get(f"stage/{stage.key}")
