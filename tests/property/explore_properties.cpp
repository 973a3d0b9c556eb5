// The explorer compared with an exhaustive search without reduction, and with the results of every order.

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
#include "simulator/explore/explorer.hpp"
#include "simulator/explore/state_key.hpp"
#include "tests/support/generators.hpp"

namespace musimd::tests {
namespace {

using namespace differential;

using explore::End;
using explore::Exploration;
using explore::Found;
using explore::result_key;
using Keys = std::set<std::string>;

// ---- every interleaving of single steps, and every order of the threads

class BruteForce {
  public:
    BruteForce(const Program& program, const MachineOptions& options)
        : program_(program), options_(options) {}

    /// The keys of all results; empty if there are more than `most` steps to take.
    Keys run(std::uint64_t most) {
        left_ = most;
        go_on(Machine(program_, options_));
        return left_ == 0 ? Keys() : keys_;
    }

  private:
    void end(Machine machine, Outcome outcome) {
        keys_.insert(result_key(machine.result(outcome), program_));
    }

    void go_on(const Machine& machine) {
        bool stopped = true;
        for (std::uint32_t w = 0; w < program_.warps && left_ > 0; ++w) {
            if (machine.has_stopped(w)) continue;
            stopped = false;
            if (machine.warp(w).steps >= options_.max_steps) {
                Machine limited = machine;
                keys_.insert(result_key(limited.limited(LimitReason::steps, w), program_));
            } else if (machine.can_step(w)) {
                step_in_every_order(machine, w);
            }
        }
        if (stopped) end(machine, Outcome::stop);
    }

    void step_in_every_order(const Machine& machine, std::uint32_t w) {
        const Label pc = machine.warp(w).pc;
        std::vector<Thread> order = machine.warp(w).active.threads();
        const bool is_atomic =
            pc < program_.end() && info(program_.at(pc).opcode).memory == MemoryUse::updates;
        do {
            if (left_ == 0 || --left_ == 0) return;
            Machine next = machine;
            const Step step = next.step(w, nullptr, order);
            if (std::holds_alternative<Failure>(step)) {
                end(std::move(next), Outcome::trap);
            } else if (std::holds_alternative<StackLimit>(step)) {
                keys_.insert(result_key(next.limited(LimitReason::stacks, w), program_));
            } else {
                go_on(next);
            }
        } while (is_atomic && std::next_permutation(order.begin(), order.end()));
    }

    const Program& program_;
    MachineOptions options_;
    Keys keys_;
    std::uint64_t left_ = 0;
};

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
    for (Label i = 0; i < count; ++i) program.instructions.push_back(small_instruction(dice, count + 2));
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

Keys keys_of(const Exploration& explored, const Program& program) {
    Keys keys;
    for (const Found& found : explored.found) keys.insert(result_key(found.result, program));
    return keys;
}

TEST(Exploring, FindsTheResultsOfEveryInterleaving) {
    std::size_t compared = 0;
    std::size_t several = 0;
    std::size_t reduced = 0;
    for (std::uint64_t seed = 0; seed < 1'500; ++seed) {
        const Program program = small_grid(seed);
        const MachineOptions options = few_steps(seed);
        const Keys expected = BruteForce(program, options).run(8'000);
        if (expected.empty()) continue;
        const Exploration explored = explore::explore(program, options);
        ASSERT_EQ(explored.end, End::complete);
        ASSERT_EQ(keys_of(explored, program), expected)
            << "seed " << seed << ", at most " << options.max_steps << " steps\n"
            << print(program);
        ++compared;
        if (expected.size() > 1) ++several;
        if (explored.progress.schedules > 1) ++reduced;
    }
    EXPECT_GT(compared, 1'000U);
    EXPECT_GT(several, 250U);
    EXPECT_GT(reduced, 250U);
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

RC_GTEST_PROP(Exploring, ReplayingAScheduleYieldsItsResult, ()) {
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    const Program program = small_grid(seed);
    const MachineOptions options = few_steps(seed);
    explore::Limits limits;
    limits.max_schedules = 500;
    Keys keys;
    for (const Found& found : explore::explore(program, options, limits).found) {
        // Written to a file and read back.
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

}  // namespace
}  // namespace musimd::tests
