"""The command line of benchmarks/build/run."""

import argparse
import os
import re
import shutil
import signal
import sys
import tempfile
from pathlib import Path

from side_by_side import document, tools
from side_by_side.measure import Journal, ProcessFailed
from side_by_side.programs import SOURCES
from side_by_side.progress import Progress
from timing import build_tables, clone, incremental, stages
from timing.clone import Clone
from timing.processes import ask

DOCUMENT = SOURCES / "docs" / "building.md"

ABOUT = """Builds a clone of the latest commit from nothing, without a compiler cache, and writes the tables of
docs/building.md. Changes that are not committed are not measured. Each measurement is saved in
FOLDER/measurements.jsonl immediately: an interrupted run continues with --folder FOLDER --resume."""


def read_arguments(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks/build/run", description=ABOUT)
    parser.add_argument("--folder", type=Path, metavar="DIR", help="for the clone and the measurements (a temporary one)")
    parser.add_argument("--source", type=Path, default=SOURCES, metavar="DIR", help="the repository (this one)")
    parser.add_argument("--cores", type=int, metavar="N", help="build on the first N of the processors (all)")
    parser.add_argument("--resume", action="store_true", help="continue an interrupted run; needs --folder")
    parser.add_argument(
        "--only",
        type=_stages,
        default=list(stages.KEYS),
        metavar="A,B",
        help=f"measure these stages: {', '.join(stages.KEYS)} (all); what they need is built, and not measured",
    )
    parser.add_argument("--no-document", action="store_true", help="write to the folder instead of docs/")
    parser.add_argument("--dry-run", action="store_true", help="print what would be measured")
    options = parser.parse_args(arguments)
    if options.resume and not options.folder:
        parser.error("--resume needs --folder")
    if options.cores is not None and not 1 <= options.cores <= len(os.sched_getaffinity(0)):
        parser.error(f"--cores: expected a number from 1 to {len(os.sched_getaffinity(0))}")
    return options


def _stages(text: str) -> list[str]:
    keys = text.split(",")
    if unknown := [key for key in keys if key not in stages.KEYS]:
        raise argparse.ArgumentTypeError(f"unknown stage '{unknown[0]}'; possible stages: {', '.join(stages.KEYS)}")
    return [key for key in stages.KEYS if key in keys]


def main(arguments: list[str]) -> int:
    options = read_arguments(arguments)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends what it has started
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        if options.dry_run:
            return _dry_run(options)
        options.temporary = options.folder is None
        options.folder = (options.folder or Path(tempfile.mkdtemp(prefix="musimd-build-"))).resolve()
        return _run(options)
    except KeyboardInterrupt:
        print(f"\ninterrupted; --folder {options.folder} --resume continues from here", file=sys.stderr)
        return 130
    except (ProcessFailed, OSError, ValueError) as error:
        print(f"run: {error}", file=sys.stderr)
        return 1


def _dry_run(options: argparse.Namespace) -> int:
    for stage in stages.STAGES:
        if stage.key in options.only:
            print(f"{stage.key}: {stage.command}")
    if stages.INCREMENTAL in options.only:
        root = options.source.resolve()
        for room, files in clone.rooms(clone.tracked(root)).items():
            median = clone.median_sized(files, root)
            print(f"{stages.INCREMENTAL}/{room}: a change of one of {len(files)} sources, as {median}")
    return 0


def _run(options: argparse.Namespace) -> int:
    source, folder = options.source.resolve(), options.folder
    folder.mkdir(parents=True, exist_ok=True)
    if options.cores:
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: options.cores])
    about = {
        "commit": ask(["git", "rev-parse", "--short=12", "HEAD"], source).strip(),
        "committed": ask(["git", "log", "-1", "--format=%cs"], source).strip(),
        "processor": tools.processor(),
        "cores": len(os.sched_getaffinity(0)),
    }
    root = folder / "clone"
    if root.exists() and not options.resume:
        raise ProcessFailed(f"{root} exists: continue with --resume, or remove it")
    journal = Journal(folder / "measurements.jsonl", about, options.resume)
    _measure(options.only, Clone(source, root), journal, folder)
    for key, record in journal.records.items():
        if "cannot" in record:
            print(f"not measured: {key}: {' '.join(record['cannot'].split())[:150]}", file=sys.stderr)
    target = folder / DOCUMENT.name if options.no_document else DOCUMENT
    document.update(DOCUMENT, build_tables.parts(about, journal.records), target)
    print(f"wrote {target}; measurements are in {folder}")
    if options.temporary:
        shutil.rmtree(root)
    return 0


def _measure(keys: list[str], there: Clone, journal: Journal, folder: Path) -> None:
    runner = stages.Runner(there, folder)
    rooms = clone.rooms(clone.tracked(there.root))
    changes = [incremental.NOTHING, *rooms] if stages.INCREMENTAL in keys else []
    measured = [stage for stage in stages.STAGES if stage.key in keys]
    progress = Progress(len(measured) + len(changes))
    try:
        for stage in measured:
            key = f"stage/{stage.key}"
            if journal.has(key):
                progress.skip()
                continue
            if stage.builds and stage.key in there.built:
                there.reset()
            progress.step(stage.command)
            _prepare(stage.key, there, runner)
            journal.add(key, runner.stage(stage) | {"compiler": compiler(there.build)})
        _measure_changes(changes, there, runner, rooms, journal, progress)
    finally:
        progress.end()


def _prepare(key: str, there: Clone, runner: stages.Runner) -> None:
    """Builds what a stage needs and was not built in this clone."""
    for stage in stages.needed_by(key):
        if stage.key not in there.built:
            runner.stage(stage)


def _measure_changes(
    changes: list[str],
    there: Clone,
    runner: stages.Runner,
    rooms: dict[str, list[str]],
    journal: Journal,
    progress: Progress,
) -> None:
    missing = [room for room in changes if not journal.has(f"{stages.INCREMENTAL}/{room}")]
    for _ in range(len(changes) - len(missing)):
        progress.skip()
    if not missing:
        return
    _prepare(stages.INCREMENTAL, there, runner)
    measurement = incremental.Changes(runner, rooms)
    for room in missing:
        key = f"{stages.INCREMENTAL}/{room}"
        progress.step(f"a change in {room}" if room in rooms else "no change")
        try:
            journal.add(key, measurement.measure(room) | {"compiler": compiler(there.build)})
        except ProcessFailed as reason:
            journal.add(key, {"cannot": str(reason)})


def compiler(build: Path) -> str:
    """The first line that the compiler of a build folder prints about its version; empty if that cannot be found out."""
    cache = build / "CMakeCache.txt"
    text = cache.read_text(encoding="utf-8") if cache.exists() else ""
    found = re.search(r"^CMAKE_CXX_COMPILER:\w+=(.+)$", text, re.MULTILINE)
    return tools.ask([found[1], "--version"]) if found else ""
