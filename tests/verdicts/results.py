"""The results of runs, kept in a file, so that a command goes on from where it was stopped."""

import json
import subprocess
import sys


def build_of(musimd):
    """The commit of the program."""
    lines = subprocess.run([musimd, "--version"], capture_output=True, text=True, check=True).stdout.splitlines()
    return dict(line.split(": ", 1) for line in lines if ": " in line)["commit"]


class Results:
    """Of each build and case the outcome, and the command that it belongs to."""

    def __init__(self, path, build):
        self.path, self.build = path, build
        self.all = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}

    def find(self, case):
        return self.of_build(self.build, case)

    def of_build(self, build, case):
        entry = self.all.get(build, {}).get(f"{case.group}: {case.name}")
        return entry["outcome"] if entry and entry["command"] == case.command else None

    def find_latest(self, case):
        """The build that has the latest outcome, and the outcome."""
        for build in [self.build, *reversed(self.all)]:
            if (outcome := self.of_build(build, case)) is not None:
                return build, outcome
        return None

    def add(self, case, result):
        self.all.setdefault(self.build, {})[f"{case.group}: {case.name}"] = {"command": case.command, "outcome": result}
        self.path.with_suffix(".new").write_text(json.dumps(self.all, indent=1) + "\n", encoding="utf-8")
        self.path.with_suffix(".new").replace(self.path)

    def forget(self, cases, state):
        """The outcomes of this build with the state."""
        for case in cases:
            if (outcome := self.find(case)) is not None and outcome["state"] == state:
                del self.all[self.build][f"{case.group}: {case.name}"]

    def run_missing(self, cases, run, said_of):
        """Runs what has no result of this build yet, one case after the other; `said_of` says the outcome in a few words."""
        for number, case in enumerate(cases, 1):
            if self.find(case) is not None:
                continue
            outcome = run(case)
            self.add(case, outcome)
            said = f"{said_of(case, outcome)} in {outcome['seconds']} s {outcome['message']}"
            print(f"[{number}/{len(cases)}] {case.group}: {case.name}: {said}", file=sys.stderr, flush=True)

    def latest(self, cases_of):
        """Of the cases by suite: those that have an outcome, with the latest one; and a text that names the builds and their suites."""
        known, builds = [], {}
        for suite, cases in cases_of.items():
            for case in cases:
                if found := self.find_latest(case):
                    builds.setdefault(found[0], {})[suite] = None
                    known.append((case, found[1]))
        return known, "; ".join(f"{build} ({', '.join(suites)})" for build, suites in builds.items())
