#include "differential/cuda/mutations.hpp"

#include <algorithm>

namespace musimd::differential::cuda {
namespace {

using Kind = Statement::Kind;

struct Mutation {
    std::string_view name;
    bool (*fits)(const Drawn& kernel, const Statement& s);
    /// What stands instead of it.
    Block (*instead)(const Drawn& kernel, const Statement& s, Dice& dice);
};

bool is_of_block(const Drawn& kernel, const Statement& s) {
    return kernel.arrays[s.array].space != Array::Space::local;
}

bool is_plain_barrier(const Drawn&, const Statement& s) {
    return s.kind == Kind::barrier && s.form == Form::none;
}

bool is_access(const Drawn& kernel, const Statement& s) {
    return (s.kind == Kind::store || s.kind == Kind::atomic) && is_of_block(kernel, s);
}

bool is_masked(const Drawn&, const Statement& s) {
    return s.kind == Kind::syncwarp || s.kind == Kind::collective;
}

Expr of_one_thread(const Drawn& kernel, Op op, Dice& dice) {
    const auto thread = dice.between(0U, kernel.threads() - 1);
    return apply(op, Type::i32, {place(ThreadIndex::thread), number(Type::i32, thread)});
}

Statement only_if(Expr condition, Statement s) {
    Statement result;
    result.kind = Kind::if_;
    result.value = std::move(condition);
    result.body.push_back(std::move(s));
    return result;
}

/// With the next thread in place of the thread.
Expr of_next_thread(const Drawn& kernel, const Expr& e) {
    if (e->op == Op::place && static_cast<ThreadIndex>(e->id) == ThreadIndex::thread) {
        const Expr next = apply(Op::add, Type::i32, {e, number(Type::i32, 1)});
        return apply(Op::rem, Type::i32, {next, number(Type::i32, kernel.threads())});
    }
    Node copy = *e;
    for (Expr& operand : copy.operands) operand = of_next_thread(kernel, operand);
    return std::make_shared<const Node>(std::move(copy));
}

Block nothing(const Drawn&, const Statement&, Dice&) {
    return {};
}

Block plain_update(const Drawn& kernel, const Statement& s, Dice&) {
    Statement store = s;
    store.kind = Kind::store;
    const Type type = kernel.arrays[s.array].type;
    Node old{.op = Op::element, .type = type, .id = s.array, .operands = {s.index}};
    const Expr element = std::make_shared<const Node>(std::move(old));
    const bool adds_wrap = s.form == Form::add && !is_signed_integer(type);
    const Op op = adds_wrap ? Op::add : s.form == Form::min ? Op::min : Op::max;
    store.value = apply(op, type, {element, s.value});
    return {store};
}

Block of_another_thread(const Drawn& kernel, const Statement& s, Dice&) {
    Statement wrong = s;
    wrong.index = of_next_thread(kernel, s.index);
    return {wrong};
}

Block out_of_bounds(const Drawn& kernel, const Statement& s, Dice& dice) {
    Statement wrong = s;
    const Expr beyond = number(Type::i32, kernel.arrays[s.array].elements + dice.between(0U, 2U));
    wrong.index = apply(Op::choose, Type::i32, {of_one_thread(kernel, Op::eq, dice), beyond, s.index});
    return {wrong};
}

Block skipped_by_one(const Drawn& kernel, const Statement& s, Dice& dice) {
    return {only_if(of_one_thread(kernel, Op::ne, dice), s)};
}

Block after_a_return(const Drawn& kernel, const Statement& s, Dice& dice) {
    Statement leave;
    leave.kind = Kind::return_;
    return {only_if(of_one_thread(kernel, Op::eq, dice), leave), s};
}

Block without_a_lane(const Drawn&, const Statement& s, Dice& dice) {
    Statement wrong = s;
    const std::uint32_t others = ~(1U << dice.between(0U, 31U));
    wrong.mask = apply(Op::andb, Type::u32, {s.mask, number(Type::u32, others)});
    return {wrong};
}

constexpr Mutation kMutations[] = {
    {"no barrier", is_plain_barrier, nothing},
    {"no __syncwarp", [](const Drawn&, const Statement& s) { return s.kind == Kind::syncwarp; }, nothing},
    {"no atomic update",
     [](const Drawn&, const Statement& s) { return s.kind == Kind::atomic && !s.has_result; }, plain_update},
    {"another thread's element", is_access, of_another_thread},
    {"beyond the array",
     [](const Drawn&, const Statement& s) { return s.kind == Kind::store || s.kind == Kind::atomic; },
     out_of_bounds},
    {"a barrier that a thread skips", is_plain_barrier, skipped_by_one},
    {"a return before a barrier", is_plain_barrier, after_a_return},
    {"a store that a thread skips",
     [](const Drawn& kernel, const Statement& s) { return s.kind == Kind::store && is_of_block(kernel, s); },
     skipped_by_one},
    {"a mask without a lane", is_masked, without_a_lane},
};

struct Site {
    Block* block = nullptr;
    std::size_t statement = 0;
};

std::vector<Site> sites_of(Drawn& kernel, const Mutation& mutation) {
    std::vector<Site> sites;
    for_each_block(kernel.body, [&](Block& block) {
        for (std::size_t i = 0; i < block.size(); ++i)
            if (mutation.fits(kernel, block[i])) sites.push_back({&block, i});
    });
    return sites;
}

}  // namespace

void mutate(Drawn& kernel, Dice& dice) {
    std::size_t which = dice.index(std::size(kMutations));
    std::vector<Site> sites = sites_of(kernel, kMutations[which]);
    while (sites.empty()) {  // a kernel has stores at least
        which = (which + 1) % std::size(kMutations);
        sites = sites_of(kernel, kMutations[which]);
    }
    const Site& site = dice.pick(sites);
    const auto at = site.block->begin() + static_cast<std::ptrdiff_t>(site.statement);
    Block instead = kMutations[which].instead(kernel, *at, dice);
    const auto after = site.block->erase(at);
    site.block->insert(after, std::make_move_iterator(instead.begin()),
                       std::make_move_iterator(instead.end()));
    kernel.mutation = kMutations[which].name;
}

}  // namespace musimd::differential::cuda
