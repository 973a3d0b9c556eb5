"""The machine: motions, states, rules and explanations."""

import musimd
import pytest
from support import FIGURE_9, ROOT


@pytest.fixture
def machine() -> musimd.Machine:
    return musimd.Machine(musimd.load(FIGURE_9))


def state_of(machine: musimd.Machine) -> tuple[object, ...]:
    words = {name: values.tolist() for name, values in machine.variables.items()}
    return machine.active.tolist(), words, machine.sync_stack, machine.context_stack, dict(machine.memory)


def test_steps_go_forwards_and_back(machine: musimd.Machine) -> None:
    states = [state_of(machine)]
    while machine.step() is not None:
        states.append(state_of(machine))
    assert (machine.position, machine.outcome, machine.rule) == (22, "stop", None)
    assert machine.variables["v0"].tolist() == [6, 2, 0, 4, 2, 10]
    for position in reversed(range(22)):
        machine.back()
        assert (machine.position, state_of(machine)) == (position, states[position])
    for position in [17, 3, 22, 0, 22]:
        machine.goto(position)
        assert (machine.position, state_of(machine)) == (position, states[position])


def test_a_step_says_what_it_did(machine: musimd.Machine) -> None:
    assert machine.last_step is None
    assert machine.step() == musimd.Step(1, "IT", 19)
    assert machine.step(3) == musimd.Step(4, "BD", 22)
    assert machine.step(100) == musimd.Step(22, "STOP", 37)
    assert machine.step() is None


def test_stacks_name_lines_and_threads(machine: musimd.Machine) -> None:
    machine.goto(14)
    assert machine.line == 33
    assert [(e.line, e.done, e.todo) for e in machine.sync_stack] == []
    assert machine.context_stack == [musimd.ContextEntry(29, [0, 5])]
    assert machine.lanes == ["runs", "woken", "woken", "woken", "woken", "runs"]
    machine.goto(10)
    assert [(e.line, e.done, e.todo) for e in machine.sync_stack] == [
        (28, [], [3]),
        (25, [], [1, 4]),
        (22, [], [2]),
    ]
    assert machine.active.tolist() == [True, False, False, False, False, True]


def test_run_stops_where_it_should(machine: musimd.Machine) -> None:
    assert machine.run(until=29) is None
    assert (machine.position, machine.line) == (10, 29)
    assert machine.run(until=lambda m: len(m.sync_stack) == 1) is None
    assert machine.sync_stack[0].line == 22
    machine.back(until=[25])
    assert machine.line == 25
    assert machine.run() == "stop"


def test_the_next_rule_has_its_premises(machine: musimd.Machine) -> None:
    machine.goto(3)
    rule = machine.rule
    assert rule is not None and rule.rule == "BD" and rule.trap is None
    assert all(premise.holds for premise in rule.premises)
    assert str(rule).startswith("BD: ")
    assert "{2}" in str(rule)


def test_a_trap_is_met_by_the_step_past_it() -> None:
    machine = musimd.Machine(musimd.load(ROOT / "programs/bugs/early-return-wrong.asm"))
    assert machine.run() == "trap"
    assert machine.trap is not None
    assert (machine.trap.kind, machine.trap.line, machine.position) == ("stop-while-diverged", 16, 2)
    assert machine.rule is not None and machine.rule.trap == "stop-while-diverged"


def test_why_explains_threads_variables_and_words(machine: musimd.Machine) -> None:
    machine.goto(12)
    assert "line 22" in str(machine.why(thread=2))
    machine.run()
    why = machine.why(variable="v0", thread=5)
    assert 32 in why.lines and 14 in why.steps
    assert str(machine.why(address=0)) != ""
    with pytest.raises(ValueError, match="thread 6 does not exist"):
        machine.why(thread=6)


def test_pictures_end_at_the_position(machine: musimd.Machine) -> None:
    machine.goto(5)
    early = machine._repr_svg_()
    machine.run()
    assert early.startswith("<svg") and len(early) < len(machine._repr_svg_())
    assert machine._repr_svg_() == machine.program.run().timeline().svg
    assert machine.memory_picture().svg == machine.program.run().memory_picture().svg


def test_statistics_are_of_the_run_up_to_the_position(machine: musimd.Machine) -> None:
    machine.goto(11)
    assert (machine.statistics["steps"], machine.statistics["branches_divergent"]) == (11, 3)
    machine.run()
    assert machine.statistics == machine.program.run().statistics


def test_memory_and_limits_are_the_machines_own() -> None:
    program = musimd.parse(".threads 2\nx = [tid]\nloop: jump loop\nstop\n")
    machine = musimd.Machine(program, memory={0: [8, 9]}, max_steps=10_000)
    assert machine.run() == "limit"
    assert machine.position == 10_000
    assert machine.variables["x"].tolist() == [8, 9]


def test_threads_of_their_own_step_alone() -> None:
    machine = musimd.Machine(musimd.parse(".threads 3\n.model volta\nx = tid\nstop\n"))
    machine.step(2)
    assert machine.variables["x"].tolist() == [0, 1, None]


@pytest.mark.parametrize("steps", [-1, -100])
def test_a_number_of_steps_is_not_negative(machine: musimd.Machine, steps: int) -> None:
    for motion in [machine.step, machine.back, machine.goto]:
        with pytest.raises(ValueError, match="expected 0 or more"):
            motion(steps)
