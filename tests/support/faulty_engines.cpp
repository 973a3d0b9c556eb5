#include "tests/support/faulty_engines.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "semantics/machine.hpp"

namespace musimd::support::faulty {
namespace {

bool has(const Program& program, Opcode opcode) {
    return std::ranges::find(program.instructions, opcode, &Instruction::opcode) !=
           program.instructions.end();
}

Result miscount_shuffles(const Program& program, const MachineOptions& options, Observer* observer) {
    Result result = run_rules(program, options, observer);
    result.steps += has(program, Opcode::shfl) ? 1 : 0;
    return result;
}

Result lose_memory(const Program& program, const MachineOptions& options, Observer* observer) {
    Result result = run_rules(program, options, observer);
    if (const Value* c = result.memory.find(0)) result.memory.set(0, *c ^ 1);
    return result;
}

Result be_wrong_if_watched(const Program& program, const MachineOptions& options, Observer* observer) {
    Result result = run_rules(program, options, observer);
    result.steps += observer != nullptr && has(program, Opcode::sync) ? 1 : 0;
    return result;
}

Result forget_exits(const Program& program, const MachineOptions& options, Observer* observer) {
    Result result = run_rules(program, options, observer);
    const bool is_wrong = has(program, Opcode::block_barrier) && program.warps_per_block() > 1;
    for (WarpResult& warp : result.warps) {
        if (is_wrong) warp.exited = {};
    }
    return result;
}

Result miss_masks(const Program& program, const MachineOptions& options, Observer* observer) {
    Result result = run_rules(program, options, observer);
    if (!result.trap || result.trap->kind != TrapKind::collective_mask) return result;
    result.trap = std::nullopt;
    result.outcome = Outcome::stop;
    return result;
}

Result be_wrong_under_volta(const Program& program, const MachineOptions& options, Observer* observer) {
    Result result = run_rules(program, options, observer);
    if (program.model == ThreadModel::volta) result.memory.set(0, 77);
    return result;
}

Result refuse(const Program& program, const MachineOptions& options, Observer* observer) {
    if (uses_blocks(program)) throw Unsupported("engine 'refuses' does not run programs with blocks\n");
    return run_rules(program, options, observer);
}

Result abort_at_atomics(const Program& program, const MachineOptions& options, Observer* observer) {
    if (has(program, Opcode::atomic_inc)) std::abort();
    return run_rules(program, options, observer);
}

Result abort_at_branches(const Program& program, const MachineOptions& options, Observer* observer) {
    if (has(program, Opcode::bz) || has(program, Opcode::bnz)) std::abort();
    return run_rules(program, options, observer);
}

Result throw_at_atomics(const Program& program, const MachineOptions& options, Observer* observer) {
    if (has(program, Opcode::atomic_inc)) throw std::runtime_error("an engine's own fault");
    return run_rules(program, options, observer);
}

Result hang_at_barriers(const Program& program, const MachineOptions& options, Observer* observer) {
    while (has(program, Opcode::barrier)) pause();
    return run_rules(program, options, observer);
}

}  // namespace

const Engine kMiscountsShuffles = {.name = "miscounts",
                                   .meaning = "",
                                   .run = miscount_shuffles,
                                   .estimated_bytes = Machine::estimated_bytes};
const Engine kLosesMemory = {
    .name = "loses", .meaning = "", .run = lose_memory, .estimated_bytes = Machine::estimated_bytes};
const Engine kWrongIfWatched = {.name = "watched",
                                .meaning = "",
                                .run = be_wrong_if_watched,
                                .estimated_bytes = Machine::estimated_bytes};
const Engine kForgetsExits = {
    .name = "forgets", .meaning = "", .run = forget_exits, .estimated_bytes = Machine::estimated_bytes};
const Engine kMissesMasks = {
    .name = "misses", .meaning = "", .run = miss_masks, .estimated_bytes = Machine::estimated_bytes};
const Engine kWrongUnderVolta = {
    .name = "volta", .meaning = "", .run = be_wrong_under_volta, .estimated_bytes = Machine::estimated_bytes};
const Engine kRefusesBlocks = {
    .name = "refuses", .meaning = "", .run = refuse, .estimated_bytes = Machine::estimated_bytes};
const Engine kAborts = {
    .name = "aborts", .meaning = "", .run = abort_at_atomics, .estimated_bytes = Machine::estimated_bytes};
const Engine kAbortsAtBranches = {
    .name = "aborts", .meaning = "", .run = abort_at_branches, .estimated_bytes = Machine::estimated_bytes};
const Engine kThrows = {
    .name = "throws", .meaning = "", .run = throw_at_atomics, .estimated_bytes = Machine::estimated_bytes};
const Engine kHangs = {
    .name = "hangs", .meaning = "", .run = hang_at_barriers, .estimated_bytes = Machine::estimated_bytes};

}  // namespace musimd::support::faulty
