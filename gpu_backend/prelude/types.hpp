#pragma once

#include <cstdint>

// What isa/type.hpp and isa/instruction.hpp say, for a device.

namespace musimd {

enum class Type : std::uint8_t { i8, i16, i32, i64, u8, u16, u32, u64, f16, f32, f64 };

MUSIMD_DEVICE constexpr bool is_float(Type type) {
    return type >= Type::f16;
}
MUSIMD_DEVICE constexpr bool is_unsigned_integer(Type type) {
    return type >= Type::u8 && type <= Type::u64;
}
MUSIMD_DEVICE constexpr bool is_signed_integer(Type type) {
    return type <= Type::i64;
}
MUSIMD_DEVICE constexpr int width_of(Type type) {
    constexpr int kWidths[] = {8, 16, 32, 64, 8, 16, 32, 64, 16, 32, 64};
    return kWidths[static_cast<int>(type)];
}

struct Operand {
    enum class Kind : std::uint8_t { constant, variable, tid, wid };
};

using Word64 = std::int64_t;
using Bits64 = std::uint64_t;

}  // namespace musimd
