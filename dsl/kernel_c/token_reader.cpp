#include "dsl/kernel_c/token_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace musimd::dsl::kernel_c {
namespace {

constexpr unsigned kMaxNesting = 200;

constexpr std::string_view kKeywords[] = {
    "if",
    "else",
    "for",
    "while",
    "do",
    "break",
    "continue",
    "return",
    "switch",
    "case",
    "default",
    "goto",
    "sizeof",
    "const",
    "static",
    "volatile",
    "inline",
    "extern",
    "struct",
    "class",
    "union",
    "enum",
    "typedef",
    "using",
    "new",
    "delete",
    "template",
    "typename",
    "namespace",
    "operator",
    "this",
    "true",
    "false",
    "auto",
    "try",
    "catch",
    "throw",
    "register",
    "constexpr",
    "everywhere",
    "everywhere_from",
    "nullptr",
};

}  // namespace

bool is_keyword(std::string_view word) {
    return std::ranges::find(kKeywords, word) != std::end(kKeywords) ||
           TypeParser::begins_type({.kind = Token::Kind::name, .text = word});
}

const Token& TokenReader::take() {
    const Token& taken = peek();
    if (!has_failed_ && !is_last()) ++at_;
    return taken;
}

bool TokenReader::accept(std::string_view word) {
    if (!is(word)) return false;
    take();
    return true;
}

void TokenReader::expect(std::string_view word, std::string_view what) {
    if (has_failed_ || accept(word)) return;
    if (word != ";" || at_ == 0) return fail_expecting(what);
    // What is missing is missed after the token before.
    const Token& before = tokens_[at_ - 1];
    const auto length = static_cast<std::uint32_t>(before.text.size());
    fail_at({before.at.line, before.at.column + length}, fmt::format("expected {}", what));
    has_failed_ = before.at.line == tokens_[at_].at.line;  // else as if it were there
}

std::string TokenReader::take_name(std::string_view what) {
    if (peek().kind != Token::Kind::name || is_keyword(peek().text)) {
        fail_expecting(what);
        return {};
    }
    return std::string(take().text);
}

std::string TokenReader::found() const {
    return is_at_end() ? "the end of the file" : fmt::format("'{}'", shown(peek().text, 20));
}

void TokenReader::fail_expecting(std::string_view what) {
    fail(fmt::format("expected {}, found {}", what, found()));
}

void TokenReader::fail_at(SourcePoint at, std::string message) {
    if (has_failed_) return;
    errors_.error(at.line, at.column - 1, std::move(message));
    has_failed_ = true;
}

/// From `{` on.
void TokenReader::skip_braces() {
    unsigned open = 0;
    while (!is_last()) {
        const std::string_view word = tokens_[at_].text;
        if (word == "{") ++open;
        if (word == "}" && --open == 0) break;
        ++at_;
    }
    if (!is_last()) ++at_;
}

void TokenReader::skip_statement() {
    has_failed_ = false;
    while (!is_last() && tokens_[at_].text != "}") {
        const std::string_view word = tokens_[at_].text;
        if (word != "{" && word != ";") {
            ++at_;
            continue;
        }
        if (word == "{")
            skip_braces();
        else
            ++at_;
        if (tokens_[at_].text != "else") return;
    }
}

void TokenReader::skip_definition() {
    has_failed_ = false;
    while (!is_last()) {
        const std::string_view word = tokens_[at_].text;
        if (word == "{") return skip_braces();
        ++at_;
        if (word == ";") return;
    }
}

TokenReader::Nested::Nested(TokenReader& in) : in_(in) {
    if (++in_.depth_ > kMaxNesting) in_.fail(fmt::format("more than {} nested parts", kMaxNesting));
}

}  // namespace musimd::dsl::kernel_c
