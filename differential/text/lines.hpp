#pragma once

#include <cstddef>
#include <vector>

#include "differential/text/tree.hpp"

namespace musimd::differential::text {

/// Reads the tree of a source whose statements are lines, with shaders inside: Amber, VkScript, SPIR-V.
Node read_lines(Tokens tokens, const std::vector<std::size_t>& partner, Language language);

}  // namespace musimd::differential::text
