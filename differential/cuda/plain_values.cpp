#include "differential/cuda/plain_values.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

// Arithmetic by the operators of the C++ that compiles this file.

namespace musimd::differential::cuda {
namespace {

template <typename F>
auto with_number(Type type, const F& f) {
    switch (type) {
        case Type::i8:
            return f(std::int8_t{});
        case Type::i16:
            return f(std::int16_t{});
        case Type::i32:
            return f(std::int32_t{});
        case Type::i64:
            return f(std::int64_t{});
        case Type::u8:
            return f(std::uint8_t{});
        case Type::u16:
            return f(std::uint16_t{});
        case Type::u32:
            return f(std::uint32_t{});
        case Type::u64:
            return f(std::uint64_t{});
        case Type::f64:
            return f(double{});
        case Type::f16:  // is not drawn
        case Type::f32:
            break;
    }
    return f(float{});
}

template <typename T>
T number_of(std::uint64_t bits) {
    if constexpr (std::is_same_v<T, float>)
        return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    else if constexpr (std::is_same_v<T, double>)
        return std::bit_cast<double>(bits);
    else
        return static_cast<T>(bits);
}

template <typename T>
std::uint64_t bits_of(T x) {
    if constexpr (std::is_same_v<T, float>)
        return std::bit_cast<std::uint32_t>(x);
    else if constexpr (std::is_same_v<T, double>)
        return std::bit_cast<std::uint64_t>(x);
    else
        return static_cast<std::make_unsigned_t<T>>(x);
}

// −0 is less than 0, and a number less and more than no number: as of GPUs.
template <typename T>
T least_of(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) {
        if (std::isnan(a)) return b;
        if (std::isnan(b)) return a;
        if (a == b) return std::signbit(a) ? a : b;
    }
    return a < b ? a : b;
}

template <typename T>
T most_of(T a, T b) {
    if constexpr (std::is_floating_point_v<T>)
        return -least_of(-a, -b);
    else
        return a < b ? b : a;
}

template <typename T>
T without_overflow(Op op, T a, T b) {
    T result{};
    const bool overflows = op == Op::add   ? __builtin_add_overflow(a, b, &result)
                           : op == Op::sub ? __builtin_sub_overflow(a, b, &result)
                                           : __builtin_mul_overflow(a, b, &result);
    if (overflows && std::is_signed_v<T>) throw Undefined{"overflow"};
    return result;
}

template <typename T>
T quotient_or_remainder(Op op, T a, T b) {
    if (b == 0) throw Undefined{"division-by-zero"};
    if (std::is_signed_v<T> && a == std::numeric_limits<T>::min() && b == static_cast<T>(-1))
        throw Undefined{"overflow"};
    return op == Op::div ? static_cast<T>(a / b) : static_cast<T>(a % b);
}

template <typename T>
T whole(Op op, T a, T b) {
    using U = std::make_unsigned_t<T>;
    constexpr int kWidth = std::numeric_limits<U>::digits;
    const auto ua = static_cast<U>(a);
    const auto ub = static_cast<U>(b);
    switch (op) {
        case Op::add:
        case Op::sub:
        case Op::mul:
            return without_overflow(op, a, b);
        case Op::div:
        case Op::rem:
            return quotient_or_remainder(op, a, b);
        case Op::neg:
            return whole(Op::sub, T{}, a);
        case Op::shl:
        case Op::shr:
            if (ub >= kWidth) throw Undefined{"invalid-shift"};
            return op == Op::shl ? static_cast<T>(ua << ub) : static_cast<T>(a >> ub);
        case Op::andb:
            return static_cast<T>(ua & ub);
        case Op::orb:
            return static_cast<T>(ua | ub);
        case Op::xorb:
            return static_cast<T>(ua ^ ub);
        case Op::notb:
            return static_cast<T>(~ua);
        case Op::min:
            return least_of(a, b);
        case Op::max:
            return most_of(a, b);
        case Op::literal:
        case Op::variable:
        case Op::place:
        case Op::size:
        case Op::element:
        case Op::convert:
        case Op::lt:
        case Op::le:
        case Op::eq:
        case Op::ne:
        case Op::both:
        case Op::either:
        case Op::choose:
        case Op::popc:
        case Op::clz:
        case Op::ffs:
        case Op::fabs:
        case Op::sqrt:
        case Op::fma:
            break;
    }
    return T{};
}

template <typename T>
T floating(Op op, T a, T b, T c) {
    if (op == Op::add) return a + b;
    if (op == Op::sub) return a - b;
    if (op == Op::mul) return a * b;
    if (op == Op::div) return a / b;
    if (op == Op::neg) return -a;
    if (op == Op::min) return least_of(a, b);
    if (op == Op::max) return most_of(a, b);
    if (op == Op::fabs) return std::fabs(a);
    if (op == Op::sqrt) return std::sqrt(a);
    return std::fma(a, b, c);
}

bool is_test(Op op) {
    return op == Op::lt || op == Op::le || op == Op::eq || op == Op::ne;
}

template <typename T>
bool holds(Op op, T a, T b) {
    return op == Op::lt ? a < b : op == Op::le ? a <= b : op == Op::eq ? a == b : a != b;
}

std::uint64_t counted(Op op, std::uint64_t bits, int width) {
    if (op == Op::popc) return static_cast<std::uint64_t>(std::popcount(bits));
    if (op == Op::ffs) return bits == 0 ? 0 : static_cast<std::uint64_t>(std::countr_zero(bits) + 1);
    return static_cast<std::uint64_t>(std::countl_zero(bits) - (64 - width));
}

}  // namespace

std::uint64_t computed(const Node& e, std::span<const std::uint64_t> o) {
    const Type from = e.operands[0]->type;
    if (e.op == Op::popc || e.op == Op::clz || e.op == Op::ffs) return counted(e.op, o[0], width_of(from));
    if (e.op == Op::convert) return converted_bits(o[0], from, e.type);
    return with_number(from, [&]<typename T>(T) -> std::uint64_t {
        const T a = number_of<T>(o[0]);
        const T b = number_of<T>(o.size() > 1 ? o[1] : 0);
        if (is_test(e.op)) return holds(e.op, a, b) ? 1 : 0;
        if constexpr (std::is_floating_point_v<T>)
            return without_payload(bits_of(floating(e.op, a, b, number_of<T>(o.size() > 2 ? o[2] : 0))),
                                   e.type);
        else
            return bits_of(whole(e.op, a, b));
    });
}

std::uint64_t combined(Form form, Type type, std::uint64_t a, std::uint64_t b) {
    return with_number(type, [&]<typename T>(T) -> std::uint64_t {
        const T x = number_of<T>(a);
        const T y = number_of<T>(b);
        if (form == Form::min) return bits_of(least_of(x, y));
        if (form == Form::max) return bits_of(most_of(x, y));
        if constexpr (std::is_floating_point_v<T>) {
            return form == Form::add ? bits_of(x + y) : b;
        } else {
            if (form == Form::add) return bits_of(whole(Op::add, x, y));
            if (form == Form::sub) return bits_of(whole(Op::sub, x, y));
            if (form == Form::andb) return bits_of(whole(Op::andb, x, y));
            if (form == Form::orb) return bits_of(whole(Op::orb, x, y));
            if (form == Form::xorb) return bits_of(whole(Op::xorb, x, y));
            return b;
        }
    });
}

std::uint64_t converted_bits(std::uint64_t bits, Type from, Type to) {
    return with_number(from, [&]<typename A>(A) {
        return with_number(to, [&]<typename B>(B) {
            return without_payload(bits_of(static_cast<B>(number_of<A>(bits))), to);
        });
    });
}

std::uint64_t without_payload(std::uint64_t bits, Type type) {
    const bool is_nan = (type == Type::f32 && std::isnan(number_of<float>(bits))) ||
                        (type == Type::f64 && std::isnan(number_of<double>(bits)));
    return is_nan ? canonical_nan_of(type) : bits;
}

}  // namespace musimd::differential::cuda
