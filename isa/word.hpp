#pragma once

#include <cstddef>
#include <cstdint>

namespace musimd {

/// A value of the machine: an integer that fits the program's word.
using Value = std::int64_t;

/// Wide enough for every literal and for the exact result of every operation on two words.
__extension__ using Integer = __int128;

/// The lowest n bits of 64; n is from 0 to 64.
constexpr std::uint64_t low_bits(std::size_t n) {
    return n == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << n) - 1;
}

/// The word of a program (`.word WIDTH MODE`): signed, two's complement.
struct Word {
    int width = 64;     ///< bits: 8, 16, 32 or 64
    bool wrap = false;  ///< results are taken modulo 2^width instead of trapping (`overflow`)

    constexpr Integer min() const { return -(Integer{1} << (width - 1)); }
    constexpr Integer max() const { return (Integer{1} << (width - 1)) - 1; }
    /// Whether min() <= x <= max(): whether the low bits of x, with their sign, are x.
    constexpr bool fits(Integer x) const {
        const int unused = 64 - width;
        return x == static_cast<Value>(static_cast<std::uint64_t>(x) << unused) >> unused;
    }

    /// x modulo 2^width, in the signed range.
    constexpr Value wrapped(Integer x) const {
        if (fits(x)) return static_cast<Value>(x);  // the usual case: a division takes much longer
        const Integer modulus = Integer{1} << width;
        Integer low = x % modulus;
        if (low < min()) low += modulus;
        if (low > max()) low -= modulus;
        return static_cast<Value>(low);
    }

    /// Whether x may be written as a literal: it fits or, in a wrapping word, is at most 2^width − 1.
    constexpr bool accepts_literal(Integer x) const {
        return fits(x) || (wrap && 0 <= x && x < (Integer{1} << width));
    }

    friend constexpr bool operator==(const Word&, const Word&) = default;
};

}  // namespace musimd
