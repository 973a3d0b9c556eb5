"""Runs: results as arrays, pictures and texts, the same as those of the program musimd."""

import json
import signal
from concurrent.futures import ThreadPoolExecutor

import musimd
import numpy as np
import pytest
from support import FIGURE_9, ROOT
from support import musimd as command
from support import run as run_command

DIVERGED = ROOT / "programs/bugs/early-return-wrong.asm"


def test_a_result_has_variables_and_memory() -> None:
    result = musimd.load(FIGURE_9).run()
    assert (result.outcome, result.steps, result.trap, result.limit) == ("stop", 22, None, None)
    assert result.active.tolist() == [True] * 6
    assert result.variables["v0"].tolist() == [6, 2, 0, 4, 2, 10]
    assert result.variables["v0"].dtype == np.int64
    assert dict(result.memory) == {0: 3, 1: 1, 2: 0, 3: 2, 4: 1, 5: 5}
    assert result.memory[2:8].tolist() == [0, 2, 1, 5, None, None]
    assert list(result.variables) == ["v0", "v1", "v2"]
    with pytest.raises(KeyError):
        result.variables["v3"]
    with pytest.raises(KeyError):
        result.memory[6]


def test_undefined_words_are_masked() -> None:
    result = musimd.parse(".threads 3\nx = tid\nbz x, end\ny = x + 1\nsync\nstop\nend: sync\nstop\n").run()
    assert result.variables["y"].tolist() == [None, 2, 3]
    assert result.variables["y"].sum() == 5


def test_several_warps_are_rows() -> None:
    result = musimd.parse(".threads 2\n.warps 3\nx = wid * 10\nx = x + tid\nstop\n").run()
    assert result.variables["x"].tolist() == [[0, 1], [10, 11], [20, 21]]
    assert result.active.shape == (3, 2)


def test_lanes_without_a_thread_are_masked() -> None:
    result = musimd.parse(".threads 4\n.block 6\nx = btid\nstop\n").run()
    assert result.variables["x"].tolist() == [[0, 1, 2, 3], [4, 5, None, None]]
    assert result.active.tolist() == [[True] * 4, [True, True, False, False]]


def test_blocks_have_shared_memory_and_threads_that_exit() -> None:
    program = musimd.parse(
        ".threads 2\n.block 2\n.grid 2\n.shared s 2\nx = bid * 10\nx = x + tid\ny = s + tid\n[y] = x\nexit\n"
    )
    result = program.run()
    assert [memory[0:2].tolist() for memory in result.shared] == [[0, 1], [10, 11]]
    assert result.exited.all() and not result.active.any()


def test_memory_is_filled_before_a_run() -> None:
    program = musimd.parse(".threads 4\n.buffer a 100 4\nx = tid + 100\ny = [x]\ny = y * y\n[x] = y\nstop\n")
    result = program.run(memory={100: np.array([1, 2, 3, 4]), 200: 7, 300: [5, 6]})
    assert result.memory["a"].tolist() == [1, 4, 9, 16]
    assert (result.memory[200], result.memory[301]) == (7, 6)
    assert program.run().trap.kind == "undefined-memory"
    with pytest.raises(musimd.ProgramError, match="address"):
        program.run(memory={-1: 5})


def test_a_trap_has_its_line_and_threads() -> None:
    trap = musimd.load(DIVERGED).run().trap
    assert (trap.kind, trap.rule, trap.line, trap.threads) == ("stop-while-diverged", "STOP", 16, [6, 7])
    assert "threads {0-5} still wait" in trap.message


def test_a_limit_ends_a_run() -> None:
    result = musimd.parse("loop: jump loop\nstop\n").run(max_steps=1000)
    assert (result.outcome, result.limit.reason, result.limit.steps) == ("limit", "steps", 1000)


@pytest.mark.parametrize("engine", ["rules", "fast", "auto"])
@pytest.mark.parametrize("name", ["paper/figure9.pl", "bugs/early-return-wrong.asm", "bench/bitonic-sort.asm"])
def test_results_are_those_of_the_program(engine: str, name: str) -> None:
    path = ROOT / "programs" / name
    expected = json.loads(command("run", path, "--json", "--engine", "rules"))
    result = musimd.load(path).run(engine)
    expected.pop("file", None)
    assert json.loads(result.to_json()) == expected
    assert json.loads(command("run", path, "--json", "--stats"))["stats"] == result.statistics


def test_an_unknown_engine_is_refused() -> None:
    with pytest.raises(ValueError, match="expected one of: auto, fast, rules, native"):
        musimd.parse("stop\n").run("slow")
    assert list(musimd.engines()) == ["auto", "fast", "rules", "native"]


def test_pictures_are_those_of_the_program() -> None:
    result = musimd.load(FIGURE_9).run()
    assert result.timeline().svg == command("draw", FIGURE_9)
    assert result.timeline(first=3, last=9).svg == command("draw", FIGURE_9, "--first", 3, "--last", 9)
    assert result.memory_picture(segment=4).svg == command(
        "draw", FIGURE_9, "--picture", "memory", "--segment", 4
    )
    assert str(result.program.graph()) == command("draw", FIGURE_9, "--picture", "graph")
    assert result._repr_svg_() == result.timeline().svg
    with pytest.raises(ValueError, match="warp 1 does not exist"):
        result.timeline(warp=1)


def test_texts_are_those_of_the_program() -> None:
    result = musimd.load(FIGURE_9).run()
    assert result.lanes(width=80) in command("run", FIGURE_9, "--lanes")
    assert result.trace() in run_command("run", FIGURE_9, "--trace").stderr
    with pytest.raises(ValueError, match="warp 1 does not exist"):
        result.lanes(warp=1)
    with pytest.raises(ValueError, match="expected 20 … 10000"):
        result.lanes(width=1)
    assert result.trace(most=2).splitlines()[2] == "… 20 more"


def test_threads_of_python_run_at_the_same_time() -> None:
    program = musimd.load(ROOT / "programs/bench/bitonic-sort.asm")
    expected = program.run("rules").to_json()
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda n: program.run(["fast", "rules"][n % 2]).to_json(), range(16)))
    assert results == [expected] * 16


def test_a_run_is_interrupted_by_a_signal() -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(KeyboardInterrupt):
            musimd.parse("loop: jump loop\nstop\n").run("rules", max_steps=2**62)
    finally:
        signal.signal(signal.SIGALRM, before)
