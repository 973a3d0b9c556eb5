#include "simulator/codegen/texts.hpp"

#include <algorithm>
#include <stdexcept>

namespace musimd::codegen {
namespace {

constexpr std::string_view kInclude = "#include \"";

bool is_of_a_header(std::string_view line) {
    return line.starts_with(kInclude) || line.starts_with("#pragma once");
}

// A table is pasted several times: without its comments.
bool is_comment_of_a_table(std::string_view file, std::string_view line) {
    return file.ends_with(".def") && line.starts_with("//");
}

// The .inc or .def file named by an include line.
std::string_view part_of(std::string_view line) {
    if (!line.starts_with(kInclude)) return {};
    line.remove_prefix(kInclude.size());
    const std::string_view file = line.substr(0, line.find('"'));
    return file.ends_with(".inc") || file.ends_with(".def") ? file : std::string_view();
}

}  // namespace

std::string pasted(std::span<const Text> texts, std::string_view file) {
    const auto found = std::ranges::find(texts, file, &Text::file);
    if (found == texts.end()) throw std::logic_error(std::string(file) + " is not embedded");
    std::string result;
    for (std::string_view rest = found->text; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
        const std::string_view line = rest.substr(0, end);
        if (const std::string_view part = part_of(line); std::ranges::count(texts, part, &Text::file) != 0) {
            result += pasted(texts, part);
        } else if (!is_of_a_header(line) && !is_comment_of_a_table(file, line)) {
            result += line;
        }
        rest.remove_prefix(end);
    }
    return result;
}

}  // namespace musimd::codegen
