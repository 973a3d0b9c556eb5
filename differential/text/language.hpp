#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace musimd::differential::text {

/// How a source of another language is read. No reader rejects a text.
enum class Language : std::uint8_t {
    brackets,  ///< C and what looks like it: OpenCL C, GLSL, HLSL, ISPC, CUDA C++
    amber,     ///< commands of Amber, a line or a block each, with shaders inside
    sections,  ///< VkScript: lines below `[test]`, shaders below `[compute shader]`
    lines,     ///< a statement a line: SPIR-V assembly
};

/// By the file's extension; nullopt if there is no such language.
std::optional<Language> language_of(std::string_view file);

}  // namespace musimd::differential::text
