#include "dsl/kernel_c/token.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

namespace musimd::dsl::kernel_c {
namespace {

constexpr std::string_view kHeaders[] = {
    "cuda_runtime.h", "cuda.h",    "device_launch_parameters.h",
    "stdio.h",        "cstdio",    "stdlib.h",
    "cstdlib",        "stdint.h",  "cstdint",
    "math.h",         "cmath",     "assert.h",
    "cassert",        "stdbool.h", "musimd/everywhere.h",
    "limits.h",       "climits",   "float.h",
    "cfloat",         "algorithm", "cuda_runtime_api.h",
};

// The longest first.
constexpr std::string_view kSymbols[] = {"<<<", ">>>", "<<=", ">>=", "...", "->", "++", "--", "<<",
                                         ">>",  "<=",  ">=",  "==",  "!=",  "&&", "||", "+=", "-=",
                                         "*=",  "/=",  "%=",  "&=",  "|=",  "^=", "::", "##"};

constexpr std::size_t kMaxExpansion = 100'000;  // tokens, of all macros
constexpr std::size_t kMaxDepth = 200;          // of macros in macros

bool is_letter(char c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '_';
}

bool is_digit(char c) {
    return '0' <= c && c <= '9';
}

class Lexer {
  public:
    Lexer(std::string_view text, Diagnostics& errors) : text_(text), errors_(errors) {}

    std::vector<Token> read() {
        for (;;) {
            skip_blanks();
            if (is_at_end()) break;
            if (text_[at_] == '#' && begins_line_) {
                directive();
            } else if (const Token next = token(); next.kind != Token::Kind::end) {
                begins_line_ = false;
                add(next, result_);
            }
        }
        result_.push_back({.kind = Token::Kind::end, .at = point()});
        return std::move(result_);
    }

  private:
    bool is_at_end() const { return at_ >= text_.size(); }
    char peek(std::size_t distance = 0) const {
        return at_ + distance < text_.size() ? text_[at_ + distance] : '\0';
    }
    SourcePoint point() const { return {line_, static_cast<std::uint32_t>(at_ - line_begin_ + 1)}; }

    void error(SourcePoint at, std::string message) {
        errors_.error(at.line, at.column - 1, std::move(message));
    }

    void advance() {
        if (text_[at_] == '\n') {
            ++line_;
            line_begin_ = at_ + 1;
            begins_line_ = true;
        }
        ++at_;
    }

    /// Blanks and comments; in a directive, to the end of its line.
    void skip_blanks(bool in_directive = false) {
        while (!is_at_end()) {
            const char c = peek();
            if (c == '\\' && (peek(1) == '\n' || (peek(1) == '\r' && peek(2) == '\n'))) {
                while (peek() != '\n') ++at_;
                advance();
                begins_line_ = false;
            } else if (c == '\n' && in_directive) {
                return;
            } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v') {
                advance();
            } else if (c == '/' && peek(1) == '/') {
                while (!is_at_end() && peek() != '\n') ++at_;
            } else if (c == '/' && peek(1) == '*') {
                comment();
            } else {
                return;
            }
        }
    }

    void comment() {
        const SourcePoint begin = point();
        const bool began_line = begins_line_;
        at_ += 2;
        while (!is_at_end() && !(peek() == '*' && peek(1) == '/')) advance();
        if (is_at_end()) return error(begin, "this comment has no end; write `*/`");
        at_ += 2;
        begins_line_ = began_line;
    }

    Token token() {
        const SourcePoint where = point();
        const std::size_t begin = at_;
        const auto read = [&](Token::Kind kind) {
            return Token{kind, text_.substr(begin, at_ - begin), where};
        };
        if (is_letter(peek())) {
            while (is_letter(peek()) || is_digit(peek())) ++at_;
            return read(Token::Kind::name);
        }
        if (is_digit(peek()) || (peek() == '.' && is_digit(peek(1)))) return read(number());
        if (peek() == '"' || peek() == '\'') {
            const char quote = peek();
            if (!quoted(quote)) return {};
            return read(quote == '"' ? Token::Kind::text : Token::Kind::character);
        }
        const std::string_view rest = text_.substr(at_);
        const auto* symbol =
            std::ranges::find_if(kSymbols, [&](std::string_view s) { return rest.starts_with(s); });
        if (symbol != std::end(kSymbols)) {
            at_ += symbol->size();
            return read(Token::Kind::symbol);
        }
        if (std::string_view("+-*/%<>=!&|^~?:;,.()[]{}").find(peek()) != std::string_view::npos) {
            ++at_;
            return read(Token::Kind::symbol);
        }
        const std::size_t length = std::max<std::size_t>(1, utf8_length(rest));
        error(where, fmt::format("'{}' is not a token of C++", shown(rest.substr(0, length))));
        at_ += length;
        return {};
    }

    /// As a preprocessor reads it: letters, digits, points, and signs of exponents.
    Token::Kind number() {
        const std::size_t begin = at_;
        const bool is_hex = peek() == '0' && (peek(1) == 'x' || peek(1) == 'X');
        while (is_letter(peek()) || is_digit(peek()) || peek() == '.' || peek() == '\'') {
            const char c = peek();
            ++at_;
            const bool is_exponent = is_hex ? c == 'p' || c == 'P' : c == 'e' || c == 'E';
            if (is_exponent && (peek() == '+' || peek() == '-')) ++at_;
        }
        const std::string_view spelling = text_.substr(begin, at_ - begin);
        const bool floats = spelling.find_first_of(is_hex ? ".pP" : ".eE") != std::string_view::npos;
        return floats ? Token::Kind::floating : Token::Kind::integer;
    }

    bool quoted(char quote) {
        const SourcePoint where = point();
        ++at_;
        while (!is_at_end() && peek() != quote && peek() != '\n')
            at_ += peek() == '\\' && peek(1) != '\n' ? 2 : 1;
        at_ = std::min(at_, text_.size());
        if (peek() != quote) {
            error(where, fmt::format("this has no end; expected a closing {}", quote));
            return false;
        }
        ++at_;
        return true;
    }

    // ---- directives

    void directive() {
        const SourcePoint where = point();
        ++at_;
        skip_blanks(true);
        const std::size_t begin = at_;
        while (is_letter(peek())) ++at_;
        const std::string_view name = text_.substr(begin, at_ - begin);
        if (name == "define") {
            define();
        } else if (name == "include") {
            include();
        } else if (name != "pragma" && !name.empty()) {
            error(where,
                  fmt::format("`#{}` is not read here; `#define NAME VALUE` and `#include` are", name));
        }
        while (!is_at_end() && peek() != '\n') {
            skip_blanks(true);
            if (!is_at_end() && peek() != '\n') ++at_;
        }
    }

    void define() {
        skip_blanks(true);
        const Token name = token();
        if (name.kind != Token::Kind::name) return error(name.at, "expected the name of a macro");
        if (peek() == '(')
            return error(name.at,
                         fmt::format("macros with parameters are not read here; write '{}' as a `__device__` "
                                     "function",
                                     name.text));
        std::vector<Token> value;
        for (skip_blanks(true); !is_at_end() && peek() != '\n'; skip_blanks(true)) {
            if (const Token next = token(); next.kind != Token::Kind::end) value.push_back(next);
        }
        macros_[name.text] = std::move(value);
    }

    void include() {
        skip_blanks(true);
        const SourcePoint where = point();
        const char close = peek() == '<' ? '>' : '"';
        if (peek() != '<' && peek() != '"')
            return error(where, "expected a file name: `#include <cuda_runtime.h>`");
        const std::size_t begin = ++at_;
        while (!is_at_end() && peek() != close && peek() != '\n') ++at_;
        const std::string_view name = text_.substr(begin, at_ - begin);
        if (std::ranges::find(kHeaders, name) == std::end(kHeaders))
            error(where,
                  fmt::format(
                      "the header '{}' is not read here; only functions of CUDA's and C's own headers are "
                      "known",
                      shown(name)));
    }

    /// With what macros stand for, in their place. Each macro is replaced once, as in C.
    void add(const Token& next, std::vector<Token>& out) {
        const auto macro = next.kind == Token::Kind::name ? macros_.find(next.text) : macros_.end();
        if (macro == macros_.end() || std::ranges::find(open_, next.text) != open_.end()) {
            out.push_back(next);
            return;
        }
        if ((expanded_ += macro->second.size()) > kMaxExpansion || open_.size() > kMaxDepth) {
            if (!is_too_long_) error(next.at, "the macros of this file stand for too many tokens");
            is_too_long_ = true;
            return;
        }
        open_.push_back(next.text);
        for (Token part : macro->second) {
            part.at = next.at;
            add(part, out);
        }
        open_.pop_back();
    }

    std::string_view text_;
    Diagnostics& errors_;
    std::size_t at_ = 0;
    std::uint32_t line_ = 1;
    std::size_t line_begin_ = 0;
    bool begins_line_ = true;
    std::vector<Token> result_;
    std::map<std::string_view, std::vector<Token>> macros_;
    std::vector<std::string_view> open_;  ///< macros that are being replaced
    std::size_t expanded_ = 0;
    bool is_too_long_ = false;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view text, Diagnostics& errors) {
    return Lexer(text, errors).read();
}

}  // namespace musimd::dsl::kernel_c
