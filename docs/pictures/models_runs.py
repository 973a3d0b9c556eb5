"""Runs the programs of models.py: what they cost, and which lanes are active at which source line."""

import json
import os
import re
import shlex
import tempfile
from typing import NamedTuple

from runs import output_of, run_text, threads_of

LANES = 32  # of a warp
ROW = 40  # words
STEP = re.compile(r"\d+ w\d+ @(\d+) \S+ +Θ=\{(.*?)\} Π=\[.*\] Λ=\[(?:\(\{(.*?)\}.*)?\]  .*")


class Part(NamedTuple):
    command: str  # of `musimd`, which prints a program; or the path of one, and that of the source whose lines it names
    runs: int = 1
    row: int = 0  # which row a program for one row copies
    name: str = ""


class Point(NamedTuple):
    text: str  # the source line
    steps: int
    active: list  # of each lane, in how many of the steps it acts by itself
    woken: list  # and in how many because an `everywhere` block woke it


class Program(NamedTuple):
    printed: str  # by the command
    counted: str  # the same in warps of 32 threads, at the addresses of its row
    lines: list  # those of the source


class Run(NamedTuple):
    part: Part
    program: Program
    result: dict  # of `musimd run --stats --json`
    points: list

    def warps(self):
        return self.part.runs * self.result["warps"]

    def count(self, name):
        return self.part.runs * self.result["stats"][name]

    def words(self, name):
        """The words of a buffer after the run."""
        first, count = map(int, re.search(rf"^\.buffer {name} (\d+) (\d+)", self.program.counted, re.M).groups())
        return [self.result["memory"][str(a)] for a in range(first, first + count)]


def without_memory(program):
    return re.sub(r"^\.memory.*\n", "", program, flags=re.M)


def in_warps(program):
    """The machine runs a launch of the DSL as one warp of all its elements: the same in warps of 32 threads."""
    head, body = re.match(r"((?:\.[^\n]*\n)*)(.*)", program, re.S).groups()
    threads = int(re.search(r"^\.threads (\d+)", head, re.M)[1])
    if threads <= LANES:
        return program
    head = head.replace(f".threads {threads}\n", f".threads {LANES}\n.warps {threads // LANES}\n")
    element = f"        element = wid * {LANES}\n        element = element + tid\n"
    return head + element + re.sub(r"\btid\b", "element", body)


def moved(program, words):
    """The program with its buffers at higher addresses: which segments an access needs depends on that."""
    for first in re.findall(r"^\.buffer \w+ (\d+)", program, re.M):
        program = re.sub(rf"\b{first}\b", str(int(first) + words), program)
    return program


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def with_header(path, folder):
    """A copy of a kernel's file that contains its header, because a program names the lines of one file."""
    text = text_of(path)
    header = re.search(r'#include "(figure\w+\.h)"\n', text)
    if not header:
        return path
    copy = os.path.join(folder, os.path.basename(path))
    with open(copy, "w", encoding="utf-8") as file:
        contents = text_of(os.path.join(os.path.dirname(path), header[1]))
        file.write(text.replace(header[0], contents.replace("#pragma once\n", "")))
    return copy


def program_of(musimd, part):
    command, path, *options = shlex.split(part.command)
    if command.endswith(".asm"):
        return Program(text_of(command), text_of(command), text_of(path).splitlines())
    if command == "cuda":
        options += ["-I", os.path.dirname(path)]
    with tempfile.TemporaryDirectory() as folder:
        source = with_header(path, folder)
        printed = output_of([musimd, command, source, *options]).stdout
        return Program(printed, moved(in_warps(printed), ROW * part.row), text_of(source).splitlines())


def lines_of(program):
    """Of each instruction, the source line that its comment, or that of one before it, names."""
    lines = ["(arguments)"]
    for line in program.counted.splitlines():
        code, _, comment = line.partition(";")
        code = re.sub(r"^\w+:", "", code.strip()).strip()
        if not code or code.startswith("."):
            continue
        named = re.match(r" (\d+): ", comment)
        if named:
            lines.append(re.sub(r" *//.*", "", program.lines[int(named[1]) - 1].rstrip()))
        else:
            lines.append(lines[-1])
    return lines[1:]


def points_of(lines, trace):
    """The source lines, in the order in which they are first executed."""
    points = {}
    for step in filter(None, map(STEP.fullmatch, trace.splitlines())):
        text = lines[int(step[1]) - 1]
        point = points.get(text, Point(text, 0, [0] * LANES, [0] * LANES))
        points[text] = point._replace(steps=point.steps + 1)
        active = threads_of(step[2])
        own = active if step[3] is None else active & threads_of(step[3])  # without those that the block woke
        for lane in active:
            (point.active if lane in own else point.woken)[lane] += 1
    return list(points.values())


def run_of(musimd, part):
    program = program_of(musimd, part)
    done = run_text(musimd, program.counted, "--stats", "--trace", "--json")
    return Run(part, program, json.loads(done.stdout), points_of(lines_of(program), done.stderr))
