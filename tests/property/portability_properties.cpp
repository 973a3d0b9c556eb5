// Random programs that `musimd check --portable` accepts have one result under all models, whatever the side,
// the order of the threads, and how often convergence barriers yield.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "analysis/portability/portability.hpp"
#include "semantics/machine.hpp"
#include "semantics/models/accepted.hpp"
#include "tests/support/generators.hpp"

namespace musimd::tests::portability_properties {
namespace {

constexpr std::uint64_t kSteps = 2'000;

/// What makes nearly all random programs depend on the model is replaced: who is together becomes a vote of
/// all, a lane's variable its own, and memory is apart, one word for each thread and address.
Program less_dependent(Program program) {
    program.model = ThreadModel::lockstep;
    program.active = ThreadSet::all(program.threads);
    const Value all = program.threads >= 63 ? -1 : (Value{1} << program.threads) - 1;
    for (Instruction& i : program.instructions) {
        if (i.opcode == Opcode::ballot) {
            i.opcode = Opcode::vote;
            i.variant = Variant::ballot;
            i.operands = {Operand::constant(all), i.operands[0], {}};
        } else if (i.opcode == Opcode::activemask) {
            i.opcode = Opcode::copy;
            i.operands[0] = Operand::tid();
        } else if (i.opcode == Opcode::shfl) {
            i.opcode = Opcode::copy;
            i.operands[0] = Operand::of(i.destination);
        } else if (i.opcode == Opcode::st && i.operands[0].kind == Operand::Kind::constant) {
            i.operands[0] = Operand::tid();
        }
    }
    return program;
}

/// Without what the program does not promise.
Result promised(Result result, const PortabilityReport& report) {
    for (WarpResult& warp : result.warps)
        for (const Variable v : report.unordered)
            for (Thread t = 0; t < warp.bank.threads(); ++t) warp.bank.set(t, v, 0);
    return result;
}

std::vector<Result> results_of(const Program& program) {
    std::vector<Result> results;
    for (const std::string_view name : kThreadModelNames) {
        Program other = program;
        other.model = thread_model_named(name);
        RC_ASSERT(models::unaccepted(other).empty());
        for (const Order order : {Order::ascending, Order::descending, Order::random}) {
            for (const Side side : {Side::next, Side::target}) {
                MachineOptions options;
                options.max_steps = kSteps;
                options.order = order;
                options.side = side;
                options.yield = side == Side::next ? 1 : kDefaultYield;
                results.push_back(run_rules(other, options));
            }
        }
    }
    return results;
}

/// Programs are shrunk to some whose blocks do not have the warps of their threads.
bool is_consistent(const Program& program) {
    return !program.has_blocks() || program.warps == program.grid * program.warps_per_block();
}

void expect_one_result(const Program& program) {
    if (!is_consistent(program)) return;
    const PortabilityReport report = check_portability(program);
    RC_CLASSIFY(report.is_portable(), "portable");
    if (!report.is_portable()) return;
    std::vector<Result> results = results_of(program);
    std::erase_if(results, [](const Result& result) { return result.outcome == Outcome::limit; });
    const auto stops = [](const Result& result) { return result.outcome == Outcome::stop; };
    const auto first = std::ranges::find_if(results, stops);
    if (first == results.end()) return;
    RC_CLASSIFY(true, "portable, and stops");
    const Result expected = promised(*first, report);
    for (const Result& result : results) RC_ASSERT(!are_different(expected, promised(result, report)));
}

RC_GTEST_PROP(Portability, PortableProgramsHaveOneResult, ()) {
    expect_one_result(less_dependent(*any_program()));
}

RC_GTEST_PROP(Portability, PortableProgramsOfBlocksHaveOneResult, ()) {
    expect_one_result(less_dependent(*of_profile(*rc::gen::element(Profile::blocks, Profile::collectives))));
}

RC_GTEST_PROP(Portability, PortableProgramsWithoutMemoryHaveOneResult, ()) {
    Program program = less_dependent(*structured());
    for (Instruction& i : program.instructions) {
        if (info(i.opcode).memory == MemoryUse::none) continue;
        const bool assigns = info(i.opcode).format.destination;
        i = {.opcode = assigns ? Opcode::copy : Opcode::bp,
             .destination = assigns ? i.destination : 0,
             .operands = {Operand::tid(), Operand::tid(), {}}};
    }
    expect_one_result(program);
}

}  // namespace
}  // namespace musimd::tests::portability_properties
