#include "dsl/trees.hpp"

#include <algorithm>
#include <functional>

// Questions to trees, and arithmetic on them.

namespace musimd::dsl {
namespace {

bool any_part(const Expr& e, const std::function<bool(const Expression&)>& is) {
    if (is(*e)) return true;
    return std::ranges::any_of(e->operands, [&](const Expr& part) { return any_part(part, is); });
}

}  // namespace

std::uint64_t pattern_of_one(Type type) {
    if (type == Type::f16) return 0x3c00;
    return type == Type::f64 ? 0x3ff0'0000'0000'0000 : type == Type::f32 ? 0x3f80'0000 : 1;
}

std::optional<std::int64_t> literal_integer(const Expr& e) {
    if (e->kind != Expression::Kind::literal || is_float(e->type.type)) return std::nullopt;
    const int unused = 64 - width_of(e->type.type);
    if (is_unsigned_integer(e->type.type)) return static_cast<std::int64_t>(e->bits);
    return static_cast<std::int64_t>(e->bits << unused) >> unused;
}

bool may_trap(const Expr& e) {
    return any_part(e, [](const Expression& part) {
        if (part.kind == Expression::Kind::load) return true;
        if (part.kind != Expression::Kind::apply) return false;
        const Type from = part.operands.front()->type.type;
        const bool integers = !is_float(from);
        switch (part.function) {
            case Function::div:
            case Function::rem:
                return integers;
            case Function::cvt:
                return !integers && !is_float(part.type.type);
            case Function::shl:
            case Function::shr:
            case Function::shra: {
                const auto count = literal_integer(part.operands[1]);
                return !count || *count < 0 || *count >= width_of(from);
            }
            default:  // the others are total
                return false;
        }
    });
}

bool reads_memory(const Expr& e) {
    return any_part(e, [](const Expression& part) { return part.kind == Expression::Kind::load; });
}

bool reads_variables(const Expr& e) {
    return any_part(e, [](const Expression& part) { return part.kind == Expression::Kind::variable; });
}

bool is_literal(const Expr& e, std::int64_t value) {
    return literal_integer(e) == value;
}

Expr convert(Expr e, Type to, SourcePoint line) {
    if (e->type == ValueType::number(to)) return e;
    if (const auto known = literal_integer(e); known && !is_float(to))
        return literal(to, static_cast<std::uint64_t>(*known), line);
    return apply(Function::cvt, to, {std::move(e)}, line);
}

Expr as_i64(Expr e) {
    const SourcePoint line = e->line;
    return convert(std::move(e), Type::i64, line);
}

Expr plus(Expr a, Expr b, SourcePoint line) {
    if (is_literal(a, 0)) return b;
    if (is_literal(b, 0)) return a;
    const auto x = literal_integer(a);
    const auto y = literal_integer(b);
    if (x && y && a->type == ValueType::number(Type::i64))
        return literal(Type::i64, static_cast<std::uint64_t>(*x) + static_cast<std::uint64_t>(*y), line);
    return apply(Function::add, {std::move(a), std::move(b)}, true, line);
}

Expr minus(Expr a, Expr b, SourcePoint line) {
    if (is_literal(b, 0)) return a;
    const auto x = literal_integer(a);
    const auto y = literal_integer(b);
    if (x && y)
        return literal(Type::i64, static_cast<std::uint64_t>(*x) - static_cast<std::uint64_t>(*y), line);
    return apply(Function::sub, {std::move(a), std::move(b)}, true, line);
}

Expr times(Expr a, Expr b, SourcePoint line) {
    if (is_literal(a, 1) || is_literal(b, 0)) return b;
    if (is_literal(b, 1) || is_literal(a, 0)) return a;
    const auto x = literal_integer(a);
    const auto y = literal_integer(b);
    if (x && y)
        return literal(Type::i64, static_cast<std::uint64_t>(*x) * static_cast<std::uint64_t>(*y), line);
    return apply(Function::mul, {std::move(a), std::move(b)}, true, line);
}

}  // namespace musimd::dsl
