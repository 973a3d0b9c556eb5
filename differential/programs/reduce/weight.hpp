#pragma once

#include <compare>
#include <cstdint>

#include "differential/programs/generate/generator.hpp"

namespace musimd::differential {

/// How large a case is to a reader. A reduction accepts only lighter cases, so it terminates.
struct Weight {
    std::uint64_t instructions = 0;
    std::uint64_t warps = 0;
    std::uint64_t threads = 0;
    std::uint64_t block_threads = 0;
    std::uint64_t parts =
        0;  ///< number of operations, operands, targets, variables, directives and run options
    Integer magnitude = 0;  ///< magnitude of constants and words

    friend auto operator<=>(const Weight&, const Weight&) = default;
};

Weight weigh(const Case& c);

/// Of a type: narrow ones are lighter than wide ones, and integers than floats.
std::uint64_t weigh(Type type);

/// Of an operand's kind alone: constants are lighter than names.
std::uint64_t weigh(const Operand& operand);

}  // namespace musimd::differential
