// The explorer compared with an exhaustive search without reduction, and with the results of every order.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "differential/programs/generate/instructions.hpp"
#include "differential/random/dice.hpp"
#include "isa/printer.hpp"
#include "semantics/models/accepted.hpp"
#include "simulator/explore/explorer.hpp"
#include "simulator/explore/state_key.hpp"
#include "tests/support/generators.hpp"

namespace musimd::tests::explore_properties {
namespace {

using namespace differential;

using explore::End;
using explore::Exploration;
using explore::Found;
using explore::Reduction;
using explore::result_key;
using Keys = std::set<std::string>;

constexpr Reduction kReductions[] = {Reduction::by_traces, Reduction::by_states};

// ---- every interleaving of single steps, and every order of the threads

Keys keys_of(const Exploration& explored, const Program& program) {
    Keys keys;
    for (const Found& found : explored.found) keys.insert(result_key(found.result, program));
    return keys;
}

/// The keys of all results, without reduction; empty if there are more than `most` steps to take.
Keys keys_without_reduction(const Program& program, const MachineOptions& options, std::uint64_t most) {
    explore::Limits limits;
    limits.keep_going = [most](const explore::Progress& progress) { return progress.steps < most; };
    const Exploration all = explore::explore(program, options, limits, explore::Reduction::off);
    return all.end == End::complete ? keys_of(all, program) : Keys();
}

// ---- small grids

Operand small_operand(Dice& dice) {
    switch (dice.weighted({4, 2, 2, 1})) {
        case 0:
            return Operand::of(static_cast<Variable>(dice.below(2)));
        case 1:
            return Operand::tid();
        case 2:
            return Operand::wid();
        default:
            return Operand::constant(dice.between<Value>(0, 2));
    }
}

// Addresses 0 to 2, most of which several warps use.
Operand small_address(Dice& dice) {
    switch (dice.weighted({5, 2, 2, 1})) {
        case 0:
            return Operand::constant(dice.between<Value>(0, 2));
        case 1:
            return Operand::wid();
        case 2:
            return Operand::tid();
        default:
            return Operand::of(static_cast<Variable>(dice.below(2)));
    }
}

// Words are small, so a sum overflows only in a word of 8 bits that begins near its end.
Instruction small_fetch(Dice& dice, Variable v) {
    Instruction fetch = unary(Opcode::fetch, v, small_address(dice));
    fetch.fetch_operation = dice.pick({FetchOperation::add, FetchOperation::sub, FetchOperation::exch,
                                       FetchOperation::cas, FetchOperation::cas, FetchOperation::inc});
    for (std::size_t o = 1; o < operand_count(fetch); ++o) fetch.operands[o] = small_operand(dice);
    return fetch;
}

Instruction small_instruction(Dice& dice, Label end) {
    const auto v = static_cast<Variable>(dice.below(2));
    switch (dice.weighted({6, 3, 3, 3, 2, 1, 1, 1})) {
        case 0:
            if (dice.chance(50)) return small_fetch(dice, v);
            return unary(Opcode::atomic_inc, v, small_address(dice));
        case 1:
            return unary(Opcode::ld, v, small_address(dice));
        case 2:
            return store(small_address(dice), small_operand(dice));
        case 3:
            return plain(Opcode::barrier);
        case 4:
            return binary(v, small_operand(dice), dice.pick({Operation::add, Operation::sub, Operation::div}),
                          small_operand(dice));
        case 5:
            return copy(v, small_operand(dice));
        case 6:
            return plain(Opcode::stop);
        default:
            return branch(dice.pick({Opcode::bz, Opcode::bnz}), small_operand(dice),
                          dice.between<Label>(1, end));
    }
}

/// Programs of a few instructions, with words at addresses 0 to 2, on grids of few warps and threads.
Program small_grid(std::uint64_t seed) {
    Dice dice(seed);
    Program program;
    program.warps = dice.pick<std::uint32_t>({1, 2, 2, 2, 3});
    program.threads = program.warps == 3 ? 1 : dice.pick<std::uint32_t>({1, 2, 2, 3});
    program.active = ThreadSet::all(program.threads);
    program.variables = {"x", "y"};
    program.races = dice.chance(15) ? RaceMode::thread : RaceMode::warp;
    if (dice.chance(30)) program.word = Word{8, dice.chance(30)};
    const auto count = dice.between<Label>(1, program.warps == 3 ? 3 : 5);
    program.instructions.push_back(copy(0, dice.chance(50) ? Operand::wid() : Operand::constant(0)));
    // Some tickets are dropped.
    const unsigned forgets = dice.pick({0U, 0U, 50U, 100U});
    for (Label i = 0; i < count; ++i) {
        const Instruction instruction = small_instruction(dice, count + 2);
        program.instructions.push_back(instruction);
        const bool is_atomic = info(instruction.opcode).memory == MemoryUse::updates;
        if (is_atomic && dice.chance(forgets))
            program.instructions.push_back(copy(instruction.destination, Operand::tid()));
    }
    program.instructions.push_back(plain(Opcode::stop));
    const bool full = program.word.width == 8 && dice.chance(60);
    for (std::int64_t a = 0; a < 3; ++a) {
        if (dice.chance(85)) program.preloads.push_back({a, 1, {full ? Value{126} : 0}, 0, 0});
    }
    return program;
}

MachineOptions few_steps(std::uint64_t seed) {
    MachineOptions options;
    options.max_steps = 3 + seed % 7;
    return options;
}

TEST(Exploring, FindsTheResultsOfEveryInterleaving) {
    std::size_t compared = 0;
    std::size_t several = 0;
    std::size_t reduced = 0;
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
        const Program program = small_grid(seed);
        const MachineOptions options = few_steps(seed);
        const Keys expected = keys_without_reduction(program, options, 8'000);
        if (expected.empty()) continue;
        for (const Reduction reduction : kReductions) {
            const Exploration explored = explore::explore(program, options, {}, reduction);
            ASSERT_EQ(explored.end, End::complete);
            ASSERT_EQ(keys_of(explored, program), expected)
                << "seed " << seed << ", at most " << options.max_steps << " steps\n"
                << print(program);
            if (explored.progress.schedules > 1) ++reduced;
        }
        ++compared;
        if (expected.size() > 1) ++several;
    }
    EXPECT_GT(compared, 400U);
    EXPECT_GT(several, 100U);
    EXPECT_GT(reduced, 200U);
}

// Their warps have groups; the model may leave it open which group steps, or which side of a branch is first.
TEST(ExploringGroups, FindsTheResultsOfEveryInterleaving) {
    for (const ThreadModel model : {ThreadModel::stack, ThreadModel::minpc, ThreadModel::masks,
                                    ThreadModel::maximal, ThreadModel::uniform, ThreadModel::barriers}) {
        std::size_t several = 0;
        for (std::uint64_t seed = 0; seed < 200; ++seed) {
            Program program = small_grid(seed);
            program.model = model;
            if (!models::unaccepted(program).empty()) continue;
            MachineOptions options = few_steps(seed);
            options.yield = static_cast<std::uint32_t>(1 + seed % 3);
            const Keys expected = keys_without_reduction(program, options, 4'000);
            if (expected.empty()) continue;
            for (const Reduction reduction : kReductions) {
                const Exploration explored = explore::explore(program, options, {}, reduction);
                ASSERT_EQ(keys_of(explored, program), expected)
                    << "seed " << seed << ", at most " << options.max_steps << " steps\n"
                    << print(program);
            }
            if (expected.size() > 1) ++several;
        }
        EXPECT_GT(several, 10U) << to_string(model);
    }
}

// ---- small blocks

/// The text of a program of a few instructions for one or two blocks of a few threads: atomics, accesses,
/// fences, collectives, barriers and exits, most of them on few words and under masks of two threads.
class SmallBlock {
  public:
    /// What it has most of.
    enum class Focus : std::uint8_t { memory, waiting, activemask };

    SmallBlock(std::uint64_t seed, Focus focus) : dice_(seed), focus_(focus) {}

    std::string text(ThreadModel model) {
        const bool is_volta = model == ThreadModel::volta;
        const unsigned block = is_volta ? dice_.pick({2U, 2U, 2U, 3U}) : dice_.pick({2U, 3U, 4U});
        const unsigned grid = block == 2 && dice_.chance(is_volta ? 15 : 30) ? 2 : 1;
        const unsigned count = block * grid > 2 ? dice_.between(1U, 3U) : dice_.between(2U, 5U);
        text_ = "";
        line(fmt::format(".model {}\n.threads {}\n.block {}\n.grid {}", to_string(model),
                         dice_.pick({1U, 2U, 2U, 2U, 2U, 2U, 3U}), block, grid));
        if (dice_.chance(20)) line(dice_.pick({".word 8", ".word 32 wrap"}));
        if (dice_.chance(20)) line(".races thread");
        line(dice_.chance(85) ? ".memory 0: 0 0 0" : ".memory 1: 127");
        line("x = btid\ny = 1");
        // Sometimes two halves, which wait for different things.
        const unsigned half = dice_.chance(focus_ == Focus::waiting ? 70 : 10) ? count / 2 + 1 : 0;
        if (half != 0) line(fmt::format("bz tid, l{}", half));
        for (unsigned i = 0; i < count; ++i) {
            if (i != 0 && i == half) line(fmt::format("jump l{}", count));
            text_ += fmt::format("l{}: ", i);
            if (dice_.chance(25)) line(fmt::format("{} tid, l{}", dice_.pick({"bz", "bnz"}), i + 1));
            instruction(count);
        }
        line(fmt::format("l{}: {}", count, dice_.chance(80) ? "stop" : "exit"));
        return text_;
    }

  private:
    void line(const std::string& text) { text_ += text + "\n"; }
    std::string variable() { return dice_.pick({"x", "y"}); }
    std::string operand() { return dice_.pick({"x", "y", "tid", "btid", "0", "1", "2"}); }
    std::string address() { return dice_.pick({"0", "0", "1", "1", "tid", "x", "2"}); }
    std::string mask() { return dice_.pick({"3", "3", "3", "3", "3", "7", "1", "2", "x"}); }
    std::string target(unsigned count) { return fmt::format("l{}", dice_.between(0U, count)); }

    void instruction(unsigned count) {
        const bool waits = focus_ == Focus::waiting;
        switch (dice_.weighted({waits ? 2U : 6U, 3, waits ? 1U : 4U, waits ? 1U : 4U, 3, waits ? 16U : 4U,
                                waits ? 8U : 2U, 2, 3, focus_ == Focus::activemask ? 6U : 0U})) {
            case 0:
                return fetch();
            case 1:
                return line(
                    fmt::format("{} = fetch_cas [{}], {}, {}", variable(), address(), operand(), operand()));
            case 2:
                return line(fmt::format("{} = [{}]", variable(), address()));
            case 3:
                return line(fmt::format("[{}] = {}", address(), operand()));
            case 4:
                return line(dice_.pick({"fence.block", "fence.grid"}));
            case 5:
                return collective();
            case 6:
                return line(dice_.pick({"block_barrier", "block_barrier", "barrier", "exit", "sync"}));
            case 7:
                return line(fmt::format("{} = block_barrier.{} {}", variable(), dice_.pick({"count", "or"}),
                                        operand()));
            case 8:
                return line(fmt::format("{} {}, {}", dice_.pick({"bz", "bnz"}), dice_.pick({"x", "y", "tid"}),
                                        target(count)));
            default:
                return line(variable() + " = activemask");
        }
    }

    // Some tickets are dropped.
    void fetch() {
        const std::string v = variable();
        line(fmt::format("{} = fetch_{} [{}], {}", v, dice_.pick({"add", "add", "xor", "exch", "inc"}),
                         address(), operand()));
        if (dice_.chance(40)) line(v + " = tid");
    }

    void collective() {
        switch (dice_.index(4)) {
            case 0:
                return line(fmt::format("syncwarp {}", mask()));
            case 1:
                return line(fmt::format("{} = shfl.xor {}, {}, 1", variable(), mask(), operand()));
            case 2:
                return line(fmt::format("{} = vote.ballot {}, {}", variable(), mask(), operand()));
            default:
                return line(fmt::format("{} = reduce.add {}, {}", variable(), mask(), operand()));
        }
    }

    Dice dice_;
    Focus focus_;
    std::string text_;
};

/// How many programs were compared, and how many of them have several results, a deadlock, a race.
struct Compared {
    std::size_t programs = 0;
    std::size_t several = 0;
    std::size_t deadlocks = 0;
    std::size_t races = 0;
};

/// The reduced search and the one without reduction have the same results, on random blocks.
Compared compare_blocks(ThreadModel model, SmallBlock::Focus focus, std::uint64_t seeds) {
    Compared compared;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        const std::string text = SmallBlock(seed, focus).text(model);
        const ReadResult read = models::read_accepted_program(text, "small.asm");
        if (!read) continue;
        const Program& program = *read.program;
        const MachineOptions options{.max_steps = 5 + seed % 7};
        const Keys expected = keys_without_reduction(program, options, 1'500);
        if (expected.empty()) continue;
        Exploration explored;
        for (const Reduction reduction : kReductions) {
            explored = explore::explore(program, options, {}, reduction);
            EXPECT_EQ(explored.end, End::complete);
            EXPECT_EQ(keys_of(explored, program), expected)
                << "seed " << seed << ", at most " << options.max_steps << " steps\n"
                << text;
        }
        if (testing::Test::HasFailure()) break;
        ++compared.programs;
        if (expected.size() > 1) ++compared.several;
        const auto has = [&](auto is_it) {
            return std::ranges::any_of(
                explored.found, [&](const Found& f) { return f.result.trap && is_it(*f.result.trap); });
        };
        if (has([](const Trap& trap) { return trap.waiting.size() > 1; })) ++compared.deadlocks;
        if (has([](const Trap& trap) { return trap.kind == TrapKind::race; })) ++compared.races;
    }
    return compared;
}

TEST(ExploringBlocks, FindsTheResultsOfEveryInterleavingOfWarps) {
    const Compared compared = compare_blocks(ThreadModel::lockstep, SmallBlock::Focus::memory, 150);
    EXPECT_GT(compared.programs, 50U);
    EXPECT_GT(compared.several, 25U);
    EXPECT_GT(compared.races, 5U);
}

TEST(ExploringBlocks, FindsTheResultsOfEveryInterleavingOfWarpsOfGroups) {
    for (const ThreadModel model : {ThreadModel::stack, ThreadModel::minpc, ThreadModel::barriers}) {
        for (const SmallBlock::Focus focus : {SmallBlock::Focus::memory, SmallBlock::Focus::waiting})
            EXPECT_GT(compare_blocks(model, focus, 60).programs, 20U) << to_string(model);
    }
}

TEST(ExploringBlocks, FindsTheResultsOfEveryInterleavingOfThreads) {
    const Compared compared = compare_blocks(ThreadModel::volta, SmallBlock::Focus::memory, 120);
    EXPECT_GT(compared.programs, 50U);
    EXPECT_GT(compared.several, 25U);
    EXPECT_GT(compared.races, 5U);
}

TEST(ExploringBlocks, FindsTheDeadlocksOfEveryInterleavingOfThreads) {
    const Compared compared = compare_blocks(ThreadModel::volta, SmallBlock::Focus::waiting, 120);
    EXPECT_GT(compared.programs, 60U);
    EXPECT_GT(compared.deadlocks, 5U);
}

TEST(ExploringBlocks, FindsWhateverAnActivemaskCanSee) {
    const Compared compared = compare_blocks(ThreadModel::volta, SmallBlock::Focus::activemask, 120);
    EXPECT_GT(compared.programs, 50U);
    EXPECT_GT(compared.several, 25U);
}

// ---- machines that rest once they spin

/// The keys of traps and of stops.
Keys keys_of_ends(const Exploration& explored, const Program& program) {
    Keys keys;
    for (const Found& found : explored.found) {
        if (found.result.outcome != Outcome::limit) keys.insert(result_key(found.result, program));
    }
    return keys;
}

/// Some of a few warps write a word; all of them then spin until a word has a value.
std::string spinning_text(std::uint64_t seed) {
    Dice dice(seed);
    const int warps = dice.pick({2, 2, 3});
    std::string text = fmt::format(".threads 1\n.warps {}\n.memory 0: 0 0\n", warps);
    for (int loop = 0; loop < 4 - warps; ++loop) {
        text += fmt::format("y = wid == {}\nbz y, other{}\nx = fetch_exch [{}], 1\nother{}: sync\n",
                            dice.below(warps), loop, dice.below(2), loop);
        text +=
            fmt::format("again{}: x = fetch_{} [{}], {}\ny = x != {}\nbnz y, again{}\nsync\n", loop,
                        dice.pick({"add", "or", "exch"}), dice.below(2), dice.below(2), dice.below(2), loop);
    }
    return text + fmt::format("x = fetch_exch [{}], 0\nstop\n", dice.below(2));
}

TEST(ExploringSpinners, FindsTheResultsOfThoseThatSpinOnAndOn) {
    std::size_t compared = 0;
    std::size_t fewer = 0;
    std::size_t stuck = 0;
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        const ReadResult read = read_program(spinning_text(seed), "spins.asm");
        ASSERT_TRUE(read) << spinning_text(seed);
        const explore::Limits limits{.max_schedules = 3'000};
        const Exploration all = explore::explore(*read.program, {.max_steps = 18}, limits);
        explore::Limits resting = limits;
        resting.rests_spinners = true;
        const Exploration rested = explore::explore(*read.program, {.max_steps = 100}, resting);
        if (all.end != End::complete || rested.end != End::complete) continue;
        const Keys found = keys_of_ends(rested, *read.program);
        for (const std::string& key : keys_of_ends(all, *read.program))
            ASSERT_TRUE(found.contains(key)) << "seed " << seed << "\n" << print(*read.program);
        ++compared;
        if (rested.progress.schedules < all.progress.schedules) ++fewer;
        if (!rested.spinning) continue;
        ++stuck;
        EXPECT_TRUE(run_schedule(*read.program, {}, *rested.spinning).value().unfinished);
    }
    EXPECT_GT(compared, 50U);
    EXPECT_GT(fewer, 20U);
    EXPECT_GT(stuck, 10U);
}

// ---- planted faults: what a reduction that misses a dependence loses is noticed

using explore::Dependence;
using explore::Footprint;

/// Whether a search with this dependence differs from the one without reduction on one of the random blocks.
bool is_noticed(Dependence faulty, SmallBlock::Focus focus) {
    for (std::uint64_t seed = 0; seed < 1'000; ++seed) {
        const ReadResult read = read_program(SmallBlock(seed, focus).text(ThreadModel::volta), "small.asm");
        if (!read) continue;
        const MachineOptions options{.max_steps = 5 + seed % 7};
        const Keys expected = keys_without_reduction(*read.program, options, 500);
        if (expected.empty()) continue;
        const Exploration explored =
            explore::explore(*read.program, options, {}, explore::Reduction::on, faulty);
        if (keys_of(explored, *read.program) != expected) return true;
    }
    return false;
}

TEST(PlantedFaults, OfTheReductionAreNoticed) {
    // Nothing depends on anything.
    EXPECT_TRUE(
        is_noticed([](const Footprint&, const Footprint&) { return false; }, SmallBlock::Focus::memory));
    // Two updates of a word, atomics among them, are independent.
    EXPECT_TRUE(
        is_noticed([](const Footprint& a,
                      const Footprint& b) { return (a.reads || b.reads) && explore::are_dependent(a, b); },
                   SmallBlock::Focus::memory));
    // A load and an update of its word are.
    EXPECT_TRUE(
        is_noticed([](const Footprint& a,
                      const Footprint& b) { return a.reads == b.reads && explore::are_dependent(a, b); },
                   SmallBlock::Focus::memory));
}

TEST(PlantedFaults, OfActivemaskAreNoticed) {
    // Who arrives at an activemask does not matter.
    const auto without_marks = [](const Footprint& a, const Footprint& b) {
        Footprint bare = a;
        bare.marks.clear();
        return explore::are_dependent(bare, b);
    };
    EXPECT_TRUE(is_noticed(without_marks, SmallBlock::Focus::activemask));
}

// ---- the schedules of --order and --seed

std::vector<MachineOptions> orders(MachineOptions options) {
    std::vector<MachineOptions> all;
    for (const Order order : {Order::ascending, Order::descending, Order::random}) {
        for (options.seed = 0; options.seed < (order == Order::random ? 10U : 1U); ++options.seed) {
            options.order = order;
            all.push_back(options);
        }
    }
    return all;
}

RC_GTEST_PROP(Exploring, FindsTheResultsOfEveryOrder, ()) {
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    const bool small = *rc::gen::arbitrary<bool>();
    Program program = small_grid(seed);
    if (!small) {
        program = structured_program(seed, 12, {.most_warps = 3});
        program.active = ThreadSet::all(program.threads);
    }
    MachineOptions options;
    options.max_steps = 100;
    explore::Limits limits;
    limits.max_schedules = 500;
    const Exploration explored = explore::explore(program, options, limits);
    RC_PRE(explored.end == End::complete);
    const Keys keys = keys_of(explored, program);
    for (const MachineOptions& order : orders(options)) {
        RC_ASSERT(keys.contains(result_key(run_rules(program, order), program)));
    }
    RC_CLASSIFY(keys.size() > 1, "several results");
    RC_CLASSIFY(explored.progress.schedules > 1, "several schedules");
}

/// Each schedule, written to a file and read back, leads to its result.
void replay_all(const Program& program, const MachineOptions& options, Reduction reduction) {
    explore::Limits limits;
    limits.max_schedules = 500;
    Keys keys;
    for (const Found& found : explore::explore(program, options, limits, reduction).found) {
        std::string text;
        for (const ScheduledSteps& steps : found.schedule) text += to_string(steps) + "\n";
        const auto schedule = read_schedule(text, "schedule", program);
        RC_ASSERT(schedule.has_value());
        RC_ASSERT(*schedule == found.schedule);
        const auto run = run_schedule(program, options, *schedule);
        RC_ASSERT(run.has_value());
        RC_ASSERT(run->result == found.result);
        RC_ASSERT(!run->unfinished);
        RC_ASSERT(keys.insert(result_key(run->result, program)).second);
    }
}

RC_GTEST_PROP(Exploring, ReplayingAScheduleYieldsItsResult, ()) {
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    for (const Reduction reduction : kReductions) replay_all(small_grid(seed), few_steps(seed), reduction);
}

RC_GTEST_PROP(ExploringBlocks, ReplayingAScheduleYieldsItsResult, ()) {
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    const auto model = *rc::gen::element(ThreadModel::lockstep, ThreadModel::volta);
    const auto focus = *rc::gen::element(SmallBlock::Focus::memory, SmallBlock::Focus::waiting,
                                         SmallBlock::Focus::activemask);
    const ReadResult read = read_program(SmallBlock(seed, focus).text(model), "small.asm");
    RC_PRE(static_cast<bool>(read));
    for (const Reduction reduction : kReductions) replay_all(*read.program, few_steps(seed), reduction);
}

}  // namespace
}  // namespace musimd::tests::explore_properties
