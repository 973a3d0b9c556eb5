"""Reading, checking and printing programs."""

import musimd
import pytest
from support import FIGURE_9, ROOT


def test_a_program_has_its_parts() -> None:
    program = musimd.load(FIGURE_9)
    assert (program.threads, program.warps, program.model, program.word) == (6, 1, "lockstep", (64, False))
    assert program.variables == ["v0", "v1", "v2"]
    assert program.instructions[0].text == "v0 = [tid]"
    assert program.instructions[0].line == 19
    assert "19 instructions, 6 threads" in repr(program)


def test_errors_have_lines_and_columns() -> None:
    with pytest.raises(musimd.ProgramError) as caught:
        musimd.parse("x = tid\n        y = x +\nbz x, nowhere\nstop\n", file="wrong.asm")
    assert [(error.line, error.column) for error in caught.value.errors] == [(2, 16), (3, 7)]
    assert "label 'nowhere' is not defined" in caught.value.errors[1].message
    assert "wrong.asm:3:7: error: label 'nowhere' is not defined" in str(caught.value)
    assert "\n          ^" in str(caught.value)


def test_a_text_that_is_not_utf8_is_an_error(tmp_path) -> None:
    path = tmp_path / "latin.asm"
    path.write_bytes(b"x = tid\ny = \xe4\nstop\n")
    with pytest.raises(musimd.ProgramError, match="UTF-8") as caught:
        musimd.load(path)
    assert caught.value.errors[0].line == 2


def test_a_missing_file_is_an_error_of_python() -> None:
    with pytest.raises(FileNotFoundError):
        musimd.load("nowhere.asm")


def test_options_override_directives() -> None:
    program = musimd.parse(".threads 4\n.const SIZE 3\nx = SIZE\nstop\n", define={"SIZE": -7}, threads=2)
    assert program.threads == 2
    assert program.run().variables["x"].tolist() == [-7, -7]
    assert program.with_options(threads=5).run().variables["x"].tolist() == [-7] * 5
    assert program.with_options(active=[1]).run().active.tolist() == [False, True]
    narrow = program.with_options(word=(8, True), define={"SIZE": 255})
    assert narrow.run().variables["x"].tolist() == [-1, -1]


@pytest.mark.parametrize(
    "options", [
        {"threads": 0},
        {"threads": 65537},
        {"threads": 2**70},
        {"word": 12},
        {"model": "pascal"},
        {"races": "all"},
        {"define": {"SIZE": 2**64}},
    ],
)
def test_options_out_of_range_are_refused(options) -> None:
    with pytest.raises(ValueError, match="expected"):
        musimd.parse(".const SIZE 3\nstop\n", **options)


def test_an_option_for_an_unknown_constant_is_an_error_of_the_program() -> None:
    with pytest.raises(musimd.ProgramError, match="no '.const SIZ'; did you mean 'SIZE'"):
        musimd.parse(".const SIZE 3\nstop\n", define={"SIZ": 1})


def test_check_finds_errors_and_warnings() -> None:
    findings = musimd.load(ROOT / "programs/bugs/early-return-wrong.asm").check()
    assert ("error", "stop-while-diverged", 16) in [(f.severity, f.id, f.line) for f in findings]
    warnings = musimd.parse("x = y\nstop\nx = 1\nstop\n").check()
    assert [(w.severity, w.id, w.line) for w in warnings] == [
        ("warning", "unassigned-variable", 1),
        ("warning", "dead-code", 3),
    ]
    assert musimd.load(FIGURE_9).check() == []


def test_a_program_is_read_again_as_itself() -> None:
    program = musimd.load(FIGURE_9)
    for text, file in [(program.to_json(), "again.json"), (program.to_assembly(), "again.asm")]:
        again = musimd.parse(text, file=file)
        assert again.to_json() == program.to_json()
        assert again.run().variables["v0"].tolist() == program.run().variables["v0"].tolist()


def test_a_prolog_file_has_several_programs() -> None:
    text = "first([stop]).\nsecond([const(0, 5), stop]).\n"
    assert musimd.program_names(text) == ["first", "second"]
    assert musimd.parse(text, file="two.pl", program="second").variables == ["v0"]


def test_a_graph_is_in_the_language_of_graphviz() -> None:
    graph = musimd.load(FIGURE_9).graph()
    assert str(graph).startswith("digraph")
