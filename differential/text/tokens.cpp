#include "differential/text/tokens.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace musimd::differential::text {
namespace {

using std::literals::operator""sv;

constexpr std::array kLongSymbols = {
    "<<<"sv, ">>>"sv, "<<="sv, ">>="sv, "..."sv, "->*"sv, "<<"sv, ">>"sv, "<="sv, ">="sv,
    "=="sv,  "!="sv,  "&&"sv,  "||"sv,  "++"sv,  "--"sv,  "->"sv, "::"sv, "+="sv, "-="sv,
    "*="sv,  "/="sv,  "%="sv,  "&="sv,  "|="sv,  "^="sv,  "##"sv, "[["sv, "]]"sv,
};

bool is_decimal_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_space_byte(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

class TokenReader {
  public:
    explicit TokenReader(std::string_view text) : text_(text) {}

    std::vector<Token> run() {
        std::vector<Token> tokens;
        do {
            Token token;
            const std::size_t start = at_;
            skip_between();
            token.before = text_.substr(start, at_ - start);
            const bool line_starts = tokens.empty() || token.starts_line();
            const std::size_t begin = at_;
            token.kind = take(line_starts);
            token.text = text_.substr(begin, at_ - begin);
            tokens.push_back(token);
        } while (tokens.back().kind != Token::Kind::end);
        return tokens;
    }

  private:
    char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
    bool done() const { return at_ >= text_.size(); }

    // The position of `what` from `from` on, or the text's end.
    std::size_t find_from(std::string_view what, std::size_t from) const {
        return std::min(text_.find(what, from), text_.size());
    }

    void skip_between() {
        while (!done()) {
            if (is_space_byte(peek())) {
                ++at_;
            } else if (peek() == '/' && peek(1) == '/') {
                at_ = find_from("\n", at_);
            } else if (peek() == '/' && peek(1) == '*') {
                at_ = std::min(find_from("*/", at_ + 2) + 2, text_.size());
            } else {
                return;
            }
        }
    }

    Token::Kind take(bool line_starts) {
        if (done()) return Token::Kind::end;
        const char c = peek();
        if (c == '#' && line_starts) return take_directive();
        if (is_decimal_digit(c) || (c == '.' && is_decimal_digit(peek(1)))) return take_number();
        if (c == '"' || c == '\'') return take_string(c);
        if (is_in_word(c)) return take_word();
        const auto is_here = [&](std::string_view symbol) { return text_.substr(at_).starts_with(symbol); };
        const auto* const symbol = std::ranges::find_if(kLongSymbols, is_here);
        // [[ and ]] are brackets twice: a[b[0]] ends with two of them.
        const bool is_long = symbol != kLongSymbols.end() && *symbol != "[[" && *symbol != "]]";
        at_ += is_long ? symbol->size() : 1;
        return Token::Kind::symbol;
    }

    Token::Kind take_directive() {
        do {
            at_ = find_from("\n", at_ + 1);
        } while (!done() && (text_[at_ - 1] == '\\' || text_.substr(at_ - 2, 2) == "\\\r"));
        return Token::Kind::directive;
    }

    Token::Kind take_number() {
        while (is_in_word(peek()) || peek() == '.' || (peek() == '\'' && is_in_word(peek(1))) || is_sign()) {
            if (peek() == '.' && peek(1) == '.') break;  // a range of ISPC
            ++at_;
        }
        return Token::Kind::number;
    }

    // The sign of an exponent.
    bool is_sign() const {
        if (peek() != '+' && peek() != '-') return false;
        const char e = text_[at_ - 1];
        return (e == 'e' || e == 'E' || e == 'p' || e == 'P') && is_decimal_digit(peek(1));
    }

    Token::Kind take_string(char quote) {
        for (++at_; !done() && peek() != quote && peek() != '\n'; ++at_)
            if (peek() == '\\' && at_ + 1 < text_.size()) ++at_;
        if (!done() && peek() == quote) ++at_;
        return Token::Kind::string;
    }

    Token::Kind take_word() {
        const std::size_t begin = at_;
        while (!done() && is_in_word(peek())) ++at_;
        if (peek() == '"' && text_[at_ - 1] == 'R' && at_ - begin <= 3) return take_raw_string();
        return Token::Kind::word;
    }

    // R"x( … )x"
    Token::Kind take_raw_string() {
        const std::size_t open = text_.find('(', at_);
        if (open == std::string_view::npos || open - at_ > 17) return Token::Kind::word;
        const std::string close = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
        at_ = std::min(find_from(close, open) + close.size(), text_.size());
        return Token::Kind::string;
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace

bool is_in_word(char c) {
    return is_decimal_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
           (static_cast<unsigned char>(c) & 0x80U) != 0;
}

std::vector<Token> read_tokens(std::string_view text) {
    return TokenReader(text).run();
}

bool would_join(std::string_view left, std::string_view right) {
    if (left.empty() || right.empty()) return false;
    const char last = left.back();
    const char first = right.front();
    if (is_in_word(last)) {
        const bool after_number = left.front() <= '9' && (first == '+' || first == '-' || first == '.');
        return is_in_word(first) || first == '"' || first == '\'' || after_number;
    }
    if (is_in_word(first)) return last == '.' && is_decimal_digit(first);
    const bool symbols = left.size() <= 3 && right.size() <= 3 && last != '"' && last != '\'';
    return symbols && read_tokens(std::string(left) + std::string(right)).front().text != left;
}

}  // namespace musimd::differential::text
