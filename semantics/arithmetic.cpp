#include "semantics/arithmetic.hpp"

#include <algorithm>

namespace musimd {
namespace {

bool shifts(Operation operation) {
    return operation == Operation::shl || operation == Operation::shr;
}
bool divides(Operation operation) {
    return operation == Operation::div || operation == Operation::mod;
}

// ⌊x / 2^k⌋, 0 ≤ k < 64.
Integer shift_right(Integer x, Integer k) {
    const Integer power = Integer{1} << static_cast<int>(k);
    const Integer quotient = x / power;
    return x % power < 0 ? quotient - 1 : quotient;
}

// x ⊕ y in ℤ, for operands for which it is defined.
Integer exact(Operation operation, Integer x, Integer y) {
    switch (operation) {
        case Operation::add:
            return x + y;
        case Operation::sub:
            return x - y;
        case Operation::mul:
            return x * y;
        case Operation::div:
            return x / y;
        case Operation::mod:
            return x % y;
        case Operation::and_:
            return x & y;
        case Operation::or_:
            return x | y;
        case Operation::xor_:
            return x ^ y;
        case Operation::shl:
            return x * (Integer{1} << static_cast<int>(y));
        case Operation::shr:
            return shift_right(x, y);
        case Operation::lt:
            return x < y ? 1 : 0;
        case Operation::le:
            return x <= y ? 1 : 0;
        case Operation::gt:
            return x > y ? 1 : 0;
        case Operation::ge:
            return x >= y ? 1 : 0;
        case Operation::eq:
            return x == y ? 1 : 0;
        case Operation::ne:
            return x != y ? 1 : 0;
        case Operation::min:
            return std::min(x, y);
        case Operation::max:
            return std::max(x, y);
    }
    return 0;
}

}  // namespace

Value popc(Value c, Word word) {
    Value count = 0;
    for (int bit = 0; bit < word.width; ++bit) count += static_cast<Value>(shift_right(c, bit) & 1);
    return count;
}

Value clz(Value c, Word word) {
    Value zeros = 0;
    while (zeros < word.width && (shift_right(c, word.width - 1 - zeros) & 1) == 0) ++zeros;
    return zeros;
}

tl::expected<Value, TrapKind> to_word(Integer exact, Word word) {
    if (word.fits(exact)) return static_cast<Value>(exact);
    if (word.wrap) return word.wrapped(exact);
    return tl::unexpected(TrapKind::overflow);
}

tl::expected<Value, TrapKind> apply(Operation operation, Value c1, Value c2, Word word) {
    if (divides(operation) && c2 == 0) return tl::unexpected(TrapKind::division_by_zero);
    if (shifts(operation) && (c2 < 0 || c2 >= word.width)) return tl::unexpected(TrapKind::invalid_shift);
    return to_word(exact(operation, c1, c2), word);
}

}  // namespace musimd
