#!/usr/bin/env python3
"""Tests benchmarks/build/run, without building: run_test.py."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path[:0] = [str(HERE), str(HERE.parent / "peers")]

from side_by_side import document  # noqa: E402
from side_by_side.measure import ProcessFailed  # noqa: E402
from timing import build_tables, clone, incremental, main, ninja_log, reports, stages  # noqa: E402

LOG = """# ninja log v5
0\t10\t1\tCMakeFiles/a.dir/a.cpp.o\taaaa
5\t2505\t2\tCMakeFiles/a.dir/b.cpp.o\tbbbb
2505\t2605\t3\ttexts.cpp\tcccc
2505\t2605\t3\t/the folder/build/texts.cpp\tcccc
2605\t2705\t4\tmanual.1\tdddd
2605\t2705\t4\tmanual.2\tdddd
100\t1600\t5\tCMakeFiles/a.dir/a.cpp.o\taaaa
an incomplete line"""

# A project whose bootstrap.sh writes a log of Ninja. With FAIL, a command fails half-way.
BOOTSTRAP = """#!/bin/sh
mkdir -p build
[ -f build/.ninja_log ] || echo '# ninja log v5' >build/.ninja_log
step() { grep -q "$2" build/.ninja_log || printf '0\\t%s\\t1\\t%s\\t%s\\n' "$1" "$2" "$2" >>build/.ninja_log; }
case "$1 $2" in
    'musimd run') step 3000 host.cpp.o ;;
    'musimd cuda') step 1000 kernels.cpp.o; [ ! "$FAIL" ] || { echo 'no such header' >&2; exit 1; } ;;
    'musimd fuzz') step 2000 fuzz.cpp.o ;;
    ' ') step 4000 tests.cpp.o ;;
    'ctest ') echo '90% tests passed, 2 tests failed out of 20'; echo 'Total Test time (real) =   7.50 sec'; exit 8 ;;
esac
echo "bootstrap: building (1 steps) … 3 s" >&2
"""


class Logs(unittest.TestCase):
    def setUp(self):
        self.steps = ninja_log.parse(LOG, Path("/the folder/build"))

    def test_the_latest_run_of_a_step_counts(self):
        self.assertEqual(self.steps["CMakeFiles/a.dir/a.cpp.o"].seconds, 1.5)

    def test_a_step_with_several_outputs_is_one_step(self):
        self.assertEqual(
            [step.name for step in ninja_log.longest(list(self.steps.values()))],
            ["CMakeFiles/a.dir/b.cpp.o", "CMakeFiles/a.dir/a.cpp.o", "manual.1", "texts.cpp"],
        )

    def test_steps_that_did_not_run_again_are_not_new(self):
        before = ninja_log.parse("\n".join(LOG.splitlines()[:-2]), Path("/the folder/build"))
        self.assertEqual([step.name for step in ninja_log.new_steps(before, self.steps)], ["CMakeFiles/a.dir/a.cpp.o"])
        self.assertEqual(ninja_log.new_steps(self.steps, self.steps), [])

    def test_a_folder_without_a_log_has_no_steps(self):
        self.assertEqual(ninja_log.read(Path("/nowhere")), {})

    def test_the_sources_of_a_unit_are_read_from_it(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            unit = root / "build" / "CMakeFiles" / "isa.dir" / "Unity" / "unity_0_cxx.cxx"
            unit.parent.mkdir(parents=True)
            text = f'/* generated */\n#include "{root}/isa/a.cpp"\n#include "{root}/isa/x/b.cpp"\n'
            unit.write_text(text, encoding="utf-8")
            name = "CMakeFiles/isa.dir/Unity/unity_0_cxx.cxx.o"
            self.assertEqual(ninja_log.sources_of_unit(name, root / "build", root), ["isa/a.cpp", "isa/x/b.cpp"])
            self.assertEqual(ninja_log.sources_of_unit("CMakeFiles/isa.dir/isa/c.cpp.o", root / "build", root), [])

    def test_objects_are_found_by_their_sources(self):
        deps = """a.o: #deps 2, deps mtime 1 (VALID)
    /s/isa/a.cpp
    ../isa/a.hpp

b.o: #deps 1, deps mtime 2 (VALID)
    ../isa/a.hpp
"""
        found = incremental.objects_of_sources(deps, Path("/s/build"))
        self.assertEqual(found, {"/s/isa/a.cpp": {"a.o"}, "/s/isa/a.hpp": {"a.o", "b.o"}})


class Reports(unittest.TestCase):
    def test_steps_of_bootstrap_are_read_with_their_seconds(self):
        errors = """bootstrap: installing 9 packages … 40 s
warning: something … 3 s
bootstrap: configuring … 3.5 s
bootstrap: goes on without Coq
bootstrap: building musimd (61 steps) … 2 min 30 s
"""
        expected = [("installing 9 packages", 40), ("configuring", 3.5), ("building musimd (61 steps)", 150)]
        self.assertEqual(reports.bootstrap_steps(errors), expected)

    def test_the_summary_of_ctest_is_read(self):
        output = "99% tests passed, 1 tests failed out of 1234\n\nTotal Test time (real) = 170.25 sec\n"
        self.assertEqual(reports.tests(output), {"tests": 1234, "failed": 1, "seconds": 170.25})
        self.assertEqual(reports.tests("No tests were found"), {})


class Rooms(unittest.TestCase):
    def test_rooms_are_folders_with_sources(self):
        files = ["main.cpp", "isa/a.cpp", "isa/x/b.cpp", "isa/a.hpp", "tests/t.cpp", "web/w.cpp", "docs/a.md", "cli/c.cpp"]
        self.assertEqual(clone.rooms(files), {"cli": ["cli/c.cpp"], "isa": ["isa/a.cpp", "isa/x/b.cpp"]})

    def test_the_rooms_and_the_kernel_exist(self):
        root = HERE.parents[1]
        found = clone.rooms([str(path.relative_to(root)) for path in root.glob("*/*.cpp")])
        self.assertIn("isa", found)
        self.assertNotIn("tests", found)
        self.assertTrue((root / stages.KERNEL.split()[0]).exists())

    def test_the_changed_file_has_median_size(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, size in (("a", 10), ("b", 30), ("c", 20)):
                (Path(folder) / name).write_text("x" * size, encoding="utf-8")
            self.assertEqual(clone.median_sized(["a", "b", "c"], Path(folder)), "c")

    def test_the_file_is_one_that_the_target_compiles(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in "abc":
                (Path(folder) / f"{name}.cpp").write_text(name, encoding="utf-8")
            files = ["a.cpp", "b.cpp", "c.cpp"]
            objects = {f"{folder}/c.cpp": {"c.o"}, f"{folder}/a.cpp": {"a.o"}}
            inputs = {"musimd": {"x.o"}, "musimd-fuzz": {"c.o"}, "all": {"a.o", "c.o", "x.o"}}
            self.assertEqual(incremental.choose(files, objects, inputs, Path(folder)), ("musimd-fuzz", "c.cpp"))
            with self.assertRaises(ProcessFailed):
                incremental.choose(["b.cpp"], objects, inputs, Path(folder))


def record(wall: float, *steps: tuple[str, float], **more: object) -> dict:
    made: dict = {"wall": wall, "processor": 2 * wall, "steps": [list(step) for step in steps]}
    return made | {"sources": {}, "reported": []} | more


class Tables(unittest.TestCase):
    """Of made-up measurements."""

    def setUp(self):
        unit = "CMakeFiles/isa.dir/Unity/unity_0_cxx.cxx.o"
        sources = {unit: ["isa/a.cpp", "isa/x/b.cpp"]}
        self.records = {
            "stage/first": record(
                150, (unit, 90.0), ("x.a", 10.0), sources=sources, reported=[["configuring", 3.0]], compiler="g++ 12"
            ),
            "stage/kernels": record(60, ("k.o", 50.0)),
            "stage/fuzz": record(30, ("f.o", 25.0)),
            "stage/full": record(240, *((f"t{i}.o", 1.0) for i in range(25))),
            "stage/tests": record(100, tests={"tests": 1234, "failed": 2, "seconds": 95.0}),
            "incremental/nothing": record(0.5, target="musimd"),
            "incremental/isa": record(9, ("a.o", 5.0), ("musimd", 2.0), target="musimd", file="isa/a.cpp"),
            "incremental/cli": {"cannot": "why"},
        }
        self.about = {"commit": "abc", "committed": "2026-01-02", "processor": "P", "cores": 2}
        self.parts = build_tables.parts(self.about, self.records)

    def test_every_part_has_markers_in_the_document(self):
        text = main.DOCUMENT.read_text(encoding="utf-8")
        filled = document.fill(text, self.parts)
        self.assertEqual(document.fill(filled, self.parts), filled)
        self.assertEqual(filled.count(document.END), len(self.parts))
        self.assertNotIn("Not measured yet", filled)

    def test_the_sentence_names_the_machine_and_the_commit(self):
        self.assertIn("P. Built on 2 cores with g++ 12", self.parts["build-about"])
        self.assertIn("Commit abc of 2026-01-02, measured on 20", self.parts["build-about"])

    def test_stages_add_up(self):
        rows = self.parts["build-stages"].splitlines()
        self.assertIn("| 2 min 30 s | 2 min 30 s | 5 min 00 s | 2 | 1 min 30 s |", rows[2])
        self.assertIn("`./bootstrap.sh` | 4 min 00 s | 8 min 00 s |", rows[5])
        self.assertIn("`./bootstrap.sh ctest` | 1 min 35 s, 1,234 tests, **2 failed** |", rows[6])

    def test_without_an_earlier_stage_nothing_is_added_up(self):
        del self.records["stage/kernels"]
        parts = build_tables.parts(self.about, self.records)
        self.assertIn("| 4 min 00 s | – |", parts["build-stages"])

    def test_the_longest_steps_have_their_share(self):
        text = self.parts["build-first-steps"]
        self.assertIn("| `CMakeFiles/isa.dir/Unity/unity_0_cxx.cxx.o` | 90.0 | isa: a, x/b |", text)
        self.assertIn("2 steps take 1 min 40 s, added up; 1 of them are compilers', 1 min 30 s.", text)

    def test_changes_name_their_file_and_their_target(self):
        text = self.parts["build-incremental"]
        self.assertIn("| nothing | `musimd` | 500 ms |", text)
        self.assertIn("| `isa/a.cpp` | `musimd` | 9.00 s |", text)
        self.assertNotIn("cli", text)

    def test_what_was_not_measured_is_left_out(self):
        self.assertEqual(build_tables.parts(self.about, {}), {})


class CommandLine(unittest.TestCase):
    """With a project that only pretends to build."""

    def setUp(self):
        self.kept = main.DOCUMENT.read_bytes()
        folder = tempfile.TemporaryDirectory(prefix="with a space ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name) / "folder"
        self.source = Path(folder.name) / "source"
        (self.source / "isa").mkdir(parents=True)
        (self.source / "isa" / "a.cpp").write_text("\n", encoding="utf-8")
        (self.source / "bootstrap.sh").write_text(BOOTSTRAP, encoding="utf-8")
        (self.source / "bootstrap.sh").chmod(0o700)
        author = ["-c", "user.name=a", "-c", "user.email=a@b"]
        for command in (["init", "--quiet"], ["add", "."], [*author, "commit", "--quiet", "-m", "x"]):
            subprocess.run(["git", *command], cwd=self.source, check=True)

    def tearDown(self):
        self.assertEqual(main.DOCUMENT.read_bytes(), self.kept)

    def measure(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess:
        command = [HERE / "run", f"--source={self.source}", f"--folder={self.folder}", "--no-document", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | environment)

    def written(self) -> str:
        return (self.folder / "building.md").read_text(encoding="utf-8")

    def test_stages_are_measured_and_written(self):
        done = self.measure("--only", "first,kernels,fuzz,full,tests")
        self.assertEqual(done.returncode, 0, done.stderr)
        text = self.written()
        self.assertIn("7.50 s, 20 tests, **2 failed**", text)

    def test_a_failure_is_reported_and_resumed_from_a_clean_build(self):
        failed = self.measure("--only", "first,kernels", FAIL="1")
        self.assertEqual(failed.returncode, 1)
        self.assertIn("exit status 1", failed.stderr)
        self.assertIn("no such header", failed.stderr)
        self.assertIn("--resume", self.measure("--only", "first").stderr)
        done = self.measure("--only", "first,kernels", "--resume")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"`./bootstrap.sh musimd cuda {stages.KERNEL}` |", self.written())
        lines = (self.folder / "measurements.jsonl").read_text(encoding="utf-8")
        self.assertEqual(lines.count('"stage/first"'), 1)
        self.assertIn('"steps": [["kernels.cpp.o", 1.0]]', lines)

    def test_what_a_stage_needs_is_built_and_not_measured(self):
        done = self.measure("--only", "fuzz")
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = (self.folder / "measurements.jsonl").read_text(encoding="utf-8")
        self.assertIn('"steps": [["fuzz.cpp.o", 2.0]]', lines)
        self.assertNotIn('"stage/first"', lines)

    def test_a_dry_run_only_prints(self):
        done = self.measure("--dry-run")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("fuzz: ./bootstrap.sh musimd fuzz --count 10\n", done.stdout)
        self.assertIn("incremental/isa: a change of one of 1 sources, as isa/a.cpp", done.stdout)
        self.assertFalse(self.folder.exists())

    def test_wrong_options_are_refused(self):
        for wrong in (["--only", "nothing"], ["--cores", "0"]):
            self.assertEqual(self.measure(*wrong).returncode, 2)


if __name__ == "__main__":
    unittest.main(verbosity=2)
