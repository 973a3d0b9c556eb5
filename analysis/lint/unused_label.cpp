#include <fmt/format.h>

#include "analysis/lint/lint.hpp"
#include "isa/diagnostic.hpp"

namespace musimd {

// Instructions hold numbers, not names: if an instruction has two labels, a use of one is a use of both.
Warnings find_unused_labels(const Program& program) {
    std::vector<bool> used(std::size_t{program.end()} + 1);
    for (const Instruction& i : program.instructions) {
        if (has_target(info(i.opcode).format)) used[i.target] = true;
    }
    Warnings warnings;
    for (std::size_t n = 0; n < program.labels.size(); ++n) {
        const auto& [name, pc] = program.labels[n];
        if (used[pc]) continue;
        const Location where = n < program.source.labels.size() ? program.source.labels[n] : Location{};
        warnings.push_back({"unused-label", pc, where, fmt::format("label '{}' is never used", shown(name))});
    }
    return warnings;
}

}  // namespace musimd
