#include "differential/cuda/statements.hpp"

#include <algorithm>

namespace musimd::differential::cuda {
namespace {

using Kind = Statement::Kind;

constexpr Range kTest = {0, 1};
constexpr unsigned kMaxLoops = 2;

Statement if_statement(Expr condition, Block then, Block otherwise = {}) {
    Statement s;
    s.kind = Kind::if_;
    s.value = std::move(condition);
    s.body = std::move(then);
    s.otherwise = std::move(otherwise);
    return s;
}

Statement declaration(std::uint32_t variable, Expr value) {
    Statement s;
    s.kind = Kind::declare;
    s.variable = variable;
    s.value = std::move(value);
    return s;
}

}  // namespace

/// What is declared inside is not visible after it; if modes change there, they change after it, too.
template <typename F>
void Statements::nested(Level flow, std::optional<Expr> mask, const F& make) {
    const Level flow_before = draft_.flow;
    const auto mask_before = draft_.mask;
    const auto visible = draft_.visible;
    const bool leaves = draft_.may_leave;
    const bool changes = draft_.may_change;
    draft_.flow = std::max(flow, flow_before);
    draft_.mask = std::move(mask);
    if (draft_.flow != Level::block) draft_.may_change = false;
    make();
    draft_.flow = flow_before;
    draft_.mask = mask_before;
    draft_.visible = visible;
    draft_.may_leave = leaves;
    draft_.may_change = changes;
}

std::uint32_t Statements::declared(Statement& s, Type type, Range range, Level level) {
    s.variable = draft_.variable(type);
    s.has_result = true;
    draft_.visible.push_back({s.variable, type, range, level, false});
    return s.variable;
}

// ---- private work

void Statements::declare(Block& to) {
    Dice& dice = draft_.dice;
    const Type type = expressions_.any_type();
    const bool is_uniform = draft_.flow == Level::block && dice.chance(25);
    const bool is_assignable = !is_uniform && dice.chance(60);
    const Level level = is_uniform ? Level::block : Level::thread;
    const Known value = expressions_.value(type, 3, level);
    const std::uint32_t id = draft_.variable(type);
    // Any value of the type may be assigned later.
    const Range range = is_float(type) ? Range{} : is_assignable ? range_of(type) : value.range;
    draft_.visible.push_back({id, type, range, level, is_assignable});
    to.push_back(declaration(id, value.expr));
}

void Statements::set(Block& to) {
    std::vector<Local> fitting;
    std::ranges::copy_if(draft_.visible, std::back_inserter(fitting), &Local::is_assignable);
    if (fitting.empty()) return declare(to);
    const Local& local = draft_.dice.pick(fitting);
    Statement s = declaration(local.id, expressions_.value(local.type, 3, Level::thread).expr);
    s.kind = Kind::set;
    to.push_back(std::move(s));
}

void Statements::store(Block& to) {
    std::vector<SharedUse> uses = draft_.outputs;
    for (const SharedUse& use : draft_.shared)
        if (use.mode == Mode::own) uses.insert(uses.end(), 2, use);
    Statement s;
    s.kind = Kind::store;
    if (!draft_.locals.empty() && draft_.dice.chance(20)) {
        s.array = draft_.dice.pick(draft_.locals);
        s.index = expressions_.below(draft_.kernel.arrays[s.array].elements, 1, Level::thread);
    } else {
        const SharedUse& use = draft_.dice.pick(uses);
        s.array = use.array;
        s.index = expressions_.own_index(use, 1);
    }
    s.value = expressions_.value(draft_.kernel.arrays[s.array].type, 3, Level::thread).expr;
    to.push_back(std::move(s));
}

// ---- atomics

/// Of elements that all threads update in the same way: in any order it is the same.
void Statements::update(Block& to) {
    std::vector<SharedUse> uses;
    for (const SharedUse& use : draft_.shared)
        if (use.mode == Mode::sums) uses.push_back(use);
    const bool is_of_block = !uses.empty() && draft_.dice.chance(60);
    const SharedUse use = draft_.dice.pick(is_of_block ? uses : draft_.sums);
    const Array& array = draft_.kernel.arrays[use.array];
    Statement s;
    s.kind = Kind::atomic;
    s.form = use.form;
    s.array = use.array;
    s.index = is_of_block ? expressions_.any_index(use, 1, Level::thread)
                          : expressions_.below(array.elements, 1, Level::thread);
    const bool is_small = is_float(array.type) || (is_signed_integer(array.type) && use.form == Form::add);
    if (is_small) {
        const Expr value = expressions_.value(Type::i32, 2, Level::thread).expr;
        s.value = converted(
            infix(Op::sub, infix(Op::andb, value, number(Type::i32, 15)), number(Type::i32, 7)), array.type);
    } else {
        s.value = expressions_.value(array.type, 2, Level::thread).expr;
    }
    to.push_back(std::move(s));
}

/// Of an element that only this thread accesses: what it was before is known.
void Statements::update_own(Block& to) {
    std::vector<SharedUse> uses;
    const auto add = [&](const std::vector<SharedUse>& all) {
        std::ranges::copy_if(all, std::back_inserter(uses), [&](const SharedUse& use) {
            const Type type = draft_.kernel.arrays[use.array].type;
            return use.mode == Mode::own && (type == Type::i32 || type == Type::u32 || type == Type::u64);
        });
    };
    add(draft_.outputs);
    add(draft_.shared);
    if (uses.empty()) return store(to);
    const SharedUse& use = draft_.dice.pick(uses);
    const Type type = draft_.kernel.arrays[use.array].type;
    Statement s;
    s.kind = Kind::atomic;
    s.form = draft_.dice.pick(
        {Form::exchange, Form::compare, Form::min, Form::max, Form::andb, Form::orb, Form::xorb});
    s.array = use.array;
    s.index = expressions_.own_index(use, 1);
    s.value = expressions_.value(type, 2, Level::thread).expr;
    if (s.form == Form::compare) s.other = expressions_.value(type, 1, Level::thread).expr;
    declared(s, type, range_of(type), Level::thread);
    to.push_back(std::move(s));
}

// ---- control

Block Statements::block(unsigned& budget, unsigned most) {
    Block statements;
    unsigned own = std::min(budget, draft_.dice.between(1U, most));
    budget -= own;
    while (own > 0) any(statements, own);
    return statements;
}

void Statements::conditional(Block& to, unsigned& budget) {
    Dice& dice = draft_.dice;
    const Level level = static_cast<Level>(dice.weighted({20, 20, 60}));
    Expr condition = expressions_.condition(2, level);
    const auto mask = level == Level::thread ? std::nullopt : draft_.mask;
    const bool was_changing = draft_.may_change;
    const std::vector<SharedUse> modes = draft_.shared;
    Block then;
    Block otherwise;
    nested(level, mask, [&] {
        draft_.may_change = false;  // the other half does not change them
        then = block(budget, 4);
        if (level == Level::block && was_changing && dice.chance(40)) {
            draft_.may_change = true;
            barrier(then);
            any(then, budget);
        }
    });
    draft_.shared = modes;
    nested(level, mask, [&] {
        draft_.may_change = false;
        if (dice.chance(40)) otherwise = block(budget, 3);
    });
    const bool has_barrier = !then.empty() && std::ranges::any_of(then, [](const Statement& s) {
        return s.kind == Kind::barrier;
    });
    to.push_back(if_statement(std::move(condition), std::move(then), std::move(otherwise)));
    if (has_barrier) barrier(to);
}

std::uint32_t Statements::ballot(Block& to, Expr condition) {
    Statement s;
    s.kind = Kind::collective;
    s.form = Form::ballot;
    s.mask = *draft_.mask;
    s.value = std::move(condition);
    const std::uint32_t id = declared(s, Type::u32, range_of(Type::u32), Level::thread);
    to.push_back(std::move(s));
    return id;
}

/// The threads of one half know each other.
void Statements::split(Block& to, unsigned& budget) {
    const Expr condition = expressions_.condition(2, Level::thread);
    const std::uint32_t kept = draft_.variable(Type::i32);
    to.push_back(declaration(kept, condition));
    const std::uint32_t members = ballot(to, variable(kept, Type::i32));
    Block then;
    nested(Level::thread, variable(members, Type::u32), [&] {
        collective(then);
        Block more = block(budget, 3);
        std::ranges::move(more, std::back_inserter(then));
        if (draft_.dice.chance(50)) collective(then);
    });
    Block otherwise;
    if (draft_.dice.chance(30)) nested(Level::thread, std::nullopt, [&] { otherwise = block(budget, 2); });
    to.push_back(if_statement(variable(kept, Type::i32), std::move(then), std::move(otherwise)));
}

void Statements::counted_loop(Block& to, unsigned& budget) {
    Dice& dice = draft_.dice;
    const Level level = static_cast<Level>(dice.weighted({40, 15, 45}));
    Statement loop;
    loop.kind = Kind::for_;
    loop.value = expressions_.below(dice.pick({2U, 4U, 8U}), 1, level);
    const bool has_barriers = level == Level::block && draft_.may_change && dice.chance(50);
    const auto mask = level == Level::thread ? std::nullopt : draft_.mask;
    if (has_barriers) {  // what it reads may be written after a barrier
        const std::uint32_t count = draft_.variable(Type::i32);
        to.push_back(declaration(count, loop.value));
        loop.value = variable(count, Type::i32);
    }
    ++draft_.loops;
    nested(level, mask, [&] {
        loop.variable = draft_.variable(Type::i32);
        draft_.visible.push_back({loop.variable, Type::i32, {0, 8}, level, false});
        draft_.may_change = has_barriers;
        draft_.may_leave = level == Level::thread;
        if (has_barriers) barrier(loop.body);
        Block body = block(budget, 4);
        std::ranges::move(body, std::back_inserter(loop.body));
    });
    --draft_.loops;
    to.push_back(std::move(loop));
    if (has_barriers) barrier(to);
}

/// `for (;;) { members = ballot(members, goes on); if (!goes on) break; … }`
void Statements::voting_loop(Block& to) {
    const std::uint32_t trips = draft_.variable(Type::i32);
    to.push_back(declaration(trips, expressions_.below(8, 1, Level::thread)));
    const std::uint32_t members = draft_.variable(Type::u32);
    to.push_back(declaration(members, *draft_.mask));
    Statement loop;
    loop.kind = Kind::for_;
    loop.value = number(Type::i32, 9);
    ++draft_.loops;
    nested(Level::thread, variable(members, Type::u32), [&] {
        loop.variable = draft_.variable(Type::i32);
        const Expr i = variable(loop.variable, Type::i32);
        const Expr goes_on = apply(Op::lt, Type::i32, {i, variable(trips, Type::i32)});
        const std::uint32_t now = ballot(loop.body, goes_on);
        Statement leave;
        leave.kind = Kind::break_;
        loop.body.push_back(if_statement(apply(Op::eq, Type::i32, {goes_on, number(Type::i32, 0)}), {leave}));
        Statement narrowed = declaration(members, variable(now, Type::u32));
        narrowed.kind = Kind::set;
        loop.body.push_back(std::move(narrowed));
        draft_.visible.push_back({loop.variable, Type::i32, {0, 8}, Level::thread, false});
        collective(loop.body);
        if (draft_.dice.chance(50)) store(loop.body);
        if (draft_.dice.chance(40)) collective(loop.body);
    });
    --draft_.loops;
    to.push_back(std::move(loop));
}

void Statements::leave_early(Block& to) {
    const Expr condition = expressions_.condition(2, Level::thread);
    const std::uint32_t kept = draft_.variable(Type::i32);
    to.push_back(declaration(kept, condition));
    const std::uint32_t rest =
        ballot(to, apply(Op::eq, Type::i32, {variable(kept, Type::i32), number(Type::i32, 0)}));
    Statement leave;
    leave.kind = Kind::return_;
    to.push_back(if_statement(variable(kept, Type::i32), {leave}));
    draft_.mask = variable(rest, Type::u32);
    draft_.is_full = false;
    draft_.may_change = false;
    draft_.flow = Level::warp;
}

// ---- threads of a block

void Statements::change_modes() {
    Dice& dice = draft_.dice;
    for (SharedUse& use : draft_.shared) {
        const Type type = draft_.kernel.arrays[use.array].type;
        const bool can_sum = type == Type::u32 || type == Type::i32 || type == Type::u64;
        use.mode = static_cast<Mode>(dice.weighted({40, 45, can_sum ? 20U : 0U}));
        use.rotation = dice.chance(50) ? dice.between(0U, draft_.kernel.threads() - 1) : 0;
        use.form = type == Type::i32
                       ? dice.pick({Form::min, Form::max, Form::andb, Form::orb, Form::xorb})
                       : dice.pick({Form::add, Form::min, Form::max, Form::andb, Form::orb, Form::xorb});
    }
}

void Statements::barrier(Block& to) {
    Statement s;
    s.kind = Kind::barrier;
    to.push_back(std::move(s));
    change_modes();
}

void Statements::counting_barrier(Block& to) {
    Statement s;
    s.kind = Kind::barrier;
    s.form = draft_.dice.pick({Form::count, Form::all, Form::any});
    s.value = expressions_.condition(2, Level::thread);
    declared(s, Type::i32, s.form == Form::count ? Range{0, 1024} : kTest, Level::block);
    to.push_back(std::move(s));
    change_modes();
}

/// Each warp reads what its own threads have written.
void Statements::share_in_warps(Block& to) {
    Statement s;
    s.kind = Kind::syncwarp;
    s.mask = *draft_.mask;
    if (draft_.may_change && draft_.is_full && draft_.has_full_warps()) {
        for (SharedUse& use : draft_.shared) {
            if (use.mode == Mode::own && use.rotation == 0)
                use.mode = Mode::warps;
            else if (use.mode == Mode::warps)
                use.mode = Mode::own;
        }
    }
    to.push_back(std::move(s));
}

// ---- threads of a warp

void Statements::collective(Block& to) {
    switch (draft_.dice.weighted({45, 30, 25})) {
        case 0:
            return shuffle(to);
        case 1:
            return vote(to);
        default:
            return reduce(to);
    }
}

void Statements::shuffle(Block& to) {
    Dice& dice = draft_.dice;
    Statement s;
    s.kind = Kind::collective;
    s.mask = *draft_.mask;
    const Type type = expressions_.any_type();
    const Known value = expressions_.value(type, 2, Level::thread);
    s.value = value.expr;
    const bool is_literal = s.mask->op == Op::literal;
    if (is_literal && draft_.has_full_warps()) {
        s.form = dice.pick({Form::shfl, Form::shfl_up, Form::shfl_down, Form::shfl_xor});
        s.other = s.form == Form::shfl ? expressions_.below(32, 1, Level::thread)
                                       : number(Type::i32, dice.between(0, 31));
    } else if (is_literal && dice.chance(50)) {
        s.form = Form::shfl_up;
        s.other = number(Type::i32, dice.between(0, 31));
    } else {
        s.form = Form::shfl;  // from the first of them
        const Expr first = apply(Op::ffs, Type::i32, {converted(s.mask, Type::i32)});
        s.other = infix(Op::sub, first, number(Type::i32, 1));
    }
    declared(s, type, value.range, Level::thread);
    to.push_back(std::move(s));
}

void Statements::vote(Block& to) {
    Statement s;
    s.kind = Kind::collective;
    s.mask = *draft_.mask;
    s.form = draft_.dice.pick({Form::ballot, Form::all, Form::any, Form::match});
    const bool is_vote = s.form != Form::match;
    const Type type = draft_.dice.pick({Type::i32, Type::u32, Type::u64});
    s.value =
        is_vote ? expressions_.condition(2, Level::thread) : expressions_.value(type, 1, Level::thread).expr;
    const bool is_bits = s.form == Form::ballot || s.form == Form::match;
    declared(s, is_bits ? Type::u32 : Type::i32, is_bits ? range_of(Type::u32) : kTest, Level::thread);
    to.push_back(std::move(s));
}

void Statements::reduce(Block& to) {
    Dice& dice = draft_.dice;
    Statement s;
    s.kind = Kind::collective;
    s.mask = *draft_.mask;
    const Type type = dice.pick({Type::i32, Type::u32});
    s.form = type == Type::i32
                 ? dice.pick({Form::add, Form::min, Form::max})
                 : dice.pick({Form::add, Form::min, Form::max, Form::andb, Form::orb, Form::xorb});
    Known value = expressions_.value(type, 2, Level::thread);
    Range range = value.range;
    if (type == Type::i32 && s.form == Form::add) {
        value = expressions_.limited(value, 20);
        range = {value.range.least * 32, value.range.most * 32};
        range = {std::min(range.least, value.range.least), std::max(range.most, value.range.most)};
    }
    if (type == Type::u32) range = range_of(type);
    s.value = value.expr;
    declared(s, type, range, Level::thread);
    to.push_back(std::move(s));
}

// ---- the kernel

void Statements::any(Block& to, unsigned& budget) {
    if (budget == 0) return;
    --budget;
    Dice& dice = draft_.dice;
    const bool is_shallow = draft_.loops < kMaxLoops;
    const unsigned collectives = draft_.mask ? 14 : 0;
    const unsigned barriers = draft_.may_change ? 16 : 0;
    switch (dice.weighted({14, 8, 14, 8, 5, is_shallow ? 10U : 0U, draft_.mask ? 8U : 0U,
                           is_shallow ? 10U : 0U, draft_.mask && is_shallow ? 4U : 0U, barriers, barriers / 4,
                           draft_.mask ? 5U : 0U, collectives, draft_.may_leave ? 6U : 0U})) {
        case 0:
            return declare(to);
        case 1:
            return set(to);
        case 2:
            return store(to);
        case 3:
            return update(to);
        case 4:
            return update_own(to);
        case 5:
            return conditional(to, budget);
        case 6:
            return split(to, budget);
        case 7:
            return counted_loop(to, budget);
        case 8:
            return voting_loop(to);
        case 9:
            return barrier(to);
        case 10:
            return counting_barrier(to);
        case 11:
            return share_in_warps(to);
        case 12:
            return collective(to);
        default: {
            Statement s;
            s.kind = dice.pick({Kind::break_, Kind::continue_});
            to.push_back(if_statement(expressions_.condition(1, Level::thread), {s}));
        }
    }
}

/// Every element of a block's arrays is written before it is read.
void Statements::initialise(Block& to) {
    const std::vector<SharedUse> uses = std::exchange(draft_.shared, {});  // nothing reads them
    for (const SharedUse& use : uses) {
        if (draft_.kernel.arrays[use.array].space == Array::Space::output) continue;
        for (std::uint32_t i = 0; i < use.own; ++i) {
            Statement s;
            s.kind = Kind::store;
            s.array = use.array;
            s.index = place(ThreadIndex::thread);
            if (i > 0) s.index = infix(Op::add, s.index, number(Type::i32, i * draft_.kernel.threads()));
            s.value = expressions_.value(draft_.kernel.arrays[use.array].type, 2, Level::thread).expr;
            to.push_back(std::move(s));
        }
    }
    draft_.shared = uses;
}

/// What was computed is seen: in the outputs.
void Statements::finish(Block& to) {
    for (const SharedUse& use : draft_.outputs) {
        Statement s;
        s.kind = Kind::store;
        s.array = use.array;
        s.index = expressions_.own_index(use, 0);
        const Type type = draft_.kernel.arrays[use.array].type;
        s.value = expressions_.value(type, 2, Level::thread).expr;
        to.push_back(std::move(s));
    }
}

Block Statements::body(unsigned statements, bool has_warps) {
    Block body;
    if (has_warps) draft_.mask = number(Type::u32, 0xFFFF'FFFF);
    initialise(body);
    unsigned budget = statements;
    while (budget > 0) any(body, budget);
    if (draft_.mask && draft_.dice.chance(30)) {
        leave_early(body);
        budget = std::max(2U, statements / 4);
        while (budget > 0) any(body, budget);
    }
    finish(body);
    return body;
}

}  // namespace musimd::differential::cuda
