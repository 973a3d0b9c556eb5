#!/usr/bin/env python3
"""Tests benchmarks/gpu/run-all: run_all_test.py BUILD, a complete build folder."""

import os
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path[:0] = [str(HERE), str(HERE.parent / "peers")]

from experiments import campaigns, copies, graphs, hosts, main, throughput, toolchain  # noqa: E402
from side_by_side import document, programs, tools  # noqa: E402

BUILD = Path()


def run_all(*arguments: str, **environment: str) -> subprocess.CompletedProcess:
    command = [HERE / "run-all", "--no-build", f"--build={BUILD}", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | environment)


class CommandLine(unittest.TestCase):
    def setUp(self):
        self.kept = main.DOCUMENT.read_bytes()

    def tearDown(self):
        self.assertEqual(main.DOCUMENT.read_bytes(), self.kept)

    def test_without_nvcc_it_says_so_and_exits_with_4(self):
        done = run_all(NVCC="/nowhere/nvcc")
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertIn("skipped: everything that is compiled: '/nowhere/nvcc' not found", done.stderr)

    def test_a_quick_check_compiles_a_unit_of_musimds_and_runs_a_batch(self):
        done = run_all("--check", "--quick")
        if done.returncode == 4:
            self.skipTest(done.stderr.strip())
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, "compiled for sm_[0-9]+: copy-everywhere")
        self.assertIn("collatz.gpu: 2 of 2 machines", done.stderr)

    def test_what_is_not_a_number_of_repetitions_is_refused(self):
        self.assertEqual(run_all("--repetitions", "0").returncode, 2)

    def test_a_folder_without_a_build_is_refused(self):
        done = subprocess.run(
            [HERE / "run-all", "--no-build", "--build=/nowhere"], capture_output=True, text=True, check=False
        )
        self.assertEqual(done.returncode, 1)
        self.assertIn("not found", done.stderr)


class AskingHosts(unittest.TestCase):
    def host(self, script: str) -> Path:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = Path(folder.name) / "host"
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(0o700)
        return path

    def test_each_line_has_its_answer(self):
        asked = hosts.Asked(self.host("""while read a b; do echo "{\\"b\\": $b}"; done"""))
        self.addCleanup(asked.close)
        self.assertEqual([asked.ask("x 1"), asked.ask("x 2")], [{"b": 1}, {"b": 2}])

    def test_one_that_ends_is_reported_and_restarted(self):
        asked = hosts.Asked(self.host("""read a; [ $a = bad ] && { echo why >&2; exit 1; }; echo '{"fine": 1}'"""))
        self.addCleanup(asked.close)
        self.assertEqual(asked.ask("bad"), {"cannot": "it ended: why"})
        self.assertEqual(asked.ask("good"), {"fine": 1})

    def test_one_that_does_not_answer_is_given_up(self):
        timeout, hosts.TIMEOUT = hosts.TIMEOUT, 0.2
        try:
            asked = hosts.Asked(self.host("exec sleep 100"))
            self.assertIn("no answer", asked.ask("x")["cannot"])
        finally:
            hosts.TIMEOUT = timeout


class EmulatedHosts(unittest.TestCase):
    """The programs of host/ on an emulated hardware warp."""

    def setUp(self):
        self.hosts = hosts.Hosts(BUILD / "benchmarks" / "gpu")
        self.addCleanup(self.hosts.close)

    def test_all_of_them_give_what_the_processor_gives(self):
        for name in ("copies", "graphs", "copy-everywhere-8"):
            self.assertTrue(self.hosts.has(name), name)
        main.check_results(self.hosts)

    def test_seconds_and_bytes_are_reported(self):
        answer = self.hosts.ask("copies", "everywhere 100 8 3 5")
        self.assertEqual(answer["bytes"], 2 * 4 * 100 * 8 * 3)
        self.assertEqual(answer["seconds"], sorted(answer["seconds"]))
        self.assertGreater(answer["seconds"][0], 0)

    def test_a_line_that_is_none_is_refused_and_the_next_is_answered(self):
        for line in ("everywhere 0 8 3 1", "nothing 1 8 3 1", "everywhere 1 33 3 1", ""):
            self.assertIn("expected: WAY", self.hosts.ask("copies", line)["cannot"])
        self.assertIn("seconds", self.hosts.ask("copies", "thread 1 8 3 1"))


class SoftwareCuda(unittest.TestCase):
    """Everything, from the compiler to the documents, with the device of tests/software_cuda."""

    def test_a_quick_run_measures_all_but_what_needs_nsimd(self):
        cuda = BUILD / "tests" / "software_cuda"
        place = {"LD_LIBRARY_PATH": str(cuda), "MUSIMD_NVRTC": str(cuda / "libnvrtc.so"), "NVCC": str(cuda / "nvcc")}
        done = run_all("--quick", NSIMD_ROOT="", XDG_CACHE_HOME="/dev/null", **place)
        self.assertEqual(done.returncode, 0, done.stderr)
        missing = re.findall("not measured: (.*?):", done.stderr)
        self.assertEqual(missing, ["campaign/dsl-nsimd"], done.stderr)
        measured = (BUILD / "gpu" / "reports" / main.DOCUMENT.name).read_text(encoding="utf-8")
        self.assertIn("software device, compute capability 9.0", measured)
        self.assertRegex(measured, r"\| 1 \|( [0-9,.]+(, [0-9.]+ %)? \|){9}\n")
        self.assertRegex(measured, r"\| `collatz` \| [0-9]")
        self.assertNotIn("machines run by the device", measured)
        for title, runs in (("interpreted programs", 10), ("translated programs", 500), ("our expansion", 10)):
            self.assertRegex(measured, rf"{title}: [^|]*\| {runs} \| no difference \|")


class Plans(unittest.TestCase):
    def test_dynamic_parallelism_launches_no_more_than_it_may(self):
        dynamic = next(way for way in copies.WAYS if way.key == "dynamic")
        for sweep in copies.SWEEPS:
            for point in sweep.points:
                self.assertLessEqual(point.warps(dynamic) * point.active, copies.MOST_LAUNCHES)

    def test_copies_go_up_to_gigabytes(self):
        largest = max(point.size for sweep in copies.SWEEPS for point in sweep.points)
        self.assertGreaterEqual(largest, 4 << 30)

    def test_rows_masks_and_room_are_those_that_a_translation_names(self):
        text = "HeldRow r_a = row(warp, 4); mask(warp, 7) mask(warp, 12); Draft n_a(warp, 2, r_a); saved_row(warp, 9)"
        self.assertEqual(toolchain.numbers_of(text), {"ROWS": 5, "MASKS": 13, "ROOM": 3 + 10})

    def test_each_program_of_the_other_benchmark_has_a_size_with_a_small_memory(self):
        self.assertEqual(list(throughput.SIZES), [program.name for program in programs.PROGRAMS])
        for case in throughput.cases(tools.find(BUILD)):
            self.assertEqual((case.description["warps"], case.description["threads"]), (1, 32), case.name)
            self.assertLess(case.description["end_of_memory"], 1 << 17, case.name)
            self.assertGreater(case.description["steps"], 1000, case.name)


    def test_what_is_compiled_is_for_the_device_that_is_there(self):
        there = toolchain.Toolchain(Path("musimd"), Path("work"))
        self.assertEqual(there.architecture, "sm_90")
        there.device = "NVIDIA X, compute capability 10.0, 180 GiB"
        self.assertEqual(there.architecture, "sm_100")


class Documents(unittest.TestCase):
    """Of made-up measurements."""

    def setUp(self):
        self.records = {}
        for k, way in enumerate(copies.WAYS):
            for sweep in copies.SWEEPS:
                for point in sweep.points:
                    self.records[point.key(way)] = {"seconds": [0.5, 1.0 + k, 20.0], "bytes": 4e12}
        for kind, way, hub, edges in graphs.measurements():
            self.records[graphs.key(kind, way, hub, edges)] = {
                "seconds": [1, 2.0 if way == "thread" else 0.5, 3],
                "edges": 4e9,
            }
        for name in ("collatz", "mandelbrot"):
            self.records[f"device/{name}"] = {"seconds": 1.0, "active": 4e11, "by_device": 8000, "machines": 8192}
            self.records[f"native/{name}"] = {"seconds": 2.0, "active": 4e9}
        self.records["campaign/interp"] = {"status": 0, "programs": 100000}
        self.records["campaign/batches"] = {"status": 1, "programs": 2000}
        about = {"device": "D", "driver": "V", "processor": "P", "repetitions": 9}
        self.parts = main.generated_parts(about, self.records)

    def test_every_part_has_its_place_in_the_document(self):
        filled = document.fill(main.DOCUMENT.read_text(encoding="utf-8"), self.parts)
        self.assertNotIn("No GPU has run this yet.\n\n" + document.END, filled)
        self.assertEqual(document.fill(filled, self.parts), filled)

    def test_copies_are_reported_beside_the_limit(self):
        row = self.parts["gpu-copy-lengths"].splitlines()[4]
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        self.assertEqual(cells[:3], ["1", "4,000", "2,000, 50 %"])

    def test_throughput_is_a_ratio_of_rates(self):
        text = self.parts["gpu-throughput"]
        self.assertIn("| `collatz` | 8,000 of 8,192 | 400 | 2.00 | 200 |", text)
        self.assertIn("**200**", text)

    def test_campaigns_say_whether_there_are_differences(self):
        text = self.parts["gpu-campaigns"]
        self.assertIn("| 100,000 | no difference |", text)
        self.assertIn("| 2,000 | **differences** |", text)

    def test_a_summary_says_how_many_runs_there_were(self):
        there = tools.find(BUILD)
        arguments = ("--inputs", "2", "--device", "emulated")
        one = campaigns.Campaign("x", "x", "musimd_batch_check", arguments, "--programs", 3)
        record = campaigns.run(one, there)
        self.assertEqual(record["status"], 0, record)
        self.assertEqual(record["programs"], 2 * (3 - record["summary"]["unsupported"]))
        wrong = campaigns.Campaign("x", "x", "musimd", ("fuzz", "--nothing"), "--count", 1)
        self.assertIn("cannot", campaigns.run(wrong, there))

    def test_targets_are_bold_where_they_are_met(self):
        text = self.parts["gpu-targets"]
        self.assertIn("| ≥ 80 % | 12 % |", text)  # the eighth of the invented ways
        self.assertIn("| ≥ 100 | **200** |", text)
        self.assertIn("interpreted | none | **none** |", text)
        self.assertIn("translated | none | some |", text)

    def test_edge_loops_are_reported_with_their_ratio(self):
        self.assertIn("| 4 | 2.00 | 8.00 | 4.00 |", self.parts["gpu-graphs"])

    def test_plots_are_xml_with_a_line_for_each_way(self):
        for text in [copies.plot(sweep, self.records) for sweep in copies.SWEEPS] + [graphs.plot(self.records)]:
            root = xml.etree.ElementTree.fromstring(text)
            lines = [element for element in root.iter() if element.tag.endswith("polyline")]
            self.assertIn(len(lines), (4, 8))

    def test_what_was_not_measured_is_left_out(self):
        self.assertEqual(copies.copies_table(copies.SWEEPS[0], {}), "Not measured.")
        self.assertEqual(throughput.throughput_table({}), "Not measured.")
        self.assertIn("Not measured.", campaigns.campaigns_table({}))


if __name__ == "__main__":
    BUILD = Path(sys.argv.pop(1)).resolve()
    unittest.main(verbosity=2)
