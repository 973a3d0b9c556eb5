"""Many independent machines on the device, compared with the native engine on one core."""

import dataclasses
import json
import math

from side_by_side import programs
from side_by_side.cases import WORD, Case, Failure, Unable
from side_by_side.measure import ProcessFailed, median_of_runs, run_process
from side_by_side.programs import Program, Size
from side_by_side.tables import NONE, number, table
from side_by_side.tools import Tools

MACHINES = 8192

# With one warp, and with a small Σ, since each machine has its own.
_ONE = {"WARPS": 1}
_BELLMAN_FORD = _ONE | {"HUB": 64, "CHANGED": 256, "DIST": 512, "OTHER": 768, "FROM": 1024, "WEIGHT": 4096}
_SEARCH = {"HUB": 64, "FOUND": 600, "DIST": 1024, "EDGES": 2048}
_STRINGS = _ONE | {"LEN": 4000, "PATTERN": 16, "TEXT": 128, "MATCH": 8192}
_BOOKS = _ONE | {"BOOKS": 256, "GENRE": 64, "LENGTH": 512, "TEXT": 1024, "COPY": 20480}
SIZES = {
    "collatz": Size({"OUT": 32, "R": 100}, 1, ("0:32:1:1",)),
    "mandelbrot": Size(_ONE | {"WIDTH": 64, "HEIGHT": 32, "LIMIT": 60}),
    "matrix-product": Size(_ONE | {"N": 48, "B": 4096, "C": 8192}),
    "string-matching": Size(_STRINGS),
    "book-filter": Size(_BOOKS),
    "bellman-ford": Size(_BELLMAN_FORD),
    "breadth-first-search": Size(_SEARCH),
    "depth-first-search": Size(_ONE | {"STACK": 256, "VISITED": 4096}),
    "quicksort": Size(_ONE | {"LEN": 64, "STACK": 4096}),
    "string-matching-everywhere": Size(_STRINGS),
    "book-filter-everywhere": Size(_BOOKS),
    "bellman-ford-everywhere": Size(_BELLMAN_FORD),
    "breadth-first-search-everywhere": Size(_SEARCH),
    "sum-shfl": Size({"COUNT": 20_000}),
    "prefix-scan-shfl": Size({"COUNT": 10000}),
    "histogram": Size(_ONE | {"COUNT": 40_000}),
    "bitonic-sort": Size({"LEN": 256}),
    "lane-serial": Size({"RUNS": 200, "WORD": 256, "OUT": 512}),
    "nested-everywhere": Size({"BOOK": 64, "PAGE": 256, "WORD": 2048}),
    "grid-barrier": Size(_ONE | {"ROWS": 20, "X": 64, "Y": 2048}),
}


def cases(tools: Tools) -> list[Case]:
    """A case for each program of programs/bench that the CPU benchmark has."""
    return [Case(_of_one_warp(program), "gpu", tools) for program in programs.PROGRAMS]


def _of_one_warp(program: Program) -> Program:
    return dataclasses.replace(program, sizes={"gpu": SIZES[program.name]})


def measure_device(case: Case, machines: int, device: str = "cuda") -> dict:
    """A batch of machines; raises a Failure if a result differs."""
    command = [case.tools.timer, "--batch", str(machines), "--device", device, *case.musimd_arguments(WORD)]
    try:
        report = json.loads(run_process(command, processors=1000).output)
    except ProcessFailed as error:
        raise Unable(str(error)) from error
    if report["checksums"] != [case.description["checksum"]]:
        raise Failure(f"{case.name}: machines on {device} have a different result")
    return report | {"active": case.description["active_lane_instructions"] * report["machines"]}


def measure_native(case: Case) -> dict:
    command = [case.tools.timer, "--engine", "native", "--seconds=0.3", *case.musimd_arguments(WORD)]
    try:
        report = json.loads(run_process(command).output)
    except ProcessFailed as error:
        raise Unable(str(error)) from error
    if report["checksum"] != case.description["checksum"]:
        raise Failure(f"{case.name}: native has a different result")
    active = case.description["active_lane_instructions"]
    return {"seconds": median_of_runs(report, "processor"), "active": active}


def _rate(record: dict | None) -> float | None:
    return record["active"] / record["seconds"] if record and "seconds" in record else None


def _ratio(records: dict, program: Program) -> float | None:
    device, native = _rate(records.get(f"device/{program.name}")), _rate(records.get(f"native/{program.name}"))
    return device / native if device and native else None


def mean_ratio(records: dict) -> float | None:
    """The geometric mean over all programs that both ran."""
    ratios = [ratio for program in programs.PROGRAMS if (ratio := _ratio(records, program))]
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else None


def _billions(value: float | None) -> str:
    return number(value / 1e9) if value else NONE


def throughput_table(records: dict) -> str:
    """The machines that the device did not run to their end are named only if there are any."""
    rows = []
    for program in programs.PROGRAMS:
        there = records.get(f"device/{program.name}")
        device, native = _rate(there), _rate(records.get(f"native/{program.name}"))
        by_device = NONE
        if device and there["by_device"] != there["machines"]:
            by_device = f"{there['by_device']:,} of {there['machines']:,}"
        rows.append([f"`{program.name}`", by_device, _billions(device), _billions(native), number(_ratio(records, program))])
    if mean := mean_ratio(records):
        rows.append(["geometric mean", NONE, NONE, NONE, f"**{number(mean)}**"])
    return table(["program", "machines run by the device", "device", "native, one core", "×"], rows)
