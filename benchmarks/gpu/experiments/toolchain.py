"""The toolchain: nvcc and a device, as `musimd doctor` finds them, and the output of nvcc."""

import json
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from side_by_side.cases import Failure
from side_by_side.programs import SOURCES

GPU = SOURCES / "benchmarks" / "gpu"
FLAGS = ["-std=c++20", "-O3", "--expt-relaxed-constexpr", f"-I{SOURCES}"]


@dataclass(frozen=True)
class Host:
    """A program of host/, compiled by nvcc; one for each unit that musimd generates from an assembly program."""

    name: str
    source: str
    flags: tuple[str, ...] = ()
    program: str | None = None  # a file of programs/; the host program includes its unit

    def command(self, there: "Toolchain", output: Path, device_code_only: bool) -> list[str]:
        command = [there.nvcc, *FLAGS, f"-arch={there.architecture}", *self.flags]
        command += [str(GPU / "host" / self.source), "-o", str(output)]
        if self.program:
            command += there.unit_flags(self.program)
        if device_code_only:
            command = [part for part in command if not part.startswith("-l")] + ["-cubin"]
        return command


HOSTS = [
    Host("copies", "copies.cu"),
    Host("dynamic", "copies_dynamic.cu", ("-rdc=true", "-lcudadevrt")),
    Host("graphs", "graphs.cu"),
    Host("copy", "copies_generated.cu", program="copy"),
    Host("copy-everywhere", "copies_generated.cu", program="copy-everywhere"),
    Host("copy-everywhere-8", "copies_generated.cu", program="copy-everywhere-8"),
]


@dataclass
class Toolchain:
    """`absent` says why there is no nvcc, or no device."""

    musimd: Path
    work: Path
    nvcc: str = "nvcc"
    device: str = ""
    driver: str = ""
    absent: dict[str, str] = field(default_factory=dict)

    @property
    def architecture(self) -> str:
        """The device's, or sm_90 without a device."""
        capability = re.search(r"compute capability (\d+)\.(\d+)", self.device)
        return f"sm_{capability[1]}{capability[2]}" if capability else "sm_90"

    def unit_flags(self, program: str) -> list[str]:
        """Generates the unit of an assembly program; returns its numbers of rows, masks and scratch rows."""
        unit = self.work / f"{program}.cuh"
        compile_it = [self.musimd, "compile", GPU / "programs" / f"{program}.asm", "--to", "cuda", "--checks", "off"]
        unit.write_text(_output(compile_it), encoding="utf-8")
        numbers = numbers_of(_output([*compile_it, "--bare"]))
        return [f'-DUNIT="{unit}"'] + [f"-D{name}={count}" for name, count in numbers.items()]

    def compile_all(self, hosts: list[Host], device_code_only: bool = False, jobs: int = 2) -> None:
        with ThreadPoolExecutor(jobs) as pool:
            for _ in pool.map(lambda host: self._compile(host, device_code_only), hosts):
                pass

    def _compile(self, host: Host, device_code_only: bool) -> None:
        command = host.command(self, self.work / host.name, device_code_only)
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Failure(f"nvcc does not compile {host.source} ({host.name}):\n{done.stderr.strip()}")


def numbers_of(translation: str) -> dict[str, int]:
    """The numbers of rows, masks and scratch rows in a program's translation."""

    def most(pattern: str) -> int:
        return max((int(number) for number in re.findall(pattern, translation)), default=0) + 1

    drafts = most(r"\bDraft \w+\(warp, (\d+)")
    rooms = most(r"\b(?:saved_row|room)\(warp, (\d+)")
    return {"ROWS": most(r"\brow\(warp, (\d+)"), "MASKS": most(r"\bmask\(warp, (\d+)"), "ROOM": drafts + rooms}


def _output(command: list) -> str:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failure(f"{' '.join(str(part) for part in command)}: {done.stderr.strip()}")
    return done.stdout


def find(musimd: Path, work: Path) -> Toolchain:
    """The findings of `musimd doctor`."""
    if not musimd.exists():
        raise FileNotFoundError(f"{musimd} not found: build it, or omit --no-build")
    work.mkdir(parents=True, exist_ok=True)
    there = Toolchain(musimd, work)
    for finding in json.loads(_output([musimd, "doctor", "--json"]))["findings"]:
        found = finding["state"] == "found"
        if finding["name"] == "nvcc":
            _note(there, "nvcc", found, finding)
            if found:
                there.nvcc = re.sub(r".* \((.*)\)$", r"\1", finding["what"])
        elif finding["name"] == "CUDA driver" and found:
            there.driver = finding["what"]
        elif finding["name"] == "CUDA driver":
            there.absent["device"] = finding["what"]
        elif finding["name"] in ("GPU", "GPU 0"):
            there.device = finding["what"] if found else ""
            if not found:
                there.absent.setdefault("device", finding["what"])
    return there


def _note(there: Toolchain, name: str, found: bool, finding: dict) -> None:
    if not found:
        there.absent[name] = f"{finding['what']}; {finding['advice']}"
