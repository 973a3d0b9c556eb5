#include "differential/random/edges.hpp"

#include <bit>
#include <limits>

namespace musimd::differential::spmd {
namespace {

template <typename Float>
Float edge_float(Dice& dice) {
    using Limits = std::numeric_limits<Float>;
    return dice.pick<Float>({Float(0), -Float(0), Float(1), Float(-1), Float(0.5), Float(1.5), Float(2.5),
                             Float(-2.5), Limits::max(), Limits::lowest(), Limits::min(),
                             Limits::denorm_min(), -Limits::denorm_min(), Limits::infinity(),
                             -Limits::infinity(), Limits::quiet_NaN(), Float(1) / Limits::epsilon(),
                             Limits::epsilon()});
}

std::uint64_t bits_of(Type type, double number) {
    return type == Type::f32 ? std::bit_cast<std::uint32_t>(static_cast<float>(number))
                             : std::bit_cast<std::uint64_t>(number);
}

std::uint64_t low_bits(std::uint64_t bits, Type type) {
    return pattern_of_word(static_cast<Value>(bits), type);
}

}  // namespace

std::uint64_t edge_pattern(Type type, Dice& dice) {
    if (type == Type::f32) return std::bit_cast<std::uint32_t>(edge_float<float>(dice));
    if (type == Type::f64) return std::bit_cast<std::uint64_t>(edge_float<double>(dice));
    const std::uint64_t sign = std::uint64_t{1} << (width_of(type) - 1);
    return low_bits(dice.pick<std::uint64_t>({0, 1, ~std::uint64_t{0}, sign, sign - 1, sign + 1, sign >> 1}),
                    type);
}

std::uint64_t input_pattern(Type type, Dice& dice) {
    const std::size_t kind = dice.weighted({60, 25, 15});
    if (kind == 1) return edge_pattern(type, dice);
    if (is_float(type))
        return bits_of(type, static_cast<double>(dice.between(-12, 12)) / (kind == 0 ? 1 : 4));
    if (kind == 0) return low_bits(static_cast<std::uint64_t>(dice.between<std::int64_t>(-2, 7)), type);
    return low_bits(dice.bits(), type);
}

}  // namespace musimd::differential::spmd
