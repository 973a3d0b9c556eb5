#pragma once

#include <cstdint>
#include <span>

#include "differential/cuda/tree.hpp"

namespace musimd::differential::cuda {

/// What C++ leaves undefined.
struct Undefined {
    const char* kind;  ///< the machine's name for it
};

/// The operation on patterns, as C++ computes it on this processor. Not for literals, variables, elements and
/// what computes only one operand. Throws Undefined.
std::uint64_t computed(const Node& e, std::span<const std::uint64_t> operands);

/// What a reduction or an atomic computes from two values.
std::uint64_t combined(Form form, Type type, std::uint64_t a, std::uint64_t b);

/// As a pattern of the other type.
std::uint64_t converted_bits(std::uint64_t bits, Type from, Type to);

/// All NaNs are one.
std::uint64_t without_payload(std::uint64_t bits, Type type);

}  // namespace musimd::differential::cuda
