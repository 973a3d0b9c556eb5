#include "differential/spmd/generate/statement_maker.hpp"

#include <algorithm>
#include <utility>

#include "dsl/walk.hpp"

namespace musimd::differential::spmd {

using dsl::apply;
using dsl::Block;
using dsl::Expr;
using dsl::Function;
using dsl::Statement;
using dsl::ValueType;
using dsl::VariableId;

namespace {

constexpr int kOperandDepth = 2;
constexpr int kMaxCalls = 2;  // nested
constexpr std::size_t kMaxLoops = 2;

void append(Block& to, const std::vector<Statement>& statements) {
    to.insert(to.end(), statements.begin(), statements.end());
}

}  // namespace

StatementMaker::StatementMaker(Draft& draft)
    : draft_(draft),
      make_(draft, [this](ValueType type) { return call_in_place(type); }),
      careful_(draft.dice.chance(draft.shape.careful)),
      places_(draft.nested ? 1 + draft.shape.statements / 5 : 0) {}

// ---- variables

Statement StatementMaker::declared(VariableId variable, Expr value) {
    return dsl::statement_of(Statement::Kind::declare, variable, std::move(value));
}

Statement StatementMaker::assigned(VariableId variable, Expr value) {
    return dsl::statement_of(Statement::Kind::set, variable, std::move(value));
}

VariableId StatementMaker::fresh(Block& to, const std::string& stem, Expr value, bool fixed) {
    const ValueType type = value->type;
    const VariableId id = draft_.add_variable(stem, type);
    to.push_back(declared(id, std::move(value)));
    draft_.visible.push_back({id, type, fixed});
    return id;
}

ValueType StatementMaker::any_value_type(unsigned conditions) {
    if (draft_.dice.chance(conditions)) return ValueType::of_condition();
    return ValueType::number(make_.any_type());
}

void StatementMaker::declare(Block& to) {
    const ValueType type = any_value_type(30);
    Expr value = with_calls(to, [&] { return make_.value(type, kOperandDepth); });
    fresh(to, type.condition ? "c" : "v", std::move(value), false);
}

bool StatementMaker::set(Block& to) {
    std::vector<Local> settable;
    for (const Local& local : draft_.visible) {
        if (!local.fixed) settable.push_back(local);
    }
    if (settable.empty()) return false;
    const Local local = draft_.dice.pick(settable);
    // A k_bool takes any condition.
    Expr value = with_calls(to, [&] {
        return local.type.condition ? make_.condition(kOperandDepth)
                                    : make_.number(local.type.type, kOperandDepth);
    });
    to.push_back(assigned(local.id, std::move(value)));
    return true;
}

// Distinguishes paths through the kernel: m = 3m + a number of its own.
void StatementMaker::leave_mark(Block& to) {
    const Type type = draft_.signed_type();
    const auto seen = std::ranges::find(draft_.visible, mark_, &Local::id);
    if (seen == draft_.visible.end()) {
        set(to);
        return;
    }
    Expr tripled = apply(Function::mul, {dsl::read(mark_, seen->type), make_.small_literal(type, 3)});
    Expr number = make_.small_literal(type, draft_.dice.between(1, 100));
    to.push_back(assigned(mark_, apply(Function::add, {std::move(tripled), std::move(number)})));
}

bool StatementMaker::store(Block& to) {
    if (!draft_.memory || !draft_.stores) return false;
    std::vector<dsl::BufferId> buffers;
    for (dsl::BufferId b = 0; b < draft_.written.size(); ++b) {
        if (draft_.written[b]) buffers.push_back(b);
    }
    Statement statement = dsl::statement_of(Statement::Kind::store);
    statement.element = {draft_.dice.pick(buffers), 0};
    const Type type = draft_.kernel.buffers[statement.element.buffer].element;
    statement.value = with_calls(to, [&] { return make_.number(type, kOperandDepth); });
    to.push_back(std::move(statement));
    return true;
}

// ---- blocks

void StatementMaker::inner(Block& to, int budget, int depth) {
    const std::size_t visible = draft_.visible.size();
    block(to, budget, depth);
    draft_.visible.resize(visible);
}

void StatementMaker::block(Block& to, int budget, int depth) {
    do {
        statement(to, budget, depth);
    } while (budget > 0);
}

void StatementMaker::statement(Block& to, int& budget, int depth) {
    const bool deeper = depth > 0 && budget > 2;
    const bool exits = depth < draft_.shape.depth || frame_.calls > 0;
    --budget;
    switch (draft_.dice.weighted(
        {10, 22, 14, 8, deeper ? 24U : 0U, deeper ? 4U : 0U,
         deeper && frame_.loops.size() < kMaxLoops ? 18U : 0U, deeper && frame_.calls < kMaxCalls ? 10U : 0U,
         exits ? (frame_.loops.empty() ? 12U : 26U) : 0U, draft_.guarded ? 20U : 0U})) {
        case 0:
            return declare(to);
        case 1:
            return static_cast<void>(set(to));
        case 2:
            return leave_mark(to);
        case 3:
            return static_cast<void>(store(to) || set(to));
        case 4:
            return conditional(to, budget, depth);
        case 5:
            return set_in_branches(to);
        case 6:
            return loop(to, budget, depth);
        case 7:
            return call(to, budget, depth);
        case 8:
            return exit(to, depth);
        default:
            return guarded(to, exits);
    }
}

// ---- control

void StatementMaker::conditional(Block& to, int& budget, int depth) {
    Dice& dice = draft_.dice;
    Statement statement = dsl::statement_of(Statement::Kind::if_);
    statement.value = with_calls(to, [&] { return make_.condition(kOperandDepth); });
    const int then = 1 + static_cast<int>(dice.below(static_cast<std::uint64_t>(budget)));
    inner(statement.body, then, depth - 1);
    budget -= then;
    const std::size_t rest = dice.weighted({45, budget > 0 ? 25U : 0U, budget > 1 ? 25U : 0U, 5});
    if (rest == 1) {
        const int otherwise = 1 + static_cast<int>(dice.below(static_cast<std::uint64_t>(budget)));
        inner(statement.otherwise, otherwise, depth - 1);
        budget -= otherwise;
    } else if (rest == 2) {
        conditional(statement.otherwise, --budget, depth);  // k_elseif
    } else if (rest == 3) {
        // Equal halves, which a compiler would merge.
        bool declares = false;
        dsl::visit(statement.body, [&](const Statement& s) {
            declares |= s.kind == Statement::Kind::declare || s.kind == Statement::Kind::call;
        });
        if (!declares) statement.otherwise = statement.body;
    }
    to.push_back(std::move(statement));
}

// A variable without a value, which both branches set.
void StatementMaker::set_in_branches(Block& to) {
    const ValueType type = any_value_type(30);
    const VariableId id = draft_.add_variable(type.condition ? "c" : "v", type);
    to.push_back(declared(id, nullptr));
    Statement statement = dsl::statement_of(Statement::Kind::if_);
    statement.value = make_.condition(kOperandDepth);
    statement.body.push_back(assigned(id, make_.value(type, 1)));
    statement.otherwise.push_back(assigned(id, make_.value(type, 1)));
    to.push_back(std::move(statement));
    draft_.visible.push_back({id, type, false});
}

Block StatementMaker::leaving() {
    Dice& dice = draft_.dice;
    const unsigned in_loop = frame_.loops.empty() ? 0 : 1;
    Block leave;
    switch (dice.weighted({40 * in_loop, 40 * in_loop, 20})) {
        case 0:
            if (careful_) append(leave, frame_.loops.back().quit);
            leave.push_back(dsl::statement_of(Statement::Kind::break_));
            break;
        case 1:
            append(leave, frame_.loops.back().step);
            leave.push_back(dsl::statement_of(Statement::Kind::continue_));
            break;
        default:
            if (careful_) {
                for (const Loop& loop : frame_.loops) append(leave, loop.quit);
            }
            leave.push_back(dsl::statement_of(Statement::Kind::return_));
    }
    return leave;
}

// break, continue or return, mostly for some lanes only.
void StatementMaker::exit(Block& to, int depth) {
    Dice& dice = draft_.dice;
    Block leave = leaving();
    if (depth < draft_.shape.depth && dice.chance(25)) return append(to, leave);
    Statement some = dsl::statement_of(Statement::Kind::if_);
    some.value = with_calls(to, [&] { return make_.condition(1); });
    some.body = std::move(leave);
    if (dice.chance(20)) leave_mark(some.otherwise);
    to.push_back(std::move(some));
}

// ---- what is undefined in lanes that do not come to it

void StatementMaker::guarded(Block& to, bool may_exit) {
    if (draft_.dice.chance(75)) return guarded_division(to, may_exit);
    guarded_shift(to);
}

Expr StatementMaker::repeatable(Block& to, Type type) {
    Expr value = make_.leaf(type);
    if (value->kind != dsl::Expression::Kind::literal && draft_.dice.chance(70)) return value;
    if (draft_.dice.chance(50)) value = make_.number(type, 1);
    return dsl::read(fresh(to, "d", std::move(value), true), ValueType::number(type));
}

VariableId StatementMaker::settable(Block& to, Type type) {
    std::vector<VariableId> found;
    for (const Local& local : draft_.visible) {
        if (!local.fixed && local.type == ValueType::number(type)) found.push_back(local.id);
    }
    return found.empty() ? fresh(to, "v", make_.leaf(type), false) : draft_.dice.pick(found);
}

Expr StatementMaker::defined(Expr number, Expr divisor) {
    Dice& dice = draft_.dice;
    const Type type = divisor->type.type;
    const bool infix = dice.chance(50);
    const auto differs = [&](const Expr& e, std::uint64_t pattern) {
        return apply(Function::ne, {e, dsl::literal(type, pattern)}, infix);
    };
    if (is_unsigned_integer(type)) return differs(divisor, 0);
    const std::uint64_t least = std::uint64_t{1} << (width_of(type) - 1);
    const std::uint64_t minus_one = 2 * least - 1;
    switch (dice.below(3)) {
        case 0:
            return apply(Function::gt, {std::move(divisor), make_.small_literal(type, 0)}, infix);
        case 1:
            return apply(Function::andl, {differs(divisor, 0), differs(divisor, minus_one)}, infix);
        default:
            return apply(Function::andl,
                         {differs(divisor, 0),
                          apply(Function::orl, {differs(number, least), differs(divisor, minus_one)}, infix)},
                         infix);
    }
}

// `k_if (d != 0) v = a / d`, in one of several forms; d may be 0 in lanes that do not execute the division.
void StatementMaker::guarded_division(Block& to, bool may_exit) {
    Dice& dice = draft_.dice;
    const Type type = dice.chance(75) ? draft_.signed_type() : draft_.unsigned_type();
    const Expr number = repeatable(to, type);
    const Expr divisor = repeatable(to, type);
    const Statement division =
        assigned(settable(to, type),
                 apply(Function::div, {number, divisor}, draft_.infix_arithmetic() && dice.chance(30)));
    const Expr guard = defined(number, divisor);
    Statement branch = dsl::statement_of(Statement::Kind::if_);
    const std::size_t form = dice.weighted({60, 20, may_exit ? 20U : 0U});
    branch.value = form == 0 ? guard : apply(Function::notl, {guard}, dice.chance(50));
    if (form == 0) {
        branch.body = {division};
        if (dice.chance(30)) leave_mark(branch.otherwise);
        to.push_back(std::move(branch));
    } else if (form == 1) {
        leave_mark(branch.body);
        branch.otherwise = {division};
        to.push_back(std::move(branch));
    } else {
        branch.body = leaving();
        to.push_back(std::move(branch));
        to.push_back(division);
    }
}

// Counts are uniform: one that is too large is too large in every lane, so no lane may execute the shift.
void StatementMaker::guarded_shift(Block& to) {
    Dice& dice = draft_.dice;
    const Type type = dice.chance(70) ? draft_.signed_type() : draft_.unsigned_type();
    const auto width = static_cast<std::uint64_t>(width_of(type));
    Expr count = dsl::literal(Type::i32,
                              dice.pick<std::uint64_t>({width, width + 1, 2 * width - 1, std::uint32_t(-1)}));
    for (dsl::ScalarId s = 0; s < draft_.kernel.scalars.size(); ++s) {
        const dsl::KernelScalar& scalar = draft_.kernel.scalars[s];
        if (scalar.type == Type::i32 && scalar.bits >= width && dice.chance(50))
            count = dsl::uniform(s, scalar);
    }
    const auto function = dice.pick({Function::shl, Function::shr, Function::shra});
    const int most = dice.between(0, 3);
    Statement branch = dsl::statement_of(Statement::Kind::if_);
    branch.value =
        apply(Function::gt, {apply(Function::andb, {make_.leaf(type), make_.small_literal(type, most)}),
                             make_.small_literal(type, most)});
    const VariableId variable = settable(to, type);
    branch.body = {assigned(variable, apply(function, {make_.leaf(type), std::move(count)}))};
    to.push_back(std::move(branch));
}

// A counter that runs up to a limit or down to 0. It has its last value where the loop does not run.
StatementMaker::Counter StatementMaker::counter(Block& to) {
    Dice& dice = draft_.dice;
    const Type type = dice.chance(75) ? draft_.signed_type() : draft_.unsigned_type();
    const bool upward = dice.chance(60);
    const bool same_for_all = dice.chance(30);
    Expr trips = same_for_all ? make_.small_uniform(type) : make_.small_number(type);

    Expr limit = make_.small_literal(type, 0);
    if (upward && trips->kind != dsl::Expression::Kind::literal)
        limit = dsl::read(fresh(to, "limit", trips, true), ValueType::number(type));
    else if (upward)
        limit = trips;
    const VariableId variable = fresh(to, "n", limit, true);
    const Expr i = dsl::read(variable, ValueType::number(type));
    to.push_back(assigned(variable, upward ? make_.small_literal(type, 0) : trips));

    const bool infix = dice.chance(50);
    Expr condition = apply(upward ? Function::lt : Function::ne, {i, limit}, infix);
    const Expr one = make_.small_literal(type, 1);
    Statement step = assigned(variable, apply(upward ? Function::add : Function::sub, {i, one}));
    return {variable, std::move(limit), std::move(condition), std::move(step)};
}

// The loop of a counter with its condition, which at times is one of several or a k_bool that the body
// computes anew. The frame gets what `break` and `continue` need.
Statement StatementMaker::counted(Block& to, const Counter& counter, Loop& frame) {
    Dice& dice = draft_.dice;
    Statement loop = dsl::statement_of(Statement::Kind::while_);
    const bool on_variable = dice.chance(20);
    if (on_variable) {
        const VariableId go = fresh(to, "go", apply(Function::to_bool, {counter.condition}), true);
        loop.value = dsl::read(go, ValueType::of_condition());
        const Statement again = assigned(go, counter.condition);
        frame.quit.push_back(again);
        loop.body = {counter.step, again};
        return loop;
    }
    loop.value = counter.condition;
    if (dice.chance(25)) {
        Expr more = with_calls(loop.head, [&] { return make_.condition(1); });
        loop.value = apply(Function::andl, {counter.condition, std::move(more)}, true);
    }
    const bool step_first = careful_ || dice.chance(60);
    (step_first ? loop.body : frame.step) = {counter.step};
    return loop;
}

// `k_while (i < limit)` upward or `k_while (i != 0)` downward.
void StatementMaker::loop(Block& to, int& budget, int depth) {
    const std::size_t visible = draft_.visible.size();
    const Counter count = counter(to);
    Loop frame{count.variable, count.limit, {assigned(count.variable, count.limit)}, {}};
    Statement loop = counted(to, count, frame);

    const std::vector<Statement> last = frame.step;
    frame_.loops.push_back(std::move(frame));
    const int inside = 1 + static_cast<int>(draft_.dice.below(static_cast<std::uint64_t>(budget)));
    inner(loop.body, inside, depth - 1);
    append(loop.body, last);
    frame_.loops.pop_back();
    budget -= inside;
    to.push_back(std::move(loop));
    draft_.visible.resize(visible);
}

// ---- device functions

void StatementMaker::call(Block& to, int& budget, int depth) {
    Block calls;
    Block* const outer = std::exchange(calls_, &calls);
    Statement call = device_call(std::nullopt, budget, depth);
    calls_ = outer;
    append(to, calls);
    if (call.result != nullptr) draft_.visible.push_back({call.variable, call.result->type, false});
    to.push_back(std::move(call));
}

Expr StatementMaker::call_in_place(ValueType type) {
    if (calls_ == nullptr || places_ == 0 || frame_.calls == kMaxCalls || !draft_.dice.chance(15))
        return nullptr;
    --places_;
    int budget = 3;
    Statement call = device_call(type, budget, 1);
    call.in_place = true;
    Expr result = dsl::read(call.variable, type);
    calls_->push_back(std::move(call));
    return result;
}

Expr StatementMaker::with_calls(Block& to, const std::function<Expr()>& make) {
    Block calls;
    Block* const outer = std::exchange(calls_, &calls);
    Expr value = make();
    calls_ = outer;
    append(to, calls);
    return value;
}

Statement StatementMaker::device_call(std::optional<ValueType> wanted, int& budget, int depth) {
    Dice& dice = draft_.dice;
    Statement call = dsl::statement_of(Statement::Kind::call);
    call.function = draft_.kernel.name + "_f" + std::to_string(functions_++);
    std::vector<Local> parameters;
    for (std::uint64_t left = dice.between<std::uint64_t>(1, 3); left > 0; --left) {
        const ValueType type = any_value_type(20);
        Expr value = make_.value(type, 1);
        const VariableId id = draft_.add_variable("p", type);
        parameters.push_back({id, type, false});
        call.arguments.emplace_back(id, std::move(value));
    }

    std::vector<Local> outside = std::exchange(draft_.visible, parameters);
    Frame frame = std::exchange(frame_, Frame{{}, frame_.calls + 1});
    Block* const calls = std::exchange(calls_, nullptr);
    const bool memory = std::exchange(draft_.memory, draft_.memory && dice.chance(40));
    const bool stores = std::exchange(draft_.stores, draft_.stores && !wanted);
    const int inside = 1 + static_cast<int>(dice.below(static_cast<std::uint64_t>(budget)));
    const ValueType type = wanted ? *wanted : any_value_type(20);
    const bool gives = wanted || !draft_.memory || dice.chance(85);
    VariableId result = 0;
    if (gives) result = fresh(call.body, "r", make_.value(type, 1), false);
    inner(call.body, inside, depth - 1);
    budget -= inside;
    if (gives) call.result = dsl::read(result, type);
    draft_.visible = std::move(outside);
    frame_ = std::move(frame);
    calls_ = calls;
    draft_.memory = memory;
    draft_.stores = stores;
    if (gives) call.variable = draft_.add_variable(type.condition ? "c" : "v", type);
    return call;
}

// ---- the whole

Block StatementMaker::body(int budget) {
    Block body;
    mark_ = fresh(body, "mark", make_.small_literal(draft_.signed_type(), 1), false);
    fresh(body, "v", make_.number(make_.any_type(), 1), false);
    if (draft_.dice.chance(50)) fresh(body, "c", make_.value(ValueType::of_condition(), 1), false);
    const std::vector<Local> top = draft_.visible;
    block(body, budget, draft_.shape.depth);

    // Stores the results.
    const auto save = [&](dsl::BufferId buffer, Expr value) {
        Statement store = dsl::statement_of(Statement::Kind::store);
        store.element = {buffer, 0};
        store.value = std::move(value);
        body.push_back(std::move(store));
    };
    const auto number = ValueType::number(draft_.signed_type());
    Expr sum = dsl::read(mark_, number);
    for (const Local& local : draft_.visible) {
        if (local.id == mark_) continue;
        Expr more;
        if (local.type == number) more = dsl::read(local.id, number);
        if (local.type.condition)
            more = apply(Function::to_mask, draft_.signed_type(), {dsl::read(local.id, local.type)});
        if (local.type == ValueType::number(draft_.unsigned_type()))
            more = apply(Function::reinterpret, draft_.signed_type(), {dsl::read(local.id, local.type)});
        if (more != nullptr && draft_.dice.chance(60)) sum = apply(Function::xorb, {sum, more});
        if (is_float(local.type.type) && draft_.written.size() > 3 && draft_.dice.chance(50))
            save(3, dsl::read(local.id, local.type));
    }
    save(0, sum);
    return body;
}

}  // namespace musimd::differential::spmd
