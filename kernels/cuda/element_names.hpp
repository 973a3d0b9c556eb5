#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "kernels/cuda/launch_program.hpp"

// How the text of a kernel writes the elements of its objects.

namespace musimd::kernels::cuda {

/// `a[3]`, `s[3].b`, `t[2][0]`. `index`: of a number, as the machine has them; it may be outside of the
/// object.
std::string name_of(const LaunchObject& object, std::int64_t index);

/// How many elements the object has in the text: of the array, not of arrays in it.
std::int64_t elements_of(const LaunchObject& object);

/// The parameter by which memory outside of the device is accessed at this address; null: there is no such.
const LaunchPointer* wrong_pointer(std::int64_t address, const LaunchProgram& launch);

/// The element at the address, which the instruction of the warp uses; it may say which object is meant.
/// nullopt if there is no object. Of a null pointer, an element without an object. `of_source`: of a copy,
/// what it reads.
std::optional<Element> element_at(std::int64_t address, std::uint32_t warp, Label pc,
                                  const LaunchProgram& launch, bool of_source = false);

/// `a[3]`, `s`, `p[1].x`; `element 3` of a null pointer.
std::string element_text(const Element& element);

}  // namespace musimd::kernels::cuda
