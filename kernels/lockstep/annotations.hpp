#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace musimd::kernels::lockstep {

/// Options that a file states for itself: the words of a line `// musimd: --grid 2 --arg n=100`.
struct Annotation {
    std::uint32_t line = 0;
    std::vector<std::string> words;
};

/// All such lines of the text, in their order.
std::vector<Annotation> annotations_of(std::string_view text);

}  // namespace musimd::kernels::lockstep
