"""Tests of `check`."""

import importlib.machinery
import importlib.util
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).with_name("check")
loader = importlib.machinery.SourceFileLoader("check", str(SCRIPT))
check = importlib.util.module_from_spec(importlib.util.spec_from_loader("check", loader))
loader.exec_module(check)


class Links(unittest.TestCase):
    def test_broken_ones_are_found(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "b.md").write_text("# A `b` of c, d\n", encoding="utf-8")
            (folder / "a.md").write_text(
                "# Title\n[1](b.md) [2](b.md#a-b-of-c-d) [3](#title) [4](https://x.y/z)\n"
                "[5](c.md) [6](b.md#c) [7](#other) `[8](c.md)`\n```\n[9](c.md)\n```\n",
                encoding="utf-8",
            )
            found = [(number, message.split("'")[1]) for number, message in check.broken_links(folder / "a.md")]
        self.assertEqual(found, [(3, "c.md"), (3, "b.md#c"), (3, "#other")])

    def test_headings_have_the_anchors_of_github(self):
        self.assertEqual(check.anchors("# Θ, Λ and `Π_0`\n## A-b\n"), {"θ-λ-and-π_0", "a-b"})


class Pages(unittest.TestCase):
    def test_those_that_the_index_does_not_list_are_found(self):
        with tempfile.TemporaryDirectory() as name:
            root = Path(name)
            for page in ("docs/README.md", "docs/listed.md", "docs/other.md", "programs/README.md"):
                (root / page).parent.mkdir(exist_ok=True)
                (root / page).write_text("[1](listed.md)\n", encoding="utf-8")
            found = [message for _, message in check.unlisted_pages(root)]
        self.assertEqual(found, ["does not list docs/other.md", "does not list programs/README.md"])

    def test_files_that_the_reading_guide_names_exist(self):
        with tempfile.TemporaryDirectory() as name:
            (Path(name) / "docs").mkdir()
            guide = Path(name) / "docs/reading-guide.md"
            guide.write_text("`docs/reading-guide.md`\n`isa/none.hpp` and `words`\n", encoding="utf-8")
            self.assertEqual(list(check.missing_files(Path(name))), [(2, "names the file 'isa/none.hpp', which does not exist")])


class Phrases(unittest.TestCase):
    def test_they_are_found_across_lines_and_allowed_by_file(self):
        english = check.PlainEnglish("in one another => nested\na * of => b\nallow b.md: in one another\n")
        text = "// Loops, In one\n// another; a word\n// of mine."
        self.assertEqual(
            list(english.findings("a.md", text)), [(1, "'in one another': write nested"), (2, "'a * of': write b")]
        )
        self.assertEqual(english.unused(), [("b.md", "in one another")])
        self.assertEqual(list(english.findings("b.md", "in one another")), [])
        self.assertEqual(english.unused(), [])
        self.assertEqual(list(english.findings("a.md", "in_one another; begin one another. In one. Another")), [])

    def test_each_has_a_replacement(self):
        with self.assertRaises(ValueError):
            check.PlainEnglish("in one another\n")


if __name__ == "__main__":
    unittest.main()
