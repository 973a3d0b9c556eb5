#include "semantics/dependence.hpp"

#include <algorithm>
#include <utility>

namespace musimd {

void warn_of_dependence(Result& result, const Program& program, WarningKind kind,
                        bool (*is_it)(const Instruction&), std::string message) {
    const auto first = std::ranges::find_if(program.instructions, is_it);
    const auto pc = static_cast<Label>(first - program.instructions.begin()) + 1;
    result.warnings.push_back({kind, pc, first->line, 0, {}, std::move(message)});
}

}  // namespace musimd
