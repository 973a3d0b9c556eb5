#include "prove/grid_barriers.hpp"

#include <algorithm>

#include "dsl/walk.hpp"

namespace musimd::prove {
namespace {

using dsl::Statement;

/// The header counts the blocks which have come, and those that have ended.
constexpr const char* kCome = "blocks_at_grid_barrier";
constexpr const char* kEnded = "blocks_ended";

bool counts(const dsl::Block& block, dsl::BufferId counter) {
    bool found = false;
    dsl::visit(block, [&](const Statement& s) {
        found = found || (s.kind == Statement::Kind::atomic && s.element.buffer == counter);
    });
    return found;
}

/// Inner calls first: a function around it does other things, too.
void replace(dsl::Block& block, dsl::BufferId counter) {
    for (Statement& s : block) {
        for (dsl::Block* const part : dsl::blocks(s)) replace(*part, counter);
        if (s.kind != Statement::Kind::call || !counts(s.body, counter)) continue;
        const dsl::SourcePoint line = s.line;
        s = {};
        s.kind = Statement::Kind::instruction;
        s.instruction.opcode = Opcode::barrier;
        s.line = line;
    }
}

/// What each block does at its end, to find blocks that wait in vain.
void remove_ends(dsl::Block& block, dsl::BufferId counter) {
    std::erase_if(block, [&](const Statement& s) {
        return s.kind == Statement::Kind::call && s.result == nullptr && counts(s.body, counter);
    });
    for (Statement& s : block) {
        for (dsl::Block* const part : dsl::blocks(s)) remove_ends(*part, counter);
    }
}

}  // namespace

dsl::cuda::KernelFunction with_grid_barriers(dsl::cuda::KernelFunction kernel) {
    for (const dsl::cuda::DeviceVariable& variable : kernel.variables) {
        const dsl::openmp::Parameter& parameter = kernel.code.parameters[variable.parameter];
        if (parameter.name.ends_with(kCome)) replace(kernel.code.body, *parameter.buffer);
    }
    for (const dsl::cuda::DeviceVariable& variable : kernel.variables) {
        const dsl::openmp::Parameter& parameter = kernel.code.parameters[variable.parameter];
        if (parameter.name.ends_with(kEnded)) remove_ends(kernel.code.body, *parameter.buffer);
    }
    return kernel;
}

}  // namespace musimd::prove
