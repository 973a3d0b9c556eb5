"""Tests of what `run` does with the suites' files and with what musimd says."""

import json
import pathlib
import struct
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import outcome  # noqa: E402
import page  # noqa: E402
import suites  # noqa: E402

RACE = frozenset({"race"})


def case(name, label="defect", group="ScoR, microbenchmarks"):
    return suites.Case(group, name, label, RACE, [])


def finding(kind, severity="error", line=3):
    return {"kind": kind, "severity": severity, "line": line}


def of_kinds(*kinds):
    return {"state": "findings" if kinds else "clean", "kinds": {kind: [1] for kind in kinds}, "message": ""}


class Outcomes(unittest.TestCase):
    def test_findings_of_programs_and_of_kernels_count_if_they_are_errors(self):
        program = {"findings": [finding("race", line=4), finding("race"), finding("volatile-race", "warning")], "kernels": [{}]}
        self.assertEqual(outcome.outcome_of(1, json.dumps(program), ""), {"state": "findings", "kinds": {"race": [3, 4]}, "message": ""})
        kernels = {"kernels": [{"findings": []}, {"findings": [finding("assertion")]}]}
        self.assertEqual(outcome.outcome_of(1, json.dumps(kernels), "")["kinds"], {"assertion": [3]})
        self.assertEqual(outcome.outcome_of(0, json.dumps({"findings": []}), "")["state"], "clean")

    def test_what_is_not_read_has_its_error(self):
        expected = {"state": "not read", "kinds": {}, "message": "a.cu:1:2: error: no"}
        self.assertEqual(outcome.outcome_of(2, "", "note\na.cu:1:2: error: no\n  x\n"), expected)
        self.assertEqual(outcome.outcome_of(3, "", "")["state"], "step limit")
        self.assertEqual(outcome.outcome_of(-11, "", "")["state"], "exit status -11")

    def test_all_processes_end_at_the_limit(self):
        with tempfile.NamedTemporaryFile("w", suffix=".sh", delete=False) as program:
            program.write("#!/bin/sh\nsleep 60 & wait\n")
        script = pathlib.Path(program.name)
        script.chmod(0o700)
        self.assertEqual(outcome.run(str(script), ["omp"], 0.2)["state"], "time limit")
        script.unlink()

    def test_verdicts(self):
        verdicts = [outcome.verdict(case("a", label), of_kinds(*kinds))
                    for label in ("defect", "clean") for kinds in (["race"], ["overflow"], [])]  # fmt: skip
        self.assertEqual(verdicts, ["found", "missed", "missed", "alarm", "clean", "clean"])
        self.assertEqual(outcome.verdict(case("a"), {"state": "not read", "kinds": {}}), "not read")


class Labels(unittest.TestCase):
    def test_of_indigo(self):
        self.assertEqual(suites.indigo_label("pull_boundsBug_guardBug")[:2], ("defect", RACE))
        self.assertEqual(suites.indigo_label("pull_boundsBug")[:2], ("defect", frozenset({"invalid-address"})))
        self.assertEqual(suites.indigo_label("pull_cond")[:2], ("clean", RACE))

    def test_of_gpuverify(self):
        labels = [suites.gpuverify_label(text) for text in ("//pass\n", "//XFAIL:NOT_ALL_VERIFIED\n", "//xfail:BUGLE_ERROR\n")]
        self.assertEqual(labels, ["clean", "defect", None])

    def test_of_data_race_bench(self):
        with tempfile.TemporaryDirectory() as folder:
            programs = pathlib.Path(folder) / "micro-benchmarks"
            programs.mkdir()
            (programs / "DRB001-antidep1-orig-yes.c").write_text("#pragma omp parallel for\n")
            (programs / "DRB078-taskdep2-orig-no.c").write_text("#pragma omp task depend(out: i)\n")
            cases = list(suites.drb(pathlib.Path(folder), None))
        self.assertEqual([(c.group, c.label) for c in cases],
                         [("DataRaceBench, C, no tasks", "defect"), ("DataRaceBench, C, tasks", "clean")])  # fmt: skip


class Commands(unittest.TestCase):
    def test_gpuverify_states_the_launch(self):
        text = "//pass\n//--blockDim=[64,64] --gridDim=16 -DN=4 --warp-sync=16\n__requires(x == 143);\n__requires(n == blockDim.x);"
        command = suites.gpuverify_command("k.cu", text)[4:]
        self.assertEqual(command, ["--block", "32,32,1", "--grid", "16,1,1", "-DN=4", "--model", "lockstep", "--warp", "16",
                                   "--arg", "x=143", "--arg", "n=32"])  # fmt: skip

    def test_the_last_nodes_of_the_graph_have_no_edges(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "g.egr"
            suites.write_graph(file, nodes=20, without_edges=3)
            words = struct.unpack(f"<{file.stat().st_size // 4}i", file.read_bytes())
        nodes, edges, first, targets = words[0], words[1], words[2:23], words[23:]
        self.assertEqual((nodes, edges, first[0], first[20]), (20, len(targets), 0, len(targets)))
        self.assertEqual(first[17:], (edges,) * 4)
        self.assertTrue(all(v < target < 20 for v in range(20) for target in targets[first[v] : first[v + 1]]))


class Page(unittest.TestCase):
    results = [(case("race_a"), of_kinds("race")), (case("race_b"), of_kinds()), (case("norace_c", "clean"), of_kinds("race", "overflow"))]

    def test_the_table_counts_by_label(self):
        self.assertEqual(page.table(self.results).splitlines()[2], "| ScoR, microbenchmarks | 3 | 1 | 1 | 0 | 0 | 1 | 0 | `overflow` 1 |")

    def test_each_disagreement_has_a_cause_and_each_cause_a_disagreement(self):
        reasons = page.read_reasons("# a comment\nAn order that no run has.\n  scor race_*\n  scor race_x\n\nOther.\n  gpuverify a\n")
        text, left, unused = page.explain(self.results, reasons)
        self.assertEqual(text.splitlines()[2:], ["| 1 | `race_b` | missed | An order that no run has. |"])
        self.assertEqual([case.name for case, _ in left], ["norace_c"])
        self.assertEqual(unused, [("scor", "race_x"), ("gpuverify", "a")])


if __name__ == "__main__":
    unittest.main()
