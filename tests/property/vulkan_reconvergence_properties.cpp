// Who takes part in the ballots of random structured programs, by the rules of SPV_KHR_maximal_reconvergence,
// revision 2, and by this machine.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "isa/reader.hpp"
#include "semantics/machine.hpp"
#include "tests/support/vulkan_programs.hpp"

namespace musimd::tests::vulkan_reconvergence {
namespace {

using namespace vulkan;

// ---- who takes part, by the rules

/// Ballots of each lane, in its order: the place, and who takes part.
using Ballots = std::vector<std::vector<std::uint32_t>>;

class Tangles {
  public:
    Ballots run(const Body& program) {
        execute(program, kAll);
        return std::move(ballots_);
    }

  private:
    /// Where invocations have gone that escape from what they were in.
    struct Loop {
        std::uint32_t left = 0;       // to the merge block
        std::uint32_t continued = 0;  // to the continue target, in this round
        std::uint32_t count = 0;
    };

    void execute(const Body& body, std::uint32_t active) {
        for (const Statement& statement : body) {
            active &= ~escaped();
            if (active != 0) execute(statement, active);
        }
    }

    std::uint32_t escaped() const {
        return returned_ | (loops_.empty() ? 0 : loops_.back().left | loops_.back().continued);
    }

    void execute(const Statement& statement, std::uint32_t active) {
        switch (statement.kind) {
            case Kind::ballot:
                for (std::uint32_t lane = 0; lane < kLanes; ++lane)
                    if ((active >> lane & 1) != 0)
                        ballots_[lane].push_back(statement.number << kLanes | active);
                return;
            case Kind::if_mask:
                return branch(statement, active, active & statement.number);
            case Kind::if_count:
                return branch(statement, active, active & (1U << loops_.back().count));
            case Kind::elect:
                return execute(statement.bodies[0], active & ~(active - 1));
            case Kind::select:
                for (std::uint32_t lane = 0; lane < 4; ++lane)
                    if (const std::uint32_t of_case = active & (0x11U << lane); of_case != 0)
                        execute(statement.bodies[lane], of_case);
                return;
            case Kind::call: {
                const std::vector<Loop> outer = std::exchange(loops_, {});
                const std::uint32_t returned = std::exchange(returned_, 0);
                execute(statement.bodies[0], active);
                loops_ = outer;
                returned_ = returned;
                return;
            }
            case Kind::break_:
                loops_.back().left |= active;
                return;
            case Kind::continue_:
                loops_.back().continued |= active;
                return;
            case Kind::return_:
                returned_ |= active;
                return;
            case Kind::loop:
            case Kind::loop_var:
            case Kind::loop_all:
                return loop(statement, active);
        }
    }

    void branch(const Statement& statement, std::uint32_t active, std::uint32_t taken) {
        if (taken != 0) execute(statement.bodies[0], taken);
        if (taken != active) execute(statement.bodies[1], active & ~taken);
    }

    void loop(const Statement& statement, std::uint32_t active) {
        loops_.emplace_back();
        for (std::uint32_t round = 0; active != 0; ++round) {
            active &= goes_on(statement, round);
            loops_.back().count = round;
            loops_.back().continued = 0;
            if (active == 0) break;
            execute(statement.bodies[0], active);
            active &= ~(loops_.back().left | returned_);
            if (statement.kind == Kind::loop_all) active &= active - 1;  // the elected one leaves
        }
        loops_.pop_back();
    }

    static std::uint32_t goes_on(const Statement& statement, std::uint32_t round) {
        if (statement.kind == Kind::loop) return round < statement.number ? kAll : 0;
        return statement.kind == Kind::loop_var ? kAll & ~((1U << std::min(round, kLanes)) - 1) : kAll;
    }

    std::vector<Loop> loops_;
    std::uint32_t returned_ = 0;
    Ballots ballots_{kLanes};
};

// ---- the machine's ballots

Program read(const Body& body, ThreadModel model) {
    ReadOptions options;
    options.model = model;
    const std::string text = assembly_of(body);
    ReadResult read = read_program(text, "random.asm", options);
    RC_LOG() << text;
    RC_ASSERT(read.program.has_value());
    return std::move(*read.program);
}

Ballots ballots_of(const Result& result) {
    Ballots ballots(kLanes);
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        for (std::size_t n = 0; n < kMostBallots; ++n) {
            const Value* const word = result.memory.find(static_cast<std::int64_t>(lane * kMostBallots + n));
            if (word == nullptr) break;
            ballots[lane].push_back(static_cast<std::uint32_t>(*word));
        }
    }
    return ballots;
}

bool is_too_long(const Ballots& ballots) {
    return std::ranges::any_of(ballots, [](const auto& lane) { return lane.size() >= kMostBallots; });
}

RC_GTEST_PROP(MaximalReconvergence, BallotsAreThoseOfTheRules, (std::uint64_t seed)) {
    const Body body = random_body(seed);
    const Ballots expected = Tangles().run(body);
    if (is_too_long(expected)) return;
    const Program program = read(body, ThreadModel::maximal);
    for (const Side side : {Side::next, Side::target}) {
        MachineOptions options;
        options.side = side;
        const Result result = run_rules(program, options);
        RC_ASSERT(result.outcome == Outcome::stop);
        RC_ASSERT(ballots_of(result) == expected);
    }
}

// The `sync`s are the first instructions at their joins, so that law B holds.
RC_GTEST_PROP(MaximalReconvergence, MachinesWithJoinsAtSyncsHaveTheSameBallots, (std::uint64_t seed)) {
    const Body body = random_body(seed);
    const Ballots expected = Tangles().run(body);
    if (is_too_long(expected)) return;
    for (const ThreadModel model : {ThreadModel::lockstep, ThreadModel::stack, ThreadModel::masks,
                                    ThreadModel::minpc, ThreadModel::barriers}) {
        MachineOptions options;
        options.side = Side::next;
        options.yield = 0;
        const Result result = run_rules(read(body, model), options);
        RC_ASSERT(result.outcome == Outcome::stop);
        RC_ASSERT(ballots_of(result) == expected);
    }
}

}  // namespace
}  // namespace musimd::tests::vulkan_reconvergence
