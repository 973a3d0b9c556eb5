#!/usr/bin/env python3
"""Tests benchmarks/peers/run-all: run_all_test.py BUILD, a complete build folder."""

import json
import subprocess
import sys
import unittest
import xml.etree.ElementTree
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE))

from side_by_side import document, figures, growth, kernel_runs, kernel_tables, kernels, machines, plan, programs  # noqa: E402
from side_by_side import svg, tables, tools  # noqa: E402
from side_by_side.cases import Case, Failure, Unable  # noqa: E402

BUILD = Path()


def run_all(*arguments: str) -> subprocess.CompletedProcess:
    command = [HERE / "run-all", "--no-build", f"--build={BUILD}", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


class QuickRun(unittest.TestCase):
    """A small run of everything, and its output."""

    @classmethod
    def setUpClass(cls):
        cls.kept = {path: path.read_bytes() for path in (HERE.parents[1] / "docs").rglob("*") if path.is_file()}
        cls.done = run_all("--quick")
        cls.work = BUILD / "performance"

    def section(self, name: str) -> list[list[str]]:
        """The rows of a measured table."""
        text = (self.work / "performance.md").read_text(encoding="utf-8")
        part = text.split(document.begin(name), 1)[1].split(document.END, 1)[0]
        return [
            [cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines() if line.startswith("|")
        ]

    def test_it_succeeds(self):
        self.assertEqual(self.done.returncode, 0, self.done.stderr)

    def test_the_documents_are_left_alone(self):
        for path, text in self.kept.items():
            self.assertEqual(path.read_bytes(), text, path)

    def test_engines_are_in_the_table_of_collatz(self):
        rows = {row[0]: row for row in self.section("collatz")}
        self.assertIn("musimd, rules", rows)
        self.assertIn("musimd, fast", rows)
        self.assertIn("iterations per second", rows["machine"])

    def test_every_machine_is_measured_or_skipped_with_a_reason(self):
        rows = self.section("machines")[2:]
        self.assertEqual(
            [row[0] for row in rows], [machine.title for machine in machines.all_machines(tools.find(BUILD))]
        )
        measured = [row[0] for row in self.section("collatz")[2:]]
        skipped = [row[0] for row in rows if row[1].startswith("skipped: ")]
        grids = ["musimd, fast, default word"] + [
            row[0] for row in rows if row[0].startswith("musimd") and "two" in row[0]
        ]
        self.assertEqual(
            sorted(measured + skipped), sorted(row[0] for row in rows if row[0] not in grids or row[0] in skipped)
        )

    def test_lanes_and_warps_have_rows(self):
        self.assertEqual([row[0] for row in self.section("lanes")[2:]], ["1", "32"])
        self.assertEqual([row[0] for row in self.section("warps")[2:]], ["1", "10"])

    def test_plots_are_xml_with_marks(self):
        for name in ("collatz", "ratios", "lanes", "warps", "kernels", "growth-length", "growth-warps-memory"):
            root = xml.etree.ElementTree.parse(self.work / "plots" / f"{name}.svg").getroot()
            kinds = {element.tag.split("}")[1] for element in root.iter()}
            self.assertTrue(kinds & {"rect", "circle"}, name)
            self.assertIn("text", kinds)

    def test_kernels_of_every_front_end_have_rows(self):
        rows = [row[0] for row in self.section("kernels")[2:]]
        front_ends = tools.find(BUILD).front_ends
        self.assertEqual(sorted(rows), sorted(f"sort, {kernels.FRONT_ENDS[name]}" for name in front_ends))

    def test_resume_measures_only_what_is_missing(self):
        journal = self.work / "quick.jsonl"
        lines = [line for line in journal.read_text(encoding="utf-8").splitlines() if line]
        journal.write_text("\n".join(lines[:-1]) + "\n" + lines[-1][:20], encoding="utf-8")  # interrupted while writing
        self.assertEqual(run_all("--quick", "--resume").returncode, 0)
        again = journal.read_text(encoding="utf-8").splitlines()
        self.assertEqual(again[: len(lines) - 1], lines[:-1])
        self.assertEqual(json.loads(again[-1])["key"], json.loads(lines[-1])["key"])
        self.assertEqual(len([line for line in again if line.startswith('{"key"')]), len(lines))


class OnePart(unittest.TestCase):
    def test_it_changes_its_own_tables_alone(self):
        done = run_all("--quick", "--only", "lanes")
        self.assertEqual(done.returncode, 0, done.stderr)
        folders = (HERE.parents[1] / "docs", BUILD / "performance")
        texts = [(folder / "performance.md").read_text(encoding="utf-8") for folder in folders]
        for name in ("collatz", "kernels", "lanes", "warps"):
            old, new = (text.split(document.begin(name), 1)[1].split(document.END, 1)[0] for text in texts)
            self.assertEqual(old == new, name not in ("lanes", "warps"), name)


class CommandLine(unittest.TestCase):
    def test_what_is_not_a_number_of_repetitions_is_refused(self):
        for text in ("0", "-1", "x", "1001"):
            done = run_all("--repetitions", text)
            self.assertEqual(done.returncode, 2)
            self.assertIn("1 to 1000", done.stderr)

    def test_unknown_parts_are_refused(self):
        done = run_all("--only", "kernels,speed")
        self.assertEqual(done.returncode, 2)
        self.assertIn("unknown part 'speed'", done.stderr)

    def test_a_folder_without_a_build_is_refused(self):
        done = subprocess.run(
            [HERE / "run-all", "--no-build", "--build=/nowhere"], capture_output=True, text=True, check=False
        )
        self.assertEqual(done.returncode, 1)
        self.assertIn("not found", done.stderr)


class Results(unittest.TestCase):
    def setUp(self):
        self.tools = tools.find(BUILD)
        self.machines = {machine.key: machine for machine in machines.all_machines(self.tools)}

    def test_another_result_is_an_error(self):
        case = Case(programs.find("collatz"), "tiny", self.tools)
        case.description["checksum"] = "0" * 16
        with self.assertRaisesRegex(Failure, "its result differs"):
            plan.run_case(self.machines["fast"], case, 0.0)

    def test_scalar_kernels_give_what_the_rules_give(self):
        if self.machines["scalar"].absent:
            self.skipTest(self.machines["scalar"].absent)
        for program in programs.PROGRAMS:
            if program.kernel:
                case = Case(program, "tiny" if "tiny" in program.sizes else "small", self.tools)
                plan.run_case(self.machines["rules"], case, 0.0)
                plan.run_case(self.machines["scalar"], case, 0.0)

    def test_the_rules_in_prolog_give_the_same(self):
        if self.machines["prolog"].absent:
            self.skipTest(self.machines["prolog"].absent)
        for name in ("collatz", "mandelbrot", "quicksort", "sum-shfl", "string-matching-everywhere"):
            plan.run_case(self.machines["prolog"], Case(programs.find(name), "tiny", self.tools), 0.0)

    def test_kernels_from_source_compute_the_same_on_every_machine(self):
        present = [m for m in self.machines.values() if m.key in kernel_runs.MACHINES["tiny"] and not m.absent]
        for kernel in kernels.KERNELS:
            for form, front_ends in kernels.FORMS.items():
                task = kernels.Task(kernel, form, "tiny", self.tools)
                for front_end in set(front_ends) & set(self.tools.front_ends):
                    kernel_runs.run_on_musimd(self.machines["fast"], task, front_end, 0.0)
                for machine in present:
                    if machine.peer:
                        try:
                            kernel_runs.run_peer(machine, task, 0.0)
                        except Unable as reason:
                            self.assertNotEqual(machine.key, "scalar", reason)

    def test_another_result_of_a_kernel_is_an_error(self):
        task = kernels.Task(kernels.find("sort"), "lanes", "tiny", self.tools)
        task.name = "other"
        kernel_runs.expect({"1/kernel/other/scalar": {"checksum": "0" * 16}})
        with self.assertRaisesRegex(Failure, "results differ"):
            kernel_runs.run_on_musimd(self.machines["fast"], task, "spmd", 0.0)

    def test_programs_of_the_growth_section_stop(self):
        for axis in growth.AXES:
            for engine in ("rules", "fast"):
                self.assertGreater(growth.measure(self.tools, axis, engine, 10)["seconds"], 0, axis.key)

    def test_kernels_for_ispc_increment_once_for_each_item(self):
        """A uniform 1 would select the overload that adds once for a whole gang."""
        self.assertIn("varying int one = 1", (tools.PEERS / "targets" / "ispc.h").read_text(encoding="utf-8"))


class Arithmetic(unittest.TestCase):
    def test_iterations_of_collatz(self):
        self.assertEqual(figures.collatz_iterations(3), 0 + 1 + 7)
        self.assertEqual(figures.collatz_iterations(16384), 1_467_643)
        self.assertEqual(figures.collatz_iterations(3, times_over=5), 40)

    def test_ratios_are_of_medians_without_the_start(self):
        def record(repetition: int, machine: str, seconds: float, empty: float) -> dict:
            about = {"seconds": seconds, "empty": empty, "steps": 10, "active": 100}
            return {"key": f"{repetition}/run/collatz.small/{machine}"} | about

        records = [record(i, "fast", seconds, 1.0) for i, seconds in enumerate((3.0, 2.0, 9.0))]
        records += [record(i, "oclgrind", 20.0, 0.0) for i in range(3)]
        found = figures.Figures(records, quick=False)
        self.assertEqual(found.ratio("collatz", "small", "fast", "oclgrind"), 10.0)
        self.assertEqual(found.active_rate("collatz", "small", "fast"), 50.0)
        self.assertIsNone(found.ratio("collatz", "small", "fast", "pocl-1"))

    def test_linear_growth_has_exponent_1(self):
        self.assertAlmostEqual(kernel_tables.exponent([(1, 9.0), (10, 2.0), (1000, 200.0)]), 1.0)
        self.assertAlmostEqual(kernel_tables.exponent([(10, 2.0), (100, 200.0)]), 2.0)

    def test_numbers_have_three_digits(self):
        texts = [tables.number(value) for value in (None, 0.01234, 0.1234, 1.234, 12.34, 123.4, 12345.0)]
        self.assertEqual(texts, ["–", "0.0123", "0.123", "1.23", "12.3", "123", "12,300"])

    def test_a_document_keeps_what_is_written_by_hand(self):
        text = f"before\n{document.begin('a')}\nold\n{document.END}\nafter\n"
        once = document.fill(text, {"a": "new"})
        self.assertEqual(once, f"before\n{document.begin('a')}\n\nnew\n\n{document.END}\nafter\n")
        self.assertEqual(document.fill(once, {"a": "new"}), once)
        with self.assertRaises(ValueError):
            document.fill(text, {"b": "new"})

    def test_a_logarithmic_axis(self):
        scale = svg.Scale([1.0, 1000.0], 0, 300)
        self.assertAlmostEqual(scale.at(10.0), 100)
        self.assertEqual([name for _, name in scale.ticks()], ["1", "10", "100", "1,000"])


if __name__ == "__main__":
    BUILD = Path(sys.argv.pop(1)).resolve()
    unittest.main(verbosity=2)
