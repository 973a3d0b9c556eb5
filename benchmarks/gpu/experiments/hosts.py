"""Sends requests to the programs of host/: a line of text each, answered by a line of JSON."""

import contextlib
import json
import queue
import subprocess
import threading
from pathlib import Path

from side_by_side.cases import Failure

TIMEOUT = 180.0  # seconds to wait for an answer; the longest takes a few


class Asked:
    """A host program that runs as long as it answers; if it does not, it is restarted."""

    def __init__(self, path: Path):
        self._path = path
        self._process: subprocess.Popen | None = None
        self._answers: queue.Queue = queue.Queue()

    def ask(self, line: str) -> dict:
        """The measurement; {"cannot": …} if the program reported that it cannot, exited, or did not answer in time."""
        if self._process is None:
            self._begin()
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            return self._ended("it ended")
        try:
            answer = self._answers.get(timeout=TIMEOUT)
        except queue.Empty:
            return self._ended(f"no answer within {TIMEOUT:.0f} s")
        return json.loads(answer) if answer else self._ended("it ended")

    def close(self) -> None:
        if self._process is not None:
            self._end()

    def _begin(self) -> None:
        self._process = subprocess.Popen(
            [str(self._path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self._answers = queue.Queue()
        self._reader = threading.Thread(target=_read, args=(self._process.stdout, self._answers), daemon=True)
        self._reader.start()

    def _ended(self, reason: str) -> dict:
        errors = self._end()
        return {"cannot": f"{reason}: {errors}" if errors else reason}

    def _end(self) -> str:
        """Ends the process, if it has not ended; returns its standard error."""
        process, self._process = self._process, None
        process.kill()
        try:
            process.wait(timeout=TIMEOUT)
        except subprocess.TimeoutExpired as stuck:  # blocked in the driver
            raise Failure(f"{self._path} does not end, even when killed") from stuck
        self._reader.join()
        errors = process.stderr.read().strip()
        for stream in (process.stdin, process.stdout, process.stderr):
            with contextlib.suppress(BrokenPipeError):
                stream.close()
        return errors


class Hosts:
    """The host programs of a folder; only one at a time uses the device's memory."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._name = ""
        self._asked: Asked | None = None

    def has(self, name: str) -> bool:
        return (self._folder / name).exists()

    def ask(self, name: str, line: str) -> dict:
        if name != self._name:
            self.close()
            self._name, self._asked = name, Asked(self._folder / name)
        return self._asked.ask(line)

    def close(self) -> None:
        if self._asked is not None:
            self._asked.close()
        self._name, self._asked = "", None


def _read(lines, answers: queue.Queue) -> None:
    for line in lines:
        answers.put(line)
    answers.put("")
