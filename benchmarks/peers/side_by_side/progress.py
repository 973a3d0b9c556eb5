"""The progress of a run: a line that is overwritten on a terminal, else an occasional line."""

import sys
import time


class Progress:
    def __init__(self, total: int):
        self._total = total
        self._done = 0
        self._start = time.monotonic()
        self._measured = 0
        self._said = self._start

    def skip(self) -> None:
        """Counts a measurement that exists already."""
        self._done += 1

    def step(self, what: str) -> None:
        """Shows the current measurement."""
        self._done += 1
        spent = time.monotonic() - self._start
        left = spent / self._measured * (self._total - self._done + 1) if self._measured else 0
        self._measured += 1
        text = f"{self._done}/{self._total}, {left:.0f} s left: {what}"
        if sys.stderr.isatty():
            print(f"\r\033[K{text[:100]}", end="", file=sys.stderr, flush=True)
        elif time.monotonic() - self._said > 30:
            self._said = time.monotonic()
            print(text, file=sys.stderr, flush=True)

    def end(self) -> None:
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr, flush=True)
