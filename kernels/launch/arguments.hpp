#pragma once

#include <map>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "kernels/openmp/run.hpp"

// The arguments of a C function of parallel loops, as texts: see kernels/spmd/input.hpp.

namespace musimd::kernels::openmp {

using GivenArguments = std::map<std::string, std::string>;  ///< by the parameter's name

/// What parameters are that are not given.
struct UsualArguments {
    std::int64_t number = 64;
    std::int64_t elements = 4096;  ///< random ones, of a pointer
};

/// A text for each parameter: what is given, or what is usual. Of a pointer, `100`, `100:random`, `100:zeros`
/// and `100:iota` are 100 elements, too.
std::vector<std::string> argument_texts(const dsl::openmp::LoopFunction& function,
                                        const GivenArguments& given, std::uint64_t seed,
                                        const UsualArguments& usual = {});

/// The elements of a pointer, or the value of a number, as patterns. An error does not name the argument.
tl::expected<std::vector<std::uint64_t>, std::string> read_argument(const dsl::openmp::Parameter& parameter,
                                                                    const std::string& text,
                                                                    std::uint64_t seed = 0);

/// The values of all; an error has a line for each argument that is wrong, and names it.
tl::expected<CallArguments, std::string> read_arguments(const dsl::openmp::LoopFunction& function,
                                                        const std::vector<std::string>& texts);

}  // namespace musimd::kernels::openmp
