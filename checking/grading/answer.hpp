#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "isa/program.hpp"

// An answer is a program of which only the instructions, labels and constants count.

namespace musimd::grading {

/// The answer with these directives in place of its own, but for `.const`. Its instructions keep their
/// lines; the directives follow on lines of their own. A text that is not assembly is returned as it is.
std::string with_directives(std::string_view answer, const std::vector<std::string>& directives);

/// Whether an instruction has this name, as in the statistic `by_instruction`: `sync`, `shfl`, `ld`.
bool is_instruction(std::string_view name);

/// Whether the program contains an instruction of this name.
bool contains(const Program& program, std::string_view name);

}  // namespace musimd::grading
