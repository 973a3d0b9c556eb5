#!/usr/bin/env python3
"""One task in several programming models: the programs, what they cost, and who is active at each line.

    docs/pictures/models.py build/musimd table            # the table of docs/models.md
    docs/pictures/models.py build/musimd program cuda-c   # what is counted, without the contents of memory
    docs/pictures/models.py build/musimd picture cuda     # an SVG
    docs/pictures/models.py build/musimd json             # all of this, and what each program leaves in `dest`

Programs are those of the commands in docs/models.md, counts those of `musimd run --stats`, and active threads those of
`musimd run --trace`. The test ModelsPage compares them with the page.
"""

import json
import sys
from typing import NamedTuple

from models_picture import draw
from models_runs import LANES, Part, program_of, run_of, without_memory

SOURCES, FIGURES = "programs/kernels/models", "programs/kernels/cuda/paper"
ALL_ROWS = "--arg dest=1280:zeros --arg src=1280:iota"
ONE_ROW = "--arg dest=40:zeros --arg src=40:iota --arg n=40"

SPMD = f"spmd {SOURCES}/copy_rows.hpp --n 1280 --arg dest=zeros --arg src=iota --arg word=iota --arg n=40"
OMP = f"omp {SOURCES}/copy_rows.c --function copy_rows --simd 32 --arg rows=32 --arg n=40 {ALL_ROWS}"
LOCKSTEP = f"cuda {SOURCES}/copy_rows.cu -I dsl/lockstep/include --kernel 'copy_rows<32U>' --model lockstep"
LOCKSTEP += f" {ALL_ROWS} --emit asm"


def kernel(figure, name="my_kernel", arguments=f"{ALL_ROWS} --arg n=1280"):
    """The command for a kernel of the paper's figures."""
    return f"cuda {FIGURES}/{figure}.cu --kernel {name} --model lockstep {arguments} --emit asm"


class Model(NamedTuple):
    title: str
    picture: str
    parts: list  # what runs, one after the other
    launches: str = "1"


COPY = Part(kernel("figure1a", "memcpy_words_a", ONE_ROW), runs=16, row=1)
MODELS = {
    "nsimd": Model("NSIMD's DSL", "nsimd", [Part(f"{SPMD} --emit asm")]),
    "openmp-spmd": Model("OpenMP, SPMD", "openmp", [Part(f"{OMP} --model spmd --emit asm")]),
    "openmp-simd": Model("OpenMP, SIMD", "openmp", [Part(f"{OMP} --model simd --emit asm")]),
    "cuda-a": Model("CUDA, figure 1 (a)", "cuda", [COPY], "16"),
    "cuda-b": Model(
        "CUDA, figure 1 (b)",
        "cuda",
        [Part(kernel("figure1b"), name="my_kernel"), COPY._replace(name="memcpy_words_a, in each of 16 grids")],
        "1 + 16",
    ),
    "cuda-c": Model("CUDA, figure 1 (c)", "cuda", [Part(kernel("figure1c"))]),
    "cuda-d": Model("CUDA, figure 1 (d)", "cuda", [Part(kernel("figure1d"))]),
    "everywhere": Model("CUDA with `everywhere`, figure 3", "everywhere", [Part(kernel("figure3"))]),
    "ispc": Model(
        "ISPC (by hand; `ispc` not run)",
        "ispc",
        [Part(f"{SOURCES}/copy_rows_ispc.asm {SOURCES}/copy_rows.ispc")],
    ),
    "lockstep": Model("lockstep, 32 workers", "lockstep", [Part(LOCKSTEP)]),
}


def costs_of(runs):
    """Of a model: warps, steps, the share of lanes used, and transactions."""
    steps = sum(r.count("steps") for r in runs)
    used = sum(r.count("active_lane_instructions") for r in runs) / (LANES * steps)
    return sum(r.warps() for r in runs), steps, used, sum(r.count("memory_transactions") for r in runs)


def table(runs):
    lines = ["| model | launches | warps | steps | lanes used | transactions |", "| --- " + "| --: " * 5 + "|"]
    for name, model in MODELS.items():
        warps, steps, used, transactions = costs_of(runs[name])
        numbers = [model.launches, warps, f"{steps:,}", f"{100 * used:.0f} %", f"{transactions:,}"]
        lines.append(f"| {model.title} | " + " | ".join(map(str, numbers)) + " |")
    return "\n".join(lines) + "\n"


def picture(runs, wanted):
    panels = []
    for name, model in MODELS.items():
        if model.picture == wanted:
            _, steps, used, transactions = costs_of(runs[name])
            title = f"{model.title}: {steps:,} steps, {100 * used:.0f} % of the lanes, {transactions:,} transactions"
            panels.append((title.replace("`", ""), [(r.part.name, r.points) for r in runs[name]]))
    return draw(panels, LANES)


def everything(runs):
    pictures = sorted({model.picture for model in MODELS.values()})
    return {
        "table": table(runs),
        "commands": {name: [f"musimd {r.part.command}" for r in of] for name, of in runs.items() if name != "ispc"},
        "programs": {name: [without_memory(r.program.printed) for r in of] for name, of in runs.items()},
        "dest": {name: of[-1].words("dest") for name, of in runs.items()},
        "pictures": {f"models-{wanted}.svg": picture(runs, wanted) for wanted in pictures},
    }


def main():
    pictures = sorted({model.picture for model in MODELS.values()})
    wanted = sys.argv[2] if len(sys.argv) > 2 else ""
    names = {"table": [None], "json": [None], "program": MODELS, "picture": pictures}.get(wanted, [])
    name = sys.argv[3] if len(sys.argv) > 3 else None
    if name not in names:
        sys.exit(
            "usage: models.py MUSIMD table | json | program MODEL | picture PICTURE\n"
            f"MODEL: {', '.join(MODELS)}\nPICTURE: {', '.join(pictures)}"
        )
    musimd = sys.argv[1]
    if wanted == "program":
        for part in MODELS[name].parts:
            print(without_memory(program_of(musimd, part).counted), end="")
        return
    done = {}  # parts that several models have
    for model in MODELS.values():
        for part in model.parts:
            if part.command not in done:
                done[part.command] = run_of(musimd, part)
    runs = {n: [done[p.command]._replace(part=p) for p in model.parts] for n, model in MODELS.items()}
    if wanted == "json":
        print(json.dumps(everything(runs)))
    else:
        print(table(runs) if wanted == "table" else picture(runs, name), end="")


if __name__ == "__main__":
    main()
