#include <fmt/format.h>

#include <algorithm>

#include "dsl/kernel_c/token_reader.hpp"

namespace musimd::dsl::kernel_c {
namespace {

constexpr unsigned kMaxOperators = 256;

struct Operator {
    std::string_view text;
    int precedence;
};

// The higher, the tighter.
constexpr Operator kBinary[] = {{"||", 1}, {"&&", 2}, {"|", 3}, {"^", 4},  {"&", 5},  {"==", 6},
                                {"!=", 6}, {"<", 7},  {">", 7}, {"<=", 7}, {">=", 7}, {"<<", 8},
                                {">>", 8}, {"+", 9},  {"-", 9}, {"*", 10}, {"/", 10}, {"%", 10}};

constexpr std::string_view kAssigning[] = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
constexpr std::string_view kUnary[] = {"+", "-", "!", "~", "*", "&", "++", "--"};

const Operator* binary_operator(const Token& token) {
    const auto* row = std::ranges::find(kBinary, token.text, &Operator::text);
    return token.kind != Token::Kind::symbol || row == std::end(kBinary) ? nullptr : row;
}

template <std::size_t N>
bool is_one_of(const Token& token, const std::string_view (&words)[N]) {
    return token.kind == Token::Kind::symbol && std::ranges::find(words, token.text) != std::end(words);
}

}  // namespace

NodePtr ExpressionParser::new_node(Node::Kind kind, SourcePoint at, std::string_view text) {
    auto result = std::make_unique<Node>();
    result->kind = kind;
    result->text = text;
    result->begin = result->at = at;
    return result;
}

/// A chain of operators is as deep as it is long.
void ExpressionParser::add_part(Node& whole, NodePtr part) {
    whole.depth = std::max(whole.depth, part->depth + 1);
    whole.parts.push_back(std::move(part));
    if (whole.depth > kMaxOperators)
        in_.fail_at(whole.at,
                    fmt::format("more than {} nested operators; assign parts to variables", kMaxOperators));
}

NodePtr ExpressionParser::joined(Node::Kind kind, NodePtr left, const Token& by, NodePtr right) {
    if (left == nullptr || right == nullptr) return nullptr;
    NodePtr result = new_node(kind, by.at, by.text);
    result->begin = left->begin;
    add_part(*result, std::move(left));
    add_part(*result, std::move(right));
    return result;
}

NodePtr ExpressionParser::expression() {
    NodePtr result = assignment();
    while (in_.is(",")) {
        const Token by = in_.take();
        result = joined(Node::Kind::binary, std::move(result), by, assignment());
    }
    return result;
}

NodePtr ExpressionParser::assignment() {
    const TokenReader::Nested nested(in_);
    NodePtr left = choice();
    if (!is_one_of(in_.peek(), kAssigning)) return left;
    const Token by = in_.take();
    return joined(Node::Kind::assign, std::move(left), by, assignment());
}

NodePtr ExpressionParser::choice() {
    NodePtr test = binary(1);
    if (!in_.is("?")) return test;
    const Token by = in_.take();
    NodePtr first = expression();
    in_.expect(":", "`:` and the other value");
    NodePtr second = assignment();
    NodePtr result = joined(Node::Kind::choice, std::move(test), by, std::move(first));
    if (result == nullptr || second == nullptr) return nullptr;
    add_part(*result, std::move(second));
    return result;
}

NodePtr ExpressionParser::binary(int least) {
    NodePtr left = unary();
    for (const Operator* row = binary_operator(in_.peek()); row != nullptr && row->precedence >= least;
         row = binary_operator(in_.peek())) {
        const Token by = in_.take();
        left = joined(Node::Kind::binary, std::move(left), by, binary(row->precedence + 1));
    }
    return left;
}

NodePtr ExpressionParser::unary() {
    const TokenReader::Nested nested(in_);
    if (is_one_of(in_.peek(), kUnary)) {
        const Token by = in_.take();
        NodePtr operand = unary();
        if (operand == nullptr) return nullptr;
        NodePtr result = new_node(Node::Kind::unary, by.at, by.text);
        add_part(*result, std::move(operand));
        return result;
    }
    if (in_.is("sizeof")) {
        NodePtr result = new_node(Node::Kind::size, in_.take().at, "sizeof");
        in_.expect("(", "`(` and a type");
        if (!types_.begins()) in_.fail_expecting("a type: sizeof(int)");
        result->type = types_.whole();
        in_.expect(")", "`)` after the type");
        return result;
    }
    if (in_.is("(") && TypeParser::begins_type(in_.next())) return cast(in_.take().at);
    return postfix();
}

/// After its `(`.
NodePtr ExpressionParser::cast(SourcePoint begin) {
    NodePtr result = new_node(Node::Kind::cast, begin, "");
    result->type = types_.whole();
    in_.expect(")", "`)` after the type");
    NodePtr operand = unary();
    if (operand == nullptr) return nullptr;
    add_part(*result, std::move(operand));
    return result;
}

/// `static_cast<float>(x)` and `float(x)`.
NodePtr ExpressionParser::cast_by_name() {
    NodePtr result = new_node(Node::Kind::cast, in_.peek().at, "");
    const bool is_keyword = in_.accept("static_cast");
    if (is_keyword) in_.expect("<", "`<` and a type: static_cast<float>(x)");
    result->type = is_keyword ? types_.whole() : types_.number();
    if (is_keyword) in_.expect(">", "`>` after the type");
    in_.expect("(", "`(` and a value");
    NodePtr operand = expression();
    in_.expect(")", "`)` after the value");
    if (operand == nullptr) return nullptr;
    add_part(*result, std::move(operand));
    return result;
}

NodePtr ExpressionParser::postfix() {
    NodePtr result = primary();
    while (result != nullptr && !in_.has_failed()) {
        if (in_.is("[")) {
            const Token by = in_.take();
            NodePtr index = expression();
            in_.expect("]", "`]` after the index");
            result = joined(Node::Kind::subscript, std::move(result), by, std::move(index));
            if (result != nullptr) result->at = result->begin;
        } else if (in_.is(".")) {
            in_.take();
            NodePtr member = new_node(Node::Kind::member, result->begin, in_.peek().text);
            in_.take_name("the name of a member");
            add_part(*member, std::move(result));
            result = std::move(member);
        } else if (in_.is("(")) {
            result = call(std::move(result));
        } else if (in_.is("++") || in_.is("--")) {
            const Token by = in_.take();
            NodePtr whole = new_node(Node::Kind::postfix, by.at, by.text);
            whole->begin = result->begin;
            add_part(*whole, std::move(result));
            result = std::move(whole);
        } else if (in_.is("<<<")) {
            in_.fail(
                "a kernel cannot be launched here; name it with --kernel, and the grid with --grid and "
                "--block");
        } else if (in_.is("->") || in_.is("::")) {
            in_.fail(fmt::format("`{}` is not read here; structures and classes are not", in_.peek().text));
        } else {
            return result;
        }
    }
    return in_.has_failed() ? nullptr : std::move(result);
}

NodePtr ExpressionParser::call(NodePtr callee) {
    if (callee->kind != Node::Kind::name) {
        in_.fail("expected an operator: only a name can be called");
        return nullptr;
    }
    NodePtr result = new_node(Node::Kind::call, callee->at, callee->text);
    in_.take();
    while (!in_.is(")") && !in_.has_failed()) {
        NodePtr argument = assignment();
        if (argument == nullptr) return nullptr;
        add_part(*result, std::move(argument));
        if (!in_.accept(",")) break;
    }
    in_.expect(")", "`,` or `)` after the argument");
    return result;
}

NodePtr ExpressionParser::primary() {
    const Token& token = in_.peek();
    switch (token.kind) {
        case Token::Kind::integer:
            in_.take();
            return new_node(Node::Kind::integer, token.at, token.text);
        case Token::Kind::floating:
            in_.take();
            return new_node(Node::Kind::floating, token.at, token.text);
        case Token::Kind::character:
            in_.take();
            return new_node(Node::Kind::character, token.at, token.text);
        case Token::Kind::text:
            return text();
        case Token::Kind::name:
            return name();
        case Token::Kind::symbol:
        case Token::Kind::end:
            break;
    }
    if (in_.accept("(")) {
        const SourcePoint begin = token.at;
        NodePtr result = expression();
        in_.expect(")", "`)`");
        if (result != nullptr) result->begin = begin;
        return result;
    }
    in_.fail_expecting("an expression");
    return nullptr;
}

NodePtr ExpressionParser::name() {
    const Token& token = in_.peek();
    if (token.text == "true" || token.text == "false")
        return new_node(Node::Kind::truth, in_.take().at, token.text);
    if (token.text == "static_cast" || TypeParser::begins_type(token)) return cast_by_name();
    if (token.text == "reinterpret_cast" || token.text == "const_cast") {
        in_.fail(fmt::format("`{}` is not read here; `__float_as_int` and the like give the bits of a number",
                             token.text));
        return nullptr;
    }
    if (is_keyword(token.text)) {
        in_.fail_expecting("an expression");
        return nullptr;
    }
    return new_node(Node::Kind::name, in_.take().at, token.text);
}

/// Texts that follow each other are one.
NodePtr ExpressionParser::text() {
    NodePtr result = new_node(Node::Kind::text, in_.peek().at, "");
    while (in_.peek().kind == Token::Kind::text) {
        const std::string_view part = in_.take().text;
        result->text += part.substr(1, part.size() - 2);
    }
    return result;
}

}  // namespace musimd::dsl::kernel_c
