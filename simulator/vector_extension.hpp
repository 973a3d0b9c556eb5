#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace musimd {

/// A set of vector instructions that the engines fast and native use. Each includes those before it. Results
/// do not depend on it. Processors other than x86-64 only have the baseline.
enum class VectorExtension : std::uint8_t {
    baseline,  ///< the processor family's: SSE2, or NEON of 64-bit Arm
    avx2,      ///< with FMA
    avx512,    ///< the subsets F, DQ, BW and VL
};

/// Its name in MUSIMD_ISA, as `avx512`.
std::string_view to_string(VectorExtension extension);

/// Those that this processor has and this build was made for (MUSIMD_VECTOR_EXTENSIONS of CMake), from the
/// narrowest to the widest; at least `baseline`.
std::span<const VectorExtension> vector_extensions();

/// The one of `available` that a value of MUSIMD_ISA names; else an error message.
tl::expected<VectorExtension, std::string> vector_extension_named(std::string_view value,
                                                                  std::span<const VectorExtension> available);

/// The one that the environment variable MUSIMD_ISA names; nothing if it is empty or not set. Throws
/// Unavailable if it is not one of vector_extensions().
std::optional<VectorExtension> requested_vector_extension();

/// The one in use: the requested one, or else the widest of vector_extensions(). May throw Unavailable
/// likewise.
VectorExtension vector_extension();

}  // namespace musimd
