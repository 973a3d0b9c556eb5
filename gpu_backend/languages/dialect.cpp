#include "gpu_backend/languages/dialect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace musimd::languages {
namespace {

/// By Language; empty: it has none.
using Names = std::array<std::string_view, 4>;

// clang-format off
constexpr std::pair<TypedOperation, Names> kFunctions[] = {
    {TypedOperation::sqrt, {"sqrt", "sqrt", "sqrt", "sqrt"}},
    {TypedOperation::fma, {"fma", "fma", "", "fma"}},
    {TypedOperation::ceil, {"ceil", "ceil", "ceil", "ceil"}},
    {TypedOperation::floor, {"floor", "floor", "floor", "floor"}},
    {TypedOperation::trunc, {"trunc", "trunc", "trunc", "trunc"}},
    {TypedOperation::round, {"rint", "roundEven", "round", "round"}},
    {TypedOperation::rem, {"fmod", "", "", "fmod"}},
    {TypedOperation::remainder, {"remainder", "", "", ""}},
    {TypedOperation::rsqrt, {"rsqrt", "inversesqrt", "rsqrt", "rsqrt"}},
    {TypedOperation::sin, {"sin", "sin", "sin", "sin"}},
    {TypedOperation::cos, {"cos", "cos", "cos", "cos"}},
    {TypedOperation::tan, {"tan", "tan", "tan", "tan"}},
    {TypedOperation::asin, {"asin", "asin", "asin", "asin"}},
    {TypedOperation::acos, {"acos", "acos", "acos", "acos"}},
    {TypedOperation::atan, {"atan", "atan", "atan", "atan"}},
    {TypedOperation::atan2, {"atan2", "atan", "atan2", "atan2"}},
    {TypedOperation::sinh, {"sinh", "sinh", "", "sinh"}},
    {TypedOperation::cosh, {"cosh", "cosh", "", "cosh"}},
    {TypedOperation::tanh, {"tanh", "tanh", "", "tanh"}},
    {TypedOperation::asinh, {"asinh", "asinh", "", ""}},
    {TypedOperation::acosh, {"acosh", "acosh", "", ""}},
    {TypedOperation::atanh, {"atanh", "atanh", "", ""}},
    {TypedOperation::exp, {"exp", "exp", "exp", "exp"}},
    {TypedOperation::exp2, {"exp2", "exp2", "", "exp2"}},
    {TypedOperation::exp10, {"exp10", "", "", ""}},
    {TypedOperation::expm1, {"expm1", "", "", ""}},
    {TypedOperation::log, {"log", "log", "log", "log"}},
    {TypedOperation::log2, {"log2", "log2", "", "log2"}},
    {TypedOperation::log10, {"log10", "", "", "log10"}},
    {TypedOperation::log1p, {"log1p", "", "", ""}},
    {TypedOperation::pow, {"pow", "pow", "pow", "pow"}},
    {TypedOperation::cbrt, {"cbrt", "", "cbrt", ""}},
    {TypedOperation::hypot, {"hypot", "", "", ""}},
    {TypedOperation::sinpi, {"sinpi", "", "", ""}},
    {TypedOperation::cospi, {"cospi", "", "", ""}},
    {TypedOperation::lgamma, {"lgamma", "", "", ""}},
    {TypedOperation::tgamma, {"tgamma", "", "", ""}},
    {TypedOperation::erf, {"erf", "", "", ""}},
    {TypedOperation::erfc, {"erfc", "", "", ""}},
};
// clang-format on

/// GLSL's functions that no processor rounds correctly are of floats; HLSL's are all, but for an fma, which
/// is of doubles.
bool has_functions_of(Language language, TypedOperation operation, Type type) {
    if (language == Language::glsl) return type != Type::f64 || !is_mathematical(operation);
    if (language == Language::hlsl) return (type == Type::f64) == (operation == TypedOperation::fma);
    return true;
}

}  // namespace

std::string_view name_of(Language language) {
    constexpr std::string_view kNames[] = {"OpenCL C", "GLSL", "ISPC", "HLSL"};
    return kNames[static_cast<std::size_t>(language)];
}

bool is_shader(Language language) {
    return language == Language::glsl || language == Language::hlsl;
}

std::optional<std::string> function_of(Language language, TypedOperation operation, Type type) {
    const auto* const row =
        std::ranges::find(kFunctions, operation, &std::pair<TypedOperation, Names>::first);
    if (row == std::end(kFunctions)) return std::nullopt;
    const std::string_view name = row->second[static_cast<std::size_t>(language)];
    if (name.empty() || !has_functions_of(language, operation, type)) return std::nullopt;
    return std::string(name);
}

bool is_exact(Language language, TypedOperation operation) {
    using enum TypedOperation;
    // Vulkan allows 2.5 ULP, and a product that is rounded before the sum.
    constexpr TypedOperation kInexactInGlsl[] = {sqrt, div, rec, fma};
    if (language == Language::glsl &&
        std::ranges::find(kInexactInGlsl, operation) != std::end(kInexactInGlsl))
        return false;
    // Direct3D lets sums and products be truncated, and subnormals be zero: `precise` does not change that.
    constexpr TypedOperation kInexactInHlsl[] = {add, sub, mul, sqrt, div, rec, fma};
    if (language == Language::hlsl &&
        std::ranges::find(kInexactInHlsl, operation) != std::end(kInexactInHlsl))
        return false;
    if (operation == rem || operation == remainder) return language == Language::opencl;
    return !is_mathematical(operation);
}

std::string literal(Language language, Value word) {
    const bool is_long_long = language == Language::ispc || language == Language::hlsl;
    const std::string_view suffix = is_long_long ? "LL" : "L";
    if (word == INT64_MIN) return fmt::format("(-9223372036854775807{0} - 1{0})", suffix);
    return word < 0 ? fmt::format("({}{})", word, suffix) : fmt::format("{}{}", word, suffix);
}

}  // namespace musimd::languages
