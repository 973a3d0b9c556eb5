#pragma once

#include <span>
#include <string_view>

namespace musimd::codegen {

/// A file of the sources that the program has with it, as text.
struct Text {
    std::string_view file;
    std::string_view text;
};

/// All of them (cmake/embed.cmake).
std::span<const Text> texts();

}  // namespace musimd::codegen
