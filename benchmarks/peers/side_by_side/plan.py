"""What a run measures, and how."""

import json
import tempfile
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Callable

from side_by_side import growth, kernel_runs, kernels, programs
from side_by_side.cases import WORD, Case, Failure, Unable
from side_by_side.machines import TIMED, Machine, compile_ispc, compile_scalar, forget_what_is_compiled
from side_by_side.measure import ProcessFailed, median_of_runs, run_process
from side_by_side.programs import SOURCES, Program
from side_by_side.tools import Tools

LANES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 1024, 4096, 16384, 65536)
WARPS = (1, 10, 100, 1000, 10000)
WIDE = (32, 1024, 65536)  # for Collatz's 65,536 lanes, in as many lanes per warp
RACES = ("matrix-product", "bellman-ford", "string-matching", "quicksort", "depth-first-search", "grid-barrier")
RACES_BETWEEN_THREADS = tuple(name for name in RACES if name != "grid-barrier")  # that one uses some
WORDS = ("32-wrap", "64-wrap", "64-trap")
SHAPES = ((65536, 1, 4), (65536, 1, 64), (65536, 16, 8), (32, 10000, 4), (32, 10000, 32), (32, 100000, 8))
LOOP = SOURCES / "benchmarks" / "cpu" / "loop.asm"


# The parts of a run, each with a method of Plan.
PARTS = ("collatz", "programs", "lanes", "checks", "memory", "kernels", "growth", "cuda", "lockstep")


@dataclass
class Measurement:
    """Something that is measured in each repetition."""

    name: str
    run: Callable[[], dict]
    once: bool = False  # in the first repetition only


@dataclass
class Plan:
    """All of them, or the few of a quick run."""

    tools: Tools
    machines: list[Machine]  # those that are installed
    quick: bool

    def measurements(self, parts: list[str]) -> list[Measurement]:
        return [measurement for part in parts for measurement in self.part(part)]

    def part(self, name: str) -> list[Measurement]:
        return getattr(self, f"_{name}")()

    def machine(self, key: str) -> Machine | None:
        return next((machine for machine in self.machines if machine.key == key), None)

    def _collatz(self) -> list[Measurement]:
        found = self._of_programs([programs.find("collatz")]) + self._start_up()
        return found if self.quick else found + [self._full_collatz()] + self._wide_collatz()

    def _programs(self) -> list[Measurement]:
        return self._of_programs([program for program in self._some_programs() if program.name != "collatz"])

    def _some_programs(self) -> list[Program]:
        return [programs.find("sum-shfl")] if self.quick else programs.PROGRAMS

    def _of_programs(self, some: list[Program]) -> list[Measurement]:
        found = []
        for program in some:
            for size_name in program.sizes:
                if self.quick and (size_name == "tiny") != program.has_peers:
                    continue
                case = Case(program, size_name, self.tools)
                for machine in self.machines:
                    if machine.does(case) or (self.quick and machine.peer and program.has_peers):
                        name = f"run/{case.name}/{machine.key}"
                        found.append(
                            Measurement(name, lambda case=case, machine=machine: run_case(machine, case, self.seconds))
                        )
        return found

    @property
    def seconds(self) -> float:
        return 0.001 if self.quick else TIMED

    def _timed(self, machine: Machine, arguments: list) -> dict:
        """A run of musimd_timer with arguments other than a case's."""
        engine, checks = machine.key.removesuffix("-off"), "off" if machine.key.endswith("-off") else "on"
        command = [self.tools.timer, "--engine", engine, "--checks", checks, f"--seconds={self.seconds}", *arguments]
        report = json.loads(run_process(command, environment=machine.environment).output)
        return {"seconds": median_of_runs(report, "processor"), "steps": report["steps"]}

    def _loops(self) -> list[Machine]:
        """The engines on which the loop is measured."""
        return self._engines("rules", "fast", *(() if self.quick else ("native", "native-off")))

    def _engines(self, *keys: str) -> list[Machine]:
        return [machine for machine in self.machines if machine.key in keys]

    def _lanes(self) -> list[Measurement]:
        found = self._warps()
        for machine in self._loops():
            for lanes in (1, 32) if self.quick else LANES:
                trips = 20_000 // (lanes + 256) + 1 if machine.key == "rules" else 1_000_000 // (lanes + 256) + 200
                arguments = ["--file", LOOP, f"--threads={lanes}", f"--define=TRIPS={trips}"]
                found.append(
                    Measurement(f"lanes/{lanes}/{machine.key}", lambda m=machine, a=arguments: self._timed(m, a))
                )
        return found

    def _warps(self) -> list[Measurement]:
        found = []
        for machine in self._loops():
            for warps in (1, 10) if self.quick else WARPS:
                trips = (10_000 if machine.key == "rules" else 100_000) // warps + 10
                arguments = ["--file", LOOP, f"--warps={warps}", f"--define=TRIPS={trips}"]
                found.append(
                    Measurement(f"warps/{warps}/{machine.key}", lambda m=machine, a=arguments: self._timed(m, a))
                )
        return found

    def _wide_collatz(self) -> list[Measurement]:
        case = Case(programs.find("collatz"), "large", self.tools)
        lanes = case.items
        found = []
        for machine in self._engines("fast", "native", "native-off"):
            for threads in WIDE:
                arguments = case.musimd_arguments("32-wrap") + [f"--threads={threads}"]
                arguments = [a for a in arguments if not a.startswith("--warps")] + [f"--warps={lanes // threads}"]
                found.append(
                    Measurement(f"wide/{threads}/{machine.key}", lambda m=machine, a=arguments: self._timed(m, a))
                )
        return found

    def _full_collatz(self) -> Measurement:
        """Collatz of one number in all lanes, so that all are active in every step."""
        case = Case(programs.find("collatz"), "large", self.tools)
        fast = self.machine("fast")
        arguments = [a for a in case.musimd_arguments(WORD) if not a.startswith("--preload")]
        arguments.append(f"--preload=0:{case.items}:27:0")
        return Measurement("full/fast", lambda: self._timed(fast, arguments))

    def _checks(self) -> list[Measurement]:
        if self.quick:
            return []
        fast = self.machine("fast")
        found = []
        for name in RACES:
            case = Case(programs.find(name), "large", self.tools)
            for races in ("off", "warp") + (("thread",) if name in RACES_BETWEEN_THREADS else ()):
                arguments = case.musimd_arguments("32-wrap") + [f"--races={races}"]
                found.append(Measurement(f"races/{name}/{races}", lambda a=arguments: self._timed(fast, a)))
        for machine in self._engines("fast", "native"):
            for word in WORDS:
                arguments = ["--file", LOOP, f"--word={word}", "--define=TRIPS=10000"]
                found.append(
                    Measurement(f"word/{word}/{machine.key}", lambda m=machine, a=arguments: self._timed(m, a))
                )
        return found

    def _memory(self) -> list[Measurement]:
        if self.quick:
            return []
        found = []
        for machine in self._engines("fast", "native"):
            for shape in ((1, 1, 1), *SHAPES):
                name = f"memory/{'x'.join(map(str, shape))}/{machine.key}"
                found.append(Measurement(name, lambda s=shape, m=machine: peak_memory(self.tools, m, *s)))
        return found

    def _kernels(self) -> list[Measurement]:
        """Each kernel from source: on musimd's engines by each front end, and on the peers once for each form."""
        found = []
        for kernel in [kernels.find("sort")] if self.quick else kernels.KERNELS:
            for form, front_ends in kernels.FORMS.items():
                for size in ("tiny",) if self.quick else ("small", "large"):
                    task = kernels.Task(kernel, form, size, self.tools)
                    for machine in self._engines(*kernel_runs.MACHINES["tiny" if self.quick else size]):
                        found += self._of_kernel(machine, task, front_ends)
        return found

    def _of_kernel(self, machine: Machine, task: kernels.Task, front_ends: tuple[str, ...]) -> list[Measurement]:
        if machine.peer:
            name = f"kernel/{task.name}/{machine.key}"
            return [Measurement(name, lambda: kernel_runs.run_peer(machine, task, self.seconds), once=task.small)]
        return [
            Measurement(
                f"kernel/{task.name}/{front_end}/{machine.key}",
                lambda f=front_end: kernel_runs.run_on_musimd(machine, task, f, self.seconds),
                once=task.small,
            )
            for front_end in front_ends
            if front_end in self.tools.front_ends
        ]

    def _growth(self) -> list[Measurement]:
        found = []
        for axis in growth.AXES:
            for series, points in axis.points.items():
                for count in points:
                    absent = series != "check" and not self._engines(series)
                    if absent or (self.quick and (count > 10 or series == "native")):
                        continue
                    name = f"growth/{axis.key}/{series}/{count}"
                    found.append(
                        Measurement(
                            name, lambda a=axis, s=series, c=count: growth.measure(self.tools, a, s, c), once=True
                        )
                    )
        for jobs in growth.JOBS:
            count = 50 if self.quick else growth.FUZZED
            run = partial(growth.fuzz, self.tools, jobs, count)
            found.append(Measurement(f"growth/jobs/{jobs}", run, once=True))
        return found

    def _cuda(self) -> list[Measurement]:
        return self._script("cuda", f"--build={self.tools.build}", "--runs=3") if "cuda" in self.tools.front_ends else []

    def _lockstep(self) -> list[Measurement]:
        return self._script("lockstep")

    def _script(self, name: str, *options: str) -> list[Measurement]:
        """The table of another benchmark, which repeats what it measures itself."""
        command = [SOURCES / "benchmarks" / name / "run-all", *options]
        measurement = Measurement(f"script/{name}", lambda: {"text": run_process(command).output}, once=True)
        return [] if self.quick else [measurement]

    def _start_up(self) -> list[Measurement]:
        case = Case(programs.find("collatz"), "tiny", self.tools)
        found = []
        for machine in self.machines:
            if machine.processors == 1 and machine.key != "fast-default":
                found.append(Measurement(f"start/{machine.key}", lambda m=machine: start_up(self.tools, m, case)))
        return found


def run_case(machine: Machine, case: Case, seconds: float) -> dict:
    """A machine runs a case. Raises Unable if it cannot, and Failure if its result differs from the others'."""
    machine.forget_complaint()
    try:
        done = run_process(
            machine.command(case, 0 if machine.once else seconds), machine.processors, machine.environment
        )
    except ProcessFailed as error:
        raise Unable(str(error)) from error
    if complaint := machine.complaint():
        raise Unable(complaint)
    report = json.loads(done.output)
    if report["checksum"] != case.description["checksum"]:
        raise Failure(f"{machine.title}, {case.name}: its result differs from that of the other machines")
    clock = "processor" if machine.processors == 1 else "wall"
    return {
        "seconds": median_of_runs(report, clock),
        "empty": median_of_runs(report, clock, "empty") if "empty" in report else 0.0,
        "about": report.get("about", ""),
        "peak_kib": report.get("peak_kib"),
        "steps": case.description["steps"],
        "active": case.description["active_lane_instructions"],
    }


def probe(machines: list[Machine], tools: Tools) -> None:
    """Marks machines that cannot run even the smallest case: a missing OpenCL platform, or compiler."""
    for machine in machines:
        if not machine.absent:
            try:
                record = run_case(machine, Case(programs.find("collatz"), "tiny", tools), 0.0)
                machine.version = " ".join(record["about"].split(",")[0].split()) or machine.version
            except Unable as reason:
                machine.absent = str(reason).splitlines()[0]


def start_up(tools: Tools, machine: Machine, case: Case) -> dict:
    """The wall-clock seconds from the start of a process to the lengths of 32 trajectories: with empty caches, and
    again with the caches that the first run filled."""
    with tempfile.TemporaryDirectory() as folder:
        environment = machine.environment | {"XDG_CACHE_HOME": folder, "POCL_CACHE_DIR": folder}
        compiled = 0.0
        if machine.key in ("scalar", "ispc"):
            compiled = _compile_time(tools, machine.key, case)
        command = _command_line(tools, machine, case, Path(folder))
        cold = run_process(command, environment=environment).wall
        return {"cold": compiled + cold, "warm": run_process(command, environment=environment).wall}


def _compile_time(tools: Tools, key: str, case: Case) -> float:
    forget_what_is_compiled()
    start = time.monotonic()
    compile_ispc(tools, case, case.items) if key == "ispc" else compile_scalar(tools, case, case.items)
    return time.monotonic() - start


def _command_line(tools: Tools, machine: Machine, case: Case, folder: Path) -> list:
    if machine.peer:
        return machine.command(case, 0)
    words = folder / "numbers"
    words.write_text("0: " + " ".join(str(n) for n in range(1, 33)) + "\n", encoding="utf-8")
    command = [
        tools.musimd,
        "run",
        case.program.path,
        "--define",
        "OUT=32",
        "--warps",
        "1",
        "--memory",
        words,
        "--json",
    ]
    engine = machine.key.removesuffix("-off")
    return command + ["--engine", engine] + (["--checks", "off"] if machine.key.endswith("-off") else [])


def peak_memory(tools: Tools, machine: Machine, threads: int, warps: int, variables: int) -> dict:
    """For a process that runs a program with this many variables once."""
    with tempfile.NamedTemporaryFile("w", suffix=".asm") as program:
        program.writelines(f"        v{v} = tid + {v}\n" for v in range(variables))
        program.write("        stop\n")
        program.flush()
        command = [
            tools.timer,
            "--file",
            program.name,
            "--engine",
            machine.key,
            f"--threads={threads}",
            f"--warps={warps}",
        ]
        done = run_process([*command, "--seconds=0"], environment=machine.environment)
        return {"peak_kib": json.loads(done.output)["peak_kib"]}
