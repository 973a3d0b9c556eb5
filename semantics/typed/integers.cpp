#include "semantics/typed/integers.hpp"

#include <algorithm>
#include <cassert>

namespace musimd::typed {
namespace {

// The patterns of a shift's operand as numbers: zeros are shifted in.
Integer unsigned_pattern(Integer x, Type type) {
    return x < 0 ? x + (Integer{1} << width_of(type)) : x;
}

// The same, sign-extended.
Integer signed_pattern(Integer x, Type type) {
    const Integer half = Integer{1} << (width_of(type) - 1);
    return x >= half ? x - 2 * half : x;
}

Integer power_of_two(Integer k) {
    return Integer{1} << static_cast<int>(k);
}

Integer floor_quotient(Integer x, Integer y) {
    return x / y - (x % y < 0 ? 1 : 0);
}

bool holds(TypedOperation comparison, Integer x, Integer y) {
    switch (comparison) {
        case TypedOperation::eq:
            return x == y;
        case TypedOperation::ne:
            return x != y;
        case TypedOperation::lt:
            return x < y;
        case TypedOperation::le:
            return x <= y;
        case TypedOperation::gt:
            return x > y;
        case TypedOperation::ge:
            return x >= y;
#define MUSIMD_TYPED_COMPARISON(...)
#define MUSIMD_TYPED_OPERATION(name, ...) case TypedOperation::name:
#include "isa/typed_operations.def"
            break;
    }
    assert(false && "not a comparison");
    return false;
}

// The exact result of an operation; word_of reduces it modulo 2^width.
Integer exact(TypedOperation operation, Type type, Integer x, Integer y) {
    switch (operation) {
        case TypedOperation::add:
            return x + y;
        case TypedOperation::sub:
            return x - y;
        case TypedOperation::mul:
            // Modulo 2^64, a multiple of 2^width: the product of two u64 does not fit an Integer.
            return static_cast<std::uint64_t>(x) * static_cast<std::uint64_t>(y);
        case TypedOperation::div:
            return x / y;
        case TypedOperation::rem:
            return x % y;
        case TypedOperation::neg:
            return -x;
        case TypedOperation::abs:
            return x < 0 ? -x : x;
        case TypedOperation::min:
            return std::min(x, y);
        case TypedOperation::max:
            return std::max(x, y);
        case TypedOperation::adds:
            return std::clamp(x + y, least(type), largest(type));
        case TypedOperation::subs:
            return std::clamp(x - y, least(type), largest(type));
        case TypedOperation::addo:
            return x + y;
        case TypedOperation::subo:
            return x - y;
        case TypedOperation::mulo:
            return x * y;
        case TypedOperation::shl:
            return x * power_of_two(y);
        case TypedOperation::shr:
            return unsigned_pattern(x, type) / power_of_two(y);
        case TypedOperation::shra:
            return floor_quotient(signed_pattern(x, type), power_of_two(y));
        case TypedOperation::and_:
            return x & y;
        case TypedOperation::or_:
            return x | y;
        case TypedOperation::xor_:
            return x ^ y;
        case TypedOperation::not_:
            return ~x;
        case TypedOperation::andnot:
            return x & ~y;
#define MUSIMD_TYPED_COMPARISON(name, ...) case TypedOperation::name:
#include "isa/typed_operations.def"
            return holds(operation, x, y) ? 1 : 0;
#define MUSIMD_TYPED_ARITHMETIC(...)
#define MUSIMD_TYPED_INTEGER(...)
#define MUSIMD_TYPED_COMPARISON(...)
#define MUSIMD_TYPED_OPERATION(name, ...) case TypedOperation::name:
#include "isa/typed_operations.def"
            break;
    }
    assert(false && "not an operation on integers");
    return 0;
}

}  // namespace

Integer integer_of(Value word, Type type) {
    const std::uint64_t pattern = pattern_of_word(word, type);
    return is_signed_integer(type) ? Integer{word_of_pattern(pattern, type)} : Integer{pattern};
}

Value word_of(Integer x, Type type) {
    return word_of_pattern(static_cast<std::uint64_t>(x), type);
}

Integer least(Type type) {
    return is_signed_integer(type) ? -power_of_two(width_of(type) - 1) : 0;
}

Integer largest(Type type) {
    return power_of_two(is_signed_integer(type) ? width_of(type) - 1 : width_of(type)) - 1;
}

tl::expected<Value, TrapKind> apply_to_integers(TypedOperation operation, Type type, Integer x, Integer y) {
    const FailureMode mode = info(operation).failure;
    if (divides(mode) && y == 0) return tl::unexpected(TrapKind::division_by_zero);
    if (shifts(mode) && (y < 0 || y >= width_of(type))) return tl::unexpected(TrapKind::invalid_shift);
    const Integer result = exact(operation, type, x, y);
    // Of quotients, only that of the smallest number by −1 does not fit.
    if (overflows(mode) && (result < least(type) || result > largest(type)))
        return tl::unexpected(TrapKind::overflow);
    return word_of(result, type);
}

}  // namespace musimd::typed
