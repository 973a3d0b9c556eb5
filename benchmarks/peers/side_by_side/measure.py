"""Runs the measured processes, and collects their output."""

import json
import os
import resource
import signal
import statistics
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path


class ProcessFailed(Exception):
    """A process that failed; the message is its output."""


@dataclass
class Finished:
    """The output of a process, and the wall-clock seconds from its start to its end."""

    output: str
    wall: float
    processor: float  # processor seconds, with those of the processes that it started


LONGEST = 300  # seconds; what takes longer is not measured


def run_process(command: list, processors: int = 1, environment: dict[str, str] | None = None) -> Finished:
    """Runs a command on the first `processors` processors that this process may use."""
    allowed = sorted(os.sched_getaffinity(0))[:processors]
    before = _processor_seconds()
    start = time.monotonic()
    process = subprocess.Popen(
        [str(part) for part in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | (environment or {}),
        preexec_fn=lambda: os.sched_setaffinity(0, allowed),
        start_new_session=True,
    )
    try:
        output, errors = process.communicate(timeout=LONGEST)
    except BaseException as error:
        os.killpg(process.pid, signal.SIGKILL)  # with the compilers that it started
        process.wait()
        if isinstance(error, subprocess.TimeoutExpired):
            raise ProcessFailed(f"{command[0]}: more than {LONGEST} seconds") from error
        raise
    if process.returncode != 0:
        raise ProcessFailed(errors.strip() or f"{command[0]}: exit status {process.returncode}")
    return Finished(output, time.monotonic() - start, _processor_seconds() - before)


def _processor_seconds() -> float:
    """Of all processes that ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def median_of_runs(report: dict, clock: str, name: str = "runs") -> float:
    """The median of the runs' seconds, by the clock "processor" or "wall"."""
    index = 0 if clock == "processor" else 1
    return statistics.median(run[index] for run in report[name])


class Journal:
    """Measurements, one JSON object per line, each written immediately; `resume` keeps those of an earlier run."""

    def __init__(self, path: Path, about: dict, resume: bool):
        self.records: dict[str, dict] = {}
        if resume and path.exists():
            self._read(path, about)
        else:
            path.write_text(json.dumps({"about": about}) + "\n", encoding="utf-8")
        self._file = path.open("a", encoding="utf-8")
        self._file.write("\n")  # the last line may be incomplete

    def _read(self, path: Path, about: dict) -> None:
        lines = path.read_text(encoding="utf-8").splitlines()
        if not lines or json.loads(lines[0]).get("about") != about:
            raise ProcessFailed(f"{path} is from another build, machine or set of options: run without --resume")
        for line in lines[1:]:
            try:
                record = json.loads(line)
            except json.JSONDecodeError:  # empty, or the end of an interrupted run
                continue
            self.records[record["key"]] = record

    def has(self, key: str) -> bool:
        return key in self.records

    def complete(self, parts: list[str]) -> None:
        """All measurements of these parts are there."""
        for part in parts:
            if part not in self.parts():
                self.add(f"0/part/{part}", {})

    def parts(self) -> set[str]:
        """The parts that are complete."""
        return {key.rsplit("/", 1)[1] for key in self.records if key.startswith("0/part/")}

    def add(self, key: str, record: dict) -> None:
        record = {"key": key} | record
        self.records[key] = record
        self._file.write(json.dumps(record) + "\n")
        self._file.flush()
