#include "dsl/openmp/c_expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>

namespace musimd::dsl::openmp {
namespace {

using Kind = Expression::Kind;

struct Operator {
    Function function;
    std::string_view text;
};

constexpr Operator kBetween[] = {
    {Function::add, "+"},   {Function::sub, "-"},   {Function::mul, "*"},  {Function::div, "/"},
    {Function::rem, "%"},   {Function::andb, "&"},  {Function::orb, "|"},  {Function::xorb, "^"},
    {Function::eq, "=="},   {Function::ne, "!="},   {Function::lt, "<"},   {Function::le, "<="},
    {Function::gt, ">"},    {Function::ge, ">="},   {Function::shl, "<<"}, {Function::shr, ">>"},
    {Function::shra, ">>"}, {Function::andl, "&&"}, {Function::orl, "||"}, {Function::xorl, "!="},
};

constexpr Operator kBefore[] = {
    {Function::neg, "-"}, {Function::notb, "~"}, {Function::notl, "!"}, {Function::to_bool, ""}};

constexpr Operator kLibrary[] = {
#define MUSIMD_C_MATH(name, function, operands) {Function::function, #name},
#include "dsl/openmp/math.def"
};

template <std::size_t N>
std::optional<std::string_view> text_in(const Operator (&table)[N], Function function) {
    const auto* const found = std::ranges::find(table, function, &Operator::function);
    return found == std::end(table) ? std::nullopt : std::optional(found->text);
}

double number_of_half(std::uint64_t pattern) {
    const auto exponent = static_cast<int>(pattern >> 10 & 0x1f);
    const auto fraction = static_cast<double>(pattern & 0x3ff);
    const double sign = (pattern & 0x8000) != 0 ? -1 : 1;
    if (exponent == 0x1f)
        return fraction == 0 ? sign * std::numeric_limits<double>::infinity()
                             : std::copysign(std::nan(""), sign);
    return exponent == 0 ? sign * std::ldexp(fraction, -24)
                         : sign * std::ldexp(fraction + 1024, exponent - 25);
}

double number_of(std::uint64_t pattern, Type type) {
    if (type == Type::f16) return number_of_half(pattern);
    if (type == Type::f64) return std::bit_cast<double>(pattern);
    return std::bit_cast<float>(static_cast<std::uint32_t>(pattern));
}

std::string float_literal(std::uint64_t pattern, Type type) {
    if (type == Type::f16) {
        const double number = number_of_half(pattern);
        const auto of_float = std::bit_cast<std::uint32_t>(static_cast<float>(number));
        return "(_Float16)" + float_literal(of_float, Type::f32);
    }
    const std::string_view suffix = type == Type::f32 ? "f" : "";
    const double number = number_of(pattern, type);
    const std::string_view sign = std::signbit(number) ? "-" : "";
    if (std::isnan(number)) return fmt::format("{}__builtin_nan{}(\"\")", sign, suffix);
    if (std::isinf(number)) return fmt::format("{}__builtin_inf{}()", sign, suffix);
    const double magnitude = std::fabs(number);
    if (magnitude < 1e6 && magnitude == std::floor(magnitude))
        return fmt::format("{}{:.1f}{}", sign, magnitude, suffix);
    return fmt::format("{}{:a}{}", sign, magnitude, suffix);
}

std::string integer_literal(std::uint64_t pattern, Type type) {
    const Value value = word_of_pattern(pattern, type);
    if (type == Type::u32) return fmt::format("{}u", pattern);
    if (type == Type::u64) return fmt::format("{}ul", pattern);
    const std::string_view suffix = type == Type::i64 ? "l" : "";
    if (width_of(type) < 32)
        return fmt::format("({}){}", c_type(type),
                           is_unsigned_integer(type) ? static_cast<Value>(pattern) : value);
    // The smallest integer has no literal.
    const bool smallest = pattern == std::uint64_t{1} << (width_of(type) - 1);
    return smallest ? fmt::format("({}{} - 1)", value + 1, suffix) : fmt::format("{}{}", value, suffix);
}

bool is_call(const Expression& e) {
    constexpr Function kOthers[] = {Function::cvt, Function::to_number, Function::select};
    const bool compared =
        (e.function == Function::min || e.function == Function::max) && !is_float(e.type.type);
    return !compared && std::ranges::find(kOthers, e.function) == std::end(kOthers) &&
           !text_in(kBetween, e.function) && !text_in(kBefore, e.function);
}

class Text {
  public:
    explicit Text(const CNames& names) : names_(names) {}

    std::string of(const Expr& e) const {
        switch (e->kind) {
            case Kind::literal:
                return c_literal(*e);
            case Kind::variable:
                return names_.variable(e->variable);
            case Kind::load: {
                const std::string index = e->operands.empty() ? names_.element() : of(e->operands.front());
                return fmt::format("{}[{}]", names_.buffer(e->element.buffer), index);
            }
            case Kind::element:
                return names_.element();
            case Kind::apply:
                return apply(*e);
        }
        return {};
    }

  private:
    /// In parentheses, if it is more than a name, a number, an access or a call.
    std::string operand(const Expr& e) const {
        const std::string text = of(e);
        const bool whole = e->kind == Kind::variable || e->kind == Kind::load || e->kind == Kind::element ||
                           (e->kind == Kind::literal && text.find_first_of("-( ") == std::string::npos) ||
                           (e->kind == Kind::apply && is_call(*e));
        return whole ? text : "(" + text + ")";
    }

    std::string apply(const Expression& e) const {
        const Type type = e.type.type;
        const Expr& first = e.operands.front();
        if (e.function == Function::cvt) return fmt::format("({}){}", c_type(type), operand(first));
        if (e.function == Function::to_number)
            return type == Type::i32
                       ? operand(first)
                       : fmt::format("({}){}", type == Type::u8 ? "_Bool" : c_type(type), operand(first));
        if (e.function == Function::select)
            return fmt::format("{} ? {} : {}", operand(first), operand(e.operands[1]),
                               operand(e.operands[2]));
        const auto two = text_in(kBetween, e.function);
        // Compilers keep more than a _Float16 has, up to the next conversion.
        if (two && !e.type.condition && type == Type::f16)
            return fmt::format("(_Float16)({})", between(e, *two));
        if (two) return between(e, *two);
        if (const auto one = text_in(kBefore, e.function)) return fmt::format("{}{}", *one, operand(first));
        return call(e);
    }

    std::string between(const Expression& e, std::string_view text) const {
        const Expr& first = e.operands[0];
        const Expr& second = e.operands[1];
        const Type type = first->type.type;
        const bool other_shift = (e.function == Function::shr && is_signed_integer(type)) ||
                                 (e.function == Function::shra && is_unsigned_integer(type));
        if (other_shift) {
            const TypeKind kind =
                is_signed_integer(type) ? TypeKind::unsigned_integer : TypeKind::signed_integer;
            return fmt::format("({})(({}){} >> {})", c_type(type), c_type(*type_of(kind, width_of(type))),
                               operand(first), operand(second));
        }
        return fmt::format("{} {} {}", operand(first), text, operand(second));
    }

    std::string call(const Expression& e) const {
        const Type type = e.type.type;
        if (e.function == Function::abs && !is_float(type))
            return fmt::format("__builtin_{}abs({})", type == Type::i64 ? "l" : "", of(e.operands.front()));
        if ((e.function == Function::min || e.function == Function::max) && !is_float(type)) {
            const std::string a = operand(e.operands[0]);
            const std::string b = operand(e.operands[1]);
            return fmt::format("{} {} {} ? {} : {}", a, e.function == Function::min ? "<" : ">", b, a, b);
        }
        // Functions that are not of C are those of the DSL.
        const auto name = text_in(kLibrary, e.function);
        std::string text =
            fmt::format("{}{}{}(", name ? "__builtin_" : "k_", name.value_or(info(e.function).name),
                        name && type == Type::f32 ? "f" : "");
        for (std::size_t i = 0; i < e.operands.size(); ++i) text += (i == 0 ? "" : ", ") + of(e.operands[i]);
        return (type == Type::f16 && !e.type.condition ? "(_Float16)" : "") + text + ")";
    }

    const CNames& names_;
};

}  // namespace

std::string_view c_type(Type type) {
    constexpr std::string_view kNames[] = {"signed char",   "short",          "int",          "long",
                                           "unsigned char", "unsigned short", "unsigned int", "unsigned long",
                                           "_Float16",      "float",          "double"};
    return kNames[static_cast<std::size_t>(type)];
}

std::string_view c_type(ValueType type) {
    return type.condition ? "_Bool" : c_type(type.type);
}

std::string c_literal(const Expression& literal) {
    if (literal.type.condition) return literal.bits != 0 ? "1" : "0";
    const Type type = literal.type.type;
    return is_float(type) ? float_literal(literal.bits, type) : integer_literal(literal.bits, type);
}

std::string c_expression(const Expr& e, const CNames& names) {
    return Text(names).of(e);
}

}  // namespace musimd::dsl::openmp
