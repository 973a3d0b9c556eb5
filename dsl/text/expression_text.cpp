#include "dsl/text/expression_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace musimd::dsl {
namespace {

using Kind = Expression::Kind;

std::string_view operator_of(Function f) {
    switch (f) {
        case Function::add:
            return "+";
        case Function::sub:
        case Function::neg:
            return "-";
        case Function::mul:
            return "*";
        case Function::div:
            return "/";
        case Function::andb:
            return "&";
        case Function::orb:
            return "|";
        case Function::xorb:
            return "^";
        case Function::notb:
            return "~";
        case Function::eq:
            return "==";
        case Function::ne:
            return "!=";
        case Function::lt:
            return "<";
        case Function::le:
            return "<=";
        case Function::gt:
            return ">";
        case Function::ge:
            return ">=";
        case Function::andl:
            return "&&";
        case Function::orl:
            return "||";
        case Function::notl:
            return "!";
        case Function::shl:
            return "<<";
        case Function::shr:
        case Function::shra:
            return ">>";
        default:
            return {};
    }
}

bool is_infix(const Expression& e) {
    return e.kind == Kind::apply && e.infix && !operator_of(e.function).empty();
}

bool all_literals(const Expression& apply) {
    return std::ranges::all_of(apply.operands, [](const Expr& o) { return o->kind == Kind::literal; });
}

// ---- literals

std::string integer_text(Value value, Type type) {
    const int width = width_of(type);
    const std::string_view suffix = width == 64 ? "ll" : "";
    // The smallest integer has no literal.
    if (width >= 32 && value == static_cast<Value>(Word{width}.min())) {
        return fmt::format("({})({}{} - 1)", to_string(type), value + 1, suffix);
    }
    return fmt::format("({}){}{}", to_string(type), value, suffix);
}

std::string float_text(double value, bool single) {
    std::string digits = single ? fmt::format("{}", static_cast<float>(value)) : fmt::format("{}", value);
    if (digits.find_first_of(".e") == std::string::npos) digits += ".0";
    return single ? digits + "f" : digits;
}

double half(std::uint64_t bits) {
    const auto exponent = static_cast<int>(bits >> 10 & 31);
    const auto fraction = static_cast<double>(bits & 1023);
    const double magnitude =
        exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
    return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

/// NaNs and infinities: all bits of the exponent are 1.
bool has_no_number(std::uint64_t bits, Type type) {
    const int fraction = type == Type::f16 ? 10 : type == Type::f32 ? 23 : 52;
    const std::uint64_t ones = (std::uint64_t{1} << (width_of(type) - 1 - fraction)) - 1;
    return (bits >> fraction & ones) == ones;
}

std::string unsigned_text(std::uint64_t bits, int width) {
    return fmt::format("(u{}){}{}", width, bits, width == 64 ? "ull" : "u");
}

}  // namespace

std::string_view keyword_of(ValueType type) {
    if (type.condition) return "k_bool";
    constexpr std::string_view kKeywords[] = {"k_int", "k_uint", "k_float"};
    return kKeywords[static_cast<std::size_t>(kind_of(type.type))];
}

std::string literal_text(const Expression& literal) {
    if (literal.type.condition) return fmt::format("k_bool({})", literal.bits);
    const Type type = literal.type.type;
    if (is_unsigned_integer(type)) return unsigned_text(literal.bits, width_of(type));
    if (!is_float(type)) return integer_text(word_of_pattern(literal.bits, type), type);
    if (has_no_number(literal.bits, type)) {
        return fmt::format("k_reinterpret(k_float, {})", unsigned_text(literal.bits, width_of(type)));
    }
    if (type == Type::f16) return fmt::format("k_f32_to_f16({})", float_text(half(literal.bits), true));
    if (type == Type::f64) return float_text(std::bit_cast<double>(literal.bits), false);
    const auto single = std::bit_cast<float>(static_cast<std::uint32_t>(literal.bits));
    return float_text(static_cast<double>(single), true);
}

// ---- expressions

std::string ExpressionText::element(const ElementRef& element) {
    named_.buffers.insert(element.buffer);
    const std::string& name = kernel_.buffers[element.buffer].name;
    if (element.offset == 0) return name;
    return fmt::format("({} {} {})", name, element.offset < 0 ? '-' : '+',
                       element.offset < 0 ? -element.offset : element.offset);
}

std::string ExpressionText::literal(const Expression& e) {
    if (!e.scalar) return literal_text(e);
    named_.scalars.insert(*e.scalar);
    return kernel_.scalars[*e.scalar].name;
}

std::string ExpressionText::count(const Expression& e) {
    return e.scalar ? literal(e) : fmt::format("{}", word_of_pattern(e.bits, Type::i32));
}

std::string ExpressionText::lane_value(const Expr& e) {
    if (e->type.condition) return e->kind == Kind::apply ? fmt::format("k_to_bool({})", text(e)) : text(e);
    return e->kind == Kind::literal ? operand(*e, true) : text(e);
}

std::string ExpressionText::text(const Expression& e, bool in_operator) {
    switch (e.kind) {
        case Kind::literal:
            return literal(e);
        case Kind::variable:
            return name_of_(e.variable);
        case Kind::load:
            return fmt::format("{}({})", e.unmasked ? "k_unmasked_load" : "k_load", element(e.element));
        case Kind::apply:
            return apply(e, in_operator);
        case Kind::element:
            break;  // the DSL has no name for it
    }
    return {};
}

std::string ExpressionText::apply(const Expression& e, bool in_operator) {
    if (is_infix(e)) return infix(e, in_operator);
    std::string call = fmt::format("k_{}(", info(e.function).name);
    const bool named = info(e.function).result == 't' && e.function != Function::f32_to_f16 &&
                       e.function != Function::f16_to_f32;
    if (named) call += fmt::format("{}, ", keyword_of(e.type));
    for (std::size_t i = 0; i < e.operands.size(); ++i) {
        if (i > 0) call += ", ";
        const bool is_count = info(e.function).operands[i] == 's';
        call += is_count ? count(*e.operands[i]) : argument(e, i);
    }
    return call + ")";
}

// If all operands are uniform, one is made to differ between lanes, so that the lane function is chosen.
// Operands that C++ promotes to int are cast back, because functions are chosen by type.
std::string ExpressionText::argument(const Expression& e, std::size_t i) {
    const Expression& operand = *e.operands[i];
    if (operand.type.condition) return text(operand, false);
    if (operand.kind == Kind::literal) {
        return i == 0 && all_literals(e) ? this->operand(operand, true) : text(operand, false);
    }
    const bool promoted =
        is_infix(operand) && !is_float(operand.type.type) && width_of(operand.type.type) < 32;
    return promoted ? fmt::format("{}({})", keyword_of(operand.type), text(operand, false))
                    : text(operand, false);
}

// An operator with only uniform operands would be C++'s own, so one of them is made to differ between lanes.
std::string ExpressionText::infix(const Expression& e, bool in_operator) {
    const std::string_view sign = operator_of(e.function);
    std::string source;
    if (e.operands.size() == 1) {
        source = fmt::format("{}{}", sign, operand(*e.operands[0], true));
    } else if (info(e.function).operands[1] == 's') {
        source = fmt::format("{} {} {}", operand(*e.operands[0], true), sign, count(*e.operands[1]));
    } else {
        source = fmt::format("{} {} {}", operand(*e.operands[0], all_literals(e)), sign,
                             operand(*e.operands[1], false));
    }
    return in_operator ? "(" + source + ")" : source;
}

// Conditions on different number types have different types: operators take them as k_bool.
std::string ExpressionText::operand(const Expression& e, bool lane) {
    if (e.type.condition && e.kind == Kind::apply && e.function != Function::to_bool) {
        return fmt::format("k_to_bool({})", text(e, false));
    }
    if (lane && e.kind == Kind::literal && !e.type.condition) {
        return fmt::format("{}({})", keyword_of(e.type), literal(e));
    }
    return text(e, true);
}

}  // namespace musimd::dsl
