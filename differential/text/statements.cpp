#include "differential/text/statements.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace musimd::differential::text {
namespace {

using std::literals::operator""sv;
using Form = Node::Form;

constexpr std::array kControls = {
    "if"sv,
    "while"sv,
    "for"sv,
    "switch"sv,
    "cif"sv,
    "cwhile"sv,
    "cfor"sv,
    "foreach"sv,
    "foreach_tiled"sv,
    "foreach_active"sv,
    "foreach_unique"sv,
};

Form form_of_control(std::string_view word) {
    return word == "if" || word == "cif" ? Form::branch : Form::loop;
}

}  // namespace

bool StatementReader::is_word(std::size_t i, std::string_view word) const {
    return tokens_[i].kind == Token::Kind::word && tokens_[i].text == word;
}

Node StatementReader::sequence(std::size_t begin, std::size_t end, std::size_t depth) const {
    Node node{Node::Kind::sequence, Form::plain, begin, end};
    if (depth > kDeepestNode) return node;
    for (std::size_t i = begin; i < end; i = node.children.back().end)
        node.children.push_back(statement(i, end, depth + 1));
    return node;
}

Node StatementReader::statement(std::size_t begin, std::size_t end, std::size_t depth) const {
    const Token& first = tokens_[begin];
    if (first.kind == Token::Kind::directive)
        return {Node::Kind::statement, Form::directive, begin, begin + 1};
    if (depth > kDeepestNode) return plain(begin, end, depth);
    if (first.is("{") && opens(begin, end)) {
        Node block{Node::Kind::statement, Form::block, begin, partner_[begin] + 1};
        block.children.push_back(sequence(begin + 1, partner_[begin], depth + 1));
        return block;
    }
    if (first.kind != Token::Kind::word) return plain(begin, end, depth);
    if (std::ranges::find(kControls, first.text) != kControls.end()) return controlled(begin, end, depth);
    if (first.text == "do" || first.text == "cdo") return do_loop(begin, end, depth);
    if (const std::size_t label = end_of_label(begin, end); label != begin)
        return {Node::Kind::statement, Form::label, begin, label};
    return plain(begin, end, depth);
}

// `if (c) A else B`, `for (…) A`
Node StatementReader::controlled(std::size_t begin, std::size_t end, std::size_t depth) const {
    std::size_t at = begin + 1;
    if (at < end && tokens_[at].kind == Token::Kind::word) ++at;  // if constexpr
    if (at >= end || !tokens_[at].is("(") || !opens(at, end)) return plain(begin, end, depth);
    Node node{Node::Kind::statement, form_of_control(tokens_[begin].text), begin, partner_[at] + 1};
    node.children.push_back(group(at, depth + 1));
    if (node.end >= end) return node;
    node.children.push_back(statement(node.end, end, depth + 1));
    node.end = node.children.back().end;
    if (node.form != Form::branch || node.end + 1 >= end || !is_word(node.end, "else")) return node;
    node.children.push_back(statement(node.end + 1, end, depth + 1));
    node.end = node.children.back().end;
    return node;
}

// `do A while (c);`
Node StatementReader::do_loop(std::size_t begin, std::size_t end, std::size_t depth) const {
    if (begin + 1 >= end) return plain(begin, end, depth);
    Node body = statement(begin + 1, end, depth + 1);
    const std::size_t at = body.end + 1;
    const bool is_loop = at < end && (is_word(at - 1, "while") || is_word(at - 1, "cwhile")) &&
                         tokens_[at].is("(") && opens(at, end);
    Node node{Node::Kind::statement, is_loop ? Form::loop : Form::plain, begin, body.end};
    if (!is_loop) {  // what is read is not read again: nests of it would take long
        node.children.push_back(std::move(body));
        return node;
    }
    node.end = partner_[at] + 1;
    node.children.push_back(group(at, depth + 1));
    node.children.push_back(std::move(body));
    if (node.end < end && tokens_[node.end].is(";")) ++node.end;
    return node;
}

std::size_t StatementReader::end_of_label(std::size_t begin, std::size_t end) const {
    if (begin + 1 < end && tokens_[begin + 1].is(":")) return begin + 2;
    if (!is_word(begin, "case")) return begin;
    for (std::size_t i = begin + 1; i < end && !tokens_[i].is(";") && !tokens_[i].is("{"); ++i)
        if (tokens_[i].is(":")) return i + 1;
    return begin;
}

Node StatementReader::plain(std::size_t begin, std::size_t end, std::size_t depth) const {
    Node node{Node::Kind::statement, Form::plain, begin, end};
    for (std::size_t i = begin; i < end; ++i) {
        node.end = i + 1;
        if (tokens_[i].is(";")) return node;
        if (tokens_[i].kind == Token::Kind::directive && i > begin) {
            node.end = i;
            return node;
        }
        if (!opens(i, end)) continue;
        const std::size_t open = std::exchange(i, partner_[i]);
        node.end = i + 1;
        if (depth <= kDeepestNode) node.children.push_back(group(open, depth + 1));
        if (!tokens_[open].is("{") || !ends_after_braces(open, end)) continue;
        if (node.end < end && tokens_[node.end].is(";")) ++node.end;
        return node;
    }
    return node;
}

// Whether a statement ends after these braces: not if they are an initializer or if a name is declared
// after them.
bool StatementReader::ends_after_braces(std::size_t open, std::size_t end) const {
    if (open == 0 || tokens_[open - 1].is("=")) return false;
    const std::size_t next = partner_[open] + 1;
    if (next >= end || tokens_[open - 1].is(")")) return true;
    if (tokens_[next].kind == Token::Kind::symbol)
        return tokens_[next].is(";") || tokens_[next].is("[") || tokens_[next].is("{");
    const bool is_declared = tokens_[next].kind == Token::Kind::word && next + 1 < end &&
                             (tokens_[next + 1].is(";") || tokens_[next + 1].is("[") ||
                              tokens_[next + 1].is(",") || tokens_[next + 1].is("="));
    return !is_declared;
}

bool StatementReader::has_statements(std::size_t open) const {
    bool has_comma = false;
    for (std::size_t i = open + 1; i < partner_[open]; ++i) {
        if (tokens_[i].is(";") || tokens_[i].kind == Token::Kind::directive) return true;
        if (tokens_[i].is(",")) has_comma = true;
        if (tokens_[i].is("{") && partner_[i] > i && tokens_[i - 1].is(")")) return true;
        if (partner_[i] > i) i = partner_[i];
    }
    return !has_comma;
}

Node StatementReader::group(std::size_t open, std::size_t depth) const {
    if (tokens_[open].is("{") && has_statements(open)) return sequence(open + 1, partner_[open], depth);
    return list(open + 1, partner_[open], depth);
}

// Items end at commas; those of a `for` at semicolons.
Node StatementReader::list(std::size_t begin, std::size_t end, std::size_t depth) const {
    Node node{Node::Kind::list, Form::plain, begin, end};
    if (depth > kDeepestNode) return node;
    std::size_t from = begin;
    for (std::size_t i = begin; i < end; ++i) {
        if (opens(i, end)) {
            i = partner_[i];
        } else if (tokens_[i].is(",") || tokens_[i].is(";")) {
            node.children.push_back(item(from, i, depth + 1));
            from = i + 1;
        }
    }
    if (from < end) node.children.push_back(item(from, end, depth + 1));
    return node;
}

Node StatementReader::item(std::size_t begin, std::size_t end, std::size_t depth) const {
    Node node{Node::Kind::item, Form::plain, begin, end};
    for (std::size_t i = begin; i < end && depth <= kDeepestNode; ++i) {
        if (!opens(i, end)) continue;
        node.children.push_back(group(i, depth + 1));
        i = partner_[i];
    }
    return node;
}

}  // namespace musimd::differential::text
