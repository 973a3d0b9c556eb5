#include "differential/programs/reduce/outline.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>
#include <vector>

namespace musimd::differential {

std::string outline(const Program& program) {
    std::vector<std::string_view> words;
    for (const Instruction& i : program.instructions) {
        const bool is_operation = i.opcode == Opcode::bp || i.opcode == Opcode::fetch;
        if (is_operation) words.push_back(info(i.operation).name);
        if (counted_as(i.opcode) != i.opcode) words.push_back(info(i.typed_operation).name);
        if (i.opcode != Opcode::bp) words.push_back(info(i.opcode).name);
    }
    return fmt::format("{}", fmt::join(words, " "));
}

}  // namespace musimd::differential
