"""Reads what the measured commands print: the steps of bootstrap.sh, and the summary of ctest."""

import re

# bootstrap: building musimd (61 steps) … 150 s
STEP = re.compile(r"^bootstrap: (.*?)\s*(?:…|\.\.\.)\s*(?:(\d+) min )?(\d+(?:\.\d+)?) s$", re.MULTILINE)
TESTS = re.compile(r"(\d+) tests failed out of (\d+)")
TEST_SECONDS = re.compile(r"Total Test time \(real\) =\s*(\d+(?:\.\d+)?) sec")


def bootstrap_steps(errors: str) -> list[tuple[str, float]]:
    """What bootstrap.sh did, and the seconds of each."""
    return [
        (found[1], 60.0 * int(found[2] or 0) + float(found[3]))
        for found in STEP.finditer(errors.replace("\r", "\n"))
    ]


def tests(output: str) -> dict[str, float]:
    """The number of tests, of those that failed, and the seconds that ctest reports; empty without a summary."""
    counted, seconds = TESTS.search(output), TEST_SECONDS.search(output)
    if not counted or not seconds:
        return {}
    return {"tests": int(counted[2]), "failed": int(counted[1]), "seconds": float(seconds[1])}
