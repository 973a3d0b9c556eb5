#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "isa/typed_operation.hpp"
#include "isa/word.hpp"

// What differs between the languages that programs are written in, besides their preludes.

namespace musimd::languages {

enum class Language : std::uint8_t { opencl, glsl, ispc, hlsl };

/// `OpenCL C`
std::string_view name_of(Language language);

/// GLSL and HLSL: compute shaders with sub-groups, which share a part of their preludes.
bool is_shader(Language language);

/// The language's function of floats of the type (of f16, f32) for an operation that no processor rounds
/// correctly, or that the language lets be rounded in another way; nothing if it has none.
std::optional<std::string> function_of(Language language, TypedOperation operation, Type type);

/// Whether the language promises the result that IEEE 754 has for this operation of +, −, ×, ÷, √ and fma,
/// and for roundings and remainders.
bool is_exact(Language language, TypedOperation operation);

std::string literal(Language language, Value word);

}  // namespace musimd::languages
