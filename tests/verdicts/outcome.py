"""What a run of musimd says: which findings it reports, or why there is no verdict."""

import json
import os
import signal
import subprocess
import time

NO_VERDICT = {2: "not read", 3: "step limit"}


def findings_of(report):
    """Of a program they are the report's; of kernels, those of each."""
    return report.get("findings", []) + [f for kernel in report.get("kernels", []) for f in kernel.get("findings", [])]


def outcome_of(status, output, errors):
    """`state`: "findings", "clean", or why there is no verdict; `kinds`: of the findings that are errors, with their lines."""
    if status not in (0, 1):
        lines = [line for line in errors.splitlines() if "error:" in line] or errors.splitlines() or [""]
        return {"state": NO_VERDICT.get(status, f"exit status {status}"), "kinds": {}, "message": lines[0]}
    kinds = {}
    for finding in findings_of(json.loads(output)):
        if finding["severity"] == "error":
            kinds.setdefault(finding["kind"], set()).add(finding["line"])
    return {"state": "findings" if kinds else "clean", "kinds": {kind: sorted(kinds[kind]) for kind in sorted(kinds)}, "message": ""}


def program_outcome_of(status, output, errors):
    """`state`: as above, or of what ends without an error: "fails" by what `main` returns, "differs" from gcc or "agrees" with it, or
    just "runs", not compared for the reason in `message`."""
    found = outcome_of(status, output, errors)
    if found["state"] not in ("findings", "clean"):
        return found
    report = json.loads(output)
    kinds = {kind: lines for kind, lines in found["kinds"].items() if kind != "difference"}
    if kinds:
        said = ", ".join(f"`{kind}` on line {', '.join(map(str, lines))}" for kind, lines in kinds.items())
        return {"state": "findings", "kinds": kinds, "message": said}
    compared = {compiler["outcome"] for compiler in report["compilers"]}
    statuses = {run.get("program_status", 0) for run in report["runs"]} - {0}
    reasons = [compiler["message"] for compiler in report["compilers"] if "message" in compiler]
    if "different" in compared or "difference" in found["kinds"]:
        lines = [compiler["difference"]["line"] for compiler in report["compilers"] if "difference" in compiler]
        return {"state": "differs", "kinds": {}, "message": f"line {lines[0]}" if lines else "the exit status"}
    if statuses:
        return {"state": "fails", "kinds": {}, "message": f"exit status {statuses.pop()}"}
    if "same" in compared:
        return {"state": "agrees", "kinds": {}, "message": ""}
    return {"state": "runs", "kinds": {}, "message": report.get("not_compared", (reasons or [""])[0])}


def run_program(musimd, command, limit, folder):
    return run(musimd, command, limit, program_outcome_of, folder)


def run(musimd, command, limit, outcome=outcome_of, folder=None):
    """The outcome of `musimd COMMAND…`; of all its processes, if the limit in seconds is reached."""
    start = time.monotonic()
    child = subprocess.Popen([musimd, command[0], "--format", "json", *command[1:]], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             stdin=subprocess.DEVNULL, start_new_session=True, cwd=folder)  # fmt: skip
    try:
        output, errors = child.communicate(timeout=limit)
        result = outcome(child.returncode, output.decode(errors="replace"), errors.decode(errors="replace"))
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        child.communicate()
        result = {"state": "time limit", "kinds": {}, "message": f"{limit} s"}
    return result | {"seconds": round(time.monotonic() - start, 2)}


def verdict(case, outcome):
    """"found" or "missed" of a defect, "clean" or "alarm" of a file without; otherwise why there is no verdict."""
    if outcome["state"] not in ("findings", "clean"):
        return outcome["state"]
    reported = bool(case.kinds & outcome["kinds"].keys())
    if case.label == "defect":
        return "found" if reported else "missed"
    return "alarm" if reported else "clean"
