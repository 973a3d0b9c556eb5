#include "views/text_columns.hpp"

#include <algorithm>

namespace musimd::views {
namespace {

bool continues_character(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

}  // namespace

std::size_t columns_of(std::string_view text) {
    return text.size() - static_cast<std::size_t>(std::ranges::count_if(text, continues_character));
}

std::string shortened(std::string_view text, std::size_t columns) {
    if (columns_of(text) <= columns) return std::string(text);
    std::size_t end = 0;
    for (std::size_t column = 0; column + 1 < columns; ++column) do
            ++end;
        while (end < text.size() && continues_character(text[end]));
    return std::string(text.substr(0, end)) + "…";
}

std::string fitted(const std::string& text, std::size_t columns) {
    const std::size_t has = columns_of(text);
    return has <= columns ? text + std::string(columns - has, ' ') : shortened(text, columns);
}

std::string with_single_blanks(std::string_view text) {
    std::string result;
    for (const char c : text) {
        const char blank = c == '\t' ? ' ' : c;
        if (blank != ' ' || !result.ends_with(' ')) result += blank;
    }
    return result;
}

}  // namespace musimd::views
