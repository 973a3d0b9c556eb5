#include "differential/spmd/generate/expression_maker.hpp"

#include <bit>
#include <utility>

#include "differential/random/edges.hpp"

namespace musimd::differential::spmd {

using dsl::apply;
using dsl::Expr;
using dsl::Function;
using dsl::ValueType;

namespace {

std::uint64_t pattern_of(Type type, int number) {
    if (type == Type::f32) return std::bit_cast<std::uint32_t>(static_cast<float>(number));
    if (type == Type::f64) return std::bit_cast<std::uint64_t>(static_cast<double>(number));
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(number));
}

}  // namespace

Type ExpressionMaker::any_type() {
    const std::size_t kind = draft_.dice.weighted({6, 2, draft_.has_floats() ? 2U : 0U});
    if (kind == 0) return draft_.signed_type();
    return kind == 1 ? draft_.unsigned_type() : draft_.float_type();
}

Expr ExpressionMaker::small_literal(Type type, int number) {
    return dsl::literal(type, pattern_of(type, number));
}

Expr ExpressionMaker::any_literal(Type type) {
    Dice& dice = draft_.dice;
    if (Expr scalar = any_scalar(type); scalar != nullptr && dice.chance(50)) return scalar;
    if (dice.chance(75)) return small_literal(type, dice.between(is_unsigned_integer(type) ? 0 : -3, 9));
    return dsl::literal(type, edge_pattern(type, dice));
}

Expr ExpressionMaker::any_scalar(Type type, std::uint64_t most) {
    std::vector<dsl::ScalarId> fitting;
    const auto& scalars = draft_.kernel.scalars;
    for (dsl::ScalarId s = 0; s < scalars.size(); ++s) {
        if (scalars[s].type == type && scalars[s].bits <= most) fitting.push_back(s);
    }
    if (fitting.empty()) return nullptr;
    const dsl::ScalarId picked = draft_.dice.pick(fitting);
    return dsl::uniform(picked, scalars[picked]);
}

Expr ExpressionMaker::small_uniform(Type type) {
    if (Expr scalar = any_scalar(type, 3); scalar != nullptr && draft_.dice.chance(50)) return scalar;
    return small_literal(type, draft_.dice.between(0, 3));
}

Expr ExpressionMaker::any_load(Type type) {
    Dice& dice = draft_.dice;
    std::vector<dsl::BufferId> buffers;
    for (dsl::BufferId b = 0; b < draft_.kernel.buffers.size(); ++b) {
        if (draft_.kernel.buffers[b].element == type) buffers.push_back(b);
    }
    if (!draft_.memory || buffers.empty()) return any_literal(type);
    const dsl::BufferId buffer = dice.pick(buffers);
    const bool shifted = !draft_.written[buffer] && dice.chance(30);
    return dsl::load({buffer, shifted ? dice.between<std::int64_t>(-2, 3) : 0}, type);
}

Expr ExpressionMaker::leaf(Type type) {
    Dice& dice = draft_.dice;
    std::vector<dsl::VariableId> ids;
    for (const Local& local : draft_.visible) {
        if (local.type == ValueType::number(type)) ids.push_back(local.id);
    }
    const std::size_t kind = dice.weighted({ids.empty() ? 0U : 60U, 15, 25});
    if (kind == 0) return dsl::read(dice.pick(ids), ValueType::number(type));
    return kind == 1 ? any_load(type) : any_literal(type);
}

Expr ExpressionMaker::number(Type type, int depth) {
    if (depth > 0) {
        if (Expr result = call_(ValueType::number(type))) return result;
    }
    if (depth <= 0 || draft_.dice.chance(25)) return leaf(type);
    return is_float(type) ? floating(depth) : integer(type, depth);
}

Expr ExpressionMaker::small_number(Type type) {
    return apply(Function::andb,
                 {draft_.dice.chance(70) ? any_load(type) : number(type, 1), small_literal(type, 3)});
}

// k_div traps on 0 and on the least number by −1: a divisor is positive, or a literal that is neither 0 nor
// −1. Others are guarded (StatementMaker::guarded_division).
Expr ExpressionMaker::divided(Type type, int depth) {
    if (draft_.guarded && draft_.dice.chance(40)) {
        const int number = draft_.dice.between(2, 9);
        const bool negative = is_signed_integer(type) && draft_.dice.chance(50);
        return apply(Function::div,
                     {this->number(type, depth - 1), small_literal(type, negative ? -number : number)});
    }
    Expr divisor = number(type, depth - 1);
    if (is_signed_integer(type)) {
        const std::uint64_t most = (std::uint64_t{1} << (width_of(type) - 1)) - 1;
        divisor = apply(Function::andb, {std::move(divisor), dsl::literal(type, most)});
    }
    divisor = apply(Function::orb, {std::move(divisor), small_literal(type, 1)});
    return apply(Function::div, {number(type, depth - 1), std::move(divisor)});
}

Expr ExpressionMaker::shifted(Type type, int depth) {
    Dice& dice = draft_.dice;
    const auto function = dice.pick({Function::shl, Function::shr, Function::shra});
    const int width = width_of(type);
    const int count = dice.chance(20) ? dice.pick({0, width - 1}) : dice.between(0, width - 1);
    const bool infix = draft_.infix_arithmetic() && is_unsigned_integer(type) && function != Function::shra &&
                       dice.chance(30);
    Expr amount = any_scalar(Type::i32, static_cast<std::uint64_t>(width - 1));
    if (amount == nullptr || dice.chance(40)) amount = small_literal(Type::i32, count);
    return apply(function, {number(type, depth - 1), std::move(amount)}, infix);
}

// Computed NaNs have different bits on other targets, so bits are only taken from loaded floats.
Expr ExpressionMaker::converted(Type to, int depth) {
    Dice& dice = draft_.dice;
    const Type other = is_signed_integer(to) ? draft_.unsigned_type() : draft_.signed_type();
    if (!is_float(to)) {
        if (draft_.memory && draft_.has_floats() && dice.chance(15)) {
            for (dsl::BufferId b = 0; b < draft_.kernel.buffers.size(); ++b) {
                if (draft_.kernel.buffers[b].element == draft_.float_type() && !draft_.written[b])
                    return apply(Function::reinterpret, to, {dsl::load({b, 0}, draft_.float_type())});
            }
        }
        if (dice.chance(30)) return apply(Function::to_mask, to, {condition(depth - 1)});
        const auto function = dice.chance(60) ? Function::reinterpret : Function::cvt;
        return apply(function, to, {number(other, depth - 1)});
    }
    const Type from = dice.chance(70) ? draft_.signed_type() : draft_.unsigned_type();
    if (dice.chance(25)) return apply(Function::reinterpret, to, {number(from, depth - 1)});
    // Small enough for every float type.
    return apply(Function::cvt, to,
                 {apply(Function::andb, {number(from, depth - 1), small_literal(from, 0xFFFF)})});
}

Expr ExpressionMaker::integer(Type type, int depth) {
    Dice& dice = draft_.dice;
    switch (dice.weighted({34, 18, 9, 8, 5, 9, 8, 5, 4})) {
        case 0: {
            const auto function = dice.pick({Function::add, Function::sub, Function::mul});
            // Signed overflow of infix arithmetic is undefined in C++.
            const bool infix = draft_.infix_arithmetic() && is_unsigned_integer(type) && dice.chance(40);
            return apply(function, {number(type, depth - 1), number(type, depth - 1)}, infix);
        }
        case 1: {
            const auto function = dice.pick({Function::andb, Function::orb, Function::xorb});
            const bool infix = draft_.infix_arithmetic() && dice.chance(40);
            return apply(function, {number(type, depth - 1), number(type, depth - 1)}, infix);
        }
        case 2: {
            const auto function = dice.pick({Function::min, Function::max});
            return apply(function, {number(type, depth - 1), number(type, depth - 1)});
        }
        case 3:
            return shifted(type, depth);
        case 4:
            return divided(type, depth);
        case 5: {
            const auto function = dice.pick({Function::adds, Function::subs, Function::andnotb});
            return apply(function, {number(type, depth - 1), number(type, depth - 1)});
        }
        case 6:
            return converted(type, depth);
        case 7: {
            const auto function = dice.pick({Function::neg, Function::abs, Function::notb, Function::notb});
            const bool infix = function == Function::notb && draft_.infix_arithmetic() && dice.chance(40);
            return apply(function, {number(type, depth - 1)}, infix);
        }
        default: {
            const auto function = dice.pick({Function::fma, Function::fnma, Function::fms, Function::fnms});
            return apply(function,
                         {number(type, depth - 1), number(type, depth - 1), number(type, depth - 1)});
        }
    }
}

Expr ExpressionMaker::floating(int depth) {
    Dice& dice = draft_.dice;
    const Type type = draft_.float_type();
    switch (dice.weighted({50, 15, 15, 15, draft_.shape.fused ? 10U : 0U})) {
        case 0: {
            const auto function = dice.pick({Function::add, Function::sub, Function::mul, Function::div});
            const bool infix = dice.chance(40);
            return apply(function, {number(type, depth - 1), number(type, depth - 1)}, infix);
        }
        case 1: {
            const auto function = dice.pick({Function::neg, Function::abs, Function::sqrt, Function::rec});
            const bool infix = function == Function::neg && dice.chance(40);
            return apply(function, {number(type, depth - 1)}, infix);
        }
        case 2: {
            const auto function =
                dice.pick({Function::ceil, Function::floor, Function::trunc, Function::round_to_even});
            return apply(function, {number(type, depth - 1)});
        }
        case 3:
            return converted(type, depth);
        default: {
            const auto function = dice.pick({Function::fma, Function::fnma, Function::fms, Function::fnms});
            return apply(function,
                         {number(type, depth - 1), number(type, depth - 1), number(type, depth - 1)});
        }
    }
}

Expr ExpressionMaker::comparison(int depth) {
    Dice& dice = draft_.dice;
    const Type type = any_type();
    const auto function =
        dice.pick({Function::eq, Function::ne, Function::lt, Function::le, Function::gt, Function::ge});
    // Against small numbers as often as not, so that both answers are likely.
    Expr left = number(type, depth);
    Expr right = dice.chance(50) ? small_literal(type, dice.between(0, 6)) : number(type, depth - 1);
    return apply(function, {std::move(left), std::move(right)}, dice.chance(50));
}

Expr ExpressionMaker::condition(int depth) {
    Dice& dice = draft_.dice;
    if (depth > 0) {
        if (Expr result = call_(ValueType::of_condition())) return result;
    }
    std::vector<dsl::VariableId> ids;
    for (const Local& local : draft_.visible) {
        if (local.type.condition) ids.push_back(local.id);
    }
    const bool deeper = depth > 0;
    switch (dice.weighted({50, ids.empty() ? 0U : 30U, deeper ? 12U : 0U, deeper ? 10U : 0U, 5, 3})) {
        case 0:
            return comparison(depth > 0 ? depth - 1 : 0);
        case 1:
            return dsl::read(dice.pick(ids), ValueType::of_condition());
        case 2: {
            const auto function =
                dice.pick({Function::orl, Function::andl, Function::andnotl, Function::xorl});
            const bool infix = (function == Function::orl || function == Function::andl) && dice.chance(60);
            return apply(function, {condition(depth - 1), condition(depth - 1)}, infix);
        }
        case 3: {
            const bool infix = dice.chance(60);
            return apply(Function::notl, {condition(depth - 1)}, infix);
        }
        case 4:
            return apply(Function::to_logical,
                         {number(dice.chance(70) ? draft_.signed_type() : draft_.unsigned_type(), 0)});
        default:
            return apply(Function::to_bool, {condition(depth - 1)});
    }
}

Expr ExpressionMaker::value(ValueType type, int depth) {
    if (!type.condition) return number(type.type, depth);
    // A comparison of k_floats is not a k_bool by itself.
    return apply(Function::to_bool, {condition(depth)});
}

}  // namespace musimd::differential::spmd
