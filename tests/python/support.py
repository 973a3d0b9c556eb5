"""Shared by the tests: the project's files, and the program musimd."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FIGURE_9 = ROOT / "programs/paper/figure9.pl"


def musimd(*arguments: object) -> str:
    """What the program prints."""
    return run(*arguments).stdout


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [os.environ["MUSIMD"], *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
