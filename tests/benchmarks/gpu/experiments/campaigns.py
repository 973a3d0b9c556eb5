"""Random programs and kernels on the device, which must give what the other engines give."""

import json
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from side_by_side.tables import table


@dataclass(frozen=True)
class Campaign:
    key: str
    title: str
    arguments: tuple[str, ...]

    def command(self, musimd: Path, out: Path) -> list[str]:
        return [str(musimd), "fuzz", *self.arguments, "--json", "--out", str(out)]

    @property
    def said(self) -> str:
        return f"musimd fuzz {' '.join(self.arguments)}"


CAMPAIGNS = [
    Campaign("interp", "interpreted programs", ("--engines", "fast,cuda-interp", "--count", "100000")),
    Campaign("cuda", "translated programs", ("--engines", "fast,cuda", "--count", "2000")),
    Campaign("dsl", "kernels, our expansion", ("--dsl", "--backends", "cuda", "--count", "2000")),
    Campaign("dsl-nsimd", "kernels, NSIMD's expansion", ("--dsl", "--backends", "nsimd-cuda", "--count", "500")),
]


def run(campaign: Campaign, musimd: Path) -> dict:
    """The summary; {"cannot": …} where it cannot be run. Differences are no error here: they are what is told."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(campaign.command(musimd, Path(folder)), capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1) or not done.stdout.strip():
            return {"cannot": (done.stderr.strip() or f"exit status {done.returncode}").splitlines()[0]}
        summary = json.loads(done.stdout)
    return {"status": done.returncode, "programs": _count(summary), "seconds": summary.get("seconds")}


def _count(summary: dict) -> int | None:
    counts = [summary.get(name) for name in ("programs", "kernels")]
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
    return table(["campaign", "programs", "found"], rows)
