#include "views/xml.hpp"

#include <algorithm>

#include "isa/diagnostic.hpp"

namespace musimd::views {

std::string escape_xml(std::string_view text) {
    constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
    std::string escaped;
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        const std::string_view sequence = text.substr(0, std::max<std::size_t>(length, 1));
        const char c = sequence[0];
        const bool control =
            sequence.size() == 1 && static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t';
        const bool none = sequence == "\xEF\xBF\xBE" || sequence == "\xEF\xBF\xBF";  // U+FFFE, U+FFFF
        if (length == 0 || control || none) {
            escaped += kReplacement;
        } else if (c == '&') {
            escaped += "&amp;";
        } else if (c == '<') {
            escaped += "&lt;";
        } else if (c == '>') {
            escaped += "&gt;";
        } else if (c == '"') {
            escaped += "&quot;";
        } else if (c == '\n') {
            escaped += "&#10;";  // an attribute value would turn it into a blank
        } else {
            escaped += sequence;
        }
        text.remove_prefix(sequence.size());
    }
    return escaped;
}

}  // namespace musimd::views
