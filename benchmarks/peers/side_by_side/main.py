"""The command line of benchmarks/cpu/run-all."""

import argparse
import datetime
import sys
from pathlib import Path

from side_by_side import command_line, document, machines, plots, tables, tools
from side_by_side.cases import Unable
from side_by_side.figures import Figures
from side_by_side.measure import Journal, ProcessFailed
from side_by_side.plan import Plan, probe
from side_by_side.programs import SOURCES
from side_by_side.progress import Progress
from side_by_side.targets import targets_table

DOCUMENT = SOURCES / "docs" / "performance.md"
PLOTS = SOURCES / "docs" / "plots"

ABOUT = """Builds musimd, measures it and the installed peers side by side, and writes the tables and
plots of docs/performance.md. Each measurement is saved in BUILD/performance/measurements.jsonl immediately:
an interrupted run continues with --resume."""


def read_arguments(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks/cpu/run-all", description=ABOUT)
    parser.add_argument("--build", type=Path, default=SOURCES / "build", metavar="DIR", help="the build folder (build)")
    parser.add_argument("--no-build", action="store_true", help="measure the existing build")
    parser.add_argument("--repetitions", type=command_line.count, default=3, metavar="N", help="of everything, interleaved (3)")
    parser.add_argument("--resume", action="store_true", help="continue an interrupted run")
    parser.add_argument("--quick", action="store_true", help="a small part of everything, to BUILD/performance only")
    parser.add_argument("--no-document", action="store_true", help="write to BUILD/performance instead of docs/")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    return command_line.main(read_arguments(arguments), _run)


def _run(options: argparse.Namespace) -> int:
    there = tools.find(options.build)
    every = machines.all_machines(there)
    probe(every, there)
    for machine in every:
        if machine.absent:
            print(f"skipped: {machine.title}: {machine.absent}", file=sys.stderr)
    versions = [machine.version for machine in every if not machine.absent]
    about = {"build": there.fingerprint(), "processor": tools.processor(), "versions": versions, "quick": options.quick}
    journal = Journal(there.work / ("quick.jsonl" if options.quick else "measurements.jsonl"), about, options.resume)
    repetitions = 1 if options.quick else options.repetitions
    _measure(Plan(there, [machine for machine in every if not machine.absent], options.quick), journal, repetitions)
    _write(
        options,
        there,
        about | {"repetitions": repetitions},
        every,
        Figures(list(journal.records.values()), options.quick),
    )
    return 0


def _measure(plan: Plan, journal: Journal, repetitions: int) -> None:
    measurements = plan.measurements()
    progress = Progress(len(measurements) * repetitions)
    try:
        for repetition in range(1, repetitions + 1):
            for measurement in measurements:
                key = f"{repetition}/{measurement.name}"
                if journal.has(key):
                    progress.skip()
                    continue
                progress.step(measurement.name)
                try:
                    journal.add(key, measurement.run())
                except (Unable, ProcessFailed) as reason:
                    journal.add(key, {"cannot": str(reason)})
    finally:
        progress.end()


def _write(options: argparse.Namespace, there: tools.Tools, about: dict, every: list, figures: Figures) -> None:
    parts = {
        "about": _about(about),
        "machines": tables.machines_table(figures, every),
        "targets": targets_table(figures),
        "collatz": tables.collatz_table(figures, every),
        "ratios": tables.ratios_table(figures, tables.RATIOS),
        "native-ratios": tables.ratios_table(figures, tables.NATIVE_RATIOS),
        "engines": tables.engines_table(figures, every),
        "lanes": tables.lanes_table(figures),
        "warps": tables.warps_table(figures),
        "races": tables.races_table(figures),
        "words": tables.words_table(figures),
        "memory": tables.memory_table(figures),
    }
    apart = options.quick or options.no_document
    target = there.work / "performance.md" if apart else DOCUMENT
    folder = there.work / "plots" if apart else PLOTS
    folder.mkdir(exist_ok=True)
    for name, text in plots.all_plots(figures, every).items():
        (folder / name).write_text(text, encoding="utf-8")
    document.update(DOCUMENT, parts, target)
    for name, reason in figures.reasons().items():
        print(f"not measured: {name}: {' '.join(reason.split())[:150]}", file=sys.stderr)
    print(f"wrote {target} and {folder}/")


def _about(about: dict) -> str:
    processor = f"Processor: {about['processor']}."
    repetitions = f"Medians of {about['repetitions']} interleaved repetitions, {datetime.date.today()}."
    return f"{processor} {repetitions}"
