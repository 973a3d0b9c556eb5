"""The programs of programs/bench, the sizes at which they are measured, and their results."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable

SOURCES = Path(__file__).resolve().parents[3]

Constants = dict[str, int]


@dataclass(frozen=True)
class Size:
    """What determines the size of a program: its constants, its warps if no constant does, initial words."""

    defines: Constants = field(default_factory=dict)
    warps: int | None = None
    preloads: tuple[str, ...] = ()


@dataclass(frozen=True)
class Program:
    """A program, and its kernel for the peers if it has one (benchmarks/peers/kernels).

    The sizes: `tiny` for the machine in Prolog, `small` for slow interpreters, `large` for compiled code.
    """

    name: str
    sizes: dict[str, Size]
    results: Callable[[Constants], list[tuple[int, int]]]  # parts of memory: address, count
    variables: dict[str, str] = field(
        default_factory=dict
    )  # also results; and the constant for their address in the peers' memory
    kernel: str | None = None
    phases: Callable[[Constants], list[str]] | None = None  # the kernels, KERNEL@A for a loop
    only_scalar: bool = False  # its kernel is only for C++: one item does everything
    strided: bool = True  # its items share the work, whatever their number
    peer_constants: Constants = field(default_factory=dict)  # instead of the program's
    peer_preloads: Callable[[Constants], list[str]] = lambda c: []

    @property
    def path(self) -> Path:
        return SOURCES / "programs" / "bench" / f"{self.name}.asm"

    @property
    def has_peers(self) -> bool:
        return self.kernel is not None and not self.only_scalar

    def constants(self, size: Size) -> Constants:
        """Its constants at a size."""
        found = re.findall(r"^\.const\s+(\w+)\s+(-?\d+)", self.path.read_text(encoding="utf-8"), re.MULTILINE)
        return {name: int(value) for name, value in found} | size.defines


def _sizes(tiny: Size | None, small: Size, large: Size) -> dict[str, Size]:
    return ({"tiny": tiny} if tiny else {}) | {"small": small, "large": large}


def _collatz(warps: int, times_over: int = 1) -> Size:
    return Size({"OUT": warps * 32, "R": times_over}, warps, (f"0:{warps * 32}:1:1",))


def _bellman_ford(name: str, **rest) -> Program:
    return Program(
        name,
        _sizes(Size({"WARPS": 1, "N": 16, "HUB": 16}), Size(), Size({"N": 512, "WARPS": 8})),
        lambda c: [(c["DIST"], c["N"]), (c["OTHER"], c["N"]), (c["CHANGED"], c["N"])],
        kernel="bellman-ford",
        phases=lambda c: ["rows", "edges", f"relax@{c['CHANGED']}"],
        **rest,
    )


def _breadth_first_search(name: str, **rest) -> Program:
    return Program(
        name,
        _sizes(Size({"N": 32, "HUB": 16}), Size(), Size({"N": 8192, "HUB": 16, "LOW": 2, "SPAN": 1024})),
        lambda c: [(c["DIST"], c["N"])],
        kernel="breadth-first-search",
        phases=lambda c: ["rows", "edges", f"level@{c['FOUND']}"],
        peer_constants={"FOUND": 60000},  # a word per level
        peer_preloads=lambda c: ["60000:1000:0:0"],
        **rest,
    )


def _string_matching(name: str, **rest) -> Program:
    return Program(
        name,
        _sizes(
            Size({"LEN": 200, "M": 8, "WARPS": 1}), Size({"LEN": 6000, "WARPS": 8}), Size({"LEN": 40000, "WARPS": 32})
        ),
        lambda c: [(c["COUNT"], 1), (c["MATCH"], c["LEN"] - c["M"] + 1)],
        kernel="string-matching",
        phases=lambda c: ["make", "scan"],
        **rest,
    )


def _book_filter(name: str, **rest) -> Program:
    return Program(
        name,
        _sizes(
            Size({"BOOKS": 64, "LONGEST": 16, "WORDS": 1024, "WARPS": 1}),
            Size({"BOOKS": 1024, "WORDS": 65536, "WARPS": 8}),
            Size({"BOOKS": 16384, "WORDS": 1048576, "WARPS": 32}),
        ),
        lambda c: [(c["FOUND"], 1), (c["LENGTH"], c["BOOKS"]), (c["COPY"], c["WORDS"])],
        kernel="book-filter",
        phases=lambda c: ["filter"],
        peer_preloads=lambda c: [f"{c['COPY']}:{c['WORDS']}:0:0"],  # undefined in the program; 0 in the checksum
        **rest,
    )


PROGRAMS = [
    Program(
        "collatz",
        _sizes(_collatz(1), _collatz(256), _collatz(2048, 5)),
        lambda c: [(c["OUT"], c["OUT"])],
        kernel="collatz",
        phases=lambda c: ["lengths"],
        strided=False,
    ),
    Program(
        "mandelbrot",
        _sizes(
            Size({"WIDTH": 16, "HEIGHT": 8, "LIMIT": 20, "WARPS": 1}),
            Size({"WIDTH": 96, "HEIGHT": 64, "WARPS": 16}),
            Size({"WIDTH": 320, "HEIGHT": 200, "LIMIT": 100, "WARPS": 32}),
        ),
        lambda c: [(c["OUT"], c["WIDTH"] * c["HEIGHT"])],
        kernel="mandelbrot",
        phases=lambda c: ["picture"],
    ),
    Program(
        "matrix-product",
        _sizes(Size({"N": 8, "WARPS": 1}), Size({"N": 64, "WARPS": 32}), Size({"N": 128, "WARPS": 64})),
        lambda c: [(c["C"], c["N"] * c["N"])],
        kernel="matrix-product",
        phases=lambda c: ["make", "product"],
    ),
    _string_matching("string-matching"),
    _book_filter("book-filter"),
    _bellman_ford("bellman-ford"),
    _breadth_first_search("breadth-first-search"),
    Program(
        "depth-first-search",
        _sizes(Size({"N": 8, "WARPS": 1}), Size({"N": 40, "WARPS": 8}), Size({"N": 200, "WARPS": 32})),
        lambda c: [(c["EDGES"], c["N"] * c["DEGREE"])],
        variables={"reached": "REACHED", "deepest": "DEEPEST"},
        kernel="depth-first-search",
        phases=lambda c: ["edges", "search"],
        strided=False,
        peer_constants={"REACHED": 7_000_000, "DEEPEST": 7_500_000},
    ),
    Program(
        "quicksort",
        _sizes(Size({"LEN": 8, "WARPS": 1}), Size({"LEN": 48, "WARPS": 8}), Size({"LEN": 128, "WARPS": 16})),
        lambda c: [(c["ARRAYS"], c["LEN"])],
        variables={"messy": "MESSY"},
        kernel="quicksort",
        phases=lambda c: ["sort"],
        strided=False,
        peer_constants={"MESSY": 4_000_000},
    ),
    # These need shfl or everywhere.
    _string_matching("string-matching-everywhere", only_scalar=True),
    _book_filter("book-filter-everywhere", only_scalar=True),
    _bellman_ford("bellman-ford-everywhere", only_scalar=True),
    _breadth_first_search("breadth-first-search-everywhere", only_scalar=True),
    Program(
        "sum-shfl",
        _sizes(Size({"COUNT": 100}), Size({"COUNT": 100_000}), Size({"COUNT": 1_000_000})),
        lambda c: [(c["SUM"], 1)],
        kernel="sum-shfl",
        phases=lambda c: ["sum"],
        only_scalar=True,
    ),
    Program(
        "prefix-scan-shfl",
        _sizes(None, Size({"COUNT": 10_000}), Size({"COUNT": 200_000})),
        lambda c: [(c["Y"], c["COUNT"])],
        kernel="prefix-scan-shfl",
        phases=lambda c: ["scan"],
        only_scalar=True,
    ),
    Program(
        "histogram",
        _sizes(None, Size({"COUNT": 10_000}), Size({"COUNT": 46_000, "WARPS": 16})),
        lambda c: [(c["HIST"], c["BINS"])],
        kernel="histogram",
        phases=lambda c: ["count"],
        only_scalar=True,
    ),
    Program("bitonic-sort", _sizes(None, Size(), Size({"LEN": 1024})), lambda c: [(c["ARRAYS"], 32 * c["LEN"])]),
    Program(
        "lane-serial",
        _sizes(None, Size({"RUNS": 200}), Size({"RUNS": 4000, "LONGEST": 200})),
        lambda c: [(c["OUT"], c["RUNS"] * c["LONGEST"] // 4)],
    ),
    Program("nested-everywhere", _sizes(None, Size(), Size()), lambda c: [(c["COUNT"], 4)]),
    Program(
        "grid-barrier",
        _sizes(None, Size(), Size({"WARPS": 64, "ROWS": 20})),
        lambda c: [(c["SUMS"], c["WARPS"]), (c["Y"], 32 * c["WARPS"] * c["ROWS"])],
    ),
]

WITH_PEERS = [program for program in PROGRAMS if program.has_peers]
WITHOUT_PEERS = [program for program in PROGRAMS if not program.has_peers]


def find(name: str) -> Program:
    return next(program for program in PROGRAMS if program.name == name)
