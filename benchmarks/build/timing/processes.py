"""Runs the commands of a build, which take minutes and report on standard error."""

import os
import resource
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from side_by_side.measure import ProcessFailed

LONGEST = 4 * 3600  # seconds
SHOWN = 15  # lines of a failed command's errors

# Variables of the user's environment that could change the build.
NOT_INHERITED = ("CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS", "MAKEFLAGS", "DESTDIR")
NOT_INHERITED_PREFIXES = ("CMAKE_", "CTEST_", "CCACHE_", "SCCACHE_", "NINJA_", "MUSIMD_")


@dataclass
class Ran:
    """The outputs of a command, its wall-clock seconds, and processor seconds with those of its children."""

    output: str
    errors: str
    wall: float
    processor: float


def clean_environment(cache: Path) -> dict[str, str]:
    """Without options of a build and without compiler caches; musimd's own cache is in a folder of the measurement."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in NOT_INHERITED and not name.startswith(NOT_INHERITED_PREFIXES)
    }
    return kept | {"CCACHE_DISABLE": "1", "CMAKE_CXX_COMPILER_LAUNCHER": "", "XDG_CACHE_HOME": str(cache)}


def run(
    command: list[str], folder: Path, environment: dict[str, str], log: Path, statuses: tuple[int, ...] = (0,)
) -> Ran:
    """Runs a command in a folder. Writes its outputs to LOG.out and LOG.err."""
    output, errors = log.with_name(log.name + ".out"), log.with_name(log.name + ".err")
    before = _processor_seconds()
    start = time.monotonic()
    with output.open("wb") as to_output, errors.open("wb") as to_errors:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=to_output,
            stderr=to_errors,
            start_new_session=True,
        )
        try:
            status = process.wait(timeout=LONGEST)
        except BaseException as error:
            os.killpg(process.pid, signal.SIGKILL)  # with the compilers that it started
            process.wait()
            if isinstance(error, subprocess.TimeoutExpired):
                raise ProcessFailed(f"{' '.join(command)}: more than {LONGEST} seconds") from error
            raise
    wall = time.monotonic() - start
    if status not in statuses:
        last = "\n".join(_text(errors).splitlines()[-SHOWN:])
        raise ProcessFailed(f"{' '.join(command)}: exit status {status}; see {errors}\n{last}".rstrip())
    return Ran(_text(output), _text(errors), wall, _processor_seconds() - before)


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


def _processor_seconds() -> float:
    """Of all processes that ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def ask(command: list[str], folder: Path) -> str:
    """The output of a command; a ProcessFailed if it fails."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    except OSError as error:
        raise ProcessFailed(f"{command[0]}: {error.strerror}") from error
    if done.returncode != 0:
        raise ProcessFailed(f"{' '.join(command)}: {done.stderr.strip() or f'exit status {done.returncode}'}")
    return done.stdout
