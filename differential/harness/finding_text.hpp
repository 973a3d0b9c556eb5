#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// What the files of findings have in common, whatever was drawn.

namespace musimd::differential::harness {

/// `difference-17-fast-simd`: the files of a finding begin with it.
std::string file_stem(std::string_view fault, std::uint64_t number, std::string target);

/// The beginning of a message as a comment: each line after `// `.
std::string comment_of(std::string_view message);

}  // namespace musimd::differential::harness
