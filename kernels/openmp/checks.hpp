#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "dsl/openmp/loop_function.hpp"

// What the checks on a line of the source are for: `function` of the statement says it.

namespace musimd::kernels::openmp {

/// Of the `exit` on this line in parallel code.
std::optional<std::uint64_t> status_of_exit(const dsl::openmp::LoopFunction& function, std::uint32_t line);

/// Of the check on this line that begins so: what follows; or nothing.
std::string text_of_check(const dsl::openmp::LoopFunction& function, std::uint32_t line,
                          std::string_view begin);

/// Whether a check for `what` is on the line.
bool checks(const dsl::openmp::LoopFunction& function, std::uint32_t line, std::string_view what);

}  // namespace musimd::kernels::openmp
