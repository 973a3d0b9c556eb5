"""Runs the kernels from source on musimd and on its peers."""

import json
from pathlib import Path

from side_by_side.cases import Failure, Unable
from side_by_side.kernels import Task
from side_by_side.machines import Machine, build_library
from side_by_side.measure import ProcessFailed, median_of_runs, run_process
from side_by_side.programs import SOURCES
from side_by_side.tools import Tools

MACHINES = {
    "tiny": ("fast", "scalar", "pocl-1", "oclgrind"),
    "small": ("fast", "native", "oclgrind"),
    "large": ("fast", "native", "native-off", "scalar", "pocl-1"),
}
SCALAR_FLAGS = ["-O3", "-fno-tree-vectorize", "-fPIC", "-shared", f"-I{SOURCES}"]


def run_on_musimd(machine: Machine, task: Task, front_end: str, seconds: float) -> dict:
    path, results = task.program(front_end)
    engine, checks = machine.key.removesuffix("-off"), "off" if machine.key.endswith("-off") else "on"
    command = [task.tools.timer, "--file", path, "--engine", engine, "--checks", checks, "--seconds", seconds, "--empty"]
    report = _report(machine, [*command, *(f"--result={result}" for result in results)])
    record = _record(report, task)
    return record | {"empty": median_of_runs(report, "processor", "empty"), "steps": report["steps"]}


def run_peer(machine: Machine, task: Task, seconds: float) -> dict:
    """On scalar C or C++, or on an OpenCL platform."""
    machine.forget_complaint()
    if machine.key == "scalar":
        command = [task.tools.compiled_host, f"--seconds={seconds}", *task.peer_arguments(_scalar_library(task))]
    else:
        command = [*machine.before, f"--seconds={0 if machine.once else seconds}", *task.peer_arguments(task.opencl())]
    report = _report(machine, command)
    if complaint := machine.complaint():
        raise Unable(complaint)
    return _record(report, task)


def _report(machine: Machine, command: list) -> dict:
    try:
        return json.loads(run_process(command, environment=machine.environment).output)
    except ProcessFailed as error:
        raise Unable(str(error)) from error


_checksums: dict[str, str] = {}


def _record(report: dict, task: Task) -> dict:
    """What is kept of a run. All machines must have the result of the first."""
    if _checksums.setdefault(task.name, report["checksum"]) != report["checksum"]:
        raise Failure(f"{task.name}: results differ")
    return {"seconds": median_of_runs(report, "processor"), "empty": 0.0, "checksum": report["checksum"]}


def expect(records: dict[str, dict]) -> None:
    """The results of an earlier run that is continued."""
    for key, record in records.items():
        if "/kernel/" in key and "checksum" in record:
            _checksums.setdefault(key.split("/")[2], record["checksum"])


def _scalar_library(task: Task) -> Path:
    source = task.scalar()
    compiler = [task.tools.c_compiler] if source.suffix == ".c" else [task.tools.compiler, "-std=c++20"]
    return build_library(source.with_suffix(f"{source.suffix}.so"), [[*compiler, *SCALAR_FLAGS, source, "-lm"]])
