#pragma once

#include <cstdint>
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

/// What C's printf prints. A conversion without an argument, or of an unknown kind, is printed as it
/// stands.
std::string print_formatted(std::string_view format, std::span<const PrintedValue> values);

}  // namespace musimd::kernels::openmp
