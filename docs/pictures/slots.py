#!/usr/bin/env python3
"""Draws a C loop nest under both models as an SVG: a column per issue slot, a row per lane of the hardware.

    docs/pictures/slots.py build/musimd programs/kernels/openmp/triangular.c > docs/pictures/triangular.svg

The programs are those of
`musimd omp --emit asm`, the runs those of `musimd run --trace`. docs/openmp.md defines slots. The test
OpenMpPage.PicturesAreThoseOfRuns draws the pictures again and compares.
"""

import os
import re
import sys
from itertools import groupby
from typing import NamedTuple
from xml.sax.saxutils import escape

from runs import output_of, run_text, threads_of
from style import ACTIVE, IDLE, WOKEN, style

NATIVE = 8  # h: the lanes of the hardware's vectors
SPMD = 8  # the lanes of a warp under SPMD
LEFT, RIGHT, WIDTH, ROW = 66, 20, 900, 9  # pixels: lane names, margin, the longer run, a lane
PANEL, TOP, BOTTOM = ROW * NATIVE + 50, 40, 20

# Of each nest: the number of the parallel loop that is drawn, and the arguments.
NESTS = {
    "triangular": (0, ["n=16", "a=256", "x=16", "y=16"]),
    "sparse_matrix_vector": (
        1,
        ["rows=16", "columns=16", "light=8", "heavy=192", "value=312", "x=16", "y=16"]
        + ["start=0," + ",".join(str(192 + 8 * i) for i in range(16)), "column=between:0:15:1[312]"],
    ),
    "convolution": (0, ["height=6", "width=6", "taps=3", "image=36", "filter=9", "out=36"]),
}

STEP = re.compile(r"\d+ w(\d+) @\d+ \S+ +Θ=\{(.*?)\} Π=\[.*\] Λ=\[(.*?)\]  (.*)")

STYLE = style(
    idle=IDLE,
    outside=ACTIVE,
    loop=WOKEN,
    combines=("fill: #9a6700", "fill: #e3b341"),
    warp=("stroke: #59636e; stroke-width: 1", "stroke: #9198a1"),
)
KINDS = {"outside": "outside of simd loops", "loop": "in a simd loop", "combines": "combines a reduction"}


class Run(NamedTuple):
    title: str
    warps: list  # of each warp, its slots: (kind, active lanes of the hardware)

    def slots(self):
        return [slot for warp in self.warps for slot in warp]

    def efficiency(self):
        slots = self.slots()
        return sum(len(lanes) for _, lanes in slots) / (len(slots) * NATIVE)


def programs_of(musimd, file, name, model, arguments):
    """The program of each parallel loop."""
    options = [f"--arg={a}" for a in arguments] + ["--function", name, "--model", model, "--simd", str(SPMD)]
    text = output_of([musimd, "omp", file, *options, "--emit", "asm"]).stdout
    return re.findall(r"^\.threads.*?(?=^\.threads|\Z)", text, re.M | re.S)


def slots_of(steps, threads, model):
    """The slots of one warp's steps: each an active set, the contexts, and an instruction."""
    slots = []
    for active, contexts, instruction in steps:
        depth = contexts.count("({")
        if instruction.split()[0] in ("everywhere", "end_everywhere"):
            continue
        kind = ("outside", "loop", "combines")[depth]
        width = threads if model == "spmd" or depth == 1 else 1
        for first in range(0, width, NATIVE):
            slots.append((kind, frozenset(l - first for l in active if first <= l < first + NATIVE)))
    return slots


def run_of(musimd, program, model, title):
    trace = run_text(musimd, program, "--trace").stderr
    threads = int(re.match(r"\.threads (\d+)", program)[1])
    warps = {}
    for line in trace.splitlines():
        match = STEP.fullmatch(line)
        if match:
            step = (threads_of(match[2]), match[3], match[4].split("  ;")[0])
            warps.setdefault(int(match[1]), []).append(step)
    return Run(title, [slots_of(warps[w], threads, model) for w in sorted(warps)])


def cells(slots, scale, top):
    """The lanes, those of neighbouring slots as one rectangle."""
    yield f'<rect class="idle" x="{LEFT}" y="{top}" width="{len(slots) * scale:.1f}" height="{ROW * NATIVE}"/>'
    paths = {kind: [] for kind in KINDS}
    for lane in range(NATIVE):
        at = 0
        for kind, group in groupby(slots, lambda slot: slot[0] if lane in slot[1] else None):
            length = len(list(group))
            if kind is not None:
                x, width = LEFT + at * scale, length * scale
                paths[kind].append(f"M{x:.1f} {top + lane * ROW}h{width:.1f}v{ROW - 1}h-{width:.1f}z")
            at += length
    for kind, path in paths.items():
        if path:
            yield f'<path class="{kind}" d="{"".join(path)}"/>'


def warp_marks(run, scale, top):
    at = 0
    for warp in run.warps:
        x = LEFT + at * scale
        yield f'<line class="warp" x1="{x:.1f}" y1="{top - 5}" x2="{x:.1f}" y2="{top + ROW * NATIVE + 4}"/>'
        at += len(warp)


def label(x, y, text, attributes=""):
    return f'<text x="{x}" y="{y}" {attributes}>{escape(text)}</text>'


def panel(run, scale, top):
    yield label(LEFT, top - 14, f"{run.title}: {len(run.slots())} slots, {100 * run.efficiency():.0f} % of the lanes used")
    yield label(LEFT - 8, top + 10, "lane 0", 'class="faint" text-anchor="end"')
    yield label(LEFT - 8, top + ROW * NATIVE, f"lane {NATIVE - 1}", 'class="faint" text-anchor="end"')
    yield from cells(run.slots(), scale, top)
    yield from warp_marks(run, scale, top)


def legend(runs, y):
    x = LEFT
    shown = {kind for run in runs for kind, _ in run.slots()}
    for kind, text in [*((k, t) for k, t in KINDS.items() if k in shown), ("idle", "idle")]:
        yield f'<rect class="{kind}" x="{x}" y="{y - 10}" width="14" height="10"/>'
        yield label(x + 20, y, text)
        x += 44 + 7.3 * len(text)
    yield label(x, y, "| a warp begins", 'class="faint"')


def draw(title, runs):
    scale = WIDTH / max(len(run.slots()) for run in runs)
    width, height = LEFT + WIDTH + RIGHT, TOP + len(runs) * PANEL + BOTTOM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="page" x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="8"/>',
    ]
    for number, run in enumerate(runs):
        parts += panel(run, scale, TOP + number * PANEL)
    return "\n".join([*parts, *legend(runs, height - 14), "</svg>"]) + "\n"


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: slots.py MUSIMD FILE.c")
    musimd, file = sys.argv[1:]
    name = os.path.splitext(os.path.basename(file))[0]
    loop, arguments = NESTS[name]
    runs = []
    for model, title in (("spmd", f"SPMD, SIMD{SPMD}"), ("simd", "SIMD")):
        program = programs_of(musimd, file, name, model, arguments)[loop]
        runs.append(run_of(musimd, program, model, title))
    print(draw(f"{name} under both models", runs), end="")


if __name__ == "__main__":
    main()
