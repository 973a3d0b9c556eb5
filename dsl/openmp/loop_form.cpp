#include "dsl/openmp/loop_form.hpp"

#include <algorithm>
#include <utility>

namespace musimd::dsl::openmp {
namespace {

using Kind = Expression::Kind;

bool is_call(const Expr& e, Function function) {
    return e->kind == Kind::apply && e->function == function;
}

bool is_integer(const Expr& e, std::int64_t value) {
    return integer_of(e) == value;
}

/// The step, if the expression is the distance from the first value in iteration `number`.
std::optional<std::int64_t> step_of(const Expr& distance, Type type, const Expr& number) {
    if (same(distance, converted(number, type))) return 1;
    const Expr& steps =
        type != Type::i64 && is_call(distance, Function::cvt) ? distance->operands[0] : distance;
    if (!is_call(steps, Function::mul) || !same(steps->operands[0], number)) return std::nullopt;
    return integer_of(steps->operands[1]);
}

/// The loop without its end.
std::optional<LoopForm> start_of(const Expr& value, Type type, const Expr& number) {
    LoopForm loop{.type = type, .low = integer(type, 0), .high = nullptr};
    auto step = step_of(value, type, number);
    if (!step && (is_call(value, Function::add) || is_call(value, Function::sub))) {
        loop.low = value->operands[0];
        loop.down = is_call(value, Function::sub);
        step = step_of(value->operands[1], type, number);
    }
    if (!step || *step < 1) return std::nullopt;
    loop.step = *step;
    return loop;
}

/// b, if e is a + b for integers, or a − b.
Expr without(const Expr& e, Function function, std::size_t place, const Expr& other) {
    if (is_integer(other, 0) && place == 1) return e;
    const auto known = integer_of(e);
    const auto part = integer_of(other);
    if (known && part) return integer(Type::i64, function == Function::add ? *known - *part : *known + *part);
    if (!is_call(e, function) || !same(e->operands[place], other)) return nullptr;
    return e->operands[1 - place];
}

/// What max(0, …) or the literal counts, before it is divided by the step.
Expr distance_of(const Expr& count, std::int64_t step) {
    Expr distance = count;
    if (is_call(count, Function::max)) distance = count->operands[1];
    if (step == 1) return distance;
    if (!is_call(distance, Function::div) || !is_integer(distance->operands[1], step)) return nullptr;
    return without(distance->operands[0], Function::add, 1, integer(Type::i64, step - 1));
}

Expr high_of(const LoopForm& loop, const Expr& distance) {
    const Expr low = converted(loop.low, Type::i64);
    if (!loop.down) return without(distance, Function::sub, 1, low);
    const auto known = integer_of(distance);
    const auto first = integer_of(low);
    if (known && first) return integer(Type::i64, *first - *known);
    if (is_call(distance, Function::sub) && same(distance->operands[0], low)) return distance->operands[1];
    return nullptr;
}

}  // namespace

// ---- expressions

Expr integer(Type type, std::int64_t value) {
    return literal(type, static_cast<std::uint64_t>(value));
}

std::optional<std::int64_t> integer_of(const Expr& e) {
    if (e->kind != Kind::literal || e->type.condition || is_float(e->type.type)) return std::nullopt;
    if (is_unsigned_integer(e->type.type)) return static_cast<std::int64_t>(e->bits);
    return word_of_pattern(e->bits, e->type.type);
}

Expr converted(Expr e, Type to) {
    if (e->type == ValueType::number(to)) return e;
    if (const auto known = integer_of(e); known && !is_float(to)) return integer(to, *known);
    return apply(Function::cvt, to, {std::move(e)});
}

Expr sum(Expr a, Expr b) {
    if (is_integer(a, 0)) return b;
    if (is_integer(b, 0)) return a;
    const auto x = integer_of(a);
    const auto y = integer_of(b);
    if (x && y && a->type.type == Type::i64) return integer(Type::i64, *x + *y);
    return apply(Function::add, {std::move(a), std::move(b)}, true);
}

Expr difference(Expr a, Expr b) {
    if (is_integer(b, 0)) return a;
    const auto x = integer_of(a);
    const auto y = integer_of(b);
    if (x && y) return integer(Type::i64, *x - *y);
    return apply(Function::sub, {std::move(a), std::move(b)}, true);
}

Expr product(Expr a, Expr b) {
    if (is_integer(a, 1) || is_integer(b, 0)) return b;
    if (is_integer(b, 1) || is_integer(a, 0)) return a;
    const auto x = integer_of(a);
    const auto y = integer_of(b);
    if (x && y) return integer(Type::i64, *x * *y);
    return apply(Function::mul, {std::move(a), std::move(b)}, true);
}

// ---- one loop

Expr count_of(const LoopForm& loop) {
    const Expr low = converted(loop.low, Type::i64);
    Expr distance = loop.down ? difference(low, loop.high) : difference(loop.high, low);
    if (loop.step != 1) {
        const Expr rounded = sum(std::move(distance), integer(Type::i64, loop.step - 1));
        distance = apply(Function::div, {rounded, integer(Type::i64, loop.step)}, true);
    }
    if (const auto known = integer_of(distance)) return integer(Type::i64, std::max<std::int64_t>(*known, 0));
    return apply(Function::max, {integer(Type::i64, 0), std::move(distance)});
}

Expr value_of(const LoopForm& loop, const Expr& number) {
    Expr distance = converted(product(number, integer(Type::i64, loop.step)), loop.type);
    if (loop.down) return apply(Function::sub, {loop.low, std::move(distance)}, true);
    return sum(loop.low, std::move(distance));
}

std::optional<LoopForm> form_of(const Expr& count, const Statement& declaration, Type type,
                                const Expr& number) {
    if (declaration.kind != Statement::Kind::declare || declaration.value == nullptr) return std::nullopt;
    auto loop = start_of(declaration.value, type, number);
    if (!loop) return std::nullopt;
    const Expr distance = distance_of(count, loop->step);
    if (distance == nullptr) return std::nullopt;
    loop->variable = declaration.variable;
    loop->high = high_of(*loop, distance);
    if (loop->high == nullptr || !same(count_of(*loop), count) ||
        !same(value_of(*loop, number), declaration.value))
        return std::nullopt;
    return loop;
}

// ---- nests

Expr count_of(const std::vector<LoopForm>& loops) {
    Expr count;
    for (const LoopForm& loop : loops)
        count = count == nullptr ? count_of(loop) : product(count, count_of(loop));
    return count;
}

Block declarations_of(const std::vector<LoopForm>& loops, const std::vector<VariableId>& temporaries) {
    Block result;
    const auto declare = [&](VariableId v, Expr value) {
        Statement& s = result.emplace_back();
        s.variable = v;
        s.value = std::move(value);
    };
    Expr rest = element_number();
    std::vector<Expr> numbers(loops.size());
    for (std::size_t i = loops.size(); i-- > 1;) {
        const Expr count = count_of(loops[i]);
        numbers[i] = apply(Function::rem, {rest, count}, true);
        const VariableId left = temporaries[loops.size() - 1 - i];
        declare(left, apply(Function::div, {rest, count}, true));
        rest = read(left, ValueType::number(Type::i64));
    }
    numbers.front() = rest;
    for (std::size_t i = 0; i < loops.size(); ++i) declare(loops[i].variable, value_of(loops[i], numbers[i]));
    return result;
}

std::optional<NestForm> nest_of(const Expr& count, const Block& body,
                                const std::vector<KernelVariable>& variables) {
    // The quotients come first: each has the number of iterations of one inner loop.
    std::vector<VariableId> temporaries;
    std::vector<Expr> counts;
    Expr rest = element_number();
    const auto declares = [&](std::size_t i) {
        return i < body.size() && body[i].kind == Statement::Kind::declare && body[i].value != nullptr;
    };
    for (std::size_t i = 0; declares(i); ++i) {
        const Expr& value = body[i].value;
        if (!is_call(value, Function::div) || !same(value->operands[0], rest)) break;
        temporaries.push_back(body[i].variable);
        counts.insert(counts.begin(), value->operands[1]);
        rest = read(body[i].variable, ValueType::number(Type::i64));
    }
    // What is left of the product of all counts is that of the outermost loop.
    Expr outer = count;
    for (std::size_t i = counts.size(); i-- > 0;) {
        const auto all = integer_of(outer);
        const auto inner = integer_of(counts[i]);
        if (all && inner && *inner != 0) {
            outer = integer(Type::i64, *all / *inner);
        } else if (inner == 1) {
            continue;  // a product with 1 is the other factor
        } else if (same(outer, counts[i])) {
            outer = integer(Type::i64, 1);
        } else if (is_call(outer, Function::mul) && same(outer->operands[1], counts[i])) {
            outer = outer->operands[0];
        } else {
            return std::nullopt;
        }
    }
    counts.insert(counts.begin(), outer);
    NestForm nest;
    nest.statements = temporaries.size() + counts.size();
    Expr number = rest;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const std::size_t at = temporaries.size() + i;
        if (!declares(at)) return std::nullopt;
        const std::size_t before = counts.size() - 1 - i;  // how many quotients it follows
        if (i != 0) {
            const Expr of =
                before == 0 ? element_number() : read(temporaries[before - 1], ValueType::number(Type::i64));
            number = apply(Function::rem, {of, counts[i]}, true);
        }
        const auto loop = form_of(counts[i], body[at], variables[body[at].variable].type.type, number);
        if (!loop) return std::nullopt;
        nest.loops.push_back(*loop);
    }
    if (!same(count_of(nest.loops), count)) return std::nullopt;
    return nest;
}

}  // namespace musimd::dsl::openmp
