#include "isa/program.hpp"

namespace musimd {

bool uses_blocks(const Program& program) {
    return program.has_blocks() || !program.shared.empty() || program.model == ThreadModel::volta ||
           std::ranges::any_of(program.instructions,
                               [](const Instruction& i) { return is_of_blocks(i.opcode); });
}

}  // namespace musimd
