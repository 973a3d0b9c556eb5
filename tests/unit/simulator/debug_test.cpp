// The debugger: a history in which one can go anywhere, breakpoints, and why the state is what it is.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "differential/programs/generate/generator.hpp"
#include "simulator/debugger/breakpoints.hpp"
#include "simulator/debugger/why.hpp"
#include "tests/support/programs.hpp"

namespace musimd::debugger::debug_test {
namespace {

using support::read;
using testing::ElementsAre;
using testing::Optional;

constexpr MachineOptions kOptions{.max_steps = 2'000};
/// A checkpoint every few steps.
constexpr History::Limits kOften{.steps_between = 5};

/// The state of all machines and Σ.
std::string state_of(const Execution& execution) {
    std::string text = std::to_string(execution.steps());
    const Machine& machine = execution.machine();
    for (std::uint32_t m = 0; m < machine.machines(); ++m) {
        const Warp& warp = machine.warp(m);
        text += " pc " + std::to_string(warp.pc) + to_string(warp.active) +
                std::to_string(warp.sync_stack.size()) + "," + std::to_string(warp.context_stack.size());
        if (const models::GroupWarp* groups = machine.group_warp(m)) text += to_string(groups->groups);
        for (Variable v = 0; v < execution.program().variables.size(); ++v) {
            for (Thread t = 0; t < execution.program().threads; ++t) {
                const bool has = warp.bank.threads() > 1 || machine.machine_of(warp.number, t) == m;
                const Value* const word = has ? warp.bank.find(t, v) : nullptr;
                text += word == nullptr ? " _" : " " + std::to_string(*word);
            }
        }
    }
    machine.memory().for_each([&](std::int64_t address, Value word) {
        text += " [" + std::to_string(address) + "]=" + std::to_string(word);
    });
    return text;
}

// ---- the history

/// The events of a run.
class Events final : public Observer {
  public:
    void on_step(const StepEvent& event) override {
        text += std::to_string(event.number) + " w" + std::to_string(event.warp) + " @" +
                std::to_string(event.pc) + " " + std::string(to_string(event.rule)) +
                to_string(event.active) + "\n";
    }
    void on_wait(std::uint32_t warp) override { text += "w" + std::to_string(warp) + " waits\n"; }
    void on_trap(const Trap& trap) override { text += "trap " + trap.message + "\n"; }
    std::string text;
};

template <typename F>
void for_random_programs(F&& check) {
    for (const differential::ProfileInfo& info : differential::profiles()) {
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            const differential::Case c = differential::generate(info.profile, seed);
            SCOPED_TRACE(std::string(info.name) + ", seed " + std::to_string(seed));
            check(c.program, c.options);
            if (testing::Test::HasFailure()) return;
        }
    }
}

TEST(Execution, TakesTheStepsOfARun) {
    for_random_programs([](const Program& program, const MachineOptions& options) {
        Events expected;
        const Result result = Machine(program, options).run(&expected);
        Events events;
        Execution execution(program, options);
        while (execution.step(&events)) continue;
        ASSERT_EQ(events.text, expected.text);
        ASSERT_EQ(execution.outcome(), result.outcome);
        ASSERT_EQ(execution.trap(), result.trap);
        ASSERT_EQ(execution.limit(), result.limit);
        ASSERT_EQ(execution.steps(), result.steps);
    });
}

TEST(History, IsThatOfTheRunAtRandomStepsInBothDirections) {
    for_random_programs([](const Program& program, const MachineOptions& options) {
        std::vector<std::pair<std::uint64_t, std::string>> states;
        Execution execution(program, options);
        do states.emplace_back(execution.steps(), state_of(execution));
        while (execution.step());
        History history(program, options, {.steps_between = 3, .bytes = 200'000});
        std::mt19937 random(7);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same in each run
        for (int i = 0; i < 20; ++i) {
            const auto& [position, state] = states[random() % states.size()];
            ASSERT_TRUE(history.go_to(position));
            ASSERT_EQ(state_of(history.now()), state);
            if (position == 0) continue;
            ASSERT_LT(history.before_step(position)->steps(), position);
        }
        history.go_to(UINT64_MAX);
        ASSERT_EQ(history.now().outcome(), execution.outcome());
        ASSERT_EQ(state_of(history.now()), states.back().second);
    });
}

constexpr std::string_view kLoop =
    ".threads 4\n"
    "        i = 0\n"
    "loop:   i = i + 1\n"       // 2
    "        [tid] = i\n"       // 3
    "        more = i < 500\n"  // 4
    "        bnz more, loop\n"  // 5
    "        sync\n"            // 6
    "        stop\n";

TEST(History, CheckpointsAreThinnedOutUnderTheirLimit) {
    const Program program = read(kLoop);
    const std::uint64_t one = Execution(program, {}).bytes();
    History history(program, {}, {.steps_between = 1, .bytes = 40 * one});
    history.go_to(UINT64_MAX);
    EXPECT_EQ(history.now().outcome(), Outcome::stop);
    EXPECT_LE(history.checkpoint_bytes(), 40 * one);
    EXPECT_GT(history.checkpoints(), 5U);
    history.go_to(1 + 4 * 123);
    EXPECT_THAT(history.now().machine().warp(0).bank.find(0, 0), testing::Pointee(123));
}

TEST(History, StopsOnTheWayIfItIsTold) {
    const Program program = read(kLoop);
    History history(program, {});
    EXPECT_FALSE(history.go_to(UINT64_MAX, [](std::uint64_t position) { return position < 1'000; }));
    EXPECT_GE(history.position(), 1'000U);
    EXPECT_LT(history.position(), 1'100U);
}

TEST(History, AnEditBeginsAFutureAndTheOtherOneStays) {
    const Program program = read(kLoop);
    History history(program, {}, kOften);
    history.go_to(UINT64_MAX);
    const std::uint64_t end = history.position();
    history.go_to(101);
    history.edit(
        [](Execution& e) {
            for (Thread t = 0; t < 4; ++t) e.set_variable(0, t, 0, 499);
        },
        "i = 499");
    EXPECT_EQ(history.current_future(), 1U);
    history.go_to(UINT64_MAX);
    EXPECT_EQ(history.now().outcome(), Outcome::stop);
    EXPECT_LT(history.position(), end);
    const std::uint64_t short_end = history.position();
    // Through the shared past and the edit once more, one step at a time.
    history.go_to(95);
    EXPECT_THAT(history.now().machine().warp(0).bank.find(0, 0), testing::Pointee(24));
    while (history.step()) continue;
    EXPECT_EQ(history.position(), short_end);
    // An edit of the edited future, at the step of the first edit.
    history.go_to(101);
    history.edit([](Execution& e) { e.set_word(9, 1); }, "[9] = 1");
    EXPECT_EQ(history.current_future(), 2U);
    history.edit([](Execution& e) { e.set_word(8, 1); }, "[8] = 1");  // nothing has happened in between
    EXPECT_EQ(history.current_future(), 2U);
    history.go_to(50);
    EXPECT_EQ(history.now().machine().memory().find(9), nullptr);
    history.go_to(UINT64_MAX);
    EXPECT_EQ(history.position(), short_end);
    EXPECT_NE(history.now().machine().memory().find(8), nullptr);

    history.enter(0);
    EXPECT_EQ(history.position(), short_end);
    EXPECT_EQ(history.now().machine().memory().find(8), nullptr);
    history.go_to(UINT64_MAX);
    EXPECT_EQ(history.position(), end);
    const auto futures = history.futures();
    ASSERT_EQ(futures.size(), 3U);
    EXPECT_EQ(futures[2].parent, 1U);
    EXPECT_EQ(futures[2].position, 101U);
    EXPECT_EQ(futures[2].edit, "[9] = 1, [8] = 1");
    EXPECT_EQ(futures[1].outcome, Outcome::stop);
}

TEST(History, AnEditAfterATrapGoesOn) {
    const Program program = read(".threads 2\nx = 0\ny = 1 / x\nstop\n");
    History history(program, {});
    history.go_to(UINT64_MAX);
    EXPECT_EQ(history.now().outcome(), Outcome::trap);
    history.edit(
        [](Execution& e) {
            for (Thread t = 0; t < 2; ++t) e.set_variable(0, t, 0, 1);
        },
        "x = 1");
    EXPECT_TRUE(history.step());
    EXPECT_TRUE(history.step());
    EXPECT_EQ(history.now().outcome(), Outcome::stop);
}

// ---- expressions

std::optional<Value> value_of(std::string_view text, const History& history, Thread t = 0) {
    const auto expression = Expression::take(text, history.now().program());
    if (!expression) throw std::runtime_error(expression.error().message);
    EXPECT_EQ(text, "");
    return expression->value(history.now(), history.now().current(), t);
}

std::string error_of(std::string_view text, const Program& program) {
    const auto expression = Expression::take(text, program);
    return expression ? "" : std::to_string(expression.error().offset) + ": " + expression.error().message;
}

TEST(Expression, ReadsTheState) {
    const Program program =
        read(".threads 4\n.buffer out 0 16\nx = tid * 2\n[x] = x\nbz x, end\nx = 7\nend: sync\nstop\n");
    History history(program, {});
    history.go_to(2);
    EXPECT_THAT(value_of("x@3", history), Optional(6));
    EXPECT_THAT(value_of("x", history, 2), Optional(4));
    EXPECT_THAT(value_of("[x@1] + [2 * 2]", history), Optional(6));
    EXPECT_THAT(value_of("out + 1", history), Optional(1));
    EXPECT_THAT(value_of("-(1 + 2) * 3 - 4 / 2 == -11 && !0", history), Optional(1));
    EXPECT_THAT(value_of("1 || 1 / 0", history), Optional(1));
    EXPECT_EQ(value_of("1 / 0", history), std::nullopt);
    EXPECT_EQ(value_of("9223372036854775807 + 1", history), std::nullopt);
    EXPECT_EQ(value_of("[77]", history), std::nullopt);
    EXPECT_THAT(value_of("step * 10 + lanes", history), Optional(34));
    EXPECT_THAT(value_of("line + depth", history), Optional(5));
}

TEST(Expression, SaysWhatIsWrongAndWhere) {
    const Program program = read(".threads 4\ntotal = 1\nstop\n");
    EXPECT_EQ(error_of("totl@1", program), "0: unknown variable 'totl'; did you mean 'total'?");
    EXPECT_EQ(error_of("total@4", program), "6: unknown thread; a warp has 4, from 0");
    EXPECT_EQ(error_of("total@1:0", program), "6: unknown warp; there are 1, from 0");
    EXPECT_EQ(error_of("1 + ", program), "4: expected a variable, a number, '[' or '('");
    EXPECT_EQ(error_of("(1", program), "2: expected ')'");
    EXPECT_EQ(error_of("99999999999999999999", program), "0: '99999999999999999999' does not fit in 63 bits");
    EXPECT_NE(error_of(std::string(5'000, '('), program), "");
    EXPECT_NE(error_of(std::string(5'000, '-') + "1", program), "");
}

// ---- breakpoints

Breakpoint changes(std::string_view text, const Program& program) {
    return {.kind = BreakKind::change, .value = *Expression::take(text, program)};
}

/// The positions at which a run stops, then those of its way back.
struct Stops {
    std::vector<std::uint64_t> forward;
    std::vector<std::uint64_t> back;
};

Stops stops(const Program& program, Breakpoint breakpoint, const MachineOptions& options = kOptions) {
    Stops stops;
    History history(program, options, kOften);
    Breakpoints breakpoints;
    breakpoints.add(std::move(breakpoint));
    while (breakpoints.run(history).reason == Stop::Reason::breakpoint) {
        stops.forward.push_back(history.position());
        if (history.now().outcome()) break;
    }
    history.go_to(UINT64_MAX);
    while (breakpoints.reverse(history).reason == Stop::Reason::breakpoint)
        stops.back.push_back(history.position());
    return stops;
}

constexpr std::string_view kBranches =
    ".threads 4\n"
    "        x = tid < 2\n"  // line 2, step 1
    "        bz x, else\n"   // 3, step 2: threads 2 and 3 wait
    "        x = 5\n"        // 4, step 3
    "else:   sync\n"         // 5, steps 4 (SS) and 5 (SP)
    "        y = tid\n"      // 6, step 6
    "        bnz y, end\n"   // 7, step 7: threads 1-3 wait
    "        [3] = 9\n"      // 8, step 8
    "end:    sync\n"         // 9, steps 9 and 10
    "        stop\n";        // 10, step 11

TEST(Breakpoints, OfEachKindStopInBothDirections) {
    const Program program = read(kBranches);
    const auto expect = [&](const char* what, Breakpoint breakpoint, std::vector<std::uint64_t> positions) {
        const Stops found = stops(program, std::move(breakpoint));
        EXPECT_EQ(found.forward, positions) << what;
        EXPECT_EQ(found.back, std::vector(positions.rbegin(), positions.rend())) << what;
    };
    expect("location", {.kind = BreakKind::location, .pcs = {4, 7}}, {3, 4, 7});
    expect("rule", {.kind = BreakKind::rule, .rule = RuleId::SS}, {3, 8});
    expect("divergence", {.kind = BreakKind::divergence}, {1, 6});
    expect("thread", {.kind = BreakKind::thread, .thread = {{}, 3}}, {2, 4, 7, 9});
    expect("variable", changes("x@0", program), {1, 3});
    expect("address", changes("[3]", program), {8});
    std::string_view text = "lanes == 2";
    expect("condition", {.kind = BreakKind::condition, .value = *Expression::take(text, program)}, {2});
    text = "y == 3";
    expect("per thread", {.kind = BreakKind::condition, .value = *Expression::take(text, program)}, {6, 9});
    text = "x@0 == 5";
    expect("location with a condition",
           {.kind = BreakKind::location, .pcs = {4, 6}, .only_if = *Expression::take(text, program)},
           {3, 4, 6});
    expect("divergence with a condition",
           {.kind = BreakKind::divergence, .only_if = *Expression::take(text = "x@0 == 5", program)}, {6});
}

TEST(Breakpoints, ATrapIsTheEnd) {
    const Program program = read(".threads 2\nx = 0\ny = 1 / x\nstop\n");
    EXPECT_THAT(stops(program, {.kind = BreakKind::trap}).forward, ElementsAre(1));
}

TEST(Breakpoints, ARunCanBeInterrupted) {
    const Program program = read(kLoop);
    History history(program, {});
    Breakpoints breakpoints;
    EXPECT_EQ(breakpoints.run(history, [](std::uint64_t) { return false; }).reason,
              Stop::Reason::interrupted);
    const std::uint64_t position = history.position();
    EXPECT_GT(position, 0U);
    EXPECT_EQ(breakpoints.reverse(history, [](std::uint64_t) { return true; }).reason, Stop::Reason::start);
    EXPECT_EQ(history.position(), 0U);
}

// ---- why a thread sleeps

TEST(WhyThread, WaitsForItsHalfAndThenAtTheSync) {
    const Program program = read(kBranches);
    History history(program, kOptions, kOften);
    history.go_to(2);
    const ThreadReason waits = why_thread(history, {{}, 3});
    EXPECT_EQ(waits.state, ThreadReason::State::waits);
    EXPECT_EQ(waits.branch, 2U);
    EXPECT_EQ(waits.branch_step, 2U);
    EXPECT_THAT(waits.value, Optional(0));
    EXPECT_EQ(waits.continues, 4U);
    ASSERT_TRUE(waits.wake);
    EXPECT_EQ(waits.wake->step, 4U);
    EXPECT_EQ(waits.wake->pc, 4U);
    EXPECT_EQ(why_thread(history, {{}, 0}).state, ThreadReason::State::runs);

    history.go_to(4);
    const ThreadReason synced = why_thread(history, {{}, 0});
    EXPECT_EQ(synced.state, ThreadReason::State::at_sync);
    EXPECT_EQ(synced.sync_step, 4U);
    EXPECT_EQ(synced.sync, 4U);
    ASSERT_TRUE(synced.wake);
    EXPECT_EQ(synced.wake->step, 5U);
    history.go_to(UINT64_MAX);
    EXPECT_EQ(why_thread(history, {{}, 0}).state, ThreadReason::State::stopped);
}

TEST(WhyThread, NestedBranchesAndEverywhere) {
    const Program program = read(
        ".threads 4\n"
        "       a = tid < 3\n"     // 1
        "       bz a, one\n"       // 2: thread 3 waits
        "       b = tid < 1\n"     // 3
        "       bz b, two\n"       // 4: threads 1, 2 wait
        "       everywhere\n"      // 5
        "       c = tid < 2\n"     // 6
        "       bz c, three\n"     // 7: threads 2, 3 wait
        "       d = 1\n"           // 8
        "three: sync\n"            // 9
        "       end_everywhere\n"  // 10
        "two:   sync\n"            // 11
        "one:   sync\n"            // 12
        "       stop\n");
    History history(program, kOptions, kOften);
    history.go_to(4);
    EXPECT_EQ(why_thread(history, {{}, 3}).branch, 2U);
    EXPECT_EQ(why_thread(history, {{}, 2}).branch, 4U);
    EXPECT_TRUE(why_thread(history, {{}, 2}).wake->is_everywhere);
    history.go_to(5);
    const ThreadReason woken = why_thread(history, {{}, 3});
    EXPECT_EQ(woken.state, ThreadReason::State::woken);
    EXPECT_EQ(woken.everywhere, 5U);
    EXPECT_EQ(woken.branch, 2U);
    EXPECT_EQ(woken.branch_step, 2U);
    EXPECT_TRUE(woken.waits_there);
    EXPECT_EQ(why_thread(history, {{}, 0}).state, ThreadReason::State::runs);
    history.go_to(7);
    EXPECT_EQ(why_thread(history, {{}, 3}).branch, 7U);
    EXPECT_EQ(why_thread(history, {{}, 3}).branch_step, 7U);
    // After the block, the branch before it is the reason again, with its step.
    while (history.now().machine().warp(0).pc != 11) history.step();
    EXPECT_EQ(why_thread(history, {{}, 3}).branch, 2U);
    EXPECT_EQ(why_thread(history, {{}, 3}).branch_step, 2U);
    EXPECT_EQ(why_thread(history, {{}, 2}).branch, 4U);
}

TEST(WhyThread, ThreadsThatAreNotActiveOrHaveExitedOrWaitAtABarrier) {
    const Program inactive = read(".threads 3\n.active 0\nx = 1\nstop\n");
    History first(inactive, kOptions);
    EXPECT_EQ(why_thread(first, {{}, 2}).state, ThreadReason::State::not_started);
    EXPECT_TRUE(why_thread(first, {{}, 2}).never_wakes);

    const Program barrier = read(".threads 1\n.warps 2\nbz wid, go\nx = 1\nx = 2\ngo: sync\nbarrier\nstop\n");
    History second(barrier, kOptions);
    while (!second.now().machine().waits(1)) ASSERT_TRUE(second.step());
    const ThreadReason waits = why_thread(second, {1, 0});
    EXPECT_EQ(waits.state, ThreadReason::State::barrier);
    ASSERT_TRUE(waits.wake);
    EXPECT_EQ(waits.wake->pc, 5U);
}

// ---- why a value

/// The way to a value: `x@3 2:1` for step 2, instruction 1.
std::string path_of(const ValueReason& reason, const Program& program) {
    std::string text = reason.is_word
                           ? "[" + std::to_string(reason.address) + "]"
                           : program.variables[reason.variable] + "@" + std::to_string(reason.thread);
    text += "=" + (reason.value ? std::to_string(*reason.value) : "_");
    switch (reason.from) {
        case ValueReason::From::instruction:
            text += " " + std::to_string(reason.step) + ":" + std::to_string(reason.pc);
            break;
        case ValueReason::From::edit:
            text += " set " + std::to_string(reason.step);
            break;
        case ValueReason::From::initial:
            text += " initial";
            break;
        case ValueReason::From::nowhere:
            text += " never";
            break;
    }
    if (reason.is_cut) text += " …";
    if (reason.inputs.empty()) return text;
    text += " (";
    for (const ValueReason& input : reason.inputs) {
        if (&input != &reason.inputs.front()) text += ", ";
        text += path_of(input, program);
    }
    return text + ")";
}

TEST(WhyValue, ThroughCopiesShufflesAndMemoryToTheOrigin) {
    const Program program = read(
        ".threads 4\n.memory 10: 5 6 7 8\n"
        "a = tid + 10\n"  // 1
        "x = [a]\n"       // 2
        "k = 3 - tid\n"   // 3
        "y = x\n"         // 4
        "shfl y, k\n"     // 5: y@0 is x@3
        "b = tid + 20\n"  // 6
        "[b] = y\n"       // 7
        "c = 23 - tid\n"  // 8
        "z = [c]\n"       // 9: z@3 is y@0
        "z = z + 1\n"     // 10
        "stop\n");
    History history(program, kOptions, kOften);
    history.go_to(10);
    const auto variable = [&](const char* name) {
        return static_cast<Variable>(std::ranges::find(program.variables, name) - program.variables.begin());
    };
    EXPECT_EQ(path_of(why_variable(history, {{}, 3}, variable("z")), program),
              "z@3=9 10:10 (z@3=8 9:9 ([20]=8 7:7 (y@0=8 5:5 (y@3=8 4:4 (x@3=8 2:2 ([13]=8 initial))))))");
    EXPECT_EQ(path_of(why_variable(history, {{}, 3}, variable("z"), 0), program), "z@3=9 10:10 …");
    EXPECT_EQ(path_of(why_word(history, 23), program),
              "[23]=5 7:7 (y@3=5 5:5 (y@0=5 4:4 (x@0=5 2:2 ([10]=5 initial))))");
    EXPECT_EQ(path_of(why_word(history, 99), program), "[99]=_ never");
    history.go_to(9);
    EXPECT_EQ(path_of(why_variable(history, {{}, 0}, variable("a")), program), "a@0=10 1:1");
    history.go_to(0);
    EXPECT_EQ(path_of(why_variable(history, {{}, 0}, variable("a")), program), "a@0=_ never");
}

TEST(WhyValue, OfAShuffleFromALaneThatIsNotInTheMask) {
    const Program program =
        read(".threads 2\nx = tid\nbz x, end\nk = 0\ny = x\nshfl y, k\nend: sync\nstop\n");
    History history(program, kOptions);
    history.go_to(5);
    const ValueReason reason = why_variable(history, {{}, 1}, 2);
    EXPECT_EQ(reason.value, std::nullopt);
    EXPECT_EQ(reason.pc, 5U);
    EXPECT_THAT(reason.source, Optional(0U));
}

TEST(WhyValue, OfACollectiveShuffleAndAnEdit) {
    const Program program =
        read(".threads 4\nx = tid * 3\nm = 15\nv = shfl.down m, x, 1\ns = reduce.add m, x\nstop\n");
    History history(program, kOptions);
    history.go_to(1);
    history.edit([](Execution& e) { e.set_variable(0, 2, 0, 50); }, "x@2 = 50");
    history.go_to(4);
    EXPECT_EQ(path_of(why_variable(history, {{}, 1}, 2), program), "v@1=50 3:3 (x@2=50 set 2)");
    EXPECT_EQ(path_of(why_variable(history, {{}, 0}, 3), program),
              "s@0=62 4:4 (x@0=0 1:1, x@1=3 1:1, x@2=50 set 2, x@3=9 1:1)");
}

TEST(WhyValue, OfVariablesThatTheEndOfABlockRestores) {
    const Program program =
        read(".threads 2\n.registers restore\nx = 1\neverywhere\nx = 2\nend_everywhere\ny = x\nstop\n");
    History history(program, kOptions);
    history.go_to(5);
    EXPECT_EQ(path_of(why_variable(history, {{}, 0}, 1), program), "y@0=1 5:5 (x@0=1 1:1)");
}

TEST(WhyValue, OfALongChainIsCut) {
    const Program program = read(kLoop);
    History history(program, {});
    history.go_to(UINT64_MAX);
    EXPECT_EQ(path_of(why_variable(history, {{}, 0}, 0), program), "i@0=500 1998:2 (i@0=499 1994:2 …)");
    const std::string deep = path_of(why_variable(history, {{}, 0}, 0, 1'000), program);
    EXPECT_THAT(deep, testing::HasSubstr("…"));
    EXPECT_LT(deep.size(), 2'000U);
}

}  // namespace
}  // namespace musimd::debugger::debug_test
