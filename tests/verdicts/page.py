"""Writes docs/reports/verdicts.md: a table of verdicts, and what is known about each that contradicts its label."""

import collections
import pathlib

from outcome import verdict
from suites import matches

HERE = pathlib.Path(__file__).resolve().parent
AGREES = {("defect", "found"), ("clean", "clean")}
SHOWN_NAMES = 2


def read_reasons(text):
    """Of each cause its patterns: a line of the text is a cause, and the indented lines below it are each SUITE PATTERN."""
    reasons = []
    for line in text.splitlines():
        if line.startswith(" "):
            reasons[-1][1].append(tuple(line.split()))
        elif line.strip() and not line.startswith("#"):
            reasons.append((line, []))
    return reasons


def counts(rows):
    """Of a group's (case, outcome): those of each label and verdict, and no verdict together."""
    of = collections.Counter((case.label, verdict(case, outcome)) for case, outcome in rows)
    none = {label: sum(n for (a, v), n in of.items() if a == label and v not in ("found", "missed", "clean", "alarm"))
            for label in ("defect", "clean")}  # fmt: skip
    return [of["defect", "found"], of["defect", "missed"], none["defect"], of["clean", "clean"], of["clean", "alarm"], none["clean"]]


def other_kinds(rows):
    """The findings that do not decide, with the numbers of files."""
    of = collections.Counter(kind for case, outcome in rows for kind in outcome["kinds"] if kind not in case.kinds)
    return ", ".join(f"`{kind}` {number}" for kind, number in sorted(of.items()))


def table(results):
    groups = {}
    for case, outcome in results:
        groups.setdefault(case.group, []).append((case, outcome))
    lines = ["| suite | files | found | missed | no verdict | no alarm | false alarm | no verdict | other findings |",
             "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |"]  # fmt: skip
    for group, rows in groups.items():
        lines.append(f"| {group} | {len(rows)} | " + " | ".join(map(str, counts(rows))) + f" | {other_kinds(rows)} |")
    return "\n".join(lines)


def disagreements(results):
    return [(case, v) for case, v in ((case, verdict(case, outcome)) for case, outcome in results) if (case.label, v) not in AGREES]


def names_of(cases):
    """The first ones, and how many more there are."""
    names = sorted({case.name for case in cases})
    more = f" and {len(names) - SHOWN_NAMES} more" if len(names) > SHOWN_NAMES else ""
    return ", ".join(f"`{name}`" for name in names[:SHOWN_NAMES]) + more


def explain(results, reasons):
    """The table of causes; the cases that none explains; the patterns that explain nothing."""
    left = disagreements(results)
    lines = ["| number | files | verdict | cause |", "| ---: | --- | --- | --- |"]
    unused = []
    for cause, patterns in reasons:
        explained = [(case, v) for case, v in left if any(matches(case, *pattern) for pattern in patterns)]
        unused += [p for p in patterns if not any(matches(case, *p) for case, _ in explained)]
        left = [pair for pair in left if pair not in explained]
        if explained:
            cases = [case for case, _ in explained]
            verdicts = " or ".join(sorted({v for _, v in explained}))
            lines.append(f"| {len({case.name for case in cases})} | {names_of(cases)} | {verdicts} | {cause} |")
    return "\n".join(lines), left, unused


def write(path, results, facts):
    reasons = read_reasons((HERE / "reasons.txt").read_text(encoding="utf-8"))
    causes, left, unused = explain(results, reasons)
    text = (HERE / "page.md.in").read_text(encoding="utf-8")
    for name, value in (facts | {"table": table(results), "causes": causes}).items():
        text = text.replace(f"@{name}@", value)
    path.write_text(text, encoding="utf-8")
    return left, unused
