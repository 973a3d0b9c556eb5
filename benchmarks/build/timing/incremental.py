"""Changes one source of a room, and measures how long it takes to build again."""

import os
from pathlib import Path

from side_by_side.measure import ProcessFailed
from timing.clone import Clone, median_sized
from timing.processes import ask
from timing.stages import INCREMENTAL, Runner, costs

# The first one that compiles a source of the room is built.
TARGETS = ("musimd", "musimd-kernels", "musimd-fuzz", "all")
NOTHING = "nothing"  # the measurement without a change
COMMENT = "\n// A comment, to measure a build.\n"


def objects_of_sources(deps: str, build: Path) -> dict[str, set[str]]:
    """The objects that depend on each file, from the output of `ninja -t deps`."""
    found: dict[str, set[str]] = {}
    output = ""
    for line in deps.splitlines():
        if line.startswith(" "):
            found.setdefault(os.path.normpath(build / line.strip()), set()).add(output)
        elif ": #deps" in line:
            output = line.partition(": #deps")[0]
    return found


def choose(
    files: list[str], objects: dict[str, set[str]], inputs: dict[str, set[str]], root: Path
) -> tuple[str, str]:
    """The target that is built, and the file of a room that is changed."""
    for target, needed in inputs.items():
        if compiled := [file for file in files if objects.get(str(root / file), set()) & needed]:
            return target, median_sized(compiled, root)
    raise ProcessFailed("no target compiles a source of it")


class Changes:
    """Measures changes in a clone in which everything is built."""

    def __init__(self, runner: Runner, rooms: dict[str, list[str]]):
        self._runner = runner
        self._clone: Clone = runner.clone
        self._rooms = rooms
        ask(["git", "checkout", "--quiet", "--", "."], self._clone.root)  # of an interrupted measurement
        self._objects = objects_of_sources(self._ninja("-t", "deps"), self._clone.build)
        self._inputs = {target: self._inputs_of(target) for target in TARGETS}
        for target, inputs in self._inputs.items():
            if inputs:
                self._build(target)

    def measure(self, room: str) -> dict:
        if room == NOTHING:
            return {"target": TARGETS[0]} | self._build(TARGETS[0])
        target, file = choose(self._rooms[room], self._objects, self._inputs, self._clone.root)
        path = self._clone.root / file
        kept, times = path.read_bytes(), path.stat()
        try:
            with path.open("a", encoding="utf-8") as source:
                source.write(COMMENT)
            measured = self._build(target)
        finally:
            path.write_bytes(kept)
            # Not newer than its object: the next measurement does not compile it again.
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        return {"file": file, "target": target} | measured

    def _build(self, target: str) -> dict:
        command = ["cmake", "--build", str(self._clone.build), "--target", target]
        return costs(*self._runner.run(INCREMENTAL, command))

    def _inputs_of(self, target: str) -> set[str]:
        """All files that a target needs; empty if there is no such target."""
        try:
            return set(self._ninja("-t", "inputs", target).splitlines())
        except ProcessFailed:
            return set()

    def _ninja(self, *arguments: str) -> str:
        return ask(["ninja", *arguments], self._clone.build)
