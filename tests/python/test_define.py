"""Instructions of one's own."""

from collections.abc import Iterator

import musimd
import pytest
from musimd import Machine


@pytest.fixture(autouse=True)
def undefine() -> Iterator[None]:
    yield
    for name in ["popc", "cube", "mid", "mad"]:
        try:
            Machine.undefine(name)
        except KeyError:
            pass


def test_an_instruction_is_read_and_executed() -> None:
    Machine.define("v = cube o", lambda o: o**3)
    result = musimd.parse(".threads 4\nx = cube tid\ny = cube(-2)\nz = cube x\nstop\n").run()
    assert result.engine == "rules"
    assert result.variables["x"].tolist() == [0, 1, 8, 27]
    assert result.variables["y"].tolist() == [-8] * 4
    assert result.variables["z"].tolist() == [0, 1, 512, 19683]


def test_it_has_two_or_three_operands() -> None:
    Machine.define("v = mid o1, o2", lambda a, b: (a + b) // 2)

    @Machine.define("v = mad o1, o2, o3")
    def multiply_and_add(a: int, b: int, c: int) -> int:
        return a * b + c

    result = musimd.parse(".threads 3\nx = mid tid, 10\ny = mad(tid, tid, 5)\nstop\n").run()
    assert result.variables["x"].tolist() == [5, 5, 6]
    assert result.variables["y"].tolist() == [5, 6, 9]
    assert multiply_and_add(2, 3, 4) == 10


def test_a_mnemonic_that_is_not_reserved_can_be_defined() -> None:
    program = ".threads 256\n.word 8 wrap\nx = tid\nx = popc x\nstop\n"
    built_in = musimd.parse(program)
    Machine.define("v = popc o", lambda o: (o & 0xFF).bit_count())
    own = musimd.parse(program)
    assert own.run().statistics["by_instruction"]["popc"] == 1
    assert own.run().variables["x"].tolist() == built_in.run("fast").variables["x"].tolist()


def test_only_active_threads_execute_it() -> None:
    seen: list[int] = []
    Machine.define("v = cube o", lambda o: seen.append(o) or 0)
    musimd.parse(".threads 4\nx = tid < 2\nbz x, end\ny = cube tid\nsync\nstop\nend: sync\nstop\n").run()
    assert seen == [0, 1]


def test_it_is_traced_and_counted() -> None:
    Machine.define("v = cube o", lambda o: o**3)
    program = musimd.parse(".threads 2\nx = cube tid\nx = cube x\ny = x + 1\nstop\n")
    result = program.run()
    assert result.statistics["by_instruction"] == {"bp": 1, "cube": 2, "stop": 1}
    lines = result.trace().splitlines()
    assert lines[1].split("  ")[-2] == "x = cube x"
    assert "BP" in lines[1]
    assert "x = cube tid" in result.lanes()
    assert "x = cube x" in result.timeline().svg
    assert program.instructions[0].text == "x = cube tid"
    assert "x = cube tid" in program.to_assembly()
    assert program.check() == []
    machine = Machine(program)
    machine.run()
    assert machine.statistics == result.statistics


def test_a_machine_goes_back_over_it() -> None:
    Machine.define("v = cube o", lambda o: o**3)
    machine = Machine(musimd.parse(".threads 2\nx = tid + 2\nx = cube x\nstop\n"))
    machine.step()
    assert machine.rule is not None and machine.rule.rule == "IT"
    machine.step()
    assert machine.variables["x"].tolist() == [8, 27]
    machine.back()
    assert machine.variables["x"].tolist() == [2, 3]
    machine.run()
    assert "x = cube x" in str(machine.why(variable="x", thread=1))


def test_an_undefined_operand_is_the_usual_trap() -> None:
    Machine.define("v = cube o", lambda o: o**3)
    trap = musimd.parse("x = cube y\nstop\n").run().trap
    assert trap is not None and (trap.kind, trap.rule, trap.line) == ("undefined-variable", "MV", 1)


@pytest.mark.parametrize(
    ("function", "kind", "message"),
    [
        (lambda o: 128, "overflow", "'x = cube tid' in thread 0: the result does not fit 8 bits"),
        (lambda o: 10**30, "overflow", "'x = cube tid' in thread 0: the result does not fit 8 bits"),
        (lambda o: 6 // (o - 2), "division-by-zero", "'x = cube tid' in thread 2 divides by zero"),
        (lambda o: int(2.0 ** (o * 10000)), "overflow", "thread 1: the result does not fit 8 bits"),
    ],
)
def test_arithmetic_errors_are_traps(function, kind: str, message: str) -> None:
    Machine.define("v = cube o", function)
    result = musimd.parse(".threads 4\n.word 8\nx = cube tid\nstop\n").run()
    assert result.trap is not None and (result.trap.kind, result.trap.rule, result.trap.line) == (kind, "BP", 3)
    assert message in result.trap.message
    assert result.variables["x"].tolist() == [None] * 4


def test_an_assertion_is_a_trap() -> None:
    def root(o: int) -> int:
        assert o >= 0
        return int(o**0.5)

    Machine.define("v = cube o", root)
    trap = musimd.parse(".threads 3\nx = 1 - tid\nx = cube x\nstop\n").run().trap
    assert trap is not None and (trap.kind, trap.threads) == ("assertion", [2])


def test_results_wrap_in_a_word_that_wraps() -> None:
    Machine.define("v = cube o", lambda o: 10**30 + o)
    result = musimd.parse(".threads 2\n.word 16 wrap\nx = cube tid\nstop\n").run()
    expected = [(10**30 + o + 2**15) % 2**16 - 2**15 for o in range(2)]
    assert result.variables["x"].tolist() == expected


def test_other_exceptions_are_the_callers() -> None:
    def broken(o: int) -> int:
        if o == 1:
            raise LookupError("no such word")
        return o

    Machine.define("v = cube o", broken)
    program = musimd.parse(".threads 2\ny = 5\nx = cube tid\nstop\n")
    with pytest.raises(LookupError, match="no such word"):
        program.run()
    machine = Machine(program)
    with pytest.raises(LookupError, match="no such word"):
        machine.run()
    assert machine.position == 1  # before the instruction
    assert machine.variables["x"].tolist() == [None, None]


def test_a_function_may_not_move_its_machine() -> None:
    Machine.define("v = cube o", lambda o: machine.position + len(str(machine.step())))
    machine = Machine(musimd.parse(".threads 2\nx = cube tid\nstop\n"))
    with pytest.raises(RuntimeError, match="in the middle of a step"):
        machine.step()
    assert machine.position == 0


def test_a_result_is_an_integer() -> None:
    Machine.define("v = cube o", lambda o: 0.5)
    with pytest.raises(TypeError, match="the function of 'cube' returned 0.5; expected an integer"):
        musimd.parse("x = cube tid\nstop\n").run()
    Machine.define("v = cube o", lambda o: o == 1)
    assert musimd.parse(".threads 2\nx = cube tid\nstop\n").run().variables["x"].tolist() == [0, 1]


def test_other_engines_refuse_it() -> None:
    Machine.define("v = cube o", lambda o: o)
    program = musimd.parse("x = cube tid\nstop\n")
    with pytest.raises(ValueError, match="engine 'fast' does not support user-defined instructions; engine='rules' does"):
        program.run("fast")
    with pytest.raises(ValueError, match="cannot be written as JSON"):
        program.to_json()


def test_a_program_keeps_the_definition_that_it_was_read_with() -> None:
    text = ".threads 1\nx = cube 2\nstop\n"
    Machine.define("v = cube o", lambda o: o**3)
    first = musimd.parse(text)
    Machine.define("v = cube o", lambda o: -o)
    second = musimd.parse(text)
    Machine.undefine("cube")
    assert [program.run().variables["x"][0] for program in (first, second)] == [8, -2]
    with pytest.raises(musimd.ProgramError, match="expected the end of the line, found '2'"):
        musimd.parse(text)
    with pytest.raises(KeyError):
        Machine.undefine("cube")


def test_texts_with_wrong_operands_are_errors() -> None:
    Machine.define("v = mid o1, o2", lambda a, b: a)
    with pytest.raises(musimd.ProgramError) as caught:
        musimd.parse("x = mid tid\nx = mid 1, 2, 3\nx = mid 1,\nstop\n")
    assert [(error.line, error.column, error.message) for error in caught.value.errors[:2]] == [
        (1, 5, "'mid' takes two operands: v = mid o1, o2"),
        (2, 15, "'mid' takes two operands: v = mid o1, o2"),
    ]
    assert caught.value.errors[2].line == 3


def test_elsewhere_the_name_is_a_name() -> None:
    Machine.define("v = cube o", lambda o: o**3)
    program = musimd.parse(".threads 1\ncube = 3\nx = cube\ny = cube - 1\nz = cube cube\ncube: stop\n")
    assert [program.run().variables[name][0] for name in "xyz"] == [3, 2, 27]


@pytest.mark.parametrize(
    ("syntax", "message"),
    [
        ("v = ballot o", "reserved word"),
        ("v = min o1, o2", "reserved word"),
        ("v = 2x o", "not a name"),
        ("cube o", "not the syntax"),
        ("v = cube", "not the syntax"),
        ("v = cube o1, o2, o3, o4", "not the syntax"),
    ],
)
def test_a_wrong_definition_is_refused(syntax: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Machine.define(syntax, lambda o: o)
