"""The kernels from source (benchmarks/kernels), their inputs, and what each machine needs to run one."""

import array
import re
import struct
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Callable

from side_by_side.cases import Failure
from side_by_side.programs import SOURCES
from side_by_side.tools import Tools

FOLDER = SOURCES / "benchmarks" / "kernels"
FRONT_ENDS = {"spmd": "NSIMD DSL", "omp": "OpenMP", "cuda": "CUDA"}
FORMS = {"grid": ("omp", "cuda"), "lanes": ("spmd",)}


@dataclass(frozen=True)
class Array:
    """A parameter: random numbers below `below`, or zeros, as 32-bit floats or integers."""

    count: int
    below: int = 0
    floats: bool = False
    result: bool = False

    def numbers(self, seed: int) -> list[int]:
        """The same ones on every machine."""
        state, found = 2 * seed + 1, []
        for _ in range(self.count if self.below else 0):
            state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
            found.append((state >> 33) % self.below)
        return found or [0] * self.count


Parameters = dict[str, int | Array]


@dataclass(frozen=True)
class Form:
    """A kernel with its parameters, by a size: as one task for a grid of threads (OpenMP and CUDA C++), or the many
    small ones of the SPMD DSL, which has neither gathers nor atomics."""

    parameters: Callable[[int], Parameters]
    threads: Callable[[int], tuple[int, int]]  # blocks, and threads in each
    sizes: dict[str, int]


@dataclass(frozen=True)
class Kernel:
    name: str
    grid: Form
    lanes: Form


def _in(count: int) -> Array:
    return Array(count, 8, floats=True)


def _out(count: int) -> Array:
    return Array(count, floats=True, result=True)


def _elements(n: int) -> tuple[int, int]:
    return n // 64, 64


KERNELS = [
    Kernel(
        "product",
        Form(
            lambda n: {"n": n, "a": _in(n * n), "b": _in(n * n), "c": _out(n * n)},
            lambda n: (n * n // 256, 256),
            {"tiny": 16, "small": 48, "large": 128},
        ),
        Form(
            lambda n: {"n": n, "a": _in(16 * n), "b": _in(16 * n), "c": _out(16 * n)},
            _elements,
            {"tiny": 64, "small": 4096, "large": 16384},
        ),
    ),
    Kernel(
        "n_body",
        Form(
            lambda n: {"n": n, "x": _in(n), "y": _in(n), "mass": _in(n), "ax": _out(n), "ay": _out(n)},
            lambda n: (n // 128, 128),
            {"tiny": 128, "small": 256, "large": 1024},
        ),
        Form(
            lambda n: {"x": _in(n + 64), "y": _in(n + 64), "mass": _in(n + 64), "ax": _out(n), "ay": _out(n)},
            _elements,
            {"tiny": 64, "small": 2048, "large": 16384},
        ),
    ),
    Kernel(
        "stencil",
        Form(
            lambda n: {"width": n, "height": n, "in": _in(n * n), "out": _out(n * n)},
            lambda n: (n * n // 128, 128),
            {"tiny": 16, "small": 64, "large": 256},
        ),
        Form(
            lambda n: {"width": 128, "in": _in(n + 4 * 128 + 4), "out": _out(n)},
            _elements,
            {"tiny": 64, "small": 4096, "large": 16384},
        ),
    ),
    Kernel(
        "reduction",
        Form(
            lambda n: {"rows": n, "n": 4000, "in": Array(n * 4000, 1000), "out": Array(n, result=True)},
            lambda n: (n, 128),
            {"tiny": 1, "small": 16, "large": 64},
        ),
        Form(
            lambda n: {"n": n, "in": Array(64 * n, 1000), "out": Array(n, result=True)},
            _elements,
            {"tiny": 64, "small": 1024, "large": 4096},
        ),
    ),
    Kernel(
        "histogram",
        Form(
            lambda n: {"n": n, "in": Array(n, 2**31), "out": Array(1024, result=True)},
            lambda n: (n // 2048, 256),
            {"tiny": 2048, "small": 8192, "large": 65536},
        ),
        Form(
            lambda n: {"n": n, "in": Array(32 * n, 4), "out": Array(4 * n, result=True)},
            _elements,
            {"tiny": 64, "small": 512, "large": 4096},
        ),
    ),
    Kernel(
        "sort",
        Form(
            lambda n: {"rows": n, "a": Array(n * 64, 1000, result=True)},
            lambda n: (n, 32),
            {"tiny": 1, "small": 32, "large": 512},
        ),
        Form(
            lambda n: {"n": n, "a": Array(8 * n, 1000, result=True)},
            _elements,
            {"tiny": 64, "small": 1024, "large": 8192},
        ),
    ),
]


def find(name: str) -> Kernel:
    return next(kernel for kernel in KERNELS if kernel.name == name)


class Task:
    """A kernel in one of its forms ("grid", "lanes") at a size, with the files that machines read."""

    def __init__(self, kernel: Kernel, form: str, size_name: str, tools: Tools):
        self.kernel, self.form, self.tools = kernel, form, tools
        self.small = size_name == "small"
        chosen: Form = getattr(kernel, form)
        size = chosen.sizes[size_name]
        self.name = f"{kernel.name}.{form}.{size_name}"
        self.blocks, self.threads = chosen.threads(size)
        self.parameters = chosen.parameters(size)
        self.addresses: dict[str, int] = {}
        self.words = 0
        for name, parameter in self.arrays():
            self.addresses[name] = self.words
            self.words += parameter.count

    def arrays(self) -> list[tuple[str, Array]]:
        return [(name, p) for name, p in self.parameters.items() if isinstance(p, Array)]

    def _file(self, suffix: str) -> Path:
        folder = self.tools.work / "kernels"
        folder.mkdir(exist_ok=True)
        return folder / f"{self.name}.{suffix}"

    # musimd

    @cache
    def program(self, front_end: str) -> tuple[Path, list[str]]:
        """The machine's program of the launch, and where its results are: A:COUNT."""
        path = self._file(f"{front_end}.asm")
        command = [self.tools.musimd, front_end, *self._launch(front_end), "--emit", "asm", *self._arguments()]
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Failure(f"{self.name}, {front_end}: {done.stderr.strip()}")
        path.write_text(done.stdout, encoding="utf-8")
        buffers = dict(re.findall(r"^\.buffer (\w+) (\d+)", done.stdout, re.MULTILINE))
        return path, [f"{buffers[name]}:{p.count}" for name, p in self.arrays() if p.result]

    def _launch(self, front_end: str) -> list:
        name = self.kernel.name
        if front_end == "spmd":
            return [FOLDER / f"{name}.hpp", "--n", self.blocks * self.threads]
        if front_end == "omp":
            return [FOLDER / f"{name}.c", "--function", name, "--model", "spmd", "--simd", "32"]
        return [FOLDER / f"{name}.cu", "--model", "lockstep", "--grid", self.blocks, "--block", self.threads]

    def _arguments(self) -> list[str]:
        found = []
        for seed, (name, parameter) in enumerate(self.parameters.items()):
            if isinstance(parameter, Array):
                path = self._file(f"{name}.txt")
                path.write_text("\n".join(map(str, parameter.numbers(seed))) + "\n", encoding="utf-8")
                found.append(f"--arg={name}=@{path}")
            else:
                found.append(f"--arg={name}={parameter}")
        return [str(word) for word in found]

    # Peers: a kernel `start` with a memory of words

    def peer_arguments(self, code: Path) -> list:
        return ["--code", code, *self._peer_task()]

    @cache
    def _peer_task(self) -> list:
        arguments = ["--phase=start", f"--words={self.words}"]
        for seed, (name, parameter) in enumerate(self.parameters.items()):
            if isinstance(parameter, Array):
                path = self._file(f"{name}.bin")
                path.write_bytes(_words(parameter, seed))
                arguments.append(f"--load={self.addresses[name]}:{path}")
        results = [f"{self.addresses[name]}:{p.count}" for name, p in self.arrays() if p.result]
        arguments += [f"--result={result}" for result in results]
        return arguments + [f"--items={self.blocks * self.threads}", f"--group={self.threads}"]

    def opencl(self) -> Path:
        """A file of OpenCL C: that beside the CUDA kernel, or the SPMD kernel by macros."""
        path = self._file("cl")
        parts = ["#pragma OPENCL FP_CONTRACT OFF\n"]
        if self.form == "grid":
            parts += [f"#define {name} {p}\n" for name, p in self.parameters.items() if not isinstance(p, Array)]
            parts += [f"#define AT_{name} {address}\n" for name, address in self.addresses.items()]
            parts.append(_text(f"{self.kernel.name}.cl").replace(f"void {self.kernel.name}(", "void start("))
        else:
            parts.append((FOLDER.parent / "peers" / "targets" / "spmd_opencl.h").read_text(encoding="utf-8"))
            parts.append(re.sub(r"\b(float|int) \*", r"__global \1 *", self._spmd_source()))
            head = "__kernel void start(__global int* memory, int turn)"
            parts.append(f"{head} {{ {self._call('', '__global ')} }}\n")
        path.write_text("".join(parts), encoding="utf-8")
        return path

    def scalar(self) -> Path:
        """A shared library: the C function without OpenMP, or the SPMD kernel as plain C++, not vectorised."""
        head = "void start(int* memory, int turn)"
        if self.form == "grid":
            body = f"{head} {{ (void)turn; {self._call('')} }}\n"
            text = f'#include "{FOLDER / self.kernel.name}.c"\n{body}'
            path = self._file("c")
        else:
            body = f'extern "C" {head} {{ (void)turn; for (long i = 0; i < {self.blocks * self.threads}; ++i) '
            body += f"{self._call('<32>', first='i, ')} }}\n"
            text = f'#include "dsl/spmd/scalar.hpp"\n{self._spmd_source()}{body}'
            path = self._file("cpp")
        path.write_text(text, encoding="utf-8")
        return path

    def _spmd_source(self) -> str:
        """The kernel of the SPMD DSL without its directives: what defines the keywords depends on the machine."""
        return re.sub(r"^#.*\n", "", _text(f"{self.kernel.name}.hpp"), flags=re.MULTILINE)

    def _call(self, template: str, space: str = "", first: str = "") -> str:
        words = []
        for name, parameter in self.parameters.items():
            if isinstance(parameter, Array):
                kind = "float" if parameter.floats else "int"
                words.append(f"({space}{kind}*)(memory + {self.addresses[name]})")
            else:
                words.append(str(parameter))
        return f"{self.kernel.name}{template}({first}{', '.join(words)});"


def _words(parameter: Array, seed: int) -> bytes:
    numbers = parameter.numbers(seed)
    return struct.pack(f"={len(numbers)}f", *numbers) if parameter.floats else array.array("i", numbers).tobytes()


def _text(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")
