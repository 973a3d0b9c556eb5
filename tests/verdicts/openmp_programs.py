"""The programs with OpenMP whose runs are published: which files they have, and how musimd runs them."""

import dataclasses
import pathlib
import re

RUNS = ["--function", "main", "--compilers", "gcc", "--max-steps", "2000000000"]


@dataclasses.dataclass
class Program:
    group: str  # the row of the table
    name: str
    folder: pathlib.Path  # where it runs
    command: list  # the words after `musimd`


def program(group, name, folder, files, options=(), arguments=()):
    words = ["omp", *files, *options, *RUNS]
    return Program(group, name, folder, words + (["--", *map(str, arguments)] if arguments else []))


def has_main(file):
    return re.search(r"\bmain\s*\(", file.read_text(encoding="utf-8", errors="replace")) is not None


def all_with_main(group, folder, pattern):
    for file in sorted(folder.glob(pattern)):
        if file.suffix in (".c", ".cpp", ".cc") and has_main(file):
            yield program(group, str(file.relative_to(folder)), file.parent, [file.name])


def openmp_vv(folder, _):
    root = folder / "tests/5.0"
    for file in sorted(root.glob("*/*.c")):
        name = str(file.relative_to(root))
        yield program("OpenMP_VV, tests/5.0, C", name, root, [name], ["-I", str(folder / "ompvv")])


def openmp_examples(folder, _):
    yield from all_with_main("OpenMP's Examples, C and C++", folder, "*/sources/*.c*")


def tutorials(folder, _):
    """A folder of tutorials; each file with a `main` is a program."""
    yield from all_with_main(f"tutorial {folder.name}", folder, "**/*.c*")


NPB_C = {"EP": "ep", "IS": "is", "CG": "cg", "MG": "mg", "FT": "ft"}


def npb(folder, _):
    """Prepared by `sys/setparams NAME S` in each folder, which writes npbparams.h."""
    for name, stem in NPB_C.items():
        files = ["c_print_results.c", "c_timers.c", "wtime.c"] + ([] if name == "IS" else ["c_randdp.c"])
        common = [str(folder / "common" / file) for file in files]
        yield program("NPB 3.0 in C, class S", name, folder / name, [f"{stem}.c", *common], ["-I", str(folder / "common")])


# The library of matrices that leukocyte is linked with: what it uses, and what that needs.
MESCHACH = ["bdfactor", "copy", "err", "init", "iter0", "ivecop", "lufactor", "machine", "matop", "meminfo", "memory", "memstat", "norm",
            "pxop", "solve", "sparse", "sprow", "submat", "zmachine", "zmemory"]  # fmt: skip

RODINIA = [
    ("backprop", "backprop", ["backprop.c", "facetrain.c", "imagenet.c", "backprop_kernel.c"], [], [1024]),
    ("bfs", "bfs", ["bfs.cpp"], [], [4, "DATA/bfs1024.txt"]),
    ("b+tree", "b+tree", ["main.c", "kernel/kernel_cpu.c", "kernel/kernel_cpu_2.c", "util/timer/timer.c", "util/num/num.c"], [],
     ["core", 2, "file", "DATA/mil.txt", "command", "DATA/command.txt"]),
    ("cfd", "cfd", ["euler3d_cpu.cpp"], ["-D", "block_length=8"], ["DATA/fvcorr.small"]),
    ("heartwall", "heartwall", ["main.c", "AVI/avilib.c", "AVI/avimod.c"], ["-I", "AVI"], ["DATA/test.avi", 2, 4]),
    ("hotspot", "hotspot", ["hotspot_openmp.cpp"], [], [64, 64, 2, 4, "DATA/temp_64", "DATA/power_64", "/dev/null"]),
    ("hotspot3D", "hotspot3D", ["3D.c"], [], [64, 8, 2, "DATA/power_64x8", "DATA/temp_64x8", "/dev/null"]),
    ("kmeans", "kmeans/kmeans_openmp", ["cluster.c", "kmeans.c", "kmeans_clustering.c", "getopt.c"], [], ["-n", 4, "-i", "DATA/kdd"]),
    ("lavaMD", "lavaMD", ["main.c", "kernel/kernel_cpu.c", "util/num/num.c", "util/timer/timer.c"], [], ["-cores", 4, "-boxes1d", 2]),
    ("leukocyte", "leukocyte/OpenMP", ["detect_main.c", "avilib.c", "find_ellipse.c", "track_ellipse.c", "misc_math.c",
                                       *(f"../meschach_lib/{name}.c" for name in MESCHACH)],
     ["-I", "../meschach_lib"], [1, 4, "DATA/test.avi"]),
    ("lud", "lud/omp", ["lud.c", "lud_omp.c", "../common/common.c"], ["-I", "../common"], ["-s", 64]),
    ("mummergpu", "mummergpu/src", ["mummergpu_main.cpp", "mummergpu_gold.cpp", "suffix-tree.cpp", "PoolMalloc.cpp",
                                    "smith-waterman.cpp"], [], ["-C", "DATA/ref.fna", "DATA/query.fna"]),
    ("myocyte", "myocyte", ["main.c"], [], [10, 1, 0, 4]),
    ("nn", "nn", ["nn_openmp.c"], [], ["DATA/filelist", 5, 30, 90]),
    ("nw", "nw", ["needle.cpp"], [], [64, 10, 2]),
    ("particlefilter", "particlefilter", ["ex_particle_OPENMP_seq.c"], [], ["-x", 32, "-y", 32, "-z", 3, "-np", 100]),
    ("pathfinder", "pathfinder", ["pathfinder.cpp"], [], [1000, 20]),
    ("srad_v1", "srad/srad_v1", ["main.c"], [], [2, "0.5", 64, 64, 4]),
    ("srad_v2", "srad/srad_v2", ["srad.cpp"], [], [64, 64, 0, 31, 0, 31, 4, "0.5", 2]),
    ("streamcluster", "streamcluster", ["streamcluster_omp.cpp"], [], [4, 8, 4, 256, 128, 50, "none", "/dev/null", 4]),
]  # fmt: skip


def rodinia(folder, data):
    for name, where, files, options, arguments in RODINIA:
        words = [str(word).replace("DATA", str(data)) for word in arguments]
        yield program("Rodinia, openmp", name, folder / "openmp" / where, files, options, words)


def lulesh(folder, _):
    files = ["lulesh.cc", "lulesh-comm.cc", "lulesh-viz.cc", "lulesh-util.cc", "lulesh-init.cc"]
    yield program("LULESH 2.0", "lulesh", folder, files, ["-D", "USE_MPI=0"], ["-s", 4, "-i", 4])


def comd(folder, _):
    """Prepared by `./generate_info_header CoMD-openmp gcc` in src-openmp, which writes CoMD_info.h."""
    files = [file.name for file in sorted((folder / "src-openmp").glob("*.c"))]
    yield program("CoMD", "CoMD", folder / "src-openmp", files, ["-D", "DOUBLE"], ["-x", 4, "-y", 4, "-z", 4, "-N", 2, "-n", 1])
    loop = [f"{name}.c" for name in ("ljForce", "linkCells", "initAtoms", "decomposition", "parallel", "performanceTimers", "yamlOutput", "random")]
    driver = pathlib.Path(__file__).resolve().parent / "comd_force.c"
    yield program("CoMD", "its force loop", folder / "src-openmp", [str(driver), *loop], ["-I", ".", "-D", "DOUBLE"])


def stream(folder, _):
    yield program("STREAM", "stream", folder, ["stream.c"], ["-D", "STREAM_ARRAY_SIZE=10000"])


SUITES = {
    "OpenMP_VV": ("ompvv", openmp_vv),
    "OpenMP's Examples": ("data_environment/sources", openmp_examples),
    "NPB 3.0 in C": ("sys/setparams.c", npb),
    "Rodinia": ("openmp/hotspot3D", rodinia),
    "LULESH": ("lulesh.cc", lulesh),
    "CoMD": ("src-openmp/ljForce.c", comd),
    "STREAM": ("stream.c", stream),
}


def suite_of(folder):
    """Its title, and its programs; other folders are tutorials."""
    for title, (mark, programs) in SUITES.items():
        if (folder / mark).exists():
            return title, programs
    return folder.name, tutorials
