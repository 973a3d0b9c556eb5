#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "isa/program.hpp"
#include "kernels/launch/element_names.hpp"
#include "kernels/openmp/simd_races.hpp"

namespace musimd::kernels::openmp {

/// The message of a trap with elements of arrays instead of addresses: `address 65540` is `a[4]`, and what is
/// outside of every array is so many elements from the nearest one.
/// `object`: the address of the array that was meant, if it is known. `names`: null if elements are named by
/// the program's buffers.
std::string with_elements(const std::string& message, const Program& program,
                          std::optional<std::int64_t> object = std::nullopt,
                          const ElementNames* names = nullptr);

/// The same of a trap at this instruction. `objects`: see ObjectObserver.
std::string with_elements(const std::string& message, const Program& program,
                          const std::vector<AddressRange>& objects, Label pc,
                          const ElementNames* names = nullptr);

}  // namespace musimd::kernels::openmp
