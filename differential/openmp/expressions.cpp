#include "differential/openmp/expressions.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "dsl/openmp/loop_form.hpp"

namespace musimd::differential::openmp {
namespace {

using dsl::apply;
using dsl::Expr;
using dsl::Expression;
using dsl::Function;
using dsl::ValueType;

bool is_literal(const Expr& e) {
    return e->kind == Expression::Kind::literal;
}

/// A product that Wide cannot hold is replaced by one that no type can hold either.
Wide product_of(Wide a, Wide b) {
    constexpr Wide kBeyond = Wide{1} << 100;
    Wide product = 0;
    if (!__builtin_mul_overflow(a, b, &product)) return product;
    return (a < 0) == (b < 0) ? kBeyond : -kBeyond;
}

/// Of a + b, a − b or a · b in ℤ.
Range range_of_result(Function function, const Range& a, const Range& b) {
    if (function == Function::add) return {a.least + b.least, a.most + b.most};
    if (function == Function::sub) return {a.least - b.most, a.most - b.least};
    const Wide corners[] = {product_of(a.least, b.least), product_of(a.least, b.most),
                            product_of(a.most, b.least), product_of(a.most, b.most)};
    return {*std::ranges::min_element(corners), *std::ranges::max_element(corners)};
}

}  // namespace

Range range_of(Type type) {
    const Wide one = 1;
    const int width = width_of(type);
    if (is_unsigned_integer(type)) return {0, (one << width) - 1};
    return {-(one << (width - 1)), (one << (width - 1)) - 1};
}

bool may_trap(const Expr& e) {
    if (e->kind == Expression::Kind::load) return true;
    if (e->kind == Expression::Kind::apply) {
        const bool integers = !is_float(e->operands.front()->type.type);
        const bool shifts =
            e->function == Function::shl || e->function == Function::shr || e->function == Function::shra;
        if (shifts && !is_literal(e->operands[1])) return true;
        if (integers && (e->function == Function::div || e->function == Function::rem)) return true;
        if (e->function == Function::cvt && !integers && !is_float(e->type.type)) return true;
    }
    return std::ranges::any_of(e->operands, may_trap);
}

// ---- types

Type NestExpressions::computed_type() {
    return draft_.dice.pick({Type::i32, Type::i32, Type::u32, Type::i64, Type::u64});
}

Type NestExpressions::any_type() {
    return draft_.dice.pick({Type::i8, Type::i16, Type::i32, Type::i32, Type::i64, Type::u8, Type::u16,
                             Type::u32, Type::u64, Type::f32, Type::f32, Type::f64});
}

Expr NestExpressions::value(Type type, unsigned depth) {
    if (is_float(type)) return floating(type, depth);
    if (width_of(type) >= 32) return integer(type, depth).expr;
    return converted(integer(computed_type(), depth), type).expr;
}

// ---- integers

Known NestExpressions::integer(Type type, unsigned depth) {
    if (depth == 0 || draft_.dice.chance(20)) return leaf(type);
    switch (draft_.dice.weighted({8, 3, 4, 3, 2, 2, 1})) {
        case 0:
            return arithmetic(type, depth - 1);
        case 1:
            return quotient(type, depth - 1);
        case 2:
            return bitwise(type, depth - 1);
        case 3:
            return shifted(type, depth - 1);
        case 4:
            return chosen(type, depth - 1);
        case 5:
            return converted(integer(computed_type(), depth - 1), type);
        default:
            return converted({apply(Function::to_number, Type::i32, {condition(depth - 1)}), {0, 1}}, type);
    }
}

Known NestExpressions::literal(Type type) {
    const std::int64_t value = draft_.dice.between<std::int64_t>(is_unsigned_integer(type) ? 0 : -9, 40);
    return {dsl::openmp::integer(type, value), {value, value}};
}

/// A conversion of a literal is a literal: Clang computes it.
Known NestExpressions::converted(Known from, Type to) {
    if (const auto known = dsl::openmp::integer_of(from.expr)) {
        Expr e = dsl::openmp::integer(to, *known);
        const Wide value = is_unsigned_integer(to) ? Wide{e->bits} : Wide{word_of_pattern(e->bits, to)};
        return {std::move(e), {value, value}};
    }
    const Range all = range_of(to);
    const Range range = from.range.within(all) ? from.range : all;
    return {dsl::openmp::converted(std::move(from.expr), to), range};
}

Known NestExpressions::leaf(Type type) {
    std::vector<const NestLocal*> integers;
    for (const NestLocal& local : draft_.visible) {
        if (!is_float(local.type)) integers.push_back(&local);
    }
    const std::size_t kind = draft_.dice.weighted({integers.empty() ? 0U : 6U, 3, 2});
    if (kind == 1) return load(type, 0);
    if (kind == 2) return literal(type);
    const NestLocal& local = *draft_.dice.pick(integers);
    return converted({dsl::read(local.id, ValueType::number(local.type)), local.range}, type);
}

Known NestExpressions::load(Type type, unsigned depth) {
    std::vector<dsl::BufferId> arrays;
    for (dsl::BufferId b = 0; b < draft_.arrays.size(); ++b) {
        if (!is_float(draft_.arrays[b].type) && b != draft_.updated) arrays.push_back(b);
    }
    if (arrays.empty() || draft_.in_call) return literal(type);
    const dsl::BufferId array = draft_.dice.pick(arrays);
    const Type element = draft_.arrays[array].type;
    return converted({dsl::load(array, index(array, depth), element), range_of(element)}, type);
}

Known NestExpressions::masked(Known from, std::int64_t most) {
    const Type type = from.expr->type.type;
    if (from.range.within({0, most})) return from;
    if (is_literal(from.expr)) return {dsl::openmp::integer(type, most), {most, most}};
    return {infix(Function::andb, std::move(from.expr), dsl::openmp::integer(type, most)), {0, most}};
}

/// Of fewer bits, with either sign.
Known NestExpressions::limited(Known from, int bits) {
    const std::int64_t most = (std::int64_t{1} << bits) - 1;
    if (from.range.within({-most, most})) return from;
    if (is_literal(from.expr) || draft_.dice.chance(50)) return masked(std::move(from), most);
    const Type type = from.expr->type.type;
    return {infix(Function::rem, std::move(from.expr), dsl::openmp::integer(type, most)),
            {1 - most, most - 1}};
}

Known NestExpressions::arithmetic(Type type, unsigned depth) {
    Known a = integer(type, depth);
    Known b = integer(type, depth);
    const Function function = draft_.dice.pick({Function::add, Function::sub, Function::mul});
    const Range all = range_of(type);
    if (is_signed_integer(type) && !range_of_result(function, a.range, b.range).within(all)) {
        const int bits = function == Function::mul ? width_of(type) / 2 - 1 : width_of(type) - 2;
        a = limited(std::move(a), bits);
        b = limited(std::move(b), bits);
    }
    if (is_literal(a.expr) && is_literal(b.expr)) return a;
    const Range exact = range_of_result(function, a.range, b.range);
    return {infix(function, std::move(a.expr), std::move(b.expr)), exact.within(all) ? exact : all};
}

Known NestExpressions::quotient(Type type, unsigned depth) {
    const Known a = integer(type, depth);
    Known b = integer(type, depth);
    const bool overflows =
        is_signed_integer(type) && b.range.contains(-1) && a.range.contains(range_of(type).least);
    if (b.range.contains(0) || overflows) {
        if (is_unsigned_integer(type) && !is_literal(b.expr) && draft_.dice.chance(50)) {
            b = {infix(Function::orb, b.expr, dsl::openmp::integer(type, 1)), {1, range_of(type).most}};
        } else {
            b = masked(std::move(b), 15);
            b = is_literal(b.expr)
                    ? Known{dsl::openmp::integer(type, 7), {7, 7}}
                    : Known{infix(Function::add, b.expr, dsl::openmp::integer(type, 1)), {1, 16}};
        }
    }
    if (is_literal(a.expr) && is_literal(b.expr)) return a;
    const bool divides = draft_.dice.chance(60);
    const Range all = range_of(type);
    const Wide largest = std::max(a.range.most, -a.range.least);
    const Range within{is_signed_integer(type) ? -largest : 0, largest};
    return {infix(divides ? Function::div : Function::rem, a.expr, b.expr),
            within.within(all) ? within : all};
}

Known NestExpressions::bitwise(Type type, unsigned depth) {
    const Known a = integer(type, depth);
    const Range all = range_of(type);
    if (draft_.dice.chance(20) && !is_literal(a.expr)) return {apply(Function::notb, {a.expr}), all};
    if (is_signed_integer(type) && draft_.dice.chance(15) && !is_literal(a.expr) &&
        a.range.least > all.least) {
        const Wide most = std::max(a.range.most, -a.range.least);
        if (draft_.dice.chance(50)) return {apply(Function::abs, {a.expr}), {0, most}};
        return {apply(Function::neg, {a.expr}), {-a.range.most, -a.range.least}};
    }
    const Known b = integer(type, depth);
    if (is_literal(a.expr) && is_literal(b.expr)) return a;
    const Function function = draft_.dice.pick({Function::andb, Function::orb, Function::xorb});
    Range range = all;
    if (a.range.least >= 0 && b.range.least >= 0) {
        Wide most = 1;
        while (most <= std::max(a.range.most, b.range.most)) most *= 2;
        range = {0, function == Function::andb ? std::min(a.range.most, b.range.most) : most - 1};
    }
    return {infix(function, a.expr, b.expr), range};
}

Known NestExpressions::shifted(Type type, unsigned depth) {
    const Known a = integer(type, depth);
    const int width = width_of(type);
    Known count = draft_.dice.chance(60)
                      ? Known{dsl::openmp::integer(type, draft_.dice.between<std::int64_t>(0, width - 1)), {}}
                      : masked(integer(type, depth), width - 1);
    if (is_literal(count.expr))
        count.expr = dsl::openmp::integer(type, static_cast<std::int64_t>(count.expr->bits) % width);
    if (is_literal(a.expr) && is_literal(count.expr)) return a;
    const Range all = range_of(type);
    if (is_signed_integer(type)) {
        const Range nearer{std::min<Wide>(a.range.least, 0), std::max<Wide>(a.range.most, 0)};
        return {infix(Function::shra, a.expr, count.expr), nearer};
    }
    return {infix(draft_.dice.chance(50) ? Function::shl : Function::shr, a.expr, count.expr), all};
}

Known NestExpressions::chosen(Type type, unsigned depth) {
    const Known a = integer(type, depth);
    const Known b = integer(type, depth);
    if (may_trap(a.expr) || may_trap(b.expr)) return draft_.dice.chance(50) ? a : b;
    const Expr test = condition(depth);
    return {apply(Function::select, {test, a.expr, b.expr}),
            {std::min(a.range.least, b.range.least), std::max(a.range.most, b.range.most)}};
}

// ---- elements

Expr NestExpressions::own_index(dsl::BufferId array, unsigned depth) {
    using dsl::openmp::integer_of;
    const std::int64_t own = draft_.arrays[array].own;
    const Type type = draft_.slot->type.type;
    Expr first = draft_.slot;
    if (own != 1 && !is_literal(first)) first = infix(Function::mul, first, dsl::openmp::integer(type, own));
    Expr offset;
    if (draft_.lane != nullptr && draft_.by_lanes.contains(array)) {
        offset = dsl::openmp::converted(draft_.lane, type);
    } else if (own != 1) {
        offset = masked(integer(type, depth), own - 1).expr;
        if (const auto known = integer_of(offset)) offset = dsl::openmp::integer(type, *known & (own - 1));
    }
    const bool zero = offset == nullptr || integer_of(offset) == 0;
    return dsl::openmp::converted(zero ? first : infix(Function::add, first, offset), Type::i64);
}

Expr NestExpressions::index(dsl::BufferId array, unsigned depth) {
    if (draft_.slot != nullptr && draft_.written.contains(array)) return own_index(array, depth);
    if (draft_.slot != nullptr && draft_.dice.chance(40)) {
        const Draft& d = draft_;
        if (d.slots * d.arrays[array].own <= d.arrays[array].size) return own_index(array, depth);
    }
    const std::int64_t size = draft_.arrays[array].size;
    const Type type = draft_.dice.pick({Type::u32, Type::u64});
    Known any = integer(type, depth);
    if (is_literal(any.expr))
        return dsl::openmp::integer(Type::i64, static_cast<std::int64_t>(any.expr->bits) % size);
    if (any.range.most >= size) any.expr = infix(Function::rem, any.expr, dsl::openmp::integer(type, size));
    return dsl::openmp::converted(any.expr, Type::i64);
}

// ---- floats

Expr NestExpressions::float_literal(Type type) {
    const double unit = draft_.dice.pick({0.25, 0.5, 1.0, 3.0});
    const double value = static_cast<double>(draft_.dice.between(-40, 40)) * unit;
    if (type == Type::f64) return dsl::literal(type, std::bit_cast<std::uint64_t>(value));
    return dsl::literal(type, std::bit_cast<std::uint32_t>(static_cast<float>(value)));
}

Expr NestExpressions::float_load(Type type, unsigned depth) {
    std::vector<dsl::BufferId> arrays;
    for (dsl::BufferId b = 0; b < draft_.arrays.size(); ++b) {
        if (is_float(draft_.arrays[b].type) && b != draft_.updated) arrays.push_back(b);
    }
    if (arrays.empty() || draft_.in_call) return float_literal(type);
    const dsl::BufferId array = draft_.dice.pick(arrays);
    return dsl::openmp::converted(dsl::load(array, index(array, depth), draft_.arrays[array].type), type);
}

Expr NestExpressions::float_leaf(Type type) {
    std::vector<const NestLocal*> floats;
    for (const NestLocal& local : draft_.visible) {
        if (is_float(local.type)) floats.push_back(&local);
    }
    const std::size_t kind = draft_.dice.weighted({floats.empty() ? 0U : 5U, 3, 2, 2});
    if (kind == 1) return float_load(type, 0);
    if (kind == 2) return float_literal(type);
    if (kind == 3) {
        Expr number = leaf(computed_type()).expr;
        return is_literal(number) ? float_literal(type) : dsl::openmp::converted(std::move(number), type);
    }
    const NestLocal& local = *draft_.dice.pick(floats);
    return dsl::openmp::converted(dsl::read(local.id, ValueType::number(local.type)), type);
}

Expr NestExpressions::floating(Type type, unsigned depth) {
    if (depth == 0 || draft_.dice.chance(20)) return float_leaf(type);
    Dice& dice = draft_.dice;
    const Expr a = floating(type, depth - 1);
    if (dice.chance(20)) {
        if (is_literal(a)) return a;
        const Function function = dice.pick({Function::neg, Function::abs, Function::sqrt, Function::floor,
                                             Function::ceil, Function::trunc, Function::round_to_even});
        return apply(function, {a});
    }
    const Expr b = floating(type, depth - 1);
    if (is_literal(a) && is_literal(b)) return a;
    if (dice.chance(10)) return apply(Function::fma, {a, b, float_leaf(type)});
    if (dice.chance(10) && !may_trap(a) && !may_trap(b))
        return apply(Function::select, {condition(depth - 1), a, b});
    return infix(dice.pick({Function::add, Function::sub, Function::mul, Function::div}), a, b);
}

// ---- conditions

Expr NestExpressions::comparison(unsigned depth) {
    Dice& dice = draft_.dice;
    const Function function =
        dice.pick({Function::lt, Function::le, Function::gt, Function::ge, Function::eq, Function::ne});
    for (;;) {
        const Type type = dice.chance(30) ? dice.pick({Type::f32, Type::f64}) : computed_type();
        const Expr a = value(type, depth);
        const Expr b = value(type, depth);
        if (!is_literal(a) || !is_literal(b)) return infix(function, a, b);
    }
}

Expr NestExpressions::condition(unsigned depth) {
    const Expr first = comparison(depth);
    if (depth == 0) return first;
    if (draft_.dice.chance(15)) return apply(Function::notl, {first});
    if (!draft_.dice.chance(30)) return first;
    const Expr second = comparison(depth - 1);
    if (may_trap(second)) return first;
    return apply(draft_.dice.chance(50) ? Function::andl : Function::orl, {first, second});
}

Expr NestExpressions::safe_condition(unsigned depth) {
    for (int attempt = 0; attempt < 4; ++attempt) {
        Expr e = condition(depth);
        if (!may_trap(e)) return e;
    }
    return nullptr;
}

}  // namespace musimd::differential::openmp
