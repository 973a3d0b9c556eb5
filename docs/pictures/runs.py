"""Runs of musimd, as the scripts that draw them need them."""

import os
import re
import subprocess
import sys
import tempfile


def output_of(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: {done.stderr or done.stdout}")
    return done


def run_text(musimd, program, *options):
    """The output of `musimd run` of a program's text."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.asm")
        with open(path, "w", encoding="utf-8") as file:
            file.write(program)
        return output_of([musimd, "run", path, *options])


def threads_of(text):
    """The threads of a set as the trace prints it: {0, 3-5}."""
    threads = set()
    for first, last in re.findall(r"(\d+)(?:-(\d+))?", text):
        threads.update(range(int(first), int(last or first) + 1))
    return threads
