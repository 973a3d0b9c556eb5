#include <fmt/format.h>

#include <algorithm>

#include "dsl/kernel_c/token_reader.hpp"

namespace musimd::dsl::kernel_c {
namespace {

constexpr std::string_view kWithoutEffect[] = {
    "static",       "inline",   "__inline__", "__forceinline__",
    "__noinline__", "__host__", "register",   "__restrict__",
};

constexpr std::string_view kSpecifiers[] = {
    "__global__", "__device__", "__shared__",        "__constant__",
    "extern",     "constexpr",  "__launch_bounds__", "__managed__",
};

bool is_one_of(std::string_view word, std::span<const std::string_view> words) {
    return std::ranges::find(words, word) != words.end();
}

}  // namespace

bool DeclarationParser::begins() const {
    const Token& token = in_.peek();
    if (token.kind != Token::Kind::name) return false;
    if (is_one_of(token.text, kWithoutEffect) || is_one_of(token.text, kSpecifiers) || token.text == "auto")
        return true;
    // `float(x)` is an expression, and `vec x` a declaration with a type that is not known.
    if (TypeParser::begins_type(token)) return in_.next().text != "(";
    return !is_keyword(token.text) && in_.next().kind == Token::Kind::name;
}

bool DeclarationParser::specifier(Specifiers& result) {
    const std::string_view word = in_.peek().text;
    if (is_one_of(word, kWithoutEffect)) {
        in_.take();
    } else if (word == "__launch_bounds__") {
        launch_bounds();
    } else if (word == "__managed__") {
        in_.fail("`__managed__` variables are not read here; write `__device__`");
    } else if (is_one_of(word, kSpecifiers)) {
        in_.take();
        if (word == "__global__") result.is_kernel = true;
        if (word == "__device__") result.is_device = true;
        if (word == "__shared__")
            result.storage =
                result.storage == Storage::extern_shared ? Storage::extern_shared : Storage::shared;
        if (word == "__constant__") result.storage = Storage::device_constant;
        if (word == "extern") result.storage = Storage::extern_shared;
        if (word == "constexpr") result.type.is_const = true;
    } else {
        return false;
    }
    return true;
}

/// The second argument, blocks per multiprocessor, has no effect.
void DeclarationParser::launch_bounds() {
    in_.take();
    in_.expect("(", "`(` and the number of threads");
    max_threads_ = expressions_.assignment();
    while (in_.accept(",")) expressions_.assignment();
    in_.expect(")", "`)` after the number of threads");
}

Specifiers DeclarationParser::specifiers() {
    Specifiers result;
    while (!in_.has_failed() && specifier(result)) {
    }
    const bool is_const = result.type.is_const;
    result.type = types_.number();
    result.type.is_const = result.type.is_const || is_const;
    while (!in_.has_failed() && specifier(result)) {  // void __launch_bounds__(256) k()
    }
    if (result.is_device && result.storage == Storage::automatic && !in_.has_failed())
        result.storage = Storage::device;
    return result;
}

Declarator DeclarationParser::declarator(CType type) {
    Declarator result{.type = type};
    types_.stars(result.type);
    result.at = in_.peek().at;
    result.name = in_.take_name("a name");
    while (in_.accept("[")) {
        if (in_.accept("]")) {
            if (!result.sizes.empty())
                in_.fail_at(in_.last(), "only the first size of an array may be left out");
            result.has_no_size = true;
            continue;
        }
        result.sizes.push_back(expressions_.assignment());
        in_.expect("]", "`]` after the size");
    }
    const std::size_t dimensions = result.sizes.size() + (result.has_no_size ? 1 : 0);
    if (dimensions > 0 && result.type.is_pointer && !in_.has_failed())
        in_.fail_at(result.at, "arrays of pointers are not read here; use a variable for each pointer");
    return result;
}

void DeclarationParser::initialiser(Declarator& declared) {
    if (in_.is("(") && !in_.has_failed())
        return in_.fail(fmt::format("write `= …` after '{}'", declared.name));
    if (in_.is("{")) {
        declared.initial = list();
    } else if (in_.accept("=")) {
        declared.initial = in_.is("{") ? list() : expressions_.assignment();
    }
}

NodePtr DeclarationParser::list() {
    const TokenReader::Nested nested(in_);
    auto result = std::make_unique<Node>();
    result->kind = Node::Kind::list;
    result->begin = result->at = in_.peek().at;
    in_.take();
    while (!in_.is("}") && !in_.has_failed()) {
        result->parts.push_back(in_.is("{") ? list() : expressions_.assignment());
        if (!in_.accept(",")) break;
    }
    in_.expect("}", "`,` or `}`");
    return result;
}

}  // namespace musimd::dsl::kernel_c
