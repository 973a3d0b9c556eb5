#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace musimd::differential::text {

/// A piece of a source. All pieces of a text, with what is before them, are the text again.
struct Token {
    enum class Kind : std::uint8_t {
        word,
        number,
        string,     ///< or a character; it ends with its line if nothing else ends it
        directive,  ///< a line of the preprocessor, with those that continue it
        symbol,     ///< an operator, a bracket, or any other byte
        end,        ///< empty: after the last one
    };
    std::string_view before;  ///< spaces, ends of lines and comments
    std::string_view text;
    Kind kind = Kind::end;

    bool is(std::string_view symbol) const { return kind == Kind::symbol && text == symbol; }
    bool starts_line() const { return before.find('\n') != std::string_view::npos; }
};

/// Reads any bytes. The tokens are parts of the text; the last one is of the kind `end`.
std::vector<Token> read_tokens(std::string_view text);

/// Whether these two texts, with nothing between them, would be read as other tokens.
bool would_join(std::string_view left, std::string_view right);

bool is_in_word(char c);

}  // namespace musimd::differential::text
