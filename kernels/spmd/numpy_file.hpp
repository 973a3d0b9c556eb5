#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "isa/type.hpp"

namespace musimd::kernels {

/// The elements of an array that numpy.save has written, as patterns of the type, which must be its own. A
/// shape of any rank, by rows, little-endian. An error says what would be right.
tl::expected<std::vector<std::uint64_t>, std::string> read_numpy_file(const std::string& path, Type type,
                                                                      std::size_t most_elements);

}  // namespace musimd::kernels
