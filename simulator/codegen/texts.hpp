#pragma once

#include <span>
#include <string>
#include <string_view>

namespace musimd::codegen {

/// A file of the sources that the program has with it, as text.
struct Text {
    std::string_view file;
    std::string_view text;
};

/// Those of this room (cmake/embed.cmake).
std::span<const Text> texts();

/// The text of a file among these, which must be there, without the lines that make a header of it: as it
/// stands in a unit. The text of an .inc file that is among them stands where it is included.
std::string pasted(std::span<const Text> texts, std::string_view file);

}  // namespace musimd::codegen
