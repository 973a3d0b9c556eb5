"""Writes docs/reports/openmp-programs.md: how many programs of each suite run, and what became of the others."""

import collections
import itertools
import pathlib
import re

from page import names_of

HERE = pathlib.Path(__file__).resolve().parent
RAN = ("agrees", "runs", "fails", "differs", "findings")
USUAL_LIMIT = 120  # seconds
SMALL = 25  # a suite of as many programs has a row for each


def table(groups):
    lines = ["| suite | programs | read | run to their end | of these, agree with gcc | with findings | differ from gcc | own checks fail |",
             "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"]  # fmt: skip
    for group, rows in groups.items():
        of = collections.Counter(result["state"] for _, result in rows)
        read = len(rows) - of["not read"]
        ran = sum(of[state] for state in RAN)
        lines.append(f"| {group} | {len(rows)} | {read} | {ran} | {of['agrees']} | {of['findings']} | {of['differs']} | {of['fails']} |")
    return "\n".join(lines)


def said_of(result):
    state, message = result["state"], re.sub(r"/[^\s:'‘|]*/", "", result["message"])
    return {"agrees": "agrees with gcc", "runs": f"runs; {message}" if message else "runs", "findings": message,
            "fails": f"its own check fails: {message}", "differs": f"differs from gcc: {message}"}.get(state, f"{state}: {message}")  # fmt: skip


def arguments_of(program):
    words = program.command[program.command.index("--") + 1 :] if "--" in program.command else []
    return " ".join(pathlib.Path(word).name if word.startswith("/") else word for word in words)


def time_of(result):
    """Of a program that got more time than the others."""
    return f", in {result['seconds']:.0f} s" if result["seconds"] > USUAL_LIMIT and result["state"] in RAN else ""


def rows_of(group, rows):
    lines = [f"## {group}", "", "| program | arguments | result |", "| --- | --- | --- |"]
    for program, result in rows:
        arguments = arguments_of(program)
        lines.append(f"| {program.name} | {f'`{arguments}`' if arguments else ''} | {said_of(result)}{time_of(result)} |")
    return lines


def kind_of(message):
    """What it says, without places, names and sizes."""
    message = re.sub(r" on line \d+(, \d+)*|(?<=gcc): line \d+", "", re.sub(r"^.*?error: ", "", message))
    message = re.sub(r"'[^']*'((,| or) '[^']*')*", "'…'", message)
    return re.sub(r"has \d+ elements", "has … elements", message)


def others_of(groups):
    """What became of the programs of large suites that neither agree nor merely run, by what musimd says."""
    by_kind = {}
    for program, result in itertools.chain(*groups):
        if result["state"] not in ("agrees", "runs"):
            by_kind.setdefault(kind_of(said_of(result)), []).append(program)
    lines = ["## Suites of more than 25 programs", "",
             "What became of those that do not run to their end, or not as expected:", "",
             "| number | programs | result |", "| ---: | --- | --- |"]  # fmt: skip
    for kind, programs in sorted(by_kind.items(), key=lambda item: (-len(item[1]), item[0])):
        if len(programs) > 1:
            lines.append(f"| {len(programs)} | {names_of(programs)} | {kind} |")
    alone = [programs[0] for programs in by_kind.values() if len(programs) == 1]
    return [*lines, f"| {len(alone)} | {names_of(alone)} | something else, each of its own |"] if alone else lines


def write(path, results, facts):
    groups = {}
    for program, result in results:
        groups.setdefault(program.group, []).append((program, result))
    sections = [rows_of(group, rows) for group, rows in groups.items() if len(rows) <= SMALL]
    sections.append(others_of([rows for rows in groups.values() if len(rows) > SMALL]))
    text = (HERE / "programs.md.in").read_text(encoding="utf-8")
    for name, value in (facts | {"table": table(groups), "sections": "\n\n".join("\n".join(lines) for lines in sections)}).items():
        text = text.replace(f"@{name}@", value)
    path.write_text(text, encoding="utf-8")
