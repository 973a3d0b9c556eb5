#!/usr/bin/env python3
"""Draws a run of one warp as an SVG: a column per step, a row per thread.

    docs/pictures/lanes.py build/musimd programs/paper/figure9.pl > docs/pictures/figure9.svg

The run is that of `musimd run PROGRAM --trace`. The test Readme.PictureIsThatOfFigure9 draws figure 9 again and
compares.
"""

import re
import sys
from typing import NamedTuple
from xml.sax.saxutils import escape

from runs import output_of, threads_of
from style import ACTIVE, WOKEN, style

CELL = 30  # a step's width and a thread's height, in pixels
LEFT, TOP, RIGHT, BOTTOM = 86, 122, 56, 62  # thread names, instructions, the last slanted label, steps and legend

STEP = re.compile(r"\d+ w0 @\d+ \S+ +Θ=(\{.*?\}) Π=(\[.*\]) Λ=(\[.*?\])  (.*)")

STYLE = style(
    block=("fill: #fff1e5", "fill: #3a2214"),
    active=ACTIVE,
    woken=WOKEN,
    waiting=("fill: none; stroke: #8c959f; stroke-dasharray: 3 2", "stroke: #7d8590"),
    woken_text=("fill: #bc4c00; font-weight: bold", "fill: #f0883e"),
)


class Step(NamedTuple):
    instruction: str
    active: set  # threads that do the instruction
    woken: set  # those of them that an everywhere block woke
    in_block: bool


def steps_of(trace):
    """The steps of warp 0. The trace shows the state before each step."""
    steps = []
    for line in trace.splitlines():
        match = STEP.fullmatch(line)
        if not match:
            continue
        active_text, _, contexts, instruction = match.groups()
        active = threads_of(active_text)
        entered = re.match(r"\[\((\{.*?\})", contexts)  # the innermost block's threads at its entry
        woken = active - threads_of(entered[1]) if entered else set()
        steps.append(Step(instruction.split("  ;")[0], active, woken, entered is not None))
    return steps


def cell(kind, x, y):
    return f'<rect class="{kind}" x="{x + 3}" y="{y + 3}" width="{CELL - 6}" height="{CELL - 6}" rx="4"/>'


def label(x, y, text, attributes=""):
    return f'<text x="{x}" y="{y}" {attributes}>{escape(text)}</text>'


def block_bands(steps, bottom):
    """A band under the steps of each everywhere block."""
    starts = [i for i, s in enumerate(steps) if s.in_block and (i == 0 or not steps[i - 1].in_block)]
    for start in starts:
        end = start
        while end < len(steps) and steps[end].in_block:
            end += 1
        x, width = LEFT + start * CELL, (end - start) * CELL
        yield f'<rect class="block" x="{x}" y="{TOP - 6}" width="{width}" height="{bottom - TOP + 12}" rx="6"/>'


def legend(y):
    x = LEFT
    for kind, text in (("active", "active"), ("woken", "woken by everywhere"), ("waiting", "waits to reconverge")):
        yield cell(kind, x, y - 19)
        yield label(x + CELL + 4, y, text)
        x += CELL + 30 + 7.3 * len(text)


def draw(title, steps):
    threads = max(max(s.active) for s in steps) + 1
    width, bottom = LEFT + len(steps) * CELL + RIGHT, TOP + threads * CELL
    height = bottom + BOTTOM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="page" x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="8"/>',
        *block_bands(steps, bottom),
    ]
    for t in range(threads):
        parts.append(label(LEFT - 12, TOP + t * CELL + 19, f"thread {t}", 'text-anchor="end"'))
    for i, step in enumerate(steps):
        x = LEFT + i * CELL
        middle = x + CELL // 2
        colour = ' class="woken-text"' if "everywhere" in step.instruction else ""
        parts.append(
            label(0, 0, step.instruction, f'transform="translate({middle + 4} {TOP - 12}) rotate(-50)"{colour}')
        )
        parts.append(label(middle, bottom + 18, str(i + 1), 'class="faint" text-anchor="middle"'))
        for t in range(threads):
            kind = "woken" if t in step.woken else "active" if t in step.active else "waiting"
            parts.append(cell(kind, x, TOP + t * CELL))
    parts.append(label(LEFT - 12, bottom + 18, "step", 'class="faint" text-anchor="end"'))
    parts += [*legend(height - 14), "</svg>"]
    return "\n".join(parts) + "\n"


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: lanes.py MUSIMD PROGRAM")
    musimd, program = sys.argv[1:]
    run = output_of([musimd, "run", program, "--trace"])
    print(draw(f"A run of {program}", steps_of(run.stderr)), end="")


if __name__ == "__main__":
    main()
