"""The clone that is built, and the rooms of the code."""

import json
import shutil
from pathlib import Path

from timing.processes import ask

# Folders with sources that are not rooms of musimd.
NO_ROOMS = ("tests", "benchmarks", "examples", "programs", "python", "web", "implementations")


def rooms(files: list[str]) -> dict[str, list[str]]:
    """The top-level folders with sources, and these sources."""
    found: dict[str, list[str]] = {}
    for file in files:
        room, _, rest = file.partition("/")
        if rest.endswith(".cpp") and room not in NO_ROOMS:
            found.setdefault(room, []).append(file)
    return dict(sorted(found.items()))


def median_sized(files: list[str], root: Path) -> str:
    """The file of median size."""
    return sorted(files, key=lambda file: ((root / file).stat().st_size, file))[len(files) // 2]


def tracked(root: Path) -> list[str]:
    return [file for file in ask(["git", "ls-files", "-z"], root).split("\0") if (root / file).is_file()]


class Clone:
    """A clone of the HEAD of a repository. It records what was built in it, also if the measurement is interrupted."""

    def __init__(self, source: Path, root: Path):
        self.root = root
        self.build = root / "build"
        if not root.exists():
            part = root.with_name(root.name + ".part")
            shutil.rmtree(part, ignore_errors=True)
            ask(["git", "clone", "--quiet", "--no-hardlinks", str(source), str(part)], source)
            part.rename(root)
        self._state = root / ".git" / "measured-stages.json"
        state = json.loads(self._state.read_text(encoding="utf-8")) if self._state.exists() else {}
        self.built: list[str] = state.get("built", [])
        if state.get("running"):
            self.reset()

    def reset(self) -> None:
        """Removes the build, and undoes changes of sources."""
        ask(["git", "checkout", "--quiet", "--", "."], self.root)
        shutil.rmtree(self.build, ignore_errors=True)
        self.built = []
        self._write(None)

    def begin(self, stage: str) -> None:
        """What this stage builds is incomplete until its end."""
        self._write(stage)

    def end(self, stage: str) -> None:
        self.built.append(stage)
        self._write(None)

    def _write(self, running: str | None) -> None:
        self._state.write_text(json.dumps({"built": self.built, "running": running}), encoding="utf-8")
