#include "differential/cuda/expressions.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace musimd::differential::cuda {
namespace {

constexpr Range kTest = {0, 1};

Known known(Expr expr, Wide least, Wide most) {
    return {std::move(expr), {least, most}};
}

}  // namespace

Type Expressions::integer_type() {
    return draft_.dice.pick({Type::i32, Type::i32, Type::u32, Type::u32, Type::i64, Type::u64});
}

Type Expressions::any_type() {
    return draft_.dice.chance(30) ? draft_.dice.pick({Type::f32, Type::f64}) : integer_type();
}

Known Expressions::limited(Known from, int bits) {
    const Wide most = (Wide{1} << bits) - 1;
    if (from.range.within({-most, most})) return from;
    const Type type = from.expr->type;
    return known(infix(Op::andb, from.expr, literal(type, static_cast<std::uint64_t>(most))), 0, most);
}

// ---- leaves

Known Expressions::random_literal(Type type) {
    Dice& dice = draft_.dice;
    if (is_float(type)) {
        const double value = dice.pick({0.0, 0.5, 1.0, -1.0, 2.0, -0.25, 3.0, 100.0, 0.1, 1e10});
        return {literal(type, type == Type::f64 ? std::bit_cast<std::uint64_t>(value)
                                                : std::bit_cast<std::uint32_t>(static_cast<float>(value)))};
    }
    std::int64_t value = dice.between<std::int64_t>(is_signed_integer(type) ? -20 : 0, 100);
    if (dice.chance(10)) value = static_cast<std::int64_t>(range_of(type).most - dice.below(3));
    const std::uint64_t bits = pattern_of_word(value, type);
    const Wide exact = type == Type::u64 ? static_cast<Wide>(bits) : static_cast<Wide>(value);
    return known(literal(type, bits), exact, exact);
}

Known Expressions::known_place(Level level) {
    const auto most = [&](std::uint32_t count) { return Wide{count} - 1; };
    const Drawn& k = draft_.kernel;
    std::vector<std::pair<ThreadIndex, Wide>> places = {{ThreadIndex::block, most(k.blocks())},
                                                        {ThreadIndex::block_x, most(k.grid[0])},
                                                        {ThreadIndex::block_y, most(k.grid[1])}};
    if (level >= Level::warp) places.emplace_back(ThreadIndex::warp, (k.threads() - 1) / 32);
    if (level >= Level::thread) {
        places = {{ThreadIndex::thread, most(k.threads())},  {ThreadIndex::lane, 31},
                  {ThreadIndex::thread_x, most(k.block[0])}, {ThreadIndex::thread_y, most(k.block[1])},
                  {ThreadIndex::thread_z, most(k.block[2])}, {ThreadIndex::block, most(k.blocks())}};
    }
    const auto [which, end] = draft_.dice.pick(places);
    return known(place(which), 0, end);
}

std::optional<Known> Expressions::local(Type type, Level level) {
    std::vector<Local> fitting;
    std::ranges::copy_if(draft_.visible, std::back_inserter(fitting),
                         [&](const Local& local) { return local.type == type && local.level <= level; });
    if (fitting.empty()) return std::nullopt;
    const Local& local = draft_.dice.pick(fitting);
    return Known{variable(local.id, type), local.range};
}

Known Expressions::leaf(Type type, Level level) {
    Dice& dice = draft_.dice;
    if (dice.chance(60)) {
        if (auto found = local(type, level)) return *found;
    }
    if (dice.chance(50)) {
        if (auto found = load(type, 0, level)) return *found;
    }
    if (dice.chance(75)) {
        if (type == Type::i32 && dice.chance(15)) return known(apply(Op::size, Type::i32, {}), 0, 100);
        const Known where = known_place(level);
        return {converted(where.expr, type), is_float(type) ? Range{} : where.range};
    }
    return random_literal(type);
}

// ---- memory

Expr Expressions::below(std::uint32_t count, unsigned depth, Level level) {
    if (count == 1) return number(Type::i32, 0);
    const Expr any = value(Type::u32, depth, level).expr;
    const bool is_power = std::has_single_bit(count);
    return converted(
        infix(is_power ? Op::andb : Op::rem, any, number(Type::u32, is_power ? count - 1 : count)),
        Type::i32);
}

/// The array may be one of the grid, of which each block has a part.
Expr Expressions::block_part(const SharedUse& use, Expr index) const {
    if (draft_.kernel.arrays[use.array].space != Array::Space::output) return index;
    const std::uint32_t part = use.own * draft_.kernel.threads();
    return infix(Op::add, infix(Op::mul, place(ThreadIndex::block), number(Type::i32, part)),
                 std::move(index));
}

Expr Expressions::own_index(const SharedUse& use, unsigned depth) {
    const std::uint32_t threads = draft_.kernel.threads();
    Expr index = place(ThreadIndex::thread);
    if (use.rotation != 0)
        index = infix(Op::rem, infix(Op::add, index, number(Type::i32, use.rotation)),
                      number(Type::i32, threads));
    if (use.own > 1)
        index = infix(Op::add, index,
                      infix(Op::mul, below(use.own, depth, Level::thread), number(Type::i32, threads)));
    return block_part(use, std::move(index));
}

Expr Expressions::any_index(const SharedUse& use, unsigned depth, Level level) {
    return block_part(use, below(use.own * draft_.kernel.threads(), depth, level));
}

Expr Expressions::shared_index(const SharedUse& use, unsigned depth, Level level) {
    if (use.mode == Mode::read) return any_index(use, depth, level);
    if (use.mode == Mode::own) return own_index(use, depth);
    const Expr first = infix(Op::mul, place(ThreadIndex::warp), number(Type::i32, 32));
    return block_part(use, infix(Op::add, first, below(32, depth, level)));
}

bool Expressions::is_readable(const SharedUse& use, Level level) {
    if (use.mode == Mode::read) return true;
    return level == Level::thread && use.mode != Mode::sums;
}

Known Expressions::element(std::uint32_t array, Type type, Expr index) const {
    const Array& drawn_array = draft_.kernel.arrays[array];
    Node node{.op = Op::element, .type = type, .id = array, .operands = {std::move(index)}};
    const bool is_small = drawn_array.space == Array::Space::input && drawn_array.type != Type::u64 &&
                          drawn_array.type != Type::i64;
    return {std::make_shared<const Node>(std::move(node)), is_float(type) ? Range{}
                                                           : is_small     ? Range{-100, 255}
                                                                          : range_of(drawn_array.type)};
}

std::optional<Known> Expressions::load(Type type, unsigned depth, Level level) {
    const auto fits = [&](std::uint32_t array) {
        const Type element = draft_.kernel.arrays[array].type;
        return element == type || (type == Type::i32 && width_of(element) < 32);
    };
    std::vector<std::uint32_t> whole;  // arrays of which any element may be read
    std::ranges::copy_if(draft_.inputs, std::back_inserter(whole), fits);
    std::vector<SharedUse> parts;
    for (const SharedUse& use : draft_.shared)
        if (fits(use.array) && is_readable(use, level)) parts.push_back(use);
    if (level == Level::thread) {
        std::ranges::copy_if(draft_.locals, std::back_inserter(whole), fits);
        for (const SharedUse& use : draft_.outputs)
            if (fits(use.array)) parts.push_back(use);
    }
    const std::size_t count = whole.size() + parts.size();
    if (count == 0 || loads_ > 1) return std::nullopt;
    ++loads_;  // of indices inside
    const std::size_t which = draft_.dice.index(count);
    const bool is_whole = which < whole.size();
    const std::uint32_t array = is_whole ? whole[which] : parts[which - whole.size()].array;
    Expr index = is_whole ? below(draft_.kernel.arrays[array].elements, depth, level)
                          : shared_index(parts[which - whole.size()], depth, level);
    --loads_;
    return element(array, type, std::move(index));
}

// ---- operations

Known Expressions::value(Type type, unsigned depth, Level level) {
    if (depth == 0 || draft_.dice.chance(20)) return leaf(type, level);
    if (draft_.dice.chance(20)) {
        if (auto found = load(type, depth - 1, level)) return *found;
    }
    if (draft_.dice.chance(10)) {
        const Known a = value(type, depth - 1, level);
        const Known b = value(type, depth - 1, level);
        return {apply(Op::choose, type, {condition(depth - 1, level), a.expr, b.expr}),
                {std::min(a.range.least, b.range.least), std::max(a.range.most, b.range.most)}};
    }
    return is_float(type) ? floating(type, depth, level) : whole(type, depth, level);
}

Known Expressions::whole(Type type, unsigned depth, Level level) {
    Dice& dice = draft_.dice;
    switch (dice.weighted({40, 10, 20, 15, 10, 5})) {
        case 0:
            return arithmetic(type, depth, level);
        case 1:
            return quotient(type, depth, level);
        case 2:
            return bits(type, depth, level);
        case 3: {
            const Type from = integer_type();
            const Known inner = value(from, depth - 1, level);
            const bool keeps = inner.range.within(range_of(type));
            return {converted(inner.expr, type), keeps ? inner.range : range_of(type)};
        }
        case 4:
            if (type != Type::i32) return arithmetic(type, depth, level);
            return {condition(depth - 1, level), kTest};
        default:
            if (type != Type::i32) return bits(type, depth, level);
            return counted(depth, level);
    }
}

Known Expressions::arithmetic(Type type, unsigned depth, Level level) {
    const Op op = draft_.dice.pick({Op::add, Op::add, Op::sub, Op::mul, Op::min, Op::max});
    Known a = value(type, depth - 1, level);
    Known b = value(type, depth - 1, level);
    const bool is_extreme = op == Op::min || op == Op::max;
    if (!is_extreme && is_signed_integer(type)) {
        const int room = width_of(type) - 2;
        a = limited(a, op == Op::mul ? room / 2 : room);
        b = limited(b, op == Op::mul ? room / 2 : room);
    }
    const Expr expr = infix(op, a.expr, b.expr);
    if (is_unsigned_integer(type)) return {expr, range_of(type)};
    if (op == Op::add) return known(expr, a.range.least + b.range.least, a.range.most + b.range.most);
    if (op == Op::sub) return known(expr, a.range.least - b.range.most, a.range.most - b.range.least);
    if (is_extreme)
        return known(expr, std::min(a.range.least, b.range.least), std::max(a.range.most, b.range.most));
    const auto [least, most] = std::minmax({a.range.least * b.range.least, a.range.least * b.range.most,
                                            a.range.most * b.range.least, a.range.most * b.range.most});
    return known(expr, least, most);
}

Known Expressions::quotient(Type type, unsigned depth, Level level) {
    const Op op = draft_.dice.pick({Op::div, Op::rem});
    const Known a = value(type, depth - 1, level);
    const Known b = limited(value(type, depth - 1, level), 10);
    const Expr divisor = infix(Op::orb, infix(Op::andb, b.expr, number(type, 1023)), number(type, 1));
    const Wide bound = std::max(a.range.most, -a.range.least);
    const Wide least = a.range.least < 0 ? -bound : 0;
    return {infix(op, a.expr, divisor), is_unsigned_integer(type) ? range_of(type) : Range{least, bound}};
}

Known Expressions::bits(Type type, unsigned depth, Level level) {
    const Op op = draft_.dice.pick({Op::andb, Op::orb, Op::xorb, Op::notb, Op::shl, Op::shr});
    Known a = value(type, depth - 1, level);
    if (op == Op::notb) return {apply(op, type, {a.expr}), range_of(type)};
    if (op == Op::shl || op == Op::shr) {
        const int most = op == Op::shl && is_signed_integer(type) ? 7 : width_of(type) - 1;
        if (op == Op::shl && is_signed_integer(type)) {
            a = limited(a, 15);
            a = known(infix(Op::andb, a.expr, number(type, 0x7FFF)), 0, 0x7FFF);
        }
        const Expr by =
            infix(Op::andb, converted(value(Type::i32, depth - 1, level).expr, type), number(type, most));
        return {infix(op, a.expr, by), range_of(type)};
    }
    return {infix(op, a.expr, value(type, depth - 1, level).expr), range_of(type)};
}

Known Expressions::counted(unsigned depth, Level level) {
    const Op op = draft_.dice.pick({Op::popc, Op::clz, Op::ffs});
    const Type type =
        op == Op::popc ? draft_.dice.pick({Type::u32, Type::u64}) : draft_.dice.pick({Type::i32, Type::i64});
    return known(apply(op, Type::i32, {value(type, depth - 1, level).expr}), 0, 64);
}

Known Expressions::floating(Type type, unsigned depth, Level level) {
    Dice& dice = draft_.dice;
    const auto operand = [&] { return value(type, depth - 1, level).expr; };
    switch (dice.weighted({45, 15, 15, 15, 10})) {
        case 0:
            return {infix(dice.pick({Op::add, Op::sub, Op::mul, Op::div}), operand(), operand())};
        case 1:
            return {infix(dice.pick({Op::min, Op::max}), operand(), operand())};
        case 2:
            return {apply(dice.pick({Op::neg, Op::fabs, Op::sqrt}), type, {operand()})};
        case 3: {
            const Type from = dice.chance(20) ? (type == Type::f32 ? Type::f64 : Type::f32) : integer_type();
            return {converted(value(from, depth - 1, level).expr, type)};
        }
        default:
            return {apply(Op::fma, type, {operand(), operand(), operand()})};
    }
}

Expr Expressions::condition(unsigned depth, Level level) {
    Dice& dice = draft_.dice;
    if (depth > 1 && dice.chance(20))
        return apply(dice.pick({Op::both, Op::either}), Type::i32,
                     {condition(depth - 1, level), condition(depth - 1, level)});
    const unsigned inner = depth == 0 ? 0 : depth - 1;
    const Type type = any_type();
    const Expr a = value(type, inner, level).expr;
    return apply(dice.pick({Op::lt, Op::le, Op::eq, Op::ne}), Type::i32, {a, value(type, inner, level).expr});
}

}  // namespace musimd::differential::cuda
