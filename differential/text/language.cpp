#include "differential/text/language.hpp"

#include <algorithm>
#include <array>

namespace musimd::differential::text {
namespace {

using std::literals::operator""sv;

constexpr std::array kExtensionsOfBrackets = {
    "c"sv,     "cc"sv,   "cl"sv,   "clcpp"sv, "comp"sv, "cpp"sv,  "cu"sv,   "cuh"sv,  "cxx"sv,
    "frag"sv,  "geom"sv, "glsl"sv, "h"sv,     "hip"sv,  "hlsl"sv, "hpp"sv,  "ispc"sv, "mesh"sv,
    "metal"sv, "rgen"sv, "task"sv, "tesc"sv,  "tese"sv, "vert"sv, "wgsl"sv,
};

}  // namespace

std::optional<Language> language_of(std::string_view file) {
    const std::size_t dot = file.rfind('.');
    if (dot == std::string_view::npos) return std::nullopt;
    const std::string_view extension = file.substr(dot + 1);
    if (extension == "amber") return Language::amber;
    if (extension == "vkscript" || extension == "shader_test") return Language::sections;
    if (extension == "spvasm") return Language::lines;
    if (std::ranges::find(kExtensionsOfBrackets, extension) == kExtensionsOfBrackets.end())
        return std::nullopt;
    return Language::brackets;
}

}  // namespace musimd::differential::text
