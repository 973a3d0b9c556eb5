"""The suites whose files are compared: which files they have, what each file's label says, and how musimd runs it."""

import dataclasses
import fnmatch
import pathlib
import random
import re
import struct
import subprocess

HERE = pathlib.Path(__file__).resolve().parent


@dataclasses.dataclass
class Case:
    group: str  # the row of the table
    name: str
    label: str  # "defect" or "clean"
    kinds: frozenset  # the findings that decide
    command: list  # the words after `musimd`, the first of which names the command


def commit_of(folder):
    done = subprocess.run(["git", "-C", folder, "rev-parse", "HEAD"], capture_output=True, text=True, check=False)
    return done.stdout.strip()[:8] or "of unknown version"


# ---- Indigo

RACES = ("atomicBug", "guardBug", "syncBug", "raceBug")
PUBLISHED_GRAPH = "DAG_200n_400e"
GENERATED_GRAPH = "generated graph"


def write_graph(path, nodes=200, without_edges=8, seed=1):
    """A directed graph without cycles in the format of the suite: the numbers of nodes and of edges, the first edge of each node
    and the end, and the node that each edge leads to."""
    numbers = random.Random(seed)
    edges = [sorted({numbers.randrange(v + 1, nodes) for _ in range(numbers.choice((0, 1, 2, 3, 5, 8)))})
             if v < nodes - without_edges else [] for v in range(nodes)]  # fmt: skip
    first = [0]
    for targets in edges:
        first.append(first[-1] + len(targets))
    words = [nodes, first[-1], *first, *(target for targets in edges for target in targets)]
    path.write_bytes(struct.pack(f"<{len(words)}i", *words))


def indigo_label(name):
    """The label and the kinds that decide: a bug of bounds alone is not a race."""
    if any(bug in name for bug in RACES):
        return "defect", frozenset({"race"}), "races"
    if "boundsBug" in name:
        return "defect", frozenset({"invalid-address"}), "bounds alone"
    return "clean", frozenset({"race"}), "races"


def threads_for_nodes(name):
    """The threads of a block, and just as many blocks as a program needs that has a thread, a warp or a block for each node."""
    return ["64", "200" if "_block" in name else "100" if "_warp" in name else "4"]


def indigo(folder, scratch):
    graph = scratch / "200-nodes.egr"
    write_graph(graph)
    root = folder / "indigo"
    for title, path in ((GENERATED_GRAPH, graph), (PUBLISHED_GRAPH, root / "input/DAG_200n_400e.egr")):
        for file in sorted(root.glob("indigo_sources/*/*.cu")):
            label, kinds, bugs = indigo_label(file.stem)
            command = ["cuda", str(file), "-I", str(root / "indigo_include"), "--", str(path), *threads_for_nodes(file.stem)]
            yield Case(f"Indigo 1.3, {bugs}; {title}", file.stem, label, kinds, command)


# ---- ScoR


def scor(folder, _):
    for file in sorted(folder.glob("microbenchmarks/src/*.cu")):
        label = "defect" if file.stem.startswith("race_") else "clean"
        command = ["cuda", str(file), "--volatile", "plain", "--schedules", "64"]
        yield Case("ScoR, microbenchmarks", file.stem, label, frozenset({"race"}), command)


# ---- GPUVerify

GPUVERIFY_KINDS = frozenset({"race", "barrier-while-diverged", "assertion", "null-pointer", "constant-write"})


def within_a_block(sizes):
    """A block of CUDA has 1,024 threads at most: the largest size is halved until it has."""
    sizes = list(sizes)
    while sizes[0] * sizes[1] * sizes[2] > 1024:
        sizes[sizes.index(max(sizes))] //= 2
    return sizes


def sizes_of(options, name):
    """`--gridDim=64` or `--blockDim=[8,8]`, as three numbers."""
    found = re.search(rf"--{name}=\[?([\d,]+)", options)
    numbers = [int(number) for number in found[1].split(",")] if found else [1]
    return numbers + [1] * (3 - len(numbers))


def gpuverify_command(file, text):
    options = text.splitlines()[1]
    block = within_a_block(sizes_of(options, "blockDim"))
    command = ["cuda", str(file), "--include", str(HERE / "gpuverify.h"), "--block", ",".join(map(str, block)),
               "--grid", ",".join(map(str, sizes_of(options, "gridDim")))]  # fmt: skip
    command += re.findall(r"-D\S+", options)
    if warp := re.search(r"--warp-sync=(\d+)", options):
        command += ["--model", "lockstep", "--warp", warp[1]]
    for name, value in re.findall(r"__requires\((\w+) == (\d+|blockDim\.x)\)", text):
        command += ["--arg", f"{name}={block[0] if value == 'blockDim.x' else value}"]
    return command


def gpuverify_label(text):
    """None: of a file that GPUVerify is expected not to read."""
    expected = text.splitlines()[0].lower().strip("/ ")
    return {"pass": "clean", "xfail:not_all_verified": "defect"}.get(expected)


def gpuverify(folder, _):
    root = folder / "testsuite/CUDA"
    for file in sorted(root.rglob("*.cu")):
        text = file.read_text(encoding="utf-8")
        if label := gpuverify_label(text):
            name = str(file.relative_to(root).parent)
            yield Case("GPUVerify, CUDA", name, label, GPUVERIFY_KINDS, gpuverify_command(file, text))


# ---- DataRaceBench


def drb(folder, _):
    root = folder / "micro-benchmarks"
    for file in sorted(root.glob("DRB*.c")):
        text = file.read_text(encoding="utf-8")
        group = "DataRaceBench, C, tasks" if re.search(r"#pragma omp.*\btask", text) else "DataRaceBench, C, no tasks"
        files = [str(file)]
        if "polybench.h" in text:
            files += [str(root / "utilities/polybench.c"), "-I", str(root), "-I", str(root / "utilities"),
                      "-D", "POLYBENCH_NO_FLUSH_CACHE", "-D", "POLYBENCH_TIME"]  # fmt: skip
        command = ["omp", *files, "--function", "main", "--compilers", "none", "--max-steps", "300000000"]
        label = "defect" if "-yes" in file.stem else "clean"
        yield Case(group, file.stem, label, frozenset({"race"}), command)


# ---- which folder is which

SUITES = {
    "HiRace's artifact": ("indigo/indigo_sources", indigo),
    "ScoR": ("microbenchmarks/src", scor),
    "GPUVerify": ("testsuite/CUDA", gpuverify),
    "DataRaceBench": ("micro-benchmarks", drb),
}


def suite_of(folder):
    for title, (mark, cases) in SUITES.items():
        if (folder / mark).is_dir():
            return title, cases
    return None


def matches(case, suite, pattern):
    """Whether a line of reasons.txt is about this case: SUITE begins the group."""
    return case.group.lower().startswith(suite.lower()) and fnmatch.fnmatchcase(case.name, pattern)
