#include "semantics/machine.hpp"

#include <algorithm>

namespace musimd {

std::uint64_t Machine::estimated_bytes(const Program& program) {
    const std::uint64_t lanes = std::uint64_t{program.threads} * program.warps;
    const std::uint64_t variables = program.variables.size();
    // A machine has a column of words for each variable, with its own header.
    constexpr std::uint64_t kColumn = 8 + 64;
    const std::uint64_t machines = program.model == ThreadModel::volta ? lanes : program.warps;
    return lanes * variables * sizeof(Value) + lanes / 8 + machines * (sizeof(Warp) + kColumn * variables);
}

bool has_two_answers(const Program& program, const MachineOptions& options) {
    const auto is_activemask = [](const Instruction& i) { return i.opcode == Opcode::activemask; };
    return program.model == ThreadModel::volta && !options.smallest_activemask &&
           std::ranges::any_of(program.instructions, is_activemask);
}

namespace {

void warn_if_different(Result& largest, const Result& smallest, const Program& program) {
    if (are_different(largest, smallest)) {
        const auto first = std::ranges::find(program.instructions, Opcode::activemask, &Instruction::opcode);
        const auto pc = static_cast<Label>(first - program.instructions.begin()) + 1;
        largest.warnings.push_back({WarningKind::activemask,
                                    pc,
                                    first->line,
                                    0,
                                    {},
                                    "the result depends on which threads activemask sees"});
    }
}

}  // namespace

Result run_rules(const Program& program, const MachineOptions& options, Observer* observer) {
    if (has_groups(program.model)) return models::run(program, options, observer);
    Result result = Machine(program, options).run(observer);
    if (has_two_answers(program, options) && result.outcome != Outcome::interrupted) {
        MachineOptions other = options;
        other.smallest_activemask = true;
        warn_if_different(result, Machine(program, other).run(nullptr), program);
    }
    return result;
}

}  // namespace musimd
