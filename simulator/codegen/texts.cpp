#include "simulator/codegen/texts.hpp"

#include <algorithm>
#include <stdexcept>

namespace musimd::codegen {
namespace {

bool includes_project(std::string_view line) {
    return line.starts_with("#include \"") || line.starts_with("#pragma once");
}

}  // namespace

std::string pasted(std::span<const Text> texts, std::string_view file) {
    const auto found = std::ranges::find(texts, file, &Text::file);
    if (found == texts.end()) throw std::logic_error(std::string(file) + " is not embedded");
    std::string made;
    for (std::string_view rest = found->text; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
        if (!includes_project(rest)) made += rest.substr(0, end);
        rest.remove_prefix(end);
    }
    return made;
}

}  // namespace musimd::codegen
