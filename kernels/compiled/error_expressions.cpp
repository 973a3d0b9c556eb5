#include "kernels/compiled/error_expressions.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace musimd::kernels::openmp {
namespace {

using dsl::Expr;
using dsl::Expression;
using dsl::Function;

// The smallest positive number.
double least_of(Type type) {
    return type == Type::f16 ? 0x1p-24 : type == Type::f32 ? 0x1p-149 : 0x1p-1074;
}

// The smallest number of full precision.
double least_normal_of(Type type) {
    return type == Type::f16 ? 0x1p-14 : type == Type::f32 ? 0x1p-126 : 0x1p-1022;
}

Expr f64(const Expr& e) {
    return e->type.type == Type::f64 ? e : dsl::apply(Function::cvt, Type::f64, {e});
}

Expr or_zero(Expr bound) {
    return bound == nullptr ? number(0) : std::move(bound);
}

Expr larger(Expr a, Expr b) {
    if (a == nullptr || b == nullptr) return a == nullptr ? b : a;
    return dsl::apply(Function::max, {std::move(a), std::move(b)});
}

Expr difference(Expr a, Expr b) {
    return dsl::apply(Function::sub, {std::move(a), std::move(b)});
}

Expr absolute(Expr e) {
    return dsl::apply(Function::abs, {std::move(e)});
}

// Outside of the function's domain there is no bound.
Expr or_infinite(const Expr& e) {
    const Expr infinite = number(std::numeric_limits<double>::infinity());
    return dsl::apply(Function::select, {dsl::apply(Function::eq, {e, e}), e, infinite});
}

// 2^e, where 2^e ≤ |value| < 2^(e+1).
Expr binade(const Expr& e) {
    const Type type = e->type.type;
    const Expr exponent = dsl::apply(Function::andb, {e, dsl::literal(type, infinity_of(type))});
    return larger(f64(exponent), number(least_normal_of(type)));
}

}  // namespace

Expr number(double value) {
    return dsl::literal(Type::f64, std::bit_cast<std::uint64_t>(value));
}

Expr magnitude(const Expr& e) {
    return absolute(f64(e));
}

Expr plus(Expr a, Expr b) {
    if (a == nullptr || b == nullptr) return a == nullptr ? b : a;
    return dsl::apply(Function::add, {std::move(a), std::move(b)});
}

Expr times(Expr a, Expr b) {
    if (a == nullptr || b == nullptr) return nullptr;
    return dsl::apply(Function::mul, {std::move(a), std::move(b)});
}

Expr quotient(Expr a, Expr b) {
    return dsl::apply(Function::div, {std::move(a), std::move(b)});
}

Expr unless_zero(const Expr& bound, const Expr& otherwise) {
    return dsl::apply(Function::select, {dsl::apply(Function::eq, {bound, number(0)}), number(0), otherwise});
}

std::optional<int> library_ulp(Function function, Type type) {
    switch (function) {
#define MUSIMD_LIBRARY_ULP(name, of_float, of_double) \
    case Function::name:                              \
        return type == Type::f64 ? of_double : of_float;
#include "kernels/compiled/library_ulp.def"
        default:
            return std::nullopt;
    }
}

double epsilon_of(Type type) {
    return type == Type::f16 ? 0x1p-10 : type == Type::f32 ? 0x1p-23 : 0x1p-52;
}

Expr ErrorExpressions::error(const Expr& e) {
    if (e->type.condition || !is_float(e->type.type)) return nullptr;
    if (const auto known = known_.find(e.get()); known != known_.end()) return known->second;
    Expr result;
    switch (e->kind) {
        case Expression::Kind::literal:
        case Expression::Kind::element:
            break;
        case Expression::Kind::variable:
        case Expression::Kind::load:
            result = source_(*e);
            break;
        case Expression::Kind::apply:
            result = of_call(e);
            break;
    }
    return known_[e.get()] = result;
}

// A value of which both sides have the same bits is rounded to the same bits.
Expr ErrorExpressions::rounded(const Expr& e, const Expr& error) {
    if (error == nullptr) return nullptr;
    const Type type = e->type.type;
    const Expr step = times(number(epsilon_of(type)), plus(magnitude(e), error));
    return unless_zero(error, plus(plus(error, step), number(least_of(type))));
}

Expr ErrorExpressions::of_product(const Expr& a, const Expr& b) {
    const Expr of_a = error(a);
    const Expr of_b = error(b);
    return plus(plus(times(magnitude(a), of_b), times(magnitude(b), of_a)), times(of_a, of_b));
}

// |a/b − a′/b′| ≤ (|a|·Δb + |b|·Δa) ÷ (|b|·(|b| − Δb)); infinite if b′ may be 0.
Expr ErrorExpressions::of_quotient(const Expr& a, const Expr& b) {
    const Expr of_b = error(b);
    const Expr above = plus(times(magnitude(a), of_b), times(magnitude(b), error(a)));
    if (above == nullptr) return nullptr;
    const Expr least = of_b == nullptr ? magnitude(b) : larger(difference(magnitude(b), of_b), number(0));
    return unless_zero(above, quotient(above, times(magnitude(b), least)));
}

// |√x − √x′| is at most √Δ, and at most Δ ÷ √x.
Expr ErrorExpressions::of_root(const Expr& e, const Expr& operand_error) {
    if (operand_error == nullptr) return nullptr;
    const Expr both = dsl::apply(
        Function::min, {dsl::apply(Function::sqrt, {operand_error}), quotient(operand_error, magnitude(e))});
    return unless_zero(operand_error, both);
}

Expr ErrorExpressions::of_call(const Expr& e) {
    const auto& o = e->operands;
    switch (e->function) {
        case Function::add:
        case Function::sub:
            return rounded(e, plus(error(o[0]), error(o[1])));
        case Function::mul:
            return rounded(e, of_product(o[0], o[1]));
        case Function::fma:
            return rounded(e, plus(of_product(o[0], o[1]), error(o[2])));
        case Function::div:
            return rounded(e, of_quotient(o[0], o[1]));
        case Function::sqrt:
            return rounded(e, of_root(e, error(o[0])));
        case Function::min:
        case Function::max:
            return larger(error(o[0]), error(o[1]));
        case Function::cvt:
            return width_of(e->type.type) < width_of(o[0]->type.type) ? rounded(e, error(o[0])) : error(o[0]);
        case Function::ceil:
        case Function::floor:
        case Function::trunc:
        case Function::round_to_even: {
            const Expr moved = error(o[0]);
            return moved == nullptr ? nullptr : unless_zero(moved, plus(moved, number(1)));
        }
        case Function::select: {
            const Expr first = error(o[1]);
            const Expr second = error(o[2]);
            if (first == nullptr && second == nullptr) return nullptr;
            return dsl::apply(Function::select, {o[0], or_zero(first), or_zero(second)});
        }
        default:
            break;
    }
    if (library_ulp(e->function, e->type.type)) return of_mathematics(e);
    Expr sum;  // negation, the absolute value, and signs put together of bits
    for (const Expr& operand : o) sum = plus(sum, error(operand));
    return sum;
}

// The machine rounds correctly. The library's result is so many units away from that.
Expr ErrorExpressions::of_mathematics(const Expr& e) {
    const Type type = e->type.type;
    const double units = *library_ulp(e->function, type) + 0.5;
    const Expr own = mathematics_ ? times(number(units * epsilon_of(type)), binade(e)) : nullptr;
    return plus(own, rounded(e, moved(e)));
}

// How far the result goes if the operands go to the ends of their intervals. The functions are monotone
// there, or nearly: `sin` and `cos` change no more than their operand.
Expr ErrorExpressions::moved(const Expr& e) {
    std::vector<std::vector<Expr>> ends;
    bool any = false;
    for (const Expr& operand : e->operands) {
        const Expr moves = error(operand);
        any = any || moves != nullptr;
        if (moves == nullptr)
            ends.push_back({f64(operand)});
        else
            ends.push_back({plus(f64(operand), moves), difference(f64(operand), moves)});
    }
    if (!any) return nullptr;
    if (e->function == Function::sin_u10 || e->function == Function::cos_u10) return error(e->operands[0]);
    if (ends.size() == 1) ends.push_back({nullptr});
    Expr most;
    for (const Expr& a : ends[0]) {
        for (const Expr& b : ends[1]) {
            const Expr there = dsl::apply(e->function, b == nullptr ? std::vector{a} : std::vector{a, b});
            most = larger(most, or_infinite(absolute(difference(there, f64(e)))));
        }
    }
    return most;
}

}  // namespace musimd::kernels::openmp
