"""The commands that are measured, in this order: each continues the build of those before it."""

from dataclasses import dataclass
from pathlib import Path

from timing import ninja_log, reports
from timing.clone import Clone
from timing.ninja_log import Step
from timing.processes import Ran, clean_environment, run

KERNEL = "programs/kernels/cuda/bugs/missing-barrier-fixed.cu --block 64 --elements 128"
KEPT_UNITS = 40  # the most expensive ones, whose sources are recorded
TESTS_FAILED = 8  # exit status of ctest


@dataclass(frozen=True)
class Stage:
    key: str
    title: str
    arguments: str  # of bootstrap.sh
    builds: bool = True

    @property
    def command(self) -> str:
        return f"./bootstrap.sh {self.arguments}".rstrip()


STAGES = (
    Stage("first", "first command", "musimd run programs/paper/figure9.pl"),
    Stage("kernels", "the part for kernels", f"musimd cuda {KERNEL}"),
    Stage("fuzz", "the part for fuzzing", "musimd fuzz --count 10"),
    Stage("full", "everything else", ""),
    Stage("tests", "running the tests", "ctest", builds=False),
)
INCREMENTAL = "incremental"
KEYS = (*(stage.key for stage in STAGES), INCREMENTAL)


def needed_by(key: str) -> list[Stage]:
    """The stages whose build this one continues."""
    return [stage for stage in STAGES[: KEYS.index(key)] if stage.builds]


class Runner:
    """Runs stages in a clone, and writes their outputs to a folder."""

    def __init__(self, clone: Clone, folder: Path):
        self.clone = clone
        self.logs = folder / "logs"
        self.logs.mkdir(exist_ok=True)
        self.environment = clean_environment(folder / "cache")

    def run(self, name: str, command: list[str], statuses: tuple[int, ...] = (0,)) -> tuple[Ran, list[Step]]:
        """Runs a command in the clone; returns also the steps of Ninja that it caused."""
        before = ninja_log.read(self.clone.build)
        ran = run(command, self.clone.root, self.environment, self.logs / name, statuses)
        return ran, ninja_log.new_steps(before, ninja_log.read(self.clone.build))

    def stage(self, stage: Stage) -> dict:
        """Runs a stage, and returns what is recorded of it."""
        if stage.builds:
            self.clone.begin(stage.key)
        statuses = (0,) if stage.builds else (0, TESTS_FAILED)
        ran, steps = self.run(stage.key, ["./bootstrap.sh", *stage.arguments.split()], statuses)
        if stage.builds:
            self.clone.end(stage.key)
        record = costs(ran, steps) | {"reported": reports.bootstrap_steps(ran.errors)}
        build, root = self.clone.build, self.clone.root
        units = {step.name: ninja_log.sources_of_unit(step.name, build, root) for step in steps[:KEPT_UNITS]}
        record["sources"] = {name: sources for name, sources in units.items() if sources}
        if not stage.builds:
            record["tests"] = reports.tests(ran.output)
        return record


def costs(ran: Ran, steps: list[Step]) -> dict:
    return {"wall": ran.wall, "processor": ran.processor, "steps": [[step.name, step.seconds] for step in steps]}
