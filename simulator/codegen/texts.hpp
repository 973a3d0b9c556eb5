#pragma once

#include <span>
#include <string>
#include <string_view>

namespace musimd::codegen {

/// A source file that is embedded in the program as text.
struct Text {
    std::string_view file;
    std::string_view text;
};

/// The embedded files of this room (cmake/embed.cmake).
std::span<const Text> texts();

/// The text of one of these files, which must be among them, as it appears in a unit: without include guards
/// and includes; an .inc file, or a .def file without its comments, that is among them replaces its #include
/// line.
std::string pasted(std::span<const Text> texts, std::string_view file);

}  // namespace musimd::codegen
