#include "differential/cuda/printer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace musimd::differential::cuda {
namespace {

using Kind = Statement::Kind;

std::string float_literal(double value, std::string_view suffix) {
    return fmt::format("{}{}{}", value, value == std::floor(value) && std::fabs(value) < 1e15 ? ".0" : "",
                       suffix);
}

std::string in_brackets(const std::string& text) {
    return text.starts_with('-') ? "(" + text + ")" : text;
}

/// How an operation on operands in brackets is written; empty for what is written another way.
std::string_view pattern_of(Op op) {
    constexpr std::pair<Op, std::string_view> kPatterns[] = {
        {Op::add, "({} + {})"},
        {Op::sub, "({} - {})"},
        {Op::mul, "({} * {})"},
        {Op::div, "({} / {})"},
        {Op::rem, "({} % {})"},
        {Op::andb, "({} & {})"},
        {Op::orb, "({} | {})"},
        {Op::xorb, "({} ^ {})"},
        {Op::notb, "~{}"},
        {Op::shl, "({} << {})"},
        {Op::shr, "({} >> {})"},
        {Op::neg, "(-{})"},
        {Op::lt, "(int)({} < {})"},
        {Op::le, "(int)({} <= {})"},
        {Op::eq, "(int)({} == {})"},
        {Op::ne, "(int)({} != {})"},
        {Op::both, "(int)({} && {})"},
        {Op::either, "(int)({} || {})"},
        {Op::choose, "({} != 0 ? {} : {})"},
    };
    const auto found = std::ranges::find(kPatterns, op, &std::pair<Op, std::string_view>::first);
    return found == std::end(kPatterns) ? "" : found->second;
}

}  // namespace

std::string SourcePrinter::print() {
    before_head();
    line(head());
    depth_ = 1;
    declarations();
    block(kernel_.body);
    depth_ = 0;
    line("}");
    return std::move(text_);
}

std::string SourcePrinter::literal_text(const Node& e) const {
    const Value word = word_of_pattern(e.bits, e.type);
    switch (e.type) {
        case Type::u32:
            return fmt::format("{}u", e.bits);
        case Type::i64:
            return word == INT64_MIN ? fmt::format("(-9223372036854775807{} - 1)", suffix(e.type))
                                     : fmt::format("{}{}", word, suffix(e.type));
        case Type::u64:
            return fmt::format("{}{}", e.bits, suffix(e.type));
        case Type::f32:
            return float_literal(
                static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(e.bits))), "f");
        case Type::f64:
            return float_literal(std::bit_cast<double>(e.bits), "");
        case Type::i32:
            return word == INT32_MIN ? "(-2147483647 - 1)" : std::to_string(word);
        case Type::i8:
        case Type::i16:
        case Type::u8:
        case Type::u16:
        case Type::f16:
            break;
    }
    return std::to_string(word);
}

std::string SourcePrinter::expression(const Expr& e) const {
    const auto operand = [&](std::size_t i) {
        return i < e->operands.size() ? in_brackets(expression(e->operands[i])) : "";
    };
    if (const std::string_view pattern = pattern_of(e->op); !pattern.empty())
        return fmt::format(fmt::runtime(pattern), operand(0), operand(1), operand(2));
    if (e->op == Op::literal) return literal_text(*e);
    if (e->op == Op::variable) return fmt::format("v{}", e->id);
    if (e->op == Op::size) return "n";
    if (e->op == Op::convert) return fmt::format("({}){}", type_name(e->type), operand(0));
    if (e->op == Op::place) return place_text(static_cast<ThreadIndex>(e->id));
    if (e->op == Op::element) {
        const Array& array = kernel_.arrays[e->id];
        return fmt::format("{}{}[{}]", array.type == e->type ? "" : fmt::format("({})", type_name(e->type)),
                           array.name, expression(e->operands[0]));
    }
    return called(*e);
}

std::string SourcePrinter::call(std::string_view name, const Node& e) const {
    std::string text = std::string(name) + "(";
    for (std::size_t i = 0; i < e.operands.size(); ++i)
        text += (i == 0 ? "" : ", ") + expression(e.operands[i]);
    return text + ")";
}

std::string SourcePrinter::element(const Statement& s) const {
    return fmt::format("{}[{}]", kernel_.arrays[s.array].name, expression(s.index));
}

std::string SourcePrinter::declared(const Statement& s) const {
    return fmt::format("{} v{} = ", type_name(kernel_.variables[s.variable]), s.variable);
}

void SourcePrinter::nested(const std::string& before, const Block& body) {
    line(before + " {");
    ++depth_;
    block(body);
    --depth_;
}

void SourcePrinter::block(const Block& statements) {
    for (const Statement& s : statements) statement(s);
}

void SourcePrinter::statement(const Statement& s) {
    switch (s.kind) {
        case Kind::declare:
            return line(declared(s) + expression(s.value) + ";");
        case Kind::set:
            return line(fmt::format("v{} = {};", s.variable, expression(s.value)));
        case Kind::store:
            return line(fmt::format("{} = {};", element(s), expression(s.value)));
        case Kind::barrier:
            return barrier(s);
        case Kind::syncwarp:
            return syncwarp(s);
        case Kind::collective:
            return collective(s);
        case Kind::atomic:
            return atomic(s);
        case Kind::if_:
            nested(fmt::format("if ({} != 0)", in_brackets(expression(s.value))), s.body);
            if (!s.otherwise.empty()) nested("} else", s.otherwise);
            return line("}");
        case Kind::for_:
            nested(fmt::format("for (int v{0} = 0; v{0} < {1}; v{0}++)", s.variable, expression(s.value)),
                   s.body);
            return line("}");
        case Kind::break_:
            return line("break;");
        case Kind::continue_:
            return line("continue;");
        case Kind::return_:
            return line("return;");
    }
}

}  // namespace musimd::differential::cuda
