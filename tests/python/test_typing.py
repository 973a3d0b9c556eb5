"""The type hints of the package, and what a user's checker makes possible."""

import subprocess
import sys
from pathlib import Path

from support import ROOT

USER = """
import musimd
result = musimd.load("x.asm").run()
reveal_type(result.memory[0])
result.steps = "many"
musimd.parse(5)
"""


def mypy(*arguments: object) -> str:
    options = ["--strict", "--cache-dir=/dev/null", "--no-error-summary"]
    command = [sys.executable, "-m", "mypy", *options, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True).stdout


def test_the_package_is_typed() -> None:
    assert mypy(ROOT / "python/musimd") == ""


def test_a_users_mistakes_are_found(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("MYPYPATH", str(ROOT / "python"))
    script = tmp_path / "user.py"
    script.write_text(USER)
    found = mypy("--follow-imports=silent", script)
    assert 'note: Revealed type is "builtins.int"' in found
    assert 'Property "steps" defined in "Result" is read-only' in found
    assert 'Argument 1 to "parse" has incompatible type "int"; expected "str"' in found
