#include <fmt/format.h>

#include <algorithm>

#include "dsl/kernel_c/token_reader.hpp"

namespace musimd::dsl::kernel_c {
namespace {

struct Named {
    std::string_view name;
    Type type;
};

constexpr Named kNamed[] = {
    {"size_t", Type::u64},   {"int8_t", Type::i8},     {"int16_t", Type::i16},  {"int32_t", Type::i32},
    {"int64_t", Type::i64},  {"uint8_t", Type::u8},    {"uint16_t", Type::u16}, {"uint32_t", Type::u32},
    {"uint64_t", Type::u64}, {"ptrdiff_t", Type::i64}, {"uint", Type::u32},     {"uchar", Type::u8},
    {"ushort", Type::u16},   {"ulong", Type::u64},     {"intptr_t", Type::i64}, {"uintptr_t", Type::u64},
};

constexpr std::string_view kWords[] = {"void",  "bool",   "char",   "short",    "int",   "long",
                                       "float", "double", "signed", "unsigned", "const", "volatile"};

/// The name of the number alone.
std::string_view name_of(Type type) {
    switch (type) {
        case Type::i8:
            return "signed char";
        case Type::i16:
            return "short";
        case Type::i32:
            return "int";
        case Type::i64:
            return "long long";
        case Type::u8:
            return "unsigned char";
        case Type::u16:
            return "unsigned short";
        case Type::u32:
            return "unsigned int";
        case Type::u64:
            return "unsigned long long";
        case Type::f16:
            return "half";
        case Type::f32:
            return "float";
        case Type::f64:
            return "double";
    }
    return "";
}

}  // namespace

std::string to_string(const CType& type) {
    return fmt::format("{}{}{}{}", type.is_const ? "const " : "", type.is_volatile ? "volatile " : "",
                       type.is_void   ? "void"
                       : type.is_bool ? "bool"
                                      : name_of(type.number),
                       type.is_pointer ? " *" : "");
}

bool TypeParser::begins_type(const Token& token) {
    if (token.kind != Token::Kind::name) return false;
    return std::ranges::find(kWords, token.text) != std::end(kWords) ||
           std::ranges::find(kNamed, token.text, &Named::name) != std::end(kNamed);
}

bool TypeParser::qualifier(CType& type) {
    if (in_.accept("const")) return type.is_const = true;
    if (in_.accept("volatile")) return type.is_volatile = true;
    return false;
}

bool TypeParser::word(Words& words) {
    const std::string_view text = in_.peek().text;
    if (text == "long") {
        if (++words.longs > 2) in_.fail("`long long long` is no type; the longest integer is `long long`");
    } else if (text == "unsigned") {
        words.is_unsigned = true;
    } else if (text == "signed") {
        words.is_signed = true;
    } else if (text == "short") {
        words.is_short = true;
    } else if (begins_type(in_.peek()) && words.base.empty()) {
        words.base = text;
    } else {
        return false;
    }
    in_.take();
    return true;
}

void TypeParser::set(const Words& words, CType& type) {
    const auto* const named = std::ranges::find(kNamed, words.base, &Named::name);
    const bool is_long = words.longs > 0;
    int bits = is_long ? 64 : words.is_short ? 16 : 32;
    if (named != std::end(kNamed)) {
        type.number = named->type;
    } else if (words.base == "float" || (words.base == "double" && !is_long)) {
        type.number = words.base == "float" ? Type::f32 : Type::f64;
    } else if (words.base == "double") {
        in_.fail("device code has no `long double`; write `double`");
    } else if (words.base == "bool") {
        type.number = Type::u8;
        type.is_bool = true;
    } else if (words.base == "void") {
        type.is_void = true;
    } else {
        if (words.base == "char") bits = 8;
        type.number =
            *type_of(words.is_unsigned ? TypeKind::unsigned_integer : TypeKind::signed_integer, bits);
    }
}

CType TypeParser::number() {
    CType result;
    Words words;
    bool has_word = false;
    while (!in_.has_failed()) {
        if (qualifier(result)) continue;
        if (!word(words)) break;
        has_word = true;
    }
    if (!has_word && !in_.has_failed()) {
        const bool is_auto = in_.is("auto");
        if (is_auto)
            in_.fail("`auto` is not read here; write the type, as in `int x = …;`");
        else if (in_.peek().kind == Token::Kind::name && !is_keyword(in_.peek().text))
            in_.fail(fmt::format(
                "'{}' is no type here; types are bool, char, short, int, long, float and double, and "
                "pointers to them",
                in_.peek().text));
        else
            in_.fail_expecting("a type");
    }
    if (!in_.has_failed()) set(words, result);
    return result;
}

void TypeParser::stars(CType& type) {
    while (in_.is("*") || in_.is("&")) {
        if (in_.is("&")) return in_.fail("references are not read here; use a value or a pointer");
        if (type.is_pointer)
            return in_.fail("pointers to pointers are not read here; pass each array as a parameter");
        in_.take();
        type.is_pointer = true;
        while (in_.accept("const") || in_.accept("__restrict__") || in_.accept("__restrict") ||
               in_.accept("restrict")) {
        }
    }
    if (type.is_pointer && type.is_void && !in_.has_failed())
        in_.fail("pointers to void are not read here; name the type of the elements");
}

CType TypeParser::whole() {
    CType result = number();
    stars(result);
    return result;
}

}  // namespace musimd::dsl::kernel_c
