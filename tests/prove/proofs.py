"""The verdicts of `musimd cuda --prove` for a kernel, and random launches of it that the options allow."""

import collections
import json
import pathlib
import random
import re
import shlex
import statistics
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
KERNELS = ROOT / "programs/kernels/prove"

# The findings of each claim.
CLAIMS = {
    "race": {"race", "volatile-race"},
    "barrier": {"barrier-while-diverged", "barrier-instructions", "barrier-exited"},
    "collective": {"collective-mask", "collective-exited"},
    "bounds": {"invalid-address", "null-pointer"},
    "assertion": {"assertion"},
}


def words_after(text, name):
    """Those of the line `// NAME: …`; quotes hold words together."""
    found = re.search(rf"^// {name}: (.*)$", text, re.M)
    return shlex.split(found[1]) if found else []


class Proof:
    """What was printed for a kernel."""

    def __init__(self, musimd, file, options, limit=120):
        begin = time.monotonic()
        command = [musimd, "cuda", str(file), "--prove", "--json", *options]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False)
            self.status, self.output, self.errors = done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired:
            self.status, self.output, self.errors = 124, "", "the time limit of the script"
        self.seconds = time.monotonic() - begin
        self.json = json.loads(self.output) if self.output.startswith("{") else None
        launches = (self.json or {}).get("proofs", [])  # of the host code
        if launches:
            obligations = [one for launch in launches for one in launch["proof"]["obligations"]]
            limits = [one for launch in launches for one in launch["proof"]["limits"]]
            self.json = {"proof": {"obligations": obligations, "limits": limits}, "launch": launches[0]["launch"]}
        if self.json is not None and "proof" not in self.json:
            self.errors = self.errors or json.dumps(self.json.get("findings") or self.json.get("message") or self.json)
            self.json = None
        self.obligations = self.json["proof"]["obligations"] if self.json else []

    @property
    def is_refused(self):
        return self.json is None

    def verdict(self, kinds=CLAIMS):
        """The worst of these kinds: refuted, unknown, proved."""
        if self.is_refused:
            return "refused"
        states = {one["state"] for one in self.obligations if one["kind"] in kinds}
        return "refuted" if "refuted" in states else "unknown" if "unknown" in states else "proved"

    def kinds(self, state):
        found = {one["kind"] for one in self.obligations if one["state"] == state}
        return [kind for kind in CLAIMS if kind in found]

    def reasons(self):
        return [one["reason"] for one in self.obligations if one["state"] == "unknown"]


def kind_of_reason(reason):
    """Without lines, names and numbers."""
    reason = re.sub(r"^line \d+: ", "", reason)
    reason = re.sub(r"; state it as .*", "", reason)
    reason = re.sub(r"(what|the length of) \w+ (contains|is)", r"\1 an array \2", reason)
    reason = re.sub(r"what an atomic on \w+", "what an atomic", reason)
    reason = re.sub(r"it depends on \w+, which the loop", "it depends on a variable, which the loop", reason)
    reason = re.sub(r"it depends on \w+ before", "it depends on a variable before", reason)
    reason = re.sub(r"( on)? line \d+", "", reason)
    return reason.split(", what")[0].split(", which the loop changes, ")[0]


def median_and_most(seconds):
    return f"{statistics.median(seconds):.1f}, {max(seconds):.1f}" if seconds else "-"


# ---- random launches

BLOCKS = [(1, 1, 1), (2, 1, 1), (7, 1, 1), (32, 1, 1), (33, 1, 1), (64, 1, 1), (128, 1, 1), (1, 17, 1), (5, 3, 1), (16, 16, 1), (4, 2, 3)]
GRIDS = [(1, 1, 1), (2, 1, 1), (3, 1, 1), (1, 2, 1), (2, 2, 1), (1, 1, 2)]
MOST_ELEMENTS = 20_000


def value(text, names):
    """Of C over integers, as --assume and --length have it."""
    python = text.replace("&&", " and ").replace("||", " or ").replace("/", "//")
    python = re.sub(r"!(?!=)", " not ", python)
    python = re.sub(r"(blockDim|gridDim)\.([xyz])", r"\1_\2", python)
    return eval(python, {}, names)  # noqa: S307 (our own kernels)


def dimensions(text):
    numbers = [int(number) for number in text.split(",")]
    return tuple(numbers + [1] * (3 - len(numbers)))


def options_named(options, name):
    return [options[i + 1] for i, word in enumerate(options) if word == f"--{name}"]


def parameters_of(text, kernel=None):
    """Of the kernel, or of the only one: (name, is it a pointer, its type)."""
    name = kernel or r"\w+"
    found = re.search(rf"__global__\s+void\s+(?:__\w+__\(.*?\)\s*)?({name})\s*\((.*?)\)\s*\{{", text, re.S)
    result = []
    for one in found[2].split(","):
        words = re.findall(r"\w+|\*", one)
        if words:
            result.append((words[-1], "*" in words, " ".join(w for w in words[:-1] if w not in ("const", "*", "__restrict__"))))
    return result


def random_launch(text, options, proof, dice):
    """The words after the file that launch the kernel so that what the proof (of its JSON) assumes holds; nothing: none was found."""
    limits, requirements = proof["limits"], proof["requirements"]
    for _ in range(400):
        block, grid = dice.choice(BLOCKS), dice.choice(GRIDS)
        block = next(map(dimensions, options_named(options, "block")), block)
        grid = next(map(dimensions, options_named(options, "grid")), grid)
        names = {f"{of}_{axis}": number for of, sizes in (("blockDim", block), ("gridDim", grid)) for axis, number in zip("xyz", sizes)}
        given = dict(word.split("=", 1) for word in options_named(options, "arg"))
        parameters = parameters_of(text)
        for name, is_pointer, kind in parameters:
            if not is_pointer and "float" not in kind and "double" not in kind:
                least = 0 if "unsigned" in kind or "size_t" in kind else -3
                number = dice.choice([dice.randint(least, 8), dice.randint(0, 70), block[0] * grid[0], block[0] * grid[0] - 1, 100])
                names[name] = int(given.get(name, number))
        conditions = options_named(options, "assume") + [limit for limit in limits if re.search(r"==|<=", limit)]
        contents = [one for one in conditions if re.search(r"\w+\(\w+\)|\[\*\]", one)]
        if contents or not all(value(one, names) for one in conditions):
            if contents:
                return None
            continue
        lengths = {one["array"]: one["length"] for one in requirements}
        lengths |= dict(word.split("=", 1) for word in options_named(options, "length"))
        words = ["--block", ",".join(map(str, block)), "--grid", ",".join(map(str, grid)), "--undefined", "zero"]
        fits = True
        for name, is_pointer, kind in parameters:
            if not is_pointer:
                words += ["--arg", f"{name}={names.get(name, 1)}"]
                continue
            elements = value(lengths[name], names) if name in lengths else 4096
            fits = fits and 1 <= elements <= MOST_ELEMENTS
            if not fits:
                break
            integral = "float" not in kind and "double" not in kind
            most = dice.choice([1, 3, 40]) if integral else 0
            words += ["--arg", f"{name}=" + (",".join(str(dice.randint(0, most)) for _ in range(elements)) if integral and dice.random() < 0.8
                                              else f"zeros:{elements}")]  # fmt: skip
        if not fits:
            continue
        shared = re.search(r"extern __shared__ (\w+(?: \w+)*) (\w+)\[\]", text)
        if shared and shared[2] in lengths:
            size = 8 if shared[1] in ("double", "long long") else 4
            words += ["--shared", str(size * value(lengths[shared[2]], names))]
        return words
    return None


def contradiction(proof, found):
    """The claim that is proved and that this finding, the first of a run, violates."""
    kind = next((kind for kind, names in CLAIMS.items() if found["kind"] in names), None)
    if kind is None:
        return None
    line = found.get("line", 0)
    same_kind = [one for one in proof.obligations if one["kind"] == kind]
    of_line = [one for one in same_kind if kind in ("barrier", "collective") or line in one["lines"] or one["lines"] == [0]]
    return kind if all(one["state"] == "proved" for one in of_line) else None


class Attack:
    """Runs of a kernel that shall contradict its proof."""

    def __init__(self, musimd, file, options, proof, runs, seed=1):
        dice = random.Random(f"{seed} {pathlib.Path(file).name}")
        text = pathlib.Path(file).read_text(encoding="utf-8")
        self.runs, self.clean, self.wrong = 0, 0, None
        for i in range(runs):
            launch = random_launch(text, options, proof.json["proof"], dice)
            if launch is None:
                return
            launch += ["--model", ("volta", "lockstep")[i % 2], "--max-steps", "200000", "--json"]
            done = subprocess.run([musimd, "cuda", str(file), *launch], capture_output=True, text=True, timeout=120, check=False)
            self.runs += 1
            if not done.stdout.startswith("{"):
                continue
            printed = json.loads(done.stdout)
            found = printed.get("findings", []) or printed.get("warnings", [])
            self.clean += not found
            if found and (kind := contradiction(proof, found[0])):
                self.wrong = (kind, found[0].get("message", found[0]["kind"]), shlex.join(["musimd", "cuda", str(file), *launch]))
                return


def most_frequent(reasons, most=10):
    return collections.Counter(map(kind_of_reason, reasons)).most_common(most)
