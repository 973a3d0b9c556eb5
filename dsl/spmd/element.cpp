#include "dsl/spmd/element.hpp"

#include <cmath>

namespace musimd::spmd {

std::uint16_t half_of_double(double x) {
    const auto sign = static_cast<std::uint16_t>(std::signbit(x) ? 0x8000 : 0);
    const double magnitude = std::fabs(x);
    if (std::isnan(x)) return 0x7e00;
    if (magnitude >= 65520.0) return sign | 0x7c00;  // half a unit above the largest: infinity
    int exponent = 0;
    std::frexp(magnitude, &exponent);    // magnitude < 2^exponent
    if (exponent < -13) exponent = -13;  // subnormal: units of 2^-24
    // A carry out of the significand correctly increments the exponent.
    const auto units = static_cast<int>(std::nearbyint(std::ldexp(magnitude, 11 - exponent)));
    const int biased = units < 1024 ? 0 : exponent + 13;  // 0: a subnormal, or 0
    return sign | static_cast<std::uint16_t>((biased << 10) + units);
}

double double_of_half(std::uint16_t bits) {
    const int exponent = (bits >> 10) & 31;
    const int fraction = bits & 1023;
    const double sign = (bits & 0x8000) != 0 ? -1.0 : 1.0;
    if (exponent == 31) return fraction == 0 ? sign * HUGE_VAL : std::nan("");
    if (exponent == 0) return sign * std::ldexp(fraction, -24);
    return sign * std::ldexp(1024 + fraction, exponent - 25);
}

}  // namespace musimd::spmd
