#include "differential/openmp/statements.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace musimd::differential::openmp {
namespace {

using dsl::apply;
using dsl::Block;
using dsl::Expr;
using dsl::Function;
using dsl::Reduction;
using dsl::Statement;
using dsl::ValueType;
using dsl::VariableId;
using dsl::openmp::LoopForm;
using Kind = Statement::Kind;

constexpr unsigned kDeepest = 3;        // loops in loops
constexpr std::int64_t kMaxTrips = 6;   // of a sequential loop
constexpr std::int64_t kMaxLanes = 32;  // iterations of a simd loop

Expr number(VariableId v, Type type) {
    return dsl::read(v, ValueType::number(type));
}

std::uint64_t pattern_of(Type type, std::int64_t value) {
    if (type == Type::f64) return std::bit_cast<std::uint64_t>(static_cast<double>(value));
    if (type == Type::f32) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    return static_cast<std::uint64_t>(value);
}

std::uint64_t extreme(Type type, bool largest) {
    const std::uint64_t sign = std::uint64_t{1} << (width_of(type) - 1);
    if (is_float(type)) return largest ? infinity_of(type) : infinity_of(type) | sign;
    if (is_signed_integer(type)) return largest ? sign - 1 : sign;
    return largest ? sign | (sign - 1) : 0;
}

std::uint64_t identity(Function function, Type type) {
    if (function == Function::mul) return pattern_of(type, 1);
    if (function == Function::min || function == Function::max)
        return extreme(type, function == Function::min);
    if (function == Function::andb) return extreme(type, false) | extreme(type, true);
    return 0;
}

}  // namespace

Statement declaration(VariableId variable, Expr value) {
    return dsl::statement_of(Kind::declare, variable, std::move(value));
}

Statement assignment(VariableId variable, Expr value) {
    return dsl::statement_of(Kind::set, variable, std::move(value));
}

Statement while_statement(Expr condition, Block body, Block step) {
    Statement s = dsl::statement_of(Kind::while_, 0, std::move(condition));
    s.body = std::move(body);
    s.step = std::move(step);
    return s;
}

Statement if_statement(Expr condition, Block then, Block otherwise) {
    Statement s = dsl::statement_of(Kind::if_, 0, std::move(condition));
    s.body = std::move(then);
    s.otherwise = std::move(otherwise);
    return s;
}

// ---- blocks

/// What is declared inside is not visible after it.
template <typename F>
void NestStatements::nested(const F& make) {
    std::vector<NestLocal> visible = draft_.visible;
    make();
    draft_.visible = std::move(visible);
}

Block NestStatements::body(unsigned statements) {
    Block result;
    while (statements > 0) any(result, statements);
    result.push_back(store());
    return result;
}

Block NestStatements::block(unsigned& budget, unsigned most) {
    Block result;
    nested([&] {
        const unsigned count = draft_.dice.between(1U, most);
        for (unsigned i = 0; i < count; ++i) any(result, budget);
    });
    return result;
}

void NestStatements::any(Block& to, unsigned& budget) {
    Dice& dice = draft_.dice;
    budget -= std::min(budget, 1U);
    const bool compound = budget > 2 && draft_.loops < kDeepest;
    const unsigned loop = compound ? 2 : 0;
    const unsigned simd = compound && !draft_.in_simd && !draft_.no_simd ? 5 : 0;
    const unsigned atomic = draft_.updated ? 4 : 0;
    switch (dice.weighted({6, 5, 6, compound ? 4U : 0U, loop, loop, loop / 2, simd, 2, atomic, 2, 2})) {
        case 0:
            return declare(to);
        case 1:
            return set(to);
        case 2:
            return to.push_back(store());
        case 3:
            return conditional(to, budget);
        case 4:
            return counted_loop(to, budget);
        case 5:
            return while_loop(to, budget);
        case 6:
            return do_loop(to, budget);
        case 7:
            return simd_loop(to, budget);
        case 8:
            return leave(to);
        case 9:
            return update(to);
        case 10:
            return call(to);
        default:
            return truncated(to);
    }
}

Expr NestStatements::read(const NestLocal& local) const {
    return number(local.id, local.type);
}

const NestLocal* NestStatements::assignable() {
    std::vector<const NestLocal*> found;
    for (const NestLocal& local : draft_.visible) {
        if (local.assignable) found.push_back(&local);
    }
    return found.empty() ? nullptr : draft_.dice.pick(found);
}

// ---- simple statements

void NestStatements::declare(Block& to) {
    const Type type = expressions_.any_type();
    Expr value = expressions_.value(type, 3);
    const VariableId v = draft_.variable(type);
    if (draft_.dice.chance(25)) {
        // Its value depends on the path.
        const Expr test = expressions_.condition(2);
        const Expr other = expressions_.value(type, 2);
        to.push_back(declaration(v, nullptr));
        to.push_back(if_statement(test, {assignment(v, std::move(value))}, {assignment(v, other)}));
    } else {
        to.push_back(declaration(v, std::move(value)));
    }
    draft_.visible.push_back({v, type, is_float(type) ? Range{} : range_of(type), true});
}

void NestStatements::set(Block& to) {
    const NestLocal* local = assignable();
    if (local == nullptr) return declare(to);
    const NestLocal target = *local;
    to.push_back(assignment(target.id, expressions_.value(target.type, 3)));
}

Statement NestStatements::store() {
    std::vector<dsl::BufferId> arrays(draft_.written.begin(), draft_.written.end());
    if (draft_.in_simd) arrays.assign(draft_.by_lanes.begin(), draft_.by_lanes.end());
    Statement s = dsl::statement_of(Kind::store);
    s.element.buffer = draft_.dice.pick(arrays);
    s.index = expressions_.own_index(s.element.buffer, 1);
    s.value = expressions_.value(draft_.arrays[s.element.buffer].type, 3);
    return s;
}

/// Of a function of its own, which reads its parameters alone. As the front end inlines it.
void NestStatements::call(Block& to) {
    Dice& dice = draft_.dice;
    Statement s = dsl::statement_of(Kind::call);
    s.function = "helper" + std::to_string(draft_.nest.function.variables.size());
    std::vector<NestLocal> parameters;
    const unsigned count = dice.between(1U, 3U);
    for (unsigned i = 0; i < count; ++i) {
        const Type type = expressions_.any_type();
        Expr argument = expressions_.value(type, 2);
        const VariableId parameter = draft_.variable(type);
        s.arguments.emplace_back(parameter, std::move(argument));
        parameters.push_back({parameter, type, is_float(type) ? Range{} : range_of(type), false});
    }
    const Type type = expressions_.any_type();
    const VariableId result = draft_.variable(type);
    s.body = {declaration(result, nullptr)};
    const std::vector<NestLocal> outside = std::exchange(draft_.visible, std::move(parameters));
    draft_.in_call = true;
    if (dice.chance(50)) declare(s.body);
    if (dice.chance(40))
        s.body.push_back(if_statement(
            expressions_.condition(2),
            {assignment(result, expressions_.value(type, 2)), dsl::statement_of(Kind::return_)}));
    s.body.push_back(assignment(result, expressions_.value(type, 3)));
    draft_.in_call = false;
    draft_.visible = outside;
    s.variable = draft_.variable(type);
    s.result = number(result, type);
    const VariableId v = draft_.variable(type);
    const Expr returned = number(s.variable, type);
    to.push_back(std::move(s));
    to.push_back(declaration(v, returned));
    draft_.visible.push_back({v, type, is_float(type) ? Range{} : range_of(type), true});
}

/// An atomic update. The order of those of a loop does not matter: unsigned integers wrap, and sums of floats
/// are exact.
void NestStatements::update(Block& to) {
    Dice& dice = draft_.dice;
    const dsl::BufferId b = *draft_.updated;
    const Type type = draft_.arrays[b].type;
    Function function = draft_.update;
    if (function == Function::add && dice.chance(30)) function = Function::sub;
    const Type computed = is_float(type) ? Type::i32 : type;
    const std::int64_t most = type == Type::f32 ? 1 : 1023;
    Known any = expressions_.integer(computed, 3);
    if (!is_unsigned_integer(type)) any = expressions_.masked(std::move(any), most);
    Expr term = any.expr;
    if (const auto known = dsl::openmp::integer_of(term); known && is_float(type))
        term = dsl::literal(type, pattern_of(type, *known & most));
    // The front end computes the index and the operand before the update.
    const auto settled = [&](const Expr& e) {
        if (e->kind == dsl::Expression::Kind::literal) return e;
        const VariableId v = draft_.variable(e->type.type);
        to.push_back(declaration(v, e));
        return number(v, e->type.type);
    };
    Statement s = dsl::statement_of(Kind::atomic);
    s.element.buffer = b;
    s.index = settled(expressions_.index(b, 1));
    s.variable = draft_.variable(type);
    s.value = infix(function, number(s.variable, type), settled(dsl::openmp::converted(term, type)));
    to.push_back(std::move(s));
}

/// A float as an integer, where it fits.
void NestStatements::truncated(Block& to) {
    const Type from = draft_.dice.pick({Type::f32, Type::f64});
    const Type type = draft_.dice.pick({Type::i8, Type::i32, Type::i64, Type::u16, Type::u32});
    const bool is_signed = is_signed_integer(type);
    const VariableId f = draft_.variable(from);
    to.push_back(declaration(f, expressions_.floating(from, 3)));
    const VariableId v = draft_.variable(type);
    to.push_back(declaration(v, dsl::openmp::integer(type, 5)));
    const auto bound = [&](std::int64_t value) { return dsl::literal(from, pattern_of(from, value)); };
    const Expr fits =
        apply(Function::andl, {infix(Function::gt, number(f, from), bound(is_signed ? -100 : 0)),
                               infix(Function::lt, number(f, from), bound(100))});
    to.push_back(if_statement(fits, {assignment(v, apply(Function::cvt, type, {number(f, from)}))}));
    draft_.visible.push_back({f, from, {}, true});
    draft_.visible.push_back({v, type, range_of(type), true});
}

void NestStatements::leave(Block& to) {
    Block then;
    if (draft_.dice.chance(30)) then.push_back(store());
    const bool parallel = draft_.loops == 0 && !draft_.in_simd;
    if (draft_.may_leave) {
        then.push_back(dsl::statement_of(draft_.dice.chance(50) ? Kind::break_ : Kind::continue_));
    } else if (parallel && draft_.dice.chance(30)) {
        then.push_back(dsl::statement_of(Kind::return_));
    } else {
        return set(to);
    }
    to.push_back(if_statement(expressions_.condition(2), std::move(then)));
}

void NestStatements::conditional(Block& to, unsigned& budget) {
    const Expr test = expressions_.condition(3);
    Block then = block(budget, 3);
    Block otherwise = draft_.dice.chance(40) ? block(budget, 3) : Block{};
    to.push_back(if_statement(test, std::move(then), std::move(otherwise)));
}

// ---- sequential loops

/// The body of a sequential loop with this counter, of at most so many statements.
Block NestStatements::trip(const NestLocal& counter, unsigned& budget, unsigned most) {
    Block body;
    nested([&] {
        draft_.visible.push_back(counter);
        ++draft_.loops;
        const bool could_leave = std::exchange(draft_.may_leave, true);
        body = block(budget, most);
        draft_.may_leave = could_leave;
        --draft_.loops;
    });
    return body;
}

void NestStatements::counted_loop(Block& to, unsigned& budget) {
    const Type type = expressions_.computed_type();
    const VariableId v = draft_.variable(type);
    const bool down = draft_.dice.chance(25);
    const Expr bound = draft_.dice.chance(40)
                           ? dsl::openmp::integer(type, draft_.dice.between<std::int64_t>(1, kMaxTrips))
                           : expressions_.masked(expressions_.integer(type, 2), 7).expr;
    const Expr step = dsl::openmp::integer(type, down ? 1 : draft_.dice.between(1, 3));
    const Expr low = dsl::openmp::integer(type, draft_.dice.chance(70) ? 0 : draft_.dice.between(0, 3));
    to.push_back(declaration(v, down ? bound : low));
    Block inside = trip({v, type, {0, 10}, false}, budget, 4);
    const Expr goes_on = down ? infix(Function::gt, number(v, type), dsl::openmp::integer(type, 0))
                              : infix(Function::lt, number(v, type), bound);
    const Expr next = infix(down ? Function::sub : Function::add, number(v, type), step);
    to.push_back(while_statement(goes_on, std::move(inside), {assignment(v, next)}));
}

void NestStatements::while_loop(Block& to, unsigned& budget) {
    const VariableId trips = draft_.variable(Type::i32);
    const Expr count = number(trips, Type::i32);
    Expr goes_on = infix(Function::lt, count,
                         dsl::openmp::integer(Type::i32, draft_.dice.between<std::int64_t>(1, kMaxTrips)));
    if (const Expr more = expressions_.safe_condition(2)) goes_on = apply(Function::andl, {goes_on, more});
    to.push_back(declaration(trips, dsl::openmp::integer(Type::i32, 0)));
    Block inside = {assignment(trips, infix(Function::add, count, dsl::openmp::integer(Type::i32, 1)))};
    std::ranges::move(trip({trips, Type::i32, {0, 10}, false}, budget, 4), std::back_inserter(inside));
    to.push_back(while_statement(goes_on, std::move(inside), {}));
}

/// As the front end writes `do … while`.
void NestStatements::do_loop(Block& to, unsigned& budget) {
    const VariableId trips = draft_.variable(Type::i32);
    const Expr count = number(trips, Type::i32);
    to.push_back(declaration(trips, dsl::openmp::integer(Type::i32, 0)));
    const VariableId again = draft_.variable("again", ValueType::of_condition());
    to.push_back(declaration(again, dsl::literal(true)));
    Expr goes_on = infix(Function::lt, count,
                         dsl::openmp::integer(Type::i32, draft_.dice.between<std::int64_t>(1, kMaxTrips)));
    if (const Expr more = expressions_.safe_condition(2)) goes_on = apply(Function::andl, {goes_on, more});
    Block inside = {assignment(trips, infix(Function::add, count, dsl::openmp::integer(Type::i32, 1)))};
    std::ranges::move(trip({trips, Type::i32, {0, 10}, false}, budget, 3), std::back_inserter(inside));
    to.push_back(while_statement(dsl::read(again, ValueType::of_condition()), std::move(inside),
                                 {assignment(again, goes_on)}));
}

// ---- simd loops

/// `most` becomes the largest value of the variable.
LoopForm NestStatements::simd_form(VariableId variable, Type type, std::int64_t& most, Block& before) {
    Dice& dice = draft_.dice;
    LoopForm form{.variable = variable, .type = type};
    const std::int64_t low = dice.chance(70) ? 0 : dice.between<std::int64_t>(1, 5);
    form.step = step_of(type, dice);
    form.down = dice.chance(15) && is_signed_integer(type);
    most = kMaxLanes - 1;
    // GCC rejects a loop `for (unsigned v = 0; v < 0; v++)` under a directive.
    const std::int64_t least = is_unsigned_integer(type) ? 1 : 0;
    const std::int64_t count_to = dice.chance(40) ? kMaxLanes : dice.between<std::int64_t>(least, kMaxLanes);
    Expr bound = dsl::openmp::integer(Type::i32, count_to);
    if (dice.chance(50)) {
        // In a variable: the loop may assign what the bound reads.
        const VariableId limit = draft_.variable(Type::i32);
        before.push_back(
            declaration(limit, expressions_.masked(expressions_.integer(Type::i32, 2), kMaxLanes - 1).expr));
        bound = number(limit, Type::i32);
    }
    const Expr high = dsl::openmp::converted(bound, Type::i64);
    form.low = dsl::openmp::integer(type, low);
    form.high = high;
    if (form.down) {
        form.low = dsl::openmp::integer(type, kMaxLanes - 1);
        form.high = dice.chance(50) ? dsl::openmp::integer(Type::i64, low - 1) : high;
    }
    return form;
}

void NestStatements::simd_loop(Block& to, unsigned& budget) {
    Dice& dice = draft_.dice;
    std::vector<dsl::BufferId> wide;
    for (const dsl::BufferId b : draft_.written) {
        if (draft_.arrays[b].own == kMaxLanes) wide.push_back(b);
    }
    if (wide.empty()) return declare(to);
    const std::vector<NestLocal> around = draft_.visible;
    Statement loop = dsl::statement_of(Kind::simd);
    loop.width = dice.pick({0U, 1U, 2U, 3U, 4U, 8U, 8U, 16U, 16U, 32U});
    loop.variable = draft_.variable("iteration", ValueType::number(Type::i64));
    // A private variable has a name around the loop. Nobody reads that variable: a compiler without OpenMP
    // assigns it.
    std::optional<VariableId> own;
    const Type own_type = expressions_.any_type();
    if (dice.chance(30)) {
        const VariableId outer = draft_.variable(own_type);
        to.push_back(declaration(outer, dsl::literal(own_type, 0)));
        own = draft_.variable(draft_.nest.function.variables[outer].name, ValueType::number(own_type));
    }
    const unsigned reductions = dice.chance(60) ? dice.between(1U, 3U) : 0;
    for (unsigned i = 0; i < reductions; ++i) add_reduction(loop, to);
    const Type type = dice.pick({Type::i32, Type::i32, Type::i64, Type::u32, Type::i16});
    const VariableId v = draft_.variable(type);
    std::int64_t most = 0;
    const LoopForm form = simd_form(v, type, most, to);
    loop.value = dsl::openmp::count_of(form);
    loop.body = {declaration(v, dsl::openmp::value_of(form, number(loop.variable, Type::i64)))};
    if (own) loop.body.push_back(declaration(*own, nullptr));
    nested([&] {
        draft_.in_simd = true;
        draft_.lane = number(v, type);
        draft_.by_lanes.clear();
        draft_.by_lanes.insert(dice.pick(wide));
        if (dice.chance(30)) draft_.by_lanes.insert(dice.pick(wide));
        const bool could_leave = std::exchange(draft_.may_leave, false);
        for (NestLocal& local : draft_.visible) local.assignable = false;
        draft_.visible.push_back({v, type, {0, most}, false});
        Block first;
        if (own) {
            first.push_back(assignment(*own, expressions_.value(own_type, 2)));
            draft_.visible.push_back(
                {*own, own_type, is_float(own_type) ? Range{} : range_of(own_type), true});
        }
        simd_body(loop, std::move(first), budget);
        draft_.may_leave = could_leave;
        draft_.lane = nullptr;
        draft_.by_lanes.clear();
        draft_.in_simd = false;
    });
    const std::vector<Reduction> combined = loop.reductions;
    draft_.visible = around;
    to.push_back(std::move(loop));
    for (const Reduction& r : combined) {
        const Type t = draft_.nest.function.variables[r.original].type.type;
        draft_.visible.push_back({r.original, t, is_float(t) ? Range{} : range_of(t), false});
    }
}

/// In a loop of one trip, if it continues: that is how the front end writes it.
void NestStatements::simd_body(Statement& loop, Block first, unsigned& budget) {
    Block inside = block(budget, 4);
    for (const Reduction& r : loop.reductions) {
        const auto at = draft_.dice.chance(50) ? inside.begin() : inside.end();
        inside.insert(at, combine(r));
    }
    const bool continues = draft_.dice.chance(25);
    if (continues)
        first.push_back(
            if_statement(expressions_.condition(2), {store(), dsl::statement_of(Kind::continue_)}));
    inside.insert(inside.begin(), first.begin(), first.end());
    if (!continues) {
        std::ranges::move(inside, std::back_inserter(loop.body));
        return;
    }
    const VariableId once = draft_.variable("once", ValueType::of_condition());
    loop.body.push_back(declaration(once, dsl::literal(true)));
    loop.body.push_back(while_statement(dsl::read(once, ValueType::of_condition()), std::move(inside),
                                        {assignment(once, dsl::literal(false))}));
}

/// Its variable is not visible until after the loop.
void NestStatements::add_reduction(Statement& loop, Block& before) {
    Dice& dice = draft_.dice;
    const Type type = dice.pick(
        {Type::i32, Type::i64, Type::u32, Type::u64, Type::f32, Type::f32, Type::f64, Type::u8, Type::i16});
    Function function =
        dice.pick({Function::add, Function::add, Function::mul, Function::min, Function::max});
    if (!is_float(type) && dice.chance(35))
        function = dice.pick({Function::andb, Function::orb, Function::xorb});
    const VariableId original = draft_.variable(type);
    const std::string name = draft_.nest.function.variables[original].name;
    const VariableId partial = draft_.variable(name, ValueType::number(type));
    before.push_back(declaration(original, dsl::literal(type, pattern_of(type, dice.between(1, 9)))));
    loop.reductions.push_back({.original = original,
                               .partial = partial,
                               .function = function,
                               .identity_bits = identity(function, type)});
}

/// What an iteration contributes: so small that no order of the terms overflows, and that floats are exact.
Known NestStatements::term(Function function, Type type) {
    const Type computed = is_float(type) ? Type::i32 : width_of(type) < 32 ? Type::i32 : type;
    Known any = expressions_.integer(computed, 3);
    const bool wraps = is_unsigned_integer(type) && width_of(type) >= 32;
    if (!wraps && (function == Function::add || function == Function::mul)) {
        std::int64_t most = width_of(type) == 8 ? 1 : width_of(type) == 16 ? 63 : 1023;
        if (function == Function::mul) most = 1;
        any = expressions_.masked(std::move(any), most);
    }
    return any;
}

Statement NestStatements::combine(const Reduction& r) {
    const Type type = draft_.nest.function.variables[r.original].type.type;
    const Type computed = is_float(type) || width_of(type) >= 32 ? type : Type::i32;
    const Known from = term(r.function, type);
    Expr one = from.expr;
    if (is_float(type)) {
        one = dsl::openmp::integer_of(one) ? dsl::literal(type, pattern_of(type, 1))
                                           : dsl::openmp::converted(one, type);
        const auto literal = [&](std::int64_t value) { return dsl::literal(type, pattern_of(type, value)); };
        // 1 or 2; their products are exact.
        if (r.function == Function::mul && one->kind != dsl::Expression::Kind::literal)
            one = infix(Function::add, one, literal(1));
    } else if (r.function == Function::mul && is_signed_integer(type)) {
        // 1 or −1
        if (!dsl::openmp::integer_of(one))
            one = infix(Function::sub, infix(Function::mul, one, dsl::openmp::integer(computed, 2)),
                        dsl::openmp::integer(computed, 1));
        else
            one = dsl::openmp::integer(computed, -1);
    }
    const Expr partial = dsl::openmp::converted(number(r.partial, type), computed);
    if (r.function == Function::min || r.function == Function::max) {
        const Expr term =
            computed == type ? one : dsl::openmp::converted(dsl::openmp::converted(one, type), computed);
        const Expr test = infix(r.function == Function::min ? Function::lt : Function::gt, term, partial);
        return if_statement(test, {assignment(r.partial, dsl::openmp::converted(term, type))});
    }
    return assignment(r.partial, dsl::openmp::converted(infix(r.function, partial, one), type));
}

}  // namespace musimd::differential::openmp
