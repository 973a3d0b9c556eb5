#include "semantics/machine.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tests/support/programs.hpp"

namespace musimd::machine_test {
namespace {

using support::read;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pointee;

ThreadSet set_of(std::initializer_list<Thread> threads) {
    ThreadSet set;
    for (const Thread t : threads) set.insert(t);
    return set;
}

/// The control rule of a step, or why there is none.
std::string shown(const Step& step) {
    if (const auto* rule = std::get_if<RuleId>(&step)) return std::string(to_string(*rule));
    if (const auto* failure = std::get_if<Failure>(&step)) return std::string(to_string(failure->kind));
    return "stack limit";
}

/// Records everything that a run reports to its observer.
class Recorder final : public Observer {
  public:
    struct Seen {
        std::uint64_t number;
        std::uint32_t warp;
        Label pc;
        RuleId rule;
        ThreadSet active;
        SyncStack sync_stack;
        ContextStack context_stack;
        std::uint32_t sync_depth;
        std::uint32_t context_depth;
        std::vector<Access> accesses;
    };

    void on_step(const StepEvent& e) override {
        steps.push_back({e.number,
                         e.warp,
                         e.pc,
                         e.rule,
                         e.active,
                         e.sync_stack,
                         e.context_stack,
                         e.sync_depth,
                         e.context_depth,
                         {e.accesses.begin(), e.accesses.end()}});
        order.push_back(fmt::format("w{}@{} {}", e.warp, e.pc, to_string(e.rule)));
    }
    void on_trap(const Trap& trap) override {
        traps.push_back(trap);
        order.push_back(fmt::format("w{}@{} trap {}", trap.warp, trap.pc, to_string(trap.kind)));
    }

    std::vector<Seen> steps;
    std::vector<Trap> traps;
    std::vector<std::string> order;  ///< steps and traps: `w0@3 BD`
};

/// The steps of a run, in the format of Recorder::order.
std::vector<std::string> order_of(const Program& program, const MachineOptions& options = {}) {
    Recorder recorder;
    run_rules(program, options, &recorder);
    return recorder.order;
}

// The divergent conditional and the `everywhere` block of docs/semantics.md, section 4.

constexpr std::string_view kConditional = R"(.threads 4
        odd = tid & 1
        bz odd, even
        x = 10
        jump join
even:   x = 20
join:   sync
        stop
)";

constexpr std::string_view kBlock = R"(.threads 4
        x = tid * 10
        c = tid < 2
        bz c, join
        everywhere
        shfl x, 1
        [tid] = x
        end_everywhere
join:   sync
        stop
)";

// ---- one warp, step by step

TEST(Machine, StartsWithAllThreadsAndNothingElse) {
    const Program program = read(".threads 5\nx = 1\nstop\n");
    const Machine machine(program);
    const Warp& warp = machine.warp(0);
    EXPECT_EQ(warp.number, 0U);
    EXPECT_EQ(warp.active, ThreadSet::all(5));
    EXPECT_EQ(warp.bank, Bank(5, 1));
    EXPECT_TRUE(warp.sync_stack.empty());
    EXPECT_TRUE(warp.context_stack.empty());
    EXPECT_EQ(warp.pc, 1U);
    EXPECT_EQ(warp.steps, 0U);
    EXPECT_EQ(machine.memory(), Memory());
}

TEST(Machine, StartsWithTheActiveThreadsAndPreloadsOfTheProgram) {
    const Program program = read(
        ".threads 5\n.warps 2\n.active 1 3\n"
        ".memory 10: 1 2 3\n.fill 11 1 7\n.iota 300 2 -1 -1\nstop\n");
    const Machine machine(program);
    EXPECT_EQ(machine.warp(0).active, set_of({1, 3}));
    EXPECT_EQ(machine.warp(1).active, set_of({1, 3}));
    EXPECT_EQ(machine.warp(1).number, 1U);

    Memory expected;
    expected.set(10, 1);
    expected.set(11, 7);  // the later line takes precedence
    expected.set(12, 3);
    expected.set(300, -1);
    expected.set(301, -2);
    EXPECT_EQ(machine.memory(), expected);
}

TEST(Machine, StepsThroughADivergentConditional) {
    const Program program = read(kConditional);
    Machine machine(program);
    const Warp& warp = machine.warp(0);

    EXPECT_EQ(shown(machine.step(0)), "IT");
    EXPECT_EQ(warp.pc, 2U);
    EXPECT_THAT(warp.bank.find(3, 0), Pointee(1));

    EXPECT_EQ(shown(machine.step(0)), "BD");
    EXPECT_EQ(warp.pc, 3U);
    EXPECT_EQ(warp.active, set_of({1, 3}));
    EXPECT_EQ(warp.sync_stack.size(), 1U);
    EXPECT_EQ(warp.sync_stack.top(), (SyncEntry{2, 5, {}, set_of({0, 2})}));

    EXPECT_EQ(shown(machine.step(0)), "IT");
    EXPECT_EQ(shown(machine.step(0)), "JP");
    EXPECT_EQ(warp.pc, 6U);

    EXPECT_EQ(shown(machine.step(0)), "SS");
    EXPECT_EQ(warp.pc, 5U);
    EXPECT_EQ(warp.active, set_of({0, 2}));
    EXPECT_EQ(warp.sync_stack.top(), (SyncEntry{2, 5, set_of({1, 3}), {}}));

    EXPECT_EQ(shown(machine.step(0)), "IT");
    EXPECT_EQ(shown(machine.step(0)), "SP");
    EXPECT_EQ(warp.active, ThreadSet::all(4));
    EXPECT_TRUE(warp.sync_stack.empty());

    EXPECT_EQ(shown(machine.step(0)), "STOP");
    EXPECT_EQ(warp.steps, 8U);
    const Result result = machine.result(Outcome::stop);
    EXPECT_EQ(result.steps, 8U);
    for (const Thread t : {0U, 1U, 2U, 3U}) {
        EXPECT_THAT(result.warps[0].bank.find(t, 1), Pointee(t % 2 == 0 ? 20 : 10));
    }
}

TEST(Machine, AnEverywhereBlockRestoresWhatItSaved) {
    const Program program = read(kBlock);
    Machine machine(program);
    const Warp& warp = machine.warp(0);
    for (int i = 0; i < 3; ++i) machine.step(0);
    const SyncStack outside = warp.sync_stack;

    EXPECT_EQ(shown(machine.step(0)), "EB");
    EXPECT_EQ(warp.active, ThreadSet::all(4));
    EXPECT_TRUE(warp.sync_stack.empty());
    ASSERT_EQ(warp.context_stack.size(), 1U);
    EXPECT_EQ(warp.context_stack.top().active, set_of({0, 1}));
    EXPECT_EQ(warp.context_stack.top().sync_stack, outside);

    machine.step(0);
    machine.step(0);
    EXPECT_EQ(shown(machine.step(0)), "EE");
    EXPECT_EQ(warp.active, set_of({0, 1}));
    EXPECT_EQ(warp.sync_stack, outside);
    EXPECT_TRUE(warp.context_stack.empty());
}

TEST(Machine, TheMaskIsThatOfTheInnermostBlock) {
    const Program program = read(R"(.threads 4
.active 0-2
        c = tid < 2
        bz c, join
        everywhere
        d = tid == 3
        bz d, inner
        everywhere
        end_everywhere
inner:  sync
        end_everywhere
join:   sync
        stop
)");
    Machine machine(program);
    const Warp& warp = machine.warp(0);
    EXPECT_EQ(warp.entry_mask(), set_of({0, 1, 2})) << "outside of blocks it is Θ";
    machine.step(0);
    machine.step(0);
    EXPECT_EQ(warp.entry_mask(), set_of({0, 1}));
    machine.step(0);
    EXPECT_EQ(warp.active, ThreadSet::all(4));
    EXPECT_EQ(warp.entry_mask(), set_of({0, 1}));
    machine.step(0);
    machine.step(0);
    EXPECT_EQ(warp.active, set_of({3}));
    EXPECT_EQ(warp.entry_mask(), set_of({0, 1})) << "a branch in the block does not change it";
    machine.step(0);
    EXPECT_EQ(warp.entry_mask(), set_of({3}));
    machine.step(0);
    EXPECT_EQ(warp.entry_mask(), set_of({0, 1}));
}

TEST(Machine, ALoopGathersThreadsAsTheyLeaveIt) {
    // Thread 0 leaves after one iteration, thread 2 after three: each `sync` adds to the threads that are
    // done.
    const Program program = read(R"(.threads 3
        i = tid
loop:   again = i > 0
        i = i - 1
        bnz again, loop
        sync
        stop
)");
    const Result result = run_rules(program);
    EXPECT_EQ(result.outcome, Outcome::stop);
    EXPECT_EQ(result.warps[0].active, ThreadSet::all(3));
    for (const Thread t : {0U, 1U, 2U}) EXPECT_THAT(result.warps[0].bank.find(t, 0), Pointee(-1));
}

TEST(Machine, AThreadReadsTheVariablesFromBeforeTheInstruction) {
    const Program program = read(".threads 3\nx = tid\nl = tid + 1\nl = l % 3\nshfl x, l\nstop\n");
    const Result result = run_rules(program);
    EXPECT_THAT(result.warps[0].bank.find(0, 0), Pointee(1));
    EXPECT_THAT(result.warps[0].bank.find(1, 0), Pointee(2));
    EXPECT_THAT(result.warps[0].bank.find(2, 0), Pointee(0));
}

TEST(Machine, RestoredRegistersAreThoseOfTheBlocksEntry) {
    const Program program =
        read(".threads 2\n.registers restore\nx = 1\neverywhere\nx = 2\n[tid] = x\nend_everywhere\nstop\n");
    const Result result = run_rules(program);
    EXPECT_THAT(result.warps[0].bank.find(0, 0), Pointee(1));
    EXPECT_THAT(result.memory.find(0), Pointee(2));
}

TEST(Machine, TheSchedulersOrderShowsInAtomicIncrements) {
    const Program program = read(".threads 3\n.memory 0: 10\nx = atomic_inc [0]\nstop\n");
    MachineOptions options;
    options.order = Order::descending;
    const Result ascending = run_rules(program);
    const Result descending = run_rules(program, options);
    for (const Thread t : {0U, 1U, 2U}) {
        EXPECT_THAT(ascending.warps[0].bank.find(t, 0), Pointee(11 + t));
        EXPECT_THAT(descending.warps[0].bank.find(t, 0), Pointee(13 - t));
    }
    EXPECT_EQ(ascending.memory, descending.memory);
}

// ---- traps

struct Trapping {
    const char* kind;
    const char* rule;
    const char* text;
    std::vector<Thread> threads;
};

class MachineTraps : public testing::TestWithParam<Trapping> {};

// Each program does something first, and the instruction that traps succeeds for some threads if possible.
const Trapping kTrapping[] = {
    {"undefined-variable", "MV", "c = tid < 2\nbz c, j\nx = 1\nj: sync\ny = x\nstop\n", {2}},
    {"undefined-variable", "SV", "c = tid < 2\nbz c, j\nx = 1\nj: sync\nshfl x, tid\nstop\n", {2}},
    {"undefined-memory", "MM", ".memory 0: 1 2\nx = 5\nx = [tid]\nstop\n", {2}},
    {"undefined-memory", "MM", ".memory 0: 1 2\nx = 5\nx = atomic_inc [tid]\nstop\n", {2}},
    {"invalid-address", "LD", ".memory 0: 1\nx = 0 - tid\nx = [x]\nstop\n", {1}},
    {"invalid-address", "ST", ".buffer b 0 2\nx = 5\n[tid] = x\nstop\n", {2}},
    {"invalid-address", "AT", ".buffer b 0 2\n.memory b: 1 1\nx = atomic_inc [tid]\nstop\n", {2}},
    {"race", "ST", "x = tid / 2\n[x] = tid\nstop\n", {0, 1}},
    {"division-by-zero", "BP", "x = tid - 1\nx = 6 / x\nstop\n", {1}},
    {"invalid-shift", "BP", ".word 8\nx = tid + 6\nx = 0 << x\nstop\n", {2}},
    {"overflow", "BP", ".word 8\nx = tid + 125\nx = x + 1\nstop\n", {2}},
    {"overflow", "AT", ".word 8\n.memory 0: 125\nx = 5\nx = atomic_inc [0]\nstop\n", {2}},
    {"sync-without-branch", "SP", "x = 1\nsync\nstop\n", {0, 1, 2}},
    {"stop-while-diverged", "STOP", "bz tid, e\ne: stop\n", {1, 2}},
    {"end-everywhere-without-everywhere", "EE", "x = 1\nend_everywhere\nstop\n", {0, 1, 2}},
    {"end-everywhere-while-diverged", "EE", "everywhere\nbz tid, e\ne: end_everywhere\nstop\n", {1, 2}},
    {"branch-mask-outside-everywhere", "BA", "x = 1\ne: branch_mask 0, e\nstop\n", {0, 1, 2}},
    {"branch-mask-divergent", "BA", ".active 1\neverywhere\ne: branch_mask tid, e\nstop\n", {0, 1, 2}},
    {"barrier-while-diverged", "BR", "bz tid, e\ne: barrier\nstop\n", {1, 2}},
    {"barrier-while-diverged", "BR", "everywhere\nbarrier\nstop\n", {0, 1, 2}},
    {"pc-out-of-program", "IT", "x = 1\n", {0, 1, 2}},
};

std::string name_of(const testing::TestParamInfo<Trapping>& test) {
    std::string name = fmt::format("{}_{}_{}", test.param.kind, test.param.rule, test.index);
    std::ranges::replace(name, '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Kinds, MachineTraps, testing::ValuesIn(kTrapping), name_of);

TEST_P(MachineTraps, ChangeNothing) {
    const Program program = read(".threads 3\n" + std::string(GetParam().text));
    Machine machine(program);
    Warp before = machine.warp(0);
    Memory memory = machine.memory();
    std::uint64_t steps = 0;
    Step step = machine.step(0);
    while (std::holds_alternative<RuleId>(step)) {
        ASSERT_LT(++steps, 100U);
        before = machine.warp(0);
        memory = machine.memory();
        step = machine.step(0);
    }
    EXPECT_EQ(shown(step), GetParam().kind);

    const Warp& warp = machine.warp(0);
    EXPECT_EQ(warp.active, before.active);
    EXPECT_EQ(warp.bank, before.bank);
    EXPECT_EQ(warp.sync_stack, before.sync_stack);
    EXPECT_EQ(warp.context_stack, before.context_stack);
    EXPECT_EQ(warp.pc, before.pc);
    EXPECT_EQ(warp.steps, steps);
    EXPECT_EQ(machine.memory(), memory);
}

TEST_P(MachineTraps, AreReported) {
    const Program program = read(".threads 3\n" + std::string(GetParam().text));
    Recorder recorder;
    const Result result = run_rules(program, {}, &recorder);
    EXPECT_EQ(result.outcome, Outcome::trap);
    ASSERT_TRUE(result.trap.has_value());
    EXPECT_EQ(to_string(result.trap->kind), GetParam().kind);
    EXPECT_EQ(to_string(result.trap->rule), GetParam().rule);
    EXPECT_EQ(result.trap->threads, GetParam().threads);
    EXPECT_EQ(result.trap->warp, 0U);
    EXPECT_EQ(result.steps, recorder.steps.size()) << "the step that traps does not count";
    EXPECT_THAT(recorder.traps, ElementsAre(*result.trap));
    EXPECT_THAT(recorder.order.back(), testing::HasSubstr("trap")) << "on_trap comes last";
}

TEST(Machine, TheHighestAddressIsThatOfTheOptions) {
    const Program program = read(".threads 4\n[tid] = 1\nstop\n");
    MachineOptions options;
    options.max_address = 3;
    EXPECT_EQ(run_rules(program, options).outcome, Outcome::stop);
    options.max_address = 2;
    const Result result = run_rules(program, options);
    ASSERT_TRUE(result.trap.has_value());
    EXPECT_EQ(result.trap->kind, TrapKind::invalid_address);
    EXPECT_EQ(result.trap->threads, std::vector<Thread>{3});
}

TEST(Machine, ATrapHasTheLocationOfItsInstruction) {
    const Program program = read(".threads 1\n\n  label: x = y\nstop\n");
    const Result result = run_rules(program);
    ASSERT_TRUE(result.trap.has_value());
    EXPECT_EQ(result.trap->pc, 1U);
    EXPECT_EQ(result.trap->line, 3U);
    EXPECT_EQ(result.trap->column, 10U);
    EXPECT_EQ(result.trap->message, "thread 0 reads 'y', which it never wrote");
}

TEST(Machine, ATrapPastTheEndHasNoLocation) {
    const Program program = read("");
    const Result result = run_rules(program);
    ASSERT_TRUE(result.trap.has_value());
    EXPECT_EQ(result.trap->kind, TrapKind::pc_out_of_program);
    EXPECT_EQ(result.trap->pc, 1U);
    EXPECT_EQ(result.trap->line, 0U);
    EXPECT_EQ(result.steps, 0U);
}

TEST(Machine, AReadOfWhatAShuffleMadeUndefinedNamesTheShuffle) {
    const Program program = read(".threads 2\nx = 1\nshfl x, 7\ny = x\nstop\n");
    const Result result = run_rules(program);
    ASSERT_TRUE(result.trap.has_value());
    EXPECT_EQ(result.trap->message,
              "thread 0 reads 'x', which the shfl on line 3 left undefined (its lane was not in the mask)");
}

// ---- limits

Result limited(const Program& program, std::uint64_t max_steps) {
    MachineOptions options;
    options.max_steps = max_steps;
    return run_rules(program, options);
}

TEST(MachineLimit, OfNoStepsEndsBeforeTheFirst) {
    const Result result = limited(read(".threads 2\nx = 1\nstop\n"), 0);
    EXPECT_EQ(result.outcome, Outcome::limit);
    EXPECT_EQ(result.steps, 0U);
    EXPECT_EQ(result.warps[0].bank, Bank(2, 1));
    EXPECT_FALSE(result.trap.has_value());
    EXPECT_EQ(result.limit, (Limit{LimitReason::steps, 0, 0, 1, 2, 1}));
}

TEST(MachineLimit, ThatSufficesIsNotReached) {
    const Program program = read(kConditional);
    EXPECT_EQ(limited(program, 8).outcome, Outcome::stop);
    EXPECT_EQ(limited(program, 8), run_rules(program));
}

TEST(MachineLimit, OfOneStepLessEndsBeforeTheStop) {
    const Result result = limited(read(kConditional), 7);
    EXPECT_EQ(result.outcome, Outcome::limit);
    EXPECT_EQ(result.steps, 7U);
    EXPECT_EQ(result.warps[0].active, ThreadSet::all(4));
    EXPECT_THAT(result.warps[0].bank.find(0, 1), Pointee(20));
}

TEST(MachineLimit, IsCheckedBeforeATrap) {
    const Program program = read("x = 1\nsync\nstop\n");
    EXPECT_EQ(limited(program, 1).outcome, Outcome::limit);
    EXPECT_EQ(limited(program, 2).outcome, Outcome::trap);
}

TEST(MachineLimit, OfTheStacksEndsAnEndlessNest) {
    // An entry of Λ takes 65536/8 + 16 = 8208 bytes: 2³⁰ bytes hold 130,816 of them.
    const Program program = read(".threads 65536\nagain: everywhere\njump again\n");
    const Result result = run_rules(program);
    EXPECT_EQ(result.outcome, Outcome::limit);
    EXPECT_EQ(result.steps, 2 * 130'816U);
    EXPECT_EQ(result.limit, (Limit{LimitReason::stacks, 0, 2 * 130'816U, 1, 2, 8}));
    EXPECT_FALSE(result.trap.has_value());
}

TEST(MachineLimit, CountsRestoredRegistersAndSavedSyncEntries) {
    // Under `restore` an entry of Λ takes 8208 + 8 · 65536 bytes: 2016 of them leave 229,888, which are 14
    // entries of Π of 16,400 bytes. Five of those are saved in Λ.
    std::string text = ".threads 65536\n.registers restore\nz = 0\n";
    for (int i = 0; i < 5; ++i) text += fmt::format("bz z, outside{0}\noutside{0}:\n", i);
    for (int i = 0; i < 2016; ++i) text += "everywhere\n";
    for (int i = 0; i < 9; ++i) text += fmt::format("bz z, inside{0}\ninside{0}:\n", i);
    const std::string last = "bz z, last\nlast: stop\n";

    const Result result = run_rules(read(text + last));
    EXPECT_EQ(result.outcome, Outcome::limit);
    EXPECT_EQ(result.steps, 1 + 5 + 2016 + 9U);

    const Result without = run_rules(read(text + "sync\n" + last));
    ASSERT_EQ(without.outcome, Outcome::trap) << "after a sync frees an entry, the last branch is executed";
    EXPECT_EQ(without.trap->kind, TrapKind::stop_while_diverged);
}

TEST(MachineLimit, AStepThatExceedsTheStacksChangesNothing) {
    const Program program = read(".threads 65536\nagain: everywhere\njump again\n");
    Machine machine(program);
    Step step = machine.step(0);
    while (std::holds_alternative<RuleId>(step)) step = machine.step(0);
    EXPECT_EQ(shown(step), "stack limit");
    EXPECT_EQ(machine.warp(0).pc, 1U);
    EXPECT_EQ(machine.warp(0).context_stack.size(), 130'816U);
    EXPECT_EQ(machine.warp(0).steps, 2 * 130'816U);
}

// ---- observers

TEST(MachineObserver, SeesEveryStepWithTheStateBeforeIt) {
    Recorder recorder;
    run_rules(read(kBlock), {}, &recorder);
    EXPECT_THAT(recorder.order, ElementsAre("w0@1 IT", "w0@2 IT", "w0@3 BD", "w0@4 EB", "w0@5 IT", "w0@6 IT",
                                            "w0@7 EE", "w0@8 SS", "w0@8 SP", "w0@9 STOP"));
    ASSERT_EQ(recorder.steps.size(), 10U);

    const auto& diverges = recorder.steps[2];
    EXPECT_EQ(diverges.number, 3U);
    EXPECT_EQ(diverges.active, ThreadSet::all(4));
    EXPECT_TRUE(diverges.sync_stack.empty());
    EXPECT_EQ(diverges.sync_depth, 1U) << "after the step";
    EXPECT_EQ(diverges.context_depth, 0U);

    const auto& opens = recorder.steps[3];
    EXPECT_EQ(opens.active, set_of({0, 1}));
    ASSERT_EQ(opens.sync_stack.size(), 1U);
    EXPECT_EQ(opens.sync_stack.top(), (SyncEntry{3, 8, {}, set_of({2, 3})}));
    EXPECT_TRUE(opens.context_stack.empty());
    EXPECT_EQ(opens.sync_depth, 0U);
    EXPECT_EQ(opens.context_depth, 1U);

    const auto& shuffles = recorder.steps[4];
    EXPECT_EQ(shuffles.active, ThreadSet::all(4));
    EXPECT_TRUE(shuffles.sync_stack.empty());
    EXPECT_EQ(shuffles.context_stack.size(), 1U);

    const auto& reconverges = recorder.steps[8];
    EXPECT_EQ(reconverges.active, set_of({2, 3}));
    EXPECT_EQ(reconverges.sync_stack.top(), (SyncEntry{3, 8, set_of({0, 1}), {}}));
    EXPECT_EQ(reconverges.sync_depth, 0U);
}

TEST(MachineObserver, SeesTheAccessesOfTheActiveThreads) {
    Recorder recorder;
    run_rules(read(".threads 4\n.active 1 3\n.iota 0 4\na = tid\nx = [a]\n[a] = 7\nstop\n"), {}, &recorder);
    ASSERT_EQ(recorder.steps.size(), 4U);
    EXPECT_THAT(recorder.steps[0].accesses, IsEmpty());
    const auto access = [](Thread t) {
        return testing::AllOf(testing::Field(&Access::thread, t), testing::Field(&Access::address, t));
    };
    EXPECT_THAT(recorder.steps[1].accesses, ElementsAre(access(1), access(3)));
    EXPECT_THAT(recorder.steps[2].accesses, ElementsAre(access(1), access(3)));
    EXPECT_THAT(recorder.steps[3].accesses, IsEmpty());
}

TEST(MachineObserver, SeesTheRulesOfAStep) {
    struct Rules final : Observer {
        void on_step(const StepEvent& e) override { list.push_back(e.rules); }
        std::vector<RuleSet> list;
    } seen;
    run_rules(read(".threads 2\n.memory 1: 5\na = 1\nx = [a]\nbz x, e\ne: sync\nstop\n"), {}, &seen);
    const auto rules = [](std::initializer_list<RuleId> list) {
        RuleSet set;
        for (const RuleId rule : list) set.insert(rule);
        return set;
    };
    EXPECT_THAT(seen.list,
                ElementsAre(rules({RuleId::IT, RuleId::TL, RuleId::CT}),
                            rules({RuleId::IT, RuleId::TL, RuleId::LD, RuleId::MV, RuleId::MM}),
                            rules({RuleId::BF, RuleId::MV}), rules({RuleId::SP}), rules({RuleId::STOP})));
}

TEST(MachineObserver, SeveralSeeTheSame) {
    Recorder first;
    Recorder second;
    Observers both;
    EXPECT_TRUE(both.empty());
    both.add(first);
    both.add(second);
    EXPECT_FALSE(both.empty());
    run_rules(read("x = 1\nsync\n"), {}, &both);
    EXPECT_THAT(first.order, ElementsAre("w0@1 IT", "w0@2 trap sync-without-branch"));
    EXPECT_EQ(second.order, first.order);
}

TEST(MachineObserver, DoesNotChangeTheResult) {
    for (const std::string_view text : {kConditional, kBlock}) {
        const Program program = read(text);
        Recorder recorder;
        EXPECT_EQ(run_rules(program, {}, &recorder), run_rules(program));
    }
}

// ---- grids

TEST(MachineGrid, WarpsTakeTurnsOfOneStep) {
    const Program program = read(".threads 1\n.warps 3\nx = wid\nstop\n");
    EXPECT_THAT(order_of(program),
                ElementsAre("w0@1 IT", "w1@1 IT", "w2@1 IT", "w0@2 STOP", "w1@2 STOP", "w2@2 STOP"));
    MachineOptions descending;
    descending.order = Order::descending;
    EXPECT_THAT(order_of(program, descending),
                ElementsAre("w2@1 IT", "w1@1 IT", "w0@1 IT", "w2@2 STOP", "w1@2 STOP", "w0@2 STOP"));
}

TEST(MachineGrid, RandomTurnsAreThoseOfTheRound) {
    const Program program = read(".threads 1\n.warps 4\nx = 1\ny = 2\nstop\n");
    MachineOptions options;
    options.order = Order::random;
    options.seed = 11;
    Recorder recorder;
    run_rules(program, options, &recorder);
    std::vector<std::uint32_t> expected;
    for (std::uint64_t round = 0; round < 3; ++round) {
        std::vector<std::uint32_t> warps = {0, 1, 2, 3};
        order_warps(Order::random, 11, round, warps);
        expected.insert(expected.end(), warps.begin(), warps.end());
    }
    std::vector<std::uint32_t> seen;
    for (const auto& step : recorder.steps) seen.push_back(step.warp);
    EXPECT_EQ(seen, expected);
}

TEST(MachineGrid, StoppedWarpsAreSkipped) {
    // Warp 0 stops first.
    const Program program = read(".threads 1\n.warps 2\nbz wid, join\nx = 1\nx = 2\njoin: sync\nstop\n");
    EXPECT_THAT(order_of(program), ElementsAre("w0@1 BT", "w1@1 BF", "w0@4 SP", "w1@2 IT", "w0@5 STOP",
                                               "w1@3 IT", "w1@4 SP", "w1@5 STOP"));
}

TEST(MachineGrid, EachWarpHasItsOwnVariables) {
    const Result result = run_rules(read(".threads 2\n.warps 3\nx = wid * 10\nx = x + tid\nstop\n"));
    ASSERT_EQ(result.warps.size(), 3U);
    for (std::uint32_t w = 0; w < 3; ++w) {
        EXPECT_THAT(result.warps[w].bank.find(0, 0), Pointee(10 * w));
        EXPECT_THAT(result.warps[w].bank.find(1, 0), Pointee(10 * w + 1));
    }
    EXPECT_EQ(result.steps, 9U);
}

constexpr std::string_view kBarrier = R"(.threads 1
.warps 3
        bz wid, join
        x = 1
join:   sync
        barrier
        stop
)";

TEST(MachineGrid, ABarrierOpensWhenAllWait) {
    // Warp 0 waits for a round while the others execute their `sync`.
    EXPECT_THAT(order_of(read(kBarrier)), ElementsAre("w0@1 BT", "w1@1 BF", "w2@1 BF", "w0@3 SP", "w1@2 IT",
                                                      "w2@2 IT", "w1@3 SP", "w2@3 SP", "w0@4 BR", "w1@4 BR",
                                                      "w2@4 BR", "w0@5 STOP", "w1@5 STOP", "w2@5 STOP"));
}

TEST(MachineGrid, ABarrierOpensAtTheTurnOfAWarpThatWaits) {
    // Descending, warp 0 is the last of its round, and finds that all wait.
    MachineOptions options;
    options.order = Order::descending;
    EXPECT_THAT(
        order_of(read(kBarrier), options),
        ElementsAre("w2@1 BF", "w1@1 BF", "w0@1 BT", "w2@2 IT", "w1@2 IT", "w0@3 SP", "w2@3 SP", "w1@3 SP",
                    "w0@4 BR", "w2@4 BR", "w1@4 BR", "w0@5 STOP", "w2@5 STOP", "w1@5 STOP"));
}

TEST(MachineGrid, ABarrierDoesNotWaitForStoppedWarps) {
    const Program program =
        read(".threads 1\n.warps 3\nbz wid, zero\nsync\nbarrier\nstop\nzero: sync\nstop\n");
    EXPECT_THAT(order_of(program),
                ElementsAre("w0@1 BT", "w1@1 BF", "w2@1 BF", "w0@5 SP", "w1@2 SP", "w2@2 SP", "w0@6 STOP",
                            "w1@3 BR", "w2@3 BR", "w1@4 STOP", "w2@4 STOP"));
}

TEST(MachineGrid, AStoppedWarpIsNotAWaitingOne) {
    // Warp 0 stops at once and warp 1 soon waits: the barrier opens when warp 2 waits too.
    const Program program = read(R"(.threads 1
.warps 3
        bnz wid, on
        sync
        stop
on:     late = wid == 2
        bz late, join
        x = 1
        x = 2
join:   sync
        sync
        barrier
        stop
)");
    EXPECT_THAT(order_of(program),
                ElementsAre("w0@1 BF", "w1@1 BT", "w2@1 BT", "w0@2 SP", "w1@4 IT", "w2@4 IT", "w0@3 STOP",
                            "w1@5 BT", "w2@5 BF", "w1@8 SP", "w2@6 IT", "w1@9 SP", "w2@7 IT", "w2@8 SP",
                            "w2@9 SP", "w1@10 BR", "w2@10 BR", "w1@11 STOP", "w2@11 STOP"));
}

TEST(MachineGrid, WarpsMayWaitAtDifferentBarriers) {
    const Program program =
        read(".threads 1\n.warps 2\nbz wid, zero\nsync\nbarrier\nstop\nzero: sync\nbarrier\nbarrier\nstop\n");
    EXPECT_THAT(order_of(program), ElementsAre("w0@1 BT", "w1@1 BF", "w0@5 SP", "w1@2 SP", "w0@6 BR",
                                               "w1@3 BR", "w1@4 STOP", "w0@7 BR", "w0@8 STOP"));
}

TEST(MachineGrid, OfOneWarpNeverWaits) {
    EXPECT_THAT(order_of(read("barrier\nbarrier\nstop\n")), ElementsAre("w0@1 BR", "w0@2 BR", "w0@3 STOP"));
}

TEST(MachineGrid, TheLimitAppliesToEachWarp) {
    // Warp 0 stops after three steps; warp 1 never does.
    const Program program = read(".threads 1\n.warps 2\nbz wid, end\nloop: jump loop\nend: sync\nstop\n");
    const Result result = limited(program, 5);
    EXPECT_EQ(result.outcome, Outcome::limit);
    EXPECT_EQ(result.steps, 3 + 5U);
    EXPECT_EQ(result.limit, (Limit{LimitReason::steps, 1, 5, 2, 4, 7}));
    EXPECT_FALSE(result.trap.has_value());
}

TEST(MachineGrid, ALimitEndsTheRunForAll) {
    // In round 3, warp 0 has used its two steps: warp 1 gets no further turn.
    const Program program = read(".threads 1\n.warps 2\nx = 1\ny = 2\nstop\n");
    const Result result = limited(program, 2);
    EXPECT_EQ(result.outcome, Outcome::limit);
    EXPECT_EQ(result.steps, 4U);
}

TEST(MachineGrid, ATrapInOneWarpEndsTheRun) {
    const Program program = read(".threads 2\n.warps 3\nx = 6\nx = wid - 1\ny = 6 / x\nstop\n");
    Recorder recorder;
    const Result result = run_rules(program, {}, &recorder);
    ASSERT_TRUE(result.trap.has_value());
    EXPECT_EQ(result.trap->warp, 1U);
    EXPECT_EQ(result.trap->threads, std::vector<Thread>{0});
    EXPECT_EQ(result.steps, 7U);
    EXPECT_EQ(recorder.order.back(), "w1@3 trap division-by-zero");
    EXPECT_THAT(result.warps[0].bank.find(0, 1), Pointee(-6)) << "warp 0 has had its turn";
    EXPECT_EQ(result.warps[2].bank.find(0, 1), nullptr) << "warp 2 has not";
}

TEST(MachineGrid, AccessesOfTwoWarpsRace) {
    const Program program = read(".threads 2\n.warps 2\na = tid + 5\n[a] = 1\nstop\n");
    const Result result = run_rules(program);
    ASSERT_TRUE(result.trap.has_value());
    EXPECT_EQ(result.trap->kind, TrapKind::race);
    EXPECT_EQ(result.trap->rule, RuleId::ST);
    EXPECT_EQ(result.trap->warp, 1U);
    EXPECT_EQ(result.trap->threads, std::vector<Thread>{0});
}

TEST(MachineGrid, ABarrierOrdersAccesses) {
    const Program program = read(R"(.threads 2
.warps 2
        a = wid * 2
        a = a + tid
        [a] = wid
        barrier
        b = 3 - a
        x = [b]
        stop
)");
    const Result result = run_rules(program);
    ASSERT_EQ(result.outcome, Outcome::stop);
    EXPECT_THAT(result.warps[0].bank.find(0, 2), Pointee(1));
    EXPECT_THAT(result.warps[1].bank.find(0, 2), Pointee(0));
}

TEST(MachineGrid, AccessesOfStoppedWarpsRace) {
    const Program program = read(
        ".threads 1\n.warps 2\nbz wid, zero\nx = 1\nx = 2\nx = [9]\nsync\nstop\nzero: [9] = 1\nsync\nstop\n");
    const Result result = run_rules(program);
    ASSERT_TRUE(result.trap.has_value());
    EXPECT_EQ(result.trap->kind, TrapKind::race);
    EXPECT_EQ(result.trap->rule, RuleId::LD);
    EXPECT_EQ(result.trap->warp, 1U);
}

TEST(MachineGrid, ThreadsOfOneWarpRaceWithRacesThread) {
    const std::string text = ".threads 2\n[tid] = 1\na = 1 - tid\nx = [a]\nstop\n";
    EXPECT_EQ(run_rules(read(text)).outcome, Outcome::stop);
    const Result result = run_rules(read(".races thread\n" + text));
    ASSERT_TRUE(result.trap.has_value());
    EXPECT_EQ(result.trap->kind, TrapKind::race);
    EXPECT_EQ(result.trap->rule, RuleId::LD);
    EXPECT_EQ(result.trap->threads, std::vector<Thread>{0});
}

// ---- size

std::uint64_t bytes_of(std::uint32_t threads, std::uint32_t warps, std::size_t variables) {
    Program program;
    program.threads = threads;
    program.warps = warps;
    program.variables.assign(variables, "x");
    return Machine::estimated_bytes(program);
}

TEST(MachineSize, HoldsAWordForEachThreadWarpAndVariable) {
    EXPECT_GE(bytes_of(32, 1, 1), 8U * 32);
    EXPECT_GE(bytes_of(1000, 20, 30), 8U * 1000 * 20 * 30);
    EXPECT_GE(bytes_of(65536, 1 << 10, 63), std::uint64_t{8} * 65536 * 1024 * 63) << "beyond 32 bits";
}

TEST(MachineSize, GrowsWithThreadsWarpsAndVariables) {
    const std::uint64_t bytes = bytes_of(64, 10, 5);
    EXPECT_GE(bytes_of(128, 10, 5) - bytes, 8U * 64 * 10 * 5);
    EXPECT_GE(bytes_of(64, 20, 5) - bytes, 8U * 64 * 10 * 5);
    EXPECT_GE(bytes_of(64, 10, 10) - bytes, 8U * 64 * 10 * 5);
}

TEST(MachineSize, CountsWarpsWithoutVariables) {
    EXPECT_GE(bytes_of(1, 1'000'000, 0), std::uint64_t{1'000'000} * sizeof(Warp));
}

}  // namespace
}  // namespace musimd::machine_test
