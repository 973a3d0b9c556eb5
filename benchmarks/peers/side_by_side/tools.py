"""The executables of the build, and the tools of the peers."""

import hashlib
import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from side_by_side.programs import SOURCES

PEERS = SOURCES / "benchmarks" / "peers"


def ask(command: list[str | None]) -> str:
    """The first line of a command's output; empty if it cannot be run."""
    if command[0] is None:
        return ""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    except OSError:
        return ""
    lines = [line for line in done.stdout.splitlines() if line.strip()]
    return lines[0].strip() if done.returncode == 0 and lines else ""


@dataclass
class Tools:
    """Paths; None for missing tools."""

    build: Path
    timer: Path
    musimd: Path
    compiled_host: Path
    opencl_host: Path | None
    engines: list[str]
    front_ends: list[str]  # of `musimd`, that read kernels
    choice_of_checks: bool  # whether engines can omit their checks
    compiler: str | None
    c_compiler: str | None
    ispc: str | None
    oclgrind: str | None
    prolog: str | None

    def fingerprint(self) -> str:
        """Identifies the build."""
        return hashlib.sha256(self.timer.read_bytes() + self.musimd.read_bytes()).hexdigest()[:16]

    @property
    def work(self) -> Path:
        """The folder for files that the benchmark creates."""
        path = self.build / "performance"
        path.mkdir(exist_ok=True)
        return path


def build(folder: Path) -> None:
    """Configures and builds the executables."""
    targets = ["musimd", "musimd_timer", "musimd_batch_check", "musimd_compiled_host"]
    subprocess.run(
        ["cmake", "-S", SOURCES, "-B", folder, "-DCMAKE_BUILD_TYPE=Release", "-DMUSIMD_BENCHMARKS=ON"]
        + ([] if (folder / "CMakeCache.txt").exists() or not shutil.which("ninja") else ["-G", "Ninja"]),
        check=True,
        stdout=subprocess.DEVNULL,
    )
    listed = subprocess.run(
        ["cmake", "--build", folder, "--target", "help"], capture_output=True, text=True, check=True
    )
    if "musimd_opencl_host" in listed.stdout:
        targets.append("musimd_opencl_host")
    subprocess.run(["cmake", "--build", folder, "--parallel", str(os.cpu_count()), "--target", *targets], check=True)


def find(folder: Path) -> Tools:
    """The tools of a build folder; raises FileNotFoundError if it has not been built."""
    hosts = folder / "benchmarks" / "cpu" / "hosts"
    timer = hosts / "musimd_timer"
    for needed in (folder / "musimd", timer, hosts / "musimd_compiled_host"):
        if not needed.exists():
            raise FileNotFoundError(f"{needed} not found: build it, or omit --no-build")
    about = json.loads(subprocess.run([timer, "--engines"], capture_output=True, text=True, check=True).stdout)
    opencl_host = hosts / "musimd_opencl_host"
    return Tools(
        build=folder,
        timer=timer,
        musimd=folder / "musimd",
        compiled_host=hosts / "musimd_compiled_host",
        opencl_host=opencl_host if opencl_host.exists() else None,
        engines=about["engines"],
        front_ends=["spmd"] + (["omp", "cuda"] if (folder / "musimd_clang.so").exists() else []),
        choice_of_checks=about["checks"],
        compiler=shutil.which(os.environ.get("CXX", "c++")),
        c_compiler=shutil.which(os.environ.get("CC", "cc")),
        ispc=shutil.which("ispc"),
        oclgrind=shutil.which("oclgrind"),
        prolog=shutil.which("swipl"),
    )


def processor() -> str:
    """The processor's name and its widest vectors."""
    text = Path("/proc/cpuinfo").read_text(encoding="utf-8") if os.path.exists("/proc/cpuinfo") else ""
    fields = dict(line.split(":", 1) for line in text.splitlines() if ":" in line)
    fields = {name.strip(): value.strip() for name, value in fields.items()}
    flags = fields.get("flags", "").split()
    vectors = next((name for flag, name in (("avx512f", "AVX-512"), ("avx2", "AVX2")) if flag in flags), "no AVX2")
    return f"{fields.get('model name', 'unknown processor')}, {vectors}, {os.cpu_count()} processors"
