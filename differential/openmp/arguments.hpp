#pragma once

#include <map>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "differential/openmp/run.hpp"

// The arguments of a C function of parallel loops, as texts: see differential/kernels/compare/input.hpp.

namespace musimd::differential::openmp {

using GivenArguments = std::map<std::string, std::string>;  ///< by the parameter's name

/// A text for each parameter: what is given, else 64 for a number and 4096 random elements for a pointer. Of
/// a pointer, `100`, `100:random`, `100:zeros` and `100:iota` are 100 elements, too.
std::vector<std::string> argument_texts(const dsl::openmp::LoopFunction& function,
                                        const GivenArguments& given, std::uint64_t seed);

/// Their values; an error names the argument.
tl::expected<CallArguments, std::string> read_arguments(const dsl::openmp::LoopFunction& function,
                                                        const std::vector<std::string>& texts);

}  // namespace musimd::differential::openmp
