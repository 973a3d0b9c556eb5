#pragma once

#include <cstdint>
#include <string>

#include "kernels/cuda/launch_program.hpp"

// How the text of a kernel writes the elements of its objects.

namespace musimd::kernels::cuda {

/// `a[3]`, `s[3].b`, `t[2][0]`. `index`: of a number, as the machine has them; it may be outside of the
/// object.
std::string name_of(const LaunchObject& object, std::int64_t index);

/// How many elements the object has in the text: of the array, not of arrays in it.
std::int64_t elements_of(const LaunchObject& object);

}  // namespace musimd::kernels::cuda
