#include "semantics/machine.hpp"

#include <algorithm>

#include "semantics/dependence.hpp"

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

Result run_rules(const Program& program, const MachineOptions& options, Observer* observer) {
    if (has_groups(program.model)) return models::run(program, options, observer);
    Result result = Machine(program, options).run(observer);
    if (has_two_answers(program, options) && result.outcome != Outcome::interrupted) {
        MachineOptions other = options;
        other.smallest_activemask = true;
        if (!are_different(result, Machine(program, other).run(nullptr))) return result;
        warn_of_dependence(
            result, program, WarningKind::activemask,
            [](const Instruction& i) { return i.opcode == Opcode::activemask; },
            "the result depends on which threads activemask sees");
    }
    return result;
}

}  // namespace musimd
