#include <fmt/format.h>

#include "analysis/lint/flow.hpp"
#include "analysis/lint/lint.hpp"

namespace musimd {

Warnings find_dead_code(const Program& program) {
    const std::vector<bool> reached = reachable(program, {1});
    Warnings warnings;
    for (Label pc = 1; pc < program.end(); ++pc) {
        if (reached[pc]) continue;
        const Label first = pc;
        while (pc + 1 < program.end() && !reached[pc + 1]) ++pc;
        const Instruction& i = program.at(first);
        const Label more = pc - first;
        warnings.push_back(
            {"dead-code",
             first,
             {i.line, i.column},
             more == 0   ? std::string("control never reaches this instruction")
             : more == 1 ? std::string("control never reaches this instruction, nor the next one")
                         : fmt::format("control never reaches this instruction, nor the next {}", more)});
    }
    return warnings;
}

}  // namespace musimd
