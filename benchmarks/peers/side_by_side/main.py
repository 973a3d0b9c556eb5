"""The command line of benchmarks/peers/run-all."""

import argparse
import datetime
import sys
from pathlib import Path

from side_by_side import command_line, document, kernel_runs, kernel_tables, machines, plots, tables, tools
from side_by_side.cases import Unable
from side_by_side.figures import Figures
from side_by_side.measure import Journal, ProcessFailed
from side_by_side.plan import PARTS, Plan, probe
from side_by_side.programs import SOURCES
from side_by_side.progress import Progress
from side_by_side.targets import targets_table

DOCS = SOURCES / "docs"
DOCUMENT = DOCS / "performance.md"
KERNEL_PLOT = "![Time of each kernel, relative to scalar C](plots/kernels.svg)"

ABOUT = """Builds musimd, measures it and the installed peers side by side, and writes the tables and
plots of docs/performance.md. Each measurement is saved in
BUILD/performance/measurements.jsonl immediately: an interrupted run continues with --resume."""


def read_arguments(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks/peers/run-all", description=ABOUT)
    parser.add_argument("--build", type=Path, default=SOURCES / "build", metavar="DIR", help="the build folder (build)")
    parser.add_argument("--no-build", action="store_true", help="measure the existing build")
    parser.add_argument("--repetitions", type=command_line.count, default=3, metavar="N", help="of everything, interleaved (3)")
    parser.add_argument("--resume", action="store_true", help="continue an interrupted run")
    parser.add_argument("--only", type=_parts, default=list(PARTS), metavar="A,B", help=f"these parts: {', '.join(PARTS)} (all)")
    parser.add_argument("--quick", action="store_true", help="a small part of everything, to BUILD/performance only")
    parser.add_argument("--no-document", action="store_true", help="write to BUILD/performance instead of docs/")
    return parser.parse_args(arguments)


def _parts(text: str) -> list[str]:
    parts = text.split(",")
    if unknown := [part for part in parts if part not in PARTS]:
        raise argparse.ArgumentTypeError(f"unknown part '{unknown[0]}'; possible parts: {', '.join(PARTS)}")
    return [part for part in PARTS if part in parts]


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
    kernel_runs.expect(journal.records)
    repetitions = 1 if options.quick else options.repetitions
    plan = Plan(there, [machine for machine in every if not machine.absent], options.quick)
    _measure(plan, options.only, journal, repetitions)
    _write(
        options,
        there,
        about | {"repetitions": repetitions},
        every,
        Figures(list(journal.records.values()), options.quick),
        journal.parts(),
    )
    return 0


def _measure(plan: Plan, parts: list[str], journal: Journal, repetitions: int) -> None:
    measurements = plan.measurements(parts)
    keys = [
        (f"{repetition}/{measurement.name}", measurement)
        for repetition in range(1, repetitions + 1)
        for measurement in measurements
        if repetition == 1 or not measurement.once
    ]
    progress = Progress(len(keys))
    try:
        for key, measurement in keys:
            if journal.has(key):
                progress.skip()
                continue
            progress.step(measurement.name)
            try:
                journal.add(key, measurement.run())
            except (Unable, ProcessFailed) as reason:
                journal.add(key, {"cannot": str(reason)})
        journal.complete(parts)
    finally:
        progress.end()


def _tables(about: dict, every: list, figures: Figures, measured: set[str]) -> dict[str, str]:
    """The tables for which all parts of the run that they need are complete."""
    makers = {
        "about": (PARTS, lambda: _about(about)),
        "machines": (("collatz",), lambda: tables.machines_table(figures, every)),
        "targets": (("collatz", "programs", "lanes"), lambda: targets_table(figures)),
        "collatz": (("collatz",), lambda: tables.collatz_table(figures, every)),
        "ratios": (("collatz", "programs"), lambda: tables.ratios_table(figures)),
        "engines": (("collatz", "programs"), lambda: tables.engines_table(figures, every)),
        "lanes": (("lanes",), lambda: tables.lanes_table(figures)),
        "warps": (("lanes",), lambda: tables.warps_table(figures)),
        "races": (("checks",), lambda: tables.races_table(figures)),
        "words": (("checks",), lambda: tables.words_table(figures)),
        "memory": (("memory",), lambda: tables.memory_table(figures)),
        "kernels": (("kernels",), lambda: f"{KERNEL_PLOT}\n\n{kernel_tables.kernels_table(figures)}"),
        "growth": (("growth",), lambda: kernel_tables.growth_table(figures)),
        "jobs": (("growth",), lambda: kernel_tables.jobs_table(figures)),
        "cuda": (("cuda",), lambda: _printed(figures, "cuda")),
        "lockstep": (("lockstep",), lambda: _printed(figures, "lockstep")),
    }
    return {name: make() for name, (needed, make) in makers.items() if measured.issuperset(needed)}


def _printed(figures: Figures, name: str) -> str:
    return (figures.text(f"script/{name}") or "Not measured.").strip()


def _write(
    options: argparse.Namespace, there: tools.Tools, about: dict, every: list, figures: Figures, measured: set[str]
) -> None:
    apart = options.quick or options.no_document
    target = there.work if apart else DOCS
    folder = target / "plots"
    folder.mkdir(exist_ok=True)
    for name, text in plots.all_plots(figures, every, measured).items():
        (folder / name).write_text(text, encoding="utf-8")
    document.update(DOCUMENT, _tables(about, every, figures, measured), target / DOCUMENT.name)
    for name, reason in figures.reasons().items():
        print(f"not measured: {name}: {' '.join(reason.split())[:150]}", file=sys.stderr)
    print(f"wrote {target / DOCUMENT.name}, and {folder}/")


def _about(about: dict) -> str:
    processor = f"Processor: {about['processor']}."
    repetitions = f"Medians of {about['repetitions']} interleaved repetitions, {datetime.date.today()}."
    return f"{processor} {repetitions}"
