#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "isa/type.hpp"

namespace musimd::kernels::openmp {

/// An argument of printf: a pattern of its type, as promoted by C.
struct PrintedValue {
    Type type = Type::i32;
    std::uint64_t bits = 0;
};

/// The text at an address, for `%s`.
using TextAt = std::function<std::string(std::int64_t)>;

/// What C's printf prints. A conversion without an argument, or of an unknown kind, is printed as it
/// stands; so is `%s`, if `text_at` is empty.
std::string print_formatted(std::string_view format, std::span<const PrintedValue> values,
                            const TextAt& text_at = {});

}  // namespace musimd::kernels::openmp
