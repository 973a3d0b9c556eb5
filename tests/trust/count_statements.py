"""Counts the numbered statements of docs/semantics.md, and those for which programs/statements.json names no program."""

import json
import pathlib
import re

root = pathlib.Path(__file__).resolve().parents[2]
numbers = set(re.findall(r"\[(S\d+\.\d+)\]", (root / "docs/semantics.md").read_text(encoding="utf-8")))
table = json.loads((root / "programs/statements.json").read_text(encoding="utf-8"))["statements"]
print(f"{len(numbers)} statements, {len([number for number in numbers if not table.get(number)])} without a program")
