#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace musimd {

/// A set of vector instructions that the engines fast and native use. Each includes those before it. Results
/// do not depend on it. Processors other than x86-64 have the baseline alone.
enum class VectorExtension : std::uint8_t {
    baseline,  ///< of the processor's family: SSE2, or NEON of 64-bit Arm
    avx2,      ///< and FMA
    avx512,    ///< its subsets F, DQ, BW and VL
};

/// The name that MUSIMD_ISA has for it, as in `avx512`.
std::string_view to_string(VectorExtension extension);

/// Those that this processor has, the narrowest first: `baseline` at least.
std::span<const VectorExtension> vector_extensions();

/// The one of `available` that a value of MUSIMD_ISA names; else an error message.
tl::expected<VectorExtension, std::string> vector_extension_named(std::string_view value,
                                                                  std::span<const VectorExtension> available);

/// The one that the environment variable MUSIMD_ISA names; nothing if it is empty or not set. Throws
/// Unavailable if it names none of this processor's.
std::optional<VectorExtension> requested_vector_extension();

/// The one that is used: the requested one, or else the widest of this processor. Throws Unavailable
/// likewise.
VectorExtension vector_extension();

}  // namespace musimd
