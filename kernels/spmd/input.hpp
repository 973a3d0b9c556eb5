#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "kernels/compiled/backend.hpp"

// The arguments of a launch on the command line:
//     zeros           n elements, 0 each
//     iota            0, 1, 2, …
//     1,2.5,-3        these elements, which may be more than n; of a scalar, its value
//     random:SEED     any patterns, including the special values of the type
//     between:LOW:HIGH:SEED   numbers in the range
//     @FILE           one number per line
//     FILE.npy        an array that numpy.save has written
//     alias:NAME+K    the memory of another argument, K elements on
// zeros, iota, random and between may say how many elements there are: zeros[n+2], zeros[10]. The default
// seed is the caller's.

namespace musimd::kernels {

using ArgumentTexts = std::vector<std::pair<std::string, std::string>>;  ///< names, and what they are given

/// The case of an entry with those arguments. Each must be given exactly once. An error names the argument.
tl::expected<KernelLaunch, std::string> make_case(const KernelEntry& entry, std::size_t number,
                                                  std::int64_t elements, const ArgumentTexts& arguments,
                                                  std::uint64_t seed);

/// The pattern of a number as written, rounded to a float's type; nullopt if it is not a number or out of
/// range.
std::optional<std::uint64_t> parse_number(std::string_view text, Type type);

/// Patterns of the type at its edges: the extremes, ±0, subnormals, infinities, NaN.
std::vector<std::uint64_t> edge_patterns(Type type);

}  // namespace musimd::kernels
