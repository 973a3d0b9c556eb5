"""Random programs and kernels on the device, compared with the other engines."""

import json
import subprocess
from dataclasses import dataclass

from side_by_side.tables import table
from side_by_side.tools import Tools


@dataclass(frozen=True)
class Campaign:
    """A command of `musimd`, or of the build's musimd_batch_check, which prints its summary as JSON."""

    key: str
    title: str
    program: str
    arguments: tuple[str, ...]
    option: str  # the option for the number of programs
    count: int

    @property
    def all_arguments(self) -> list[str]:
        return [*self.arguments, self.option, str(self.count)]

    @property
    def said(self) -> str:
        return f"{self.program} {' '.join(self.all_arguments)}"


_INTERPRETED = ("fuzz", "--engines", "fast,cuda-interp")
_OURS = ("fuzz", "--dsl", "--backends", "cuda")
_NSIMD = ("fuzz", "--dsl", "--backends", "nsimd-cuda")
CAMPAIGNS = [
    Campaign("interp", "interpreted programs", "musimd", _INTERPRETED, "--count", 100_000),
    Campaign("batches", "translated programs", "musimd_batch_check", ("--inputs", "50"), "--programs", 2000),
    Campaign("dsl", "kernels, our expansion", "musimd", _OURS, "--count", 2000),
    Campaign("dsl-nsimd", "kernels, NSIMD's expansion", "musimd", _NSIMD, "--count", 500),
]


def run(campaign: Campaign, tools: Tools) -> dict:
    """The summary; {"cannot": …} if it cannot be run. Mismatches are results here, not errors."""
    command = [tools.musimd, *campaign.all_arguments, "--json"]
    if campaign.program != "musimd":
        command = [tools.timer.parent / campaign.program, *campaign.all_arguments]
    folder = tools.build / "gpu" / "campaigns" / campaign.key  # where programs with mismatches are saved
    folder.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    if done.returncode not in (0, 1) or not done.stdout.strip():
        return {"cannot": (done.stderr.strip() or f"exit status {done.returncode}").splitlines()[0]}
    summary = json.loads(done.stdout)
    return {"status": done.returncode, "programs": _count(summary), "summary": summary}


def _count(summary: dict) -> int | None:
    counts = [summary.get(name) for name in ("inputs", "programs", "kernels")]
    return next((count for count in counts if isinstance(count, int)), None)


def campaigns_table(records: dict) -> str:
    rows = []
    for campaign in CAMPAIGNS:
        record = records.get(f"campaign/{campaign.key}", {})
        verdict = "–"
        if "status" in record:
            verdict = "no difference" if record["status"] == 0 else "**differences**"
        elif "cannot" in record:
            verdict = f"not run: {record['cannot']}"
        count = f"{record['programs']:,}" if record.get("programs") else "–"
        rows.append([f"{campaign.title}: `{campaign.said}`", count, verdict])
    return table(["campaign", "runs", "found"], rows)
