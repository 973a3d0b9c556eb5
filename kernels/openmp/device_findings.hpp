#pragma once

#include "kernels/findings/finding.hpp"
#include "kernels/launch/element_names.hpp"
#include "kernels/openmp/device_memory.hpp"

namespace musimd::kernels::openmp {

/// The kinds of findings about the memory of the device.
inline constexpr std::string_view kStaleRead = "stale-read";
inline constexpr std::string_view kNotMapped = "not-mapped";

/// That of an argument which is not what `declare simd` says.
inline constexpr std::string_view kDeclareSimd = "declare-simd";

/// What a user reads.
Finding finding_of(const DeviceFault& fault, DeviceMemory& memory, const Program& program,
                   const ElementNames& names);

}  // namespace musimd::kernels::openmp
