// Random programs under the models of section 12: the laws that the models obey.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "semantics/machine.hpp"
#include "semantics/models/accepted.hpp"
#include "semantics/models/group_machine.hpp"
#include "tests/support/generators.hpp"

namespace musimd::tests::models_properties {
namespace {

using models::GroupMachine;

constexpr std::uint64_t kSteps = 500;
const std::vector<ThreadModel> kGroupModels = {ThreadModel::stack,   ThreadModel::minpc,
                                               ThreadModel::masks,   ThreadModel::maximal,
                                               ThreadModel::uniform, ThreadModel::barriers};
const std::vector<ThreadModel> kAllModels = {
    ThreadModel::stack,   ThreadModel::minpc,    ThreadModel::masks,    ThreadModel::maximal,
    ThreadModel::uniform, ThreadModel::barriers, ThreadModel::lockstep, ThreadModel::volta};

const std::vector<Within> kWithin = {Within::collective, Within::synchronous, Within::control};

Program under(Program program, ThreadModel model) {
    program.model = model;
    return program;
}

bool is_accepted(const Program& program) {
    return models::unaccepted(program).empty();
}

bool has(const Program& program, Opcode opcode) {
    return std::ranges::find(program.instructions, opcode, &Instruction::opcode) !=
           program.instructions.end();
}

/// Whether its result can show who executes an instruction together.
bool is_sensitive(const Instruction& i) {
    constexpr Opcode kSensitive[] = {Opcode::ballot,     Opcode::shfl,   Opcode::activemask,
                                     Opcode::atomic_inc, Opcode::fetch,  Opcode::typed_fetch,
                                     Opcode::everywhere, Opcode::barrier};
    return std::ranges::find(kSensitive, i.opcode) != std::end(kSensitive) || is_collective(i.opcode) ||
           is_block_barrier(i.opcode);
}

bool is_insensitive(const Program& program) {
    return std::ranges::none_of(program.instructions, is_sensitive);
}

/// The steps of a run: pc and Θ.
class Steps final : public Observer {
  public:
    struct Step {
        std::uint32_t warp;
        Label pc;
        ThreadSet active;
        friend bool operator==(const Step&, const Step&) = default;
    };
    void on_step(const StepEvent& e) override { list.push_back({e.warp, e.pc, e.active}); }
    std::vector<Step> list;
};

std::vector<Steps::Step> steps_of(const Program& program, const MachineOptions& options) {
    Steps steps;
    GroupMachine(program, options).run(&steps);
    return std::move(steps.list);
}

// ---- each thread is in one place

/// Looks at the machine's groups after each step.
class Places final : public Observer {
  public:
    explicit Places(const Program& program) : program_(program) {}
    void watch(const GroupMachine& machine) { machine_ = &machine; }
    void on_step(const StepEvent& e) override { is_right = is_right && is_one_place(e.warp); }
    bool is_right = true;

  private:
    bool is_one_place(std::uint32_t number) const {
        const models::GroupWarp& warp = machine_->group_warp(number);
        std::map<Thread, int> places;
        const auto count = [&](const ThreadSet& threads) {
            threads.for_each([&](Thread t) { ++places[t]; });
        };
        for (const models::Group& group : warp.groups.list) {
            if (group.active.empty()) return false;
            count(group.active);
        }
        for (const models::Group& group : warp.groups.arrived) {
            if (group.joins.empty() || group.joins.back().at != group.pc) return false;
            count(group.active);
        }
        count(warp.stopped);
        count(warp.state.exited);
        return std::ranges::all_of(places, [&](const auto& place) {
            return place.second == 1 && place.first < program_.lanes_of(number);
        });
    }

    const Program& program_;
    const GroupMachine* machine_ = nullptr;
};

RC_GTEST_PROP(Models, EachThreadIsInOnePlace, ()) {
    const Program program = under(*any_program(), *rc::gen::elementOf(kGroupModels));
    if (!is_accepted(program)) return;
    Places places(program);
    MachineOptions options = *machine_options(kSteps);
    if (program.model == ThreadModel::maximal) options.within = *rc::gen::elementOf(kWithin);
    GroupMachine machine(program, options);
    places.watch(machine);
    machine.run(&places);
    RC_ASSERT(places.is_right);
}

// ---- one result

// If it stops under all models that accept it. Those whose agents are threads see its races.
RC_GTEST_PROP(Models, WhatIsNotSensitiveHasOneResult, ()) {
    Mix options;
    options.most_warps = 1;
    const Program program = *structured(options);
    if (!is_insensitive(program)) return;
    MachineOptions machine = *machine_options(kSteps);
    const Result expected = run_rules(program, machine);
    if (expected.outcome != Outcome::stop) return;
    bool is_same = true;
    for (const ThreadModel model : kGroupModels) {
        const Program other = under(program, model);
        for (const Side side : {Side::next, Side::target}) {
            machine.side = side;
            const Result result = run_rules(other, machine);
            if (result.outcome != Outcome::stop) return;
            is_same = is_same && !are_different(expected, result);
        }
    }
    RC_ASSERT(is_same);
}

// ---- within a group

/// The program with copies in place of what uses Σ.
Program without_memory(Program program) {
    if (program.variables.empty()) program.variables.emplace_back("x");
    for (Instruction& i : program.instructions) {
        if (info(i.opcode).memory == MemoryUse::none) continue;
        const auto line = i.line;
        i = Instruction();
        i.opcode = Opcode::copy;
        i.operands[0] = Operand::tid();
        i.line = line;
    }
    return program;
}

RC_GTEST_PROP(Models, ThreadsOfAGroupWithoutSharedMemoryHaveOneResult, ()) {
    const Program program = under(without_memory(*structured({})), ThreadModel::maximal);
    if (!is_accepted(program)) return;
    MachineOptions options = *machine_options(kSteps);
    const Result expected = run_rules(program, options);
    if (expected.outcome == Outcome::limit) return;
    options.max_steps *= program.threads;
    for (const Within within : {Within::synchronous, Within::control}) {
        options.within = within;
        const Result result = run_rules(program, options);
        RC_ASSERT(result.outcome == expected.outcome);
        if (result.outcome == Outcome::stop) RC_ASSERT(!are_different(expected, result));
    }
}

// ---- the stack

/// The reconvergence stack of Fung and others, and of GPGPU-Sim: entries (pc, join, threads), of which the
/// top one runs until it is at its join.
class ReconvergenceStack {
  public:
    explicit ReconvergenceStack(const Program& program)
        : joins_(models::post_dominators(program)), entries_{{1, 0, program.active}} {}

    /// The next step must be this one; `next` is where the threads go, by the steps that follow.
    bool expects(const Steps::Step& step) {
        leave();
        return !entries_.empty() && entries_.back().pc == step.pc && entries_.back().threads == step.active;
    }
    void go(Label to) { entries_.back().pc = to; }
    void split(Label target, const ThreadSet& branching, const ThreadSet& going_on) {
        const Label branch = entries_.back().pc;
        const Label join = joins_[branch];
        if (join == 0 || entries_.back().join == join) {
            entries_.pop_back();
        } else {
            entries_.back().pc = join;  // where its threads go on together
        }
        entries_.push_back({branch + 1, join, going_on});
        entries_.push_back({target, join, branching});
    }
    void end() {
        const ThreadSet gone = entries_.back().threads;
        for (Entry& entry : entries_) gone.for_each([&](Thread t) { entry.threads.erase(t); });
    }

  private:
    struct Entry {
        Label pc;
        Label join;  // 0: it has none
        ThreadSet threads;
    };
    void leave() {
        const auto is_done = [](const Entry& e) { return e.threads.empty() || e.pc == e.join; };
        while (!entries_.empty() && is_done(entries_.back())) entries_.pop_back();
    }

    models::Joins joins_;
    std::vector<Entry> entries_;
};

/// Follows the steps of a run with a stack; the values that branches read come from the machine.
class Follower final : public Observer {
  public:
    explicit Follower(const Program& program) : stack_(program) {}
    void watch(const GroupMachine& machine) { machine_ = &machine; }
    void on_step(const StepEvent& e) override {
        if (!agrees) return;
        agrees = stack_.expects({e.warp, e.pc, e.active});
        if (!agrees) return;
        const Instruction& i = e.instruction();
        if (i.opcode == Opcode::jump) return stack_.go(i.target);
        if (i.opcode == Opcode::stop || i.opcode == Opcode::exit) return stack_.end();
        if (i.opcode != Opcode::bz && i.opcode != Opcode::bnz) return stack_.go(e.pc + 1);
        branch(i, e);
    }
    bool agrees = true;

  private:
    void branch(const Instruction& i, const StepEvent& e) {
        ThreadSet branching;
        ThreadSet going_on;
        RuleSet rules;
        e.active.for_each([&](Thread t) {
            const Warp& warp = machine_->warp(e.warp);
            const bool is_zero = *evaluate(i.operands[0], t, warp, e.program, rules) == 0;
            (is_zero == (i.opcode == Opcode::bz) ? branching : going_on).insert(t);
        });
        if (branching.empty() || i.target == e.pc + 1) return stack_.go(e.pc + 1);
        if (going_on.empty()) return stack_.go(i.target);
        stack_.split(i.target, branching, going_on);
    }

    ReconvergenceStack stack_;
    const GroupMachine* machine_ = nullptr;
};

RC_GTEST_PROP(Models, StackIsThatOfGpgpuSim, ()) {
    const Program program = under(*any_program(), ThreadModel::stack);
    if (program.warps != 1 || has(program, Opcode::everywhere)) return;
    MachineOptions options = *machine_options(kSteps);
    options.side = Side::target;
    Follower follower(program);
    GroupMachine machine(program, options);
    follower.watch(machine);
    machine.run(&follower);
    RC_ASSERT(follower.agrees);
}

RC_GTEST_PROP(Models, BarriersThatNeverYieldStepAsAStack, ()) {
    const Program program = *any_program();
    const auto waits = [](const Instruction& i) {
        return i.opcode == Opcode::barrier || is_block_barrier(i.opcode) || is_collective(i.opcode);
    };
    if (std::ranges::any_of(program.instructions, waits)) return;
    MachineOptions options = *machine_options(kSteps);
    options.yield = 0;
    options.races = false;
    RC_ASSERT(steps_of(under(program, ThreadModel::stack), options) ==
              steps_of(under(program, ThreadModel::barriers), options));
}

// ---- together

/// The steps of a run but those at marks and jumps, in the order of their instructions.
std::vector<std::pair<Label, std::string>> together(const Program& program, const MachineOptions& options) {
    Steps steps;
    run_rules(program, options, &steps);
    std::vector<std::pair<Label, std::string>> sets;
    for (const Steps::Step& step : steps.list) {
        const Opcode opcode = program.instructions[step.pc - 1].opcode;
        if (opcode != Opcode::sync && opcode != Opcode::jump)
            sets.emplace_back(step.pc, to_string(step.active));
    }
    std::ranges::sort(sets);
    return sets;
}

// Where each `sync` is the first instruction at its join, and nothing exits. Shuffles read other lanes under
// masks.
RC_GTEST_PROP(Models, StructuredProgramsExecuteEachInstructionTogether, ()) {
    Mix mix;
    mix.shuffle = 0;
    mix.most_warps = 1;
    const Program program = *structured(mix);
    if (has(program, Opcode::exit)) return;
    MachineOptions options = *machine_options(4 * kSteps);
    options.yield = 0;
    options.races = false;
    options.order = Order::ascending;  // a random one depends on how many steps came before
    const Result expected = run_rules(program, options);
    if (expected.outcome != Outcome::stop) return;
    const auto steps = together(program, options);
    for (const ThreadModel model : {ThreadModel::stack, ThreadModel::minpc, ThreadModel::masks,
                                    ThreadModel::maximal, ThreadModel::barriers}) {
        const Program other = under(program, model);
        const bool reads_others = has(program, Opcode::shfl) || has(program, Opcode::shuffle);
        if (!is_accepted(other) || (model == ThreadModel::masks && reads_others)) continue;
        RC_TAG(std::string(to_string(model)));
        RC_ASSERT(together(other, options) == steps);
        if (model != ThreadModel::minpc && model != ThreadModel::barriers)
            RC_ASSERT(!are_different(expected, run_rules(other, options)));
    }
}

// A machine of `volta` is a thread: with one thread in each warp no policy has anything to decide.
RC_GTEST_PROP(Models, WarpsOfOneThreadStepAlike, ()) {
    Shape shape;
    shape.threads = 1;
    const auto profiles = profiles_without_blocks();
    const auto which = *rc::gen::inRange<std::size_t>(0, profiles.size());
    const Case one = generate(profiles[which].profile, *rc::gen::arbitrary<std::uint32_t>(), shape);
    const Result expected = run_rules(under(one.program, ThreadModel::lockstep), one.options);
    if (expected.outcome != Outcome::stop) return;
    for (const ThreadModel model : kAllModels) {
        const Program other = under(one.program, model);
        if (model == ThreadModel::volta ? has(other, Opcode::everywhere) : !is_accepted(other)) continue;
        RC_TAG(std::string(to_string(model)));
        const Result result = run_rules(other, one.options);
        RC_ASSERT(!are_different(expected, result));
        RC_ASSERT(result.steps == expected.steps);
    }
}

// ---- the lowest pc

/// Whether no other thread is at the pc of a step, or below it.
class Lowest final : public Observer {
  public:
    void on_step(const StepEvent& e) override {
        for (SyncStack others = e.sync_stack; !others.empty(); others.pop())
            is_right = is_right && others.top().next > e.pc;
    }
    bool is_right = true;
};

RC_GTEST_PROP(Models, MinpcStepsAllThreadsAtTheLowestPc, ()) {
    const Program program = under(*any_program(), ThreadModel::minpc);
    Lowest lowest;
    GroupMachine(program, *machine_options(kSteps)).run(&lowest);
    RC_ASSERT(lowest.is_right);
}

}  // namespace
}  // namespace musimd::tests::models_properties
