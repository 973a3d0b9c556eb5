"""What the command lines of both run-all scripts have in common."""

import argparse
import signal
import subprocess
import sys
from typing import Callable

from side_by_side import tools
from side_by_side.cases import Failure
from side_by_side.measure import ProcessFailed


def count(text: str) -> int:
    """An argument type: a number from 1 to 1000."""
    value = int(text) if text.isdigit() else 0
    if not 1 <= value <= 1000:
        raise argparse.ArgumentTypeError(f"expected a number from 1 to 1000, not '{text}'")
    return value


def main(options: argparse.Namespace, run: Callable[[argparse.Namespace], int]) -> int:
    """Builds musimd, unless disabled, and runs; returns the exit status."""
    options.build = options.build.resolve()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends what it has started
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        if not options.no_build:
            tools.build(options.build)
        return run(options)
    except KeyboardInterrupt:
        print("\ninterrupted; --resume continues from here", file=sys.stderr)
        return 130
    except (Failure, ProcessFailed, FileNotFoundError, ValueError) as error:
        print(f"run-all: {error}", file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        print(f"run-all: {' '.join(map(str, error.cmd))} failed", file=sys.stderr)
        return 1
