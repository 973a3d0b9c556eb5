#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "differential/backends/backend.hpp"

// The arguments of a launch, as text:
//     zeros           n elements, 0 each
//     iota            0, 1, 2, …
//     1,2.5,-3        these elements, which may be more than n; of a scalar, its value
//     random:SEED     any patterns, among them the edges of the type
//     between:LOW:HIGH:SEED   numbers in the range
//     @FILE           one number a line
//     alias:NAME+K    the memory of another argument, K elements on
// zeros, iota, random and between may say how many elements there are: zeros[n+2], zeros[10]. Without a seed
// the one is used that the caller gives.

namespace musimd::differential {

using ArgumentTexts = std::vector<std::pair<std::string, std::string>>;  ///< names, and what they are given

/// The case of an entry with those arguments, each of which is given once. An error names the argument.
tl::expected<KernelCase, std::string> make_case(const KernelEntry& entry, std::size_t number,
                                                std::int64_t elements, const ArgumentTexts& arguments,
                                                std::uint64_t seed);

/// The pattern of a number as written, rounded to a float's type; nothing if it is none or out of range.
std::optional<std::uint64_t> parse_number(std::string_view text, Type type);

/// Patterns of the type at its edges: the extremes, ±0, subnormals, infinities, NaN.
std::vector<std::uint64_t> edge_patterns(Type type);

}  // namespace musimd::differential
