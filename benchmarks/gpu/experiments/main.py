"""The command line of benchmarks/gpu/run-all."""

import argparse
import dataclasses
import datetime
import os
import subprocess
import sys
from pathlib import Path
from typing import Callable

from experiments import campaigns, copies, graphs, targets, throughput, toolchain
from experiments.hosts import Hosts
from side_by_side import command_line, document, tools
from side_by_side.cases import Failure, Unable
from side_by_side.measure import Journal, ProcessFailed
from side_by_side.programs import SOURCES
from side_by_side.progress import Progress

DOCS = SOURCES / "docs"
DOCUMENT = DOCS / "reports" / "everywhere-on-gpu.md"
SKIPPED = 4
QUICK_PART = 1 << 14  # the denominator of the sample that --quick takes
PARTS = {"copies": ["copy"], "graphs": ["graph"], "throughput": ["device", "native"], "campaigns": ["campaign"]}

ABOUT = """Builds the programs, checks their results against the processor's, measures them with CUDA events,
and writes the tables and plots of docs/reports/everywhere-on-gpu.md. Each measurement is saved in
BUILD/gpu/measurements.jsonl immediately: an interrupted run continues with --resume. Without nvcc or a device it reports that, does not change the documents, and exits with 4."""


def read_arguments(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks/gpu/run-all", description=ABOUT)
    parser.add_argument("--build", type=Path, default=SOURCES / "build", metavar="DIR", help="the build folder (build)")
    parser.add_argument("--no-build", action="store_true", help="measure the existing build")
    parser.add_argument("--repetitions", type=command_line.count, default=9, metavar="N", help="repetitions (9)")
    parser.add_argument("--resume", action="store_true", help="continue an interrupted run")
    parser.add_argument("--no-document", action="store_true", help="write to BUILD/gpu instead of docs/")
    parser.add_argument(
        "--only", choices=PARTS, help="measure only this part; with --resume, in addition to the existing results"
    )
    parser.add_argument(
        "--check", action="store_true", help="only compile everything, and run what the processor can"
    )
    parser.add_argument(
        "--quick", action="store_true", help="--check of only one program; on a device also a small part of everything"
    )
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    return command_line.main(read_arguments(arguments), _run)


def _run(options: argparse.Namespace) -> int:
    there = toolchain.find(options.build / "musimd", options.build / "gpu")
    _check_programs(there, ("rules", "fast", *(() if options.quick else ("cuda-emulated", "cuda-interp-emulated"))))
    if reason := there.absent.get("nvcc"):
        print(f"skipped: everything that is compiled: {reason}", file=sys.stderr)
        return SKIPPED
    hosts = [host for host in toolchain.HOSTS if not options.quick or host.program == "copy-everywhere"]
    only_compile = options.check or "device" in there.absent
    there.compile_all(hosts, device_code_only=only_compile, jobs=os.cpu_count() or 1)
    print(f"compiled for {there.architecture}: {', '.join(host.name for host in hosts)}", file=sys.stderr)
    if options.check:
        _check_batches(options)
        return 0
    if reason := there.absent.get("device"):
        print(f"skipped: everything that is measured: {reason}", file=sys.stderr)
        return SKIPPED
    there.compile_all([host for host in toolchain.HOSTS if host not in hosts], jobs=os.cpu_count() or 1)
    return _measure_all(options, there)


def _check_programs(there: toolchain.Toolchain, engines: tuple[str, ...]) -> None:
    """Runs the assembly programs of this benchmark on engines for the processor."""
    for engine in engines:
        command = [there.musimd, "test", toolchain.GPU / "programs", "--engine", engine]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Failure(f"the programs fail on the engine {engine}:\n{done.stdout}{done.stderr}")


def _check_batches(options: argparse.Namespace) -> None:
    """Runs the throughput cases on the emulated device."""
    cases = throughput.cases(tools.find(options.build))
    for case in cases[:1] if options.quick else cases:
        try:
            report = throughput.measure_device(case, 2, "emulated")
        except Unable as reason:
            raise Failure(f"{case.name}: {reason}") from reason
        print(f"{case.name}: {report['by_device']} of 2 machines entirely on the emulated device", file=sys.stderr)


def _measure_all(options: argparse.Namespace, there: toolchain.Toolchain) -> int:
    about = {
        "device": there.device,
        "driver": there.driver,
        "processor": tools.processor(),
        "build": tools.find(options.build).fingerprint(),
        "repetitions": options.repetitions,
        "quick": options.quick,
    }
    journal = Journal(there.work / ("quick.jsonl" if options.quick else "measurements.jsonl"), about, options.resume)
    hosts = Hosts(there.work)
    try:
        check_results(hosts)
        _go_through(_measurements(options, hosts), journal)
    finally:
        hosts.close()
    for key, record in journal.records.items():
        if "cannot" in record:
            print(f"not measured: {key}: {record['cannot'][:150]}", file=sys.stderr)
    _write(options, there, about, journal.records)
    return 0


def check_results(hosts: Hosts) -> None:
    """Checks small cases of everything with a host program, word by word against the processor."""
    for way in filter(lambda way: hosts.has(way.host), copies.WAYS):
        for point in copies.CHECKED:
            answer = hosts.ask(way.host, point.line(way, 1))
            if "cannot" in answer:
                raise Failure(f"{way.title}, {point.length} words, {point.active} threads: {answer['cannot']}")
    for kind, way, hub, edges in graphs.CHECKED:
        answer = hosts.ask("graphs", f"{kind} {way} {hub} {edges} 1")
        if "cannot" in answer:
            raise Failure(f"{kind}, {way}, {hub} edges: {answer['cannot']}")


Measurement = tuple[str, Callable[[], dict]]


def _measurements(options: argparse.Namespace, hosts: Hosts) -> list[Measurement]:
    """Groups requests by host: only one host at a time uses the device."""
    few, part = (2, QUICK_PART) if options.quick else (None, 1)
    found: list[Measurement] = []
    for way in copies.WAYS:
        for sweep in copies.SWEEPS[: 1 if options.quick else None]:
            for point in sweep.points[:few]:
                line = dataclasses.replace(point, size=point.size // part).line(way, options.repetitions)
                found.append((point.key(way), lambda w=way, text=line: hosts.ask(w.host, text)))
    for kind, way, hub, edges in graphs.measurements()[: 2 * (few or 1000)]:
        line = f"{kind} {way} {hub} {edges // part} {options.repetitions}"
        found.append((graphs.key(kind, way, hub, edges), lambda text=line: hosts.ask("graphs", text)))
    built = tools.find(options.build)
    machines = max(2, throughput.MACHINES // part)
    for case in throughput.cases(built)[:few]:
        name = case.program.name
        found.append((f"device/{name}", lambda c=case: throughput.measure_device(c, machines)))
        found.append((f"native/{name}", lambda c=case: throughput.measure_native(c)))
    for campaign in campaigns.CAMPAIGNS:
        one = dataclasses.replace(campaign, count=max(10, campaign.count // part))
        found.append((f"campaign/{campaign.key}", lambda c=one: campaigns.run(c, built)))
    return [one for one in found if not options.only or one[0].split("/")[0] in PARTS[options.only]]


def _go_through(measurements: list[Measurement], journal: Journal) -> None:
    progress = Progress(len(measurements))
    try:
        for key, measure in measurements:
            if journal.has(key):
                progress.skip()
                continue
            progress.step(key)
            try:
                journal.add(key, measure())
            except (Unable, ProcessFailed) as reason:
                journal.add(key, {"cannot": str(reason)})
    finally:
        progress.end()


def generated_parts(about: dict, records: dict) -> dict[str, str]:
    """The generated parts of the document."""
    said = f"{about['device']}; {about['driver']}; {about['processor']}."
    said += f" Medians of {about['repetitions']} runs, {datetime.date.today()}."
    parts = {
        "gpu-device": said,
        "gpu-targets": targets.targets_table(records),
        "gpu-graphs": f"{_plot('Edge loops', 'gpu-graphs')}\n\n{graphs.graphs_table(records)}",
        "gpu-throughput": throughput.throughput_table(records),
        "gpu-campaigns": campaigns.campaigns_table(records),
    }
    for sweep in copies.SWEEPS:
        parts[sweep.name] = _plot(sweep.title, sweep.name)
    lengths = copies.SWEEPS[0]
    parts[lengths.name] += f"\n\n{copies.copies_table(lengths, records)}"
    return parts


def _plot(title: str, name: str) -> str:
    return f"![{title}](../plots/{name}.svg)"


def _write(options: argparse.Namespace, there: toolchain.Toolchain, about: dict, records: dict) -> None:
    apart = options.quick or options.no_document
    target = there.work if apart else DOCS
    folder = target / "plots"
    folder.mkdir(exist_ok=True)
    plots = {sweep.name: copies.plot(sweep, records) for sweep in copies.SWEEPS} | {"gpu-graphs": graphs.plot(records)}
    for name, text in plots.items():
        (folder / f"{name}.svg").write_text(text, encoding="utf-8")
    written = target / DOCUMENT.relative_to(DOCS)
    document.update(DOCUMENT, generated_parts(about, records), written)
    print(f"{written} is written")
