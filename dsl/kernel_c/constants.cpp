#include "dsl/kernel_c/constants.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "dsl/trees.hpp"
#include "isa/word.hpp"

namespace musimd::dsl::kernel_c {
namespace {

Value number(Type type, std::uint64_t bits, SourcePoint at) {
    return {.e = literal(type, bits, at), .type = {.number = type}};
}

Value of_float(float x, SourcePoint at) {
    return number(Type::f32, std::bit_cast<std::uint32_t>(x), at);
}

Value of_double(double x, SourcePoint at) {
    return number(Type::f64, std::bit_cast<std::uint64_t>(x), at);
}

std::string without_quotes(std::string_view spelling) {
    std::string text(spelling);
    std::erase(text, '\'');
    return text;
}

/// By the suffix and the size, as C++ has it.
std::optional<Type> type_of_integer(Integer value, bool is_decimal, bool is_unsigned, bool is_long) {
    const auto fits = [&](Type type) {
        const int bits = width_of(type) - (is_signed_integer(type) ? 1 : 0);
        return value < (Integer{1} << bits);
    };
    if (!is_unsigned && !is_long && fits(Type::i32)) return Type::i32;
    if (!is_long && (is_unsigned || !is_decimal) && fits(Type::u32)) return Type::u32;
    if (!is_unsigned && fits(Type::i64)) return Type::i64;
    if ((is_unsigned || !is_decimal) && fits(Type::u64)) return Type::u64;
    return std::nullopt;
}

int digit_of(char c) {
    if ('0' <= c && c <= '9') return c - '0';
    const char lower = static_cast<char>(c | 0x20);
    return 'a' <= lower && lower <= 'f' ? lower - 'a' + 10 : 99;
}

/// `code` gets the error; it may be null.
Value integer(const Node& node, Code* code) {
    std::string digits = without_quotes(node.text);
    std::string suffix;
    while (!digits.empty() && std::string_view("uUlL").find(digits.back()) != std::string_view::npos) {
        suffix += static_cast<char>(digits.back() | 0x20);
        digits.pop_back();
    }
    unsigned base = 10;
    const auto starts = [&](std::string_view prefix) { return digits.starts_with(prefix); };
    if (starts("0x") || starts("0X")) base = 16;
    if (starts("0b") || starts("0B")) base = 2;
    if (base != 10)
        digits.erase(0, 2);
    else if (digits.size() > 1 && digits.front() == '0')
        base = 8;
    Integer value = 0;
    bool is_right = !digits.empty() && digits.size() < 70;
    for (const char c : digits) {
        is_right = is_right && digit_of(c) < static_cast<int>(base);
        if (is_right && value >> 100 == 0) value = value * base + digit_of(c);
    }
    const bool is_unsigned = suffix.find('u') != std::string::npos;
    const bool is_long = suffix.find('l') != std::string::npos;
    const auto type = type_of_integer(value, base == 10, is_unsigned, is_long);
    if (!is_right || !type || suffix.size() > 3) {
        if (code != nullptr)
            code->error(node.at, fmt::format("'{}' is {}", shown(node.text, 20),
                                             is_right ? "larger than any integer of C++" : "not a number"));
        return {};
    }
    return number(*type, static_cast<std::uint64_t>(value), node.at);
}

Value floating(const Node& node, Code& code) {
    std::string text = without_quotes(node.text);
    const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
    const bool is_float =
        (text.ends_with('f') || text.ends_with('F')) && (!is_hex || text.find_first_of("pP") != text.npos);
    if (is_float) text.pop_back();
    char* end = nullptr;
    const float small = is_float ? std::strtof(text.c_str(), &end) : 0;
    const double large = is_float ? 0 : std::strtod(text.c_str(), &end);
    if (end == nullptr || *end != '\0') {
        code.error(node.at, fmt::format("'{}' is not a number", shown(node.text, 20)));
        return {};
    }
    return is_float ? of_float(small, node.at) : of_double(large, node.at);
}

struct Known {
    std::string_view name;
    Value (*value)(SourcePoint at);
};

template <typename T>
using Limits = std::numeric_limits<T>;

constexpr Known kKnown[] = {
    {"INT_MAX", [](SourcePoint at) { return number(Type::i32, 0x7fff'ffff, at); }},
    {"INT_MIN", [](SourcePoint at) { return number(Type::i32, 0x8000'0000, at); }},
    {"UINT_MAX", [](SourcePoint at) { return number(Type::u32, 0xffff'ffff, at); }},
    {"LLONG_MAX", [](SourcePoint at) { return number(Type::i64, Limits<std::int64_t>::max(), at); }},
    {"FLT_MAX", [](SourcePoint at) { return of_float(Limits<float>::max(), at); }},
    {"FLT_MIN", [](SourcePoint at) { return of_float(Limits<float>::min(), at); }},
    {"FLT_EPSILON", [](SourcePoint at) { return of_float(Limits<float>::epsilon(), at); }},
    {"DBL_MAX", [](SourcePoint at) { return of_double(Limits<double>::max(), at); }},
    {"INFINITY", [](SourcePoint at) { return of_float(Limits<float>::infinity(), at); }},
    {"NAN", [](SourcePoint at) { return of_float(Limits<float>::quiet_NaN(), at); }},
    {"M_PI", [](SourcePoint at) { return of_double(3.14159265358979323846, at); }},
};

/// Where the result is an integer of 64 bits, and no error.
std::optional<std::int64_t> folded(std::string_view op, std::int64_t a, std::int64_t b) {
    const auto result = [](Integer x) {
        return x == static_cast<std::int64_t>(x) ? std::optional(static_cast<std::int64_t>(x)) : std::nullopt;
    };
    const bool is_count = 0 <= b && b < 63;
    if (op == "+") return result(static_cast<Integer>(a) + b);
    if (op == "-") return result(static_cast<Integer>(a) - b);
    if (op == "*") return result(static_cast<Integer>(a) * b);
    if (op == "/" && b != 0) return result(static_cast<Integer>(a) / b);
    if (op == "%" && b != 0) return result(static_cast<Integer>(a) % b);
    if (op == "<<" && is_count && a >= 0) return result(static_cast<Integer>(a) << b);
    if (op == ">>" && is_count) return a >> b;
    if (op == "&") return a & b;
    if (op == "|") return a | b;
    if (op == "^") return a ^ b;
    return std::nullopt;
}

std::optional<std::string_view> operator_of(Function function) {
    if (function == Function::add) return "+";
    if (function == Function::sub) return "-";
    if (function == Function::mul) return "*";
    if (function == Function::div) return "/";
    if (function == Function::rem) return "%";
    if (function == Function::shl) return "<<";
    if (function == Function::shr || function == Function::shra) return ">>";
    if (function == Function::andb) return "&";
    if (function == Function::orb) return "|";
    if (function == Function::xorb) return "^";
    return std::nullopt;
}

std::optional<std::int64_t> not_negative(std::optional<std::int64_t> number) {
    return number && *number >= 0 ? number : std::nullopt;
}

/// Whether the result, computed in 64 bits, is that of C++ in the type.
bool is_exact(Type type, std::int64_t x, std::int64_t y, std::int64_t result) {
    if (type == Type::u64) return x >= 0 && y >= 0 && result >= 0;  // its largest numbers are negative here
    if (type == Type::i32) return result == static_cast<std::int32_t>(result);
    return true;
}

std::int64_t size_of(const CType& type) {
    return type.is_pointer ? 8 : width_of(type.number) / 8;
}

}  // namespace

Value literal_value(const Node& node, Code& code) {
    if (node.kind == Node::Kind::integer) return integer(node, &code);
    if (node.kind == Node::Kind::floating) return floating(node, code);
    const std::string text = without_escapes(std::string_view(node.text).substr(1, node.text.size() - 2));
    if (text.size() != 1) {
        code.error(node.at, "expected one character between the quotes");
        return {};
    }
    return number(Type::i8, static_cast<std::uint64_t>(static_cast<std::int64_t>(text.front())), node.at);
}

std::optional<Value> known_constant(std::string_view name, SourcePoint at) {
    for (const Known& row : kKnown) {
        if (row.name == name) return row.value(at);
    }
    return std::nullopt;
}

std::optional<std::int64_t> constant(const Node* node, const Names& names) {
    if (node == nullptr) return std::nullopt;
    switch (node->kind) {
        case Node::Kind::integer: {
            const Value value = integer(*node, nullptr);
            return value.e == nullptr ? std::nullopt : not_negative(literal_integer(value.e));
        }
        case Node::Kind::truth:
            return node->text == "true" ? 1 : 0;
        case Node::Kind::size:
            return size_of(node->type);
        case Node::Kind::name: {
            const Binding* b = names.find(node->text);
            const bool is_known = b != nullptr && b->kind == Binding::Kind::value;
            return is_known ? not_negative(literal_integer(b->value)) : std::nullopt;
        }
        case Node::Kind::unary: {
            const auto operand = constant(node->parts[0].get(), names);
            if (!operand || node->text == "*" || node->text == "&" || node->text.size() > 1)
                return std::nullopt;
            if (node->text == "-" || node->text == "~")
                return *operand == 0 && node->text == "-" ? operand : std::nullopt;
            return node->text == "!" ? *operand == 0 : *operand;
        }
        case Node::Kind::binary: {
            const auto a = constant(node->parts[0].get(), names);
            const auto b = constant(node->parts[1].get(), names);
            return a && b ? not_negative(folded(node->text, *a, *b)) : std::nullopt;
        }
        case Node::Kind::cast:
            return is_float(node->type.number) || node->type.is_pointer
                       ? std::nullopt
                       : constant(node->parts[0].get(), names);
        case Node::Kind::floating:
        case Node::Kind::character:
        case Node::Kind::text:
        case Node::Kind::member:
        case Node::Kind::call:
        case Node::Kind::subscript:
        case Node::Kind::postfix:
        case Node::Kind::assign:
        case Node::Kind::choice:
        case Node::Kind::list:
            return std::nullopt;
    }
    return std::nullopt;
}

std::string without_escapes(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            result += text[i];
            continue;
        }
        const char c = text[++i];
        constexpr std::string_view kNames = "abfnrtv\\'\"?";
        constexpr std::string_view kCharacters = "\a\b\f\n\r\t\v\\'\"?";
        if (const std::size_t at = kNames.find(c); at != std::string_view::npos) {
            result += kCharacters[at];
        } else if (c == 'x') {
            unsigned code = 0;
            while (i + 1 < text.size() && digit_of(text[i + 1]) < 16)
                code = code * 16 + static_cast<unsigned>(digit_of(text[++i]));
            result += static_cast<char>(code);
        } else {
            unsigned code = 0;
            --i;
            for (int n = 0; n < 3 && i + 1 < text.size() && digit_of(text[i + 1]) < 8; ++n)
                code = code * 8 + static_cast<unsigned>(digit_of(text[++i]));
            if (digit_of(c) >= 8)
                result += text[++i];
            else
                result += static_cast<char>(code);
        }
    }
    return result;
}

CType promoted(CType type) {
    const bool is_narrow = !is_float(type.number) && width_of(type.number) < 32;
    return {.number = is_narrow ? Type::i32 : type.number};
}

CType common(const CType& a, const CType& b) {
    const Type x = promoted(a).number;
    const Type y = promoted(b).number;
    if (is_float(x) || is_float(y)) {
        const bool is_double = x == Type::f64 || y == Type::f64;
        return {.number = is_double ? Type::f64 : Type::f32};
    }
    if (width_of(x) != width_of(y)) return {.number = width_of(x) > width_of(y) ? x : y};
    return {.number = is_unsigned_integer(x) ? x : y};
}

Expr computed(Function function, Expr a, Expr b, SourcePoint at) {
    if (a == nullptr || b == nullptr) return nullptr;
    const Type type = a->type.type;
    const auto op = operator_of(function);
    const auto x = literal_integer(a);
    const auto y = literal_integer(b);
    if (op && x && y && !a->type.condition) {
        const auto result = folded(*op, *x, *y);
        const bool fits = result && is_exact(type, *x, *y, *result);
        const bool is_shift = *op == "<<" || *op == ">>";
        if (fits && (!is_shift || *y < width_of(type)))
            return literal(type, static_cast<std::uint64_t>(*result), at);
    }
    return apply(function, {std::move(a), std::move(b)}, true, at);
}

}  // namespace musimd::dsl::kernel_c
