#include "differential/programs/generate/tree_maker.hpp"

#include <algorithm>
#include <utility>

#include "differential/programs/generate/data_maker.hpp"
#include "differential/programs/generate/instructions.hpp"
#include "differential/programs/generate/machine_config.hpp"
#include "differential/programs/generate/writer.hpp"

namespace musimd::differential {
namespace {

using Kind = Statement::Kind;

StatementContext deeper(StatementContext p) {
    p.depth += 1;
    return p;
}

StatementContext inside_branch(StatementContext p) {
    p.depth += 1;
    p.open = true;
    return p;
}

StatementContext inside_loop(StatementContext p) {
    p = inside_branch(p);
    p.loops += 1;
    p.counted = false;
    p.uniform = false;
    p.breaks += 1;
    p.continues += 1;
    return p;
}

StatementContext inside_select(StatementContext p) {
    p = inside_branch(p);
    p.breaks += 1;
    return p;
}

StatementContext inside_call(StatementContext p) {
    p.depth += 1;
    p.breaks = 0;
    p.continues = 0;
    p.returns = true;
    return p;
}

StatementContext inside_block(StatementContext p, const Mix& mix) {
    p.depth += 1;
    p.in_block = true;
    p.open = false;
    p.writes = mix.blocks_write;
    p.level += 1;
    p.counted = false;  // woken threads have another counter, or none
    p.uniform = false;
    p.breaks = 0;
    p.continues = 0;
    p.returns = false;
    return p;
}

class TreeMaker {
  public:
    TreeMaker(Dice& dice, const TreeSize& size, const Mix& mix)
        : dice_(dice), size_(size), mix_(mix), data_(dice, mix, tree_) {}

    Tree make();

  private:
    void machine();
    void memory();
    void buffers(std::int64_t words);

    // Statements of at most `budget` statements.
    Block block(int budget, const StatementContext& context);
    void compound(Block& out, int budget, const StatementContext& context);
    Statement conditional(Block& out, int budget, const StatementContext& context);
    Statement loop(Block& out, Kind kind, int budget, const StatementContext& context);
    Statement endless_loop(Block& out, int budget, const StatementContext& context);
    Statement select(int budget, const StatementContext& context);
    Statement call(int budget, const StatementContext& context);
    Statement everywhere(int budget, const StatementContext& context);
    Statement masked(int budget, const StatementContext& context);
    Statement leave(const StatementContext& context);
    Statement observation(const StatementContext& context);
    void leave(Block& out, const StatementContext& context);
    void observe(Block& out, const StatementContext& context, unsigned percent);
    int share(int budget) { return dice_.pick({0, budget, budget / 2, dice_.between(0, budget)}); }

    Dice& dice_;
    const TreeSize& size_;
    const Mix& mix_;
    Tree tree_;
    std::int64_t slots_ = 0;  ///< of observations
    DataMaker data_;
};

Tree TreeMaker::make() {
    machine();
    memory();
    tree_.initial = data_.initial();
    const Program& machine = tree_.machine;
    tree_.initial_everywhere = machine.active.size() < machine.threads &&
                               machine.registers == RegisterMode::keep && mix_.blocks_write;
    const int least = std::max(1, size_.statements / 2);
    tree_.body = block(dice_.between(least, std::max(least, size_.statements)), {});
    observe(tree_.body, {}, mix_.observed);
    return std::move(tree_);
}

void TreeMaker::machine() {
    tree_.machine = make_machine(dice_, {mix_.wide, mix_.dormant, mix_.most_warps});
    set_size(tree_.machine, size_.threads, size_.warps);
    if (dice_.chance(mix_.thread_races)) tree_.machine.races = RaceMode::thread;
}

// The words of thread t of warp w are around w · span + t, followed by those of elections and observations.
// A grid's addresses must fit the word.
void TreeMaker::memory() {
    Program& machine = tree_.machine;
    const std::int64_t threads = machine.threads;
    tree_.scratch = threads + 8;
    slots_ = mix_.observed == 0 ? 0 : dice_.between<std::int64_t>(1, 3);
    const bool elects = mix_.elected > 0 || mix_.endless_loops > 0;
    tree_.span = tree_.scratch + (elects || slots_ > 0 ? (slots_ + 1) * threads : 0);
    const std::int64_t words = tree_.span * machine.warps;
    widen(machine, words);
    const std::int64_t first = dice_.chance(50) ? words : dice_.between<std::int64_t>(1, words);
    machine.preloads.push_back(make_preload(dice_, 0, first));
    const bool all = !dice_.chance(mix_.faults);
    if (first < words && all) machine.preloads.push_back(make_preload(dice_, first, words - first));
    if (dice_.chance(mix_.buffers)) buffers(words);
}

// All of memory in one or two buffers, sometimes except for one word.
void TreeMaker::buffers(std::int64_t words) {
    const std::int64_t hole = dice_.chance(4 * mix_.faults) ? 1 : 0;
    const std::int64_t first = dice_.between<std::int64_t>(1, words - hole);
    tree_.machine.buffers.push_back({"A", 0, first});
    if (first + hole < words) tree_.machine.buffers.push_back({"B", first + hole, words - first - hole});
}

// ---- statements

Block TreeMaker::block(int budget, const StatementContext& context) {
    Block result;
    result.reserve(static_cast<std::size_t>(budget) + 2);
    while (budget > 0) {
        if (budget >= 2 && context.depth < size_.depth && dice_.chance(mix_.compound)) {
            const int share = dice_.between(1, budget - 1);
            compound(result, share, context);
            observe(result, context, mix_.observed);
            budget -= 1 + share;
            continue;
        }
        const bool inner = context.breaks > 0 || (context.open && context.returns && dice_.chance(25));
        if (inner && dice_.chance(mix_.leaves)) {
            leave(result, context);
        } else {
            data_.simple(result, context);
        }
        budget -= 1;
    }
    return result;
}

void TreeMaker::compound(Block& out, int budget, const StatementContext& context) {
    const bool loops = context.loops < kLoops && context.writes;
    const bool endless = loops && (context.loops == 0 || tree_.machine.threads <= 8);
    const auto where = [](bool allowed, unsigned weight) { return allowed ? weight : 0; };
    const auto add = [&](Statement result) { out.push_back(std::move(result)); };
    switch (dice_.weighted({mix_.conditionals, where(loops, mix_.top_loops), where(loops, mix_.bottom_loops),
                            where(endless, mix_.endless_loops), where(context.writes, mix_.switches),
                            where(context.writes, mix_.calls),
                            where(context.level + 1 < kLevels, mix_.everywhere),
                            where(context.in_block, mix_.masked)})) {
        case 0:
            return add(conditional(out, budget, context));
        case 1:
            return add(loop(out, Kind::top_loop, budget, context));
        case 2:
            return add(loop(out, Kind::bottom_loop, budget, context));
        case 3:
            return add(endless_loop(out, budget, context));
        case 4:
            return add(select(budget, context));
        case 5:
            return add(call(budget, context));
        case 6:
            return add(everywhere(budget, context));
        default:
            return add(masked(budget, context));
    }
}

Statement TreeMaker::conditional(Block& out, int budget, const StatementContext& context) {
    Statement result;
    result.kind = Kind::conditional;
    result.inverted = dice_.chance(50);
    data_.condition(result, out, context);
    const StatementContext inside = inside_branch(context);
    const bool cloned = dice_.chance(mix_.clones);
    const int first = cloned ? budget / 2 : share(budget);
    result.first = block(first, inside);
    observe(result.first, inside, mix_.observed / 2);
    if (cloned) {
        result.second = result.first;
        if (dice_.chance(30)) data_.simple(result.second, inside);
    } else {
        result.second = block(budget - first, inside);
    }
    return result;
}

Statement TreeMaker::loop(Block& out, Kind kind, int budget, const StatementContext& context) {
    Statement result;
    result.kind = kind;
    result.inverted = dice_.chance(40);
    StatementContext inside = inside_loop(context);
    inside.counted = true;
    inside.uniform = dice_.chance(35);
    if (inside.uniform) {
        result.trips = data_.small(0, 3);
    } else if (context.counted && dice_.chance(20)) {
        result.trips = Operand::of(kCounter);
    } else {
        result.trips = dice_.chance(50) ? Operand::tid() : Operand::of(data_.data());
    }
    result.operand = Operand::constant(1);
    if (dice_.chance(20)) {
        data_.condition(result, out, context);
        inside.uniform = false;
    }
    result.first = block(budget, inside);
    observe(result.first, inside, mix_.observed / 2);
    return result;
}

// for (;;) { some statements; if (elected) { some; break; } others }: one thread per trip is elected and
// leaves. No thread starts the next trip before that.
Statement TreeMaker::endless_loop(Block&, int budget, const StatementContext& context) {
    Statement result;
    result.kind = dice_.pick({Kind::top_loop, Kind::bottom_loop});
    result.endless = true;
    result.inverted = dice_.chance(40);
    result.operand = Operand::constant(1);
    const StatementContext inside = inside_loop(context);
    StatementContext before = inside;
    before.continues = 0;
    before.breaks = 0;
    const int first = dice_.between(0, budget);
    result.first = block(first, before);

    Statement& elect = result.first.emplace_back();
    elect.kind = Kind::elect;
    elect.votes = mix_.ballot > 0 && dice_.chance(tree_.machine.threads > 8 ? 95 : 60);
    elect.inverted = dice_.chance(30);
    Statement out;
    out.kind = Kind::conditional;
    out.operand = Operand::of(kElected);
    const int second = share(budget - first);
    out.first = block(second, inside_branch(before));
    observe(out.first, inside_branch(inside), mix_.observed / 2);
    out.first.emplace_back().kind = Kind::break_;
    result.first.push_back(std::move(out));

    for (Statement& s : block(budget - first - second, inside)) result.first.push_back(std::move(s));
    observe(result.first, inside, mix_.observed / 2);
    return result;
}

Statement TreeMaker::select(int budget, const StatementContext& context) {
    Statement result;
    result.kind = Kind::select;
    const Operand selector = context.counted && dice_.chance(30) ? Operand::of(kCounter)
                             : dice_.chance(50)                  ? Operand::tid()
                             : dice_.chance(80)                  ? Operand::of(data_.data())
                                                                 : data_.small(0, 3);
    result.before = {binary(kCondition, selector, Operation::and_, Operand::constant(3))};
    result.operand = Operand::of(kCondition);
    const StatementContext inside = inside_select(context);
    const int count = dice_.between(2, 4);
    for (int i = 0; i < count; ++i) {
        Statement& option = result.first.emplace_back();
        option.kind = Kind::option;
        option.label = i;
        option.any = i + 1 == count && dice_.chance(60);
        option.falls = dice_.chance(25);
        option.first = block(std::max(1, budget / count), inside);
        observe(option.first, inside, mix_.observed / 2);
    }
    return result;
}

Statement TreeMaker::call(int budget, const StatementContext& context) {
    Statement result;
    result.kind = Kind::call;
    const StatementContext inside = inside_call(context);
    const int first = dice_.between(0, budget);
    result.first = block(first, inside);
    leave(result.first, inside);
    for (Statement& s : block(budget - first, inside)) result.first.push_back(std::move(s));
    return result;
}

Statement TreeMaker::everywhere(int budget, const StatementContext& context) {
    Statement result;
    result.kind = Kind::everywhere;
    result.prepares = mix_.blocks_write && dice_.chance(95);
    result.first = block(budget, inside_block(context, mix_));
    return result;
}

Statement TreeMaker::masked(int budget, const StatementContext& context) {
    Statement result;
    result.kind = Kind::masked;
    result.operand = data_.small(-1, std::min<Value>(tree_.machine.threads, 100));
    if (context.uniform && dice_.chance(60)) {
        result.operand = Operand::of(kCounter);
    } else if (context.writes && dice_.chance(30)) {
        result.before = {copy(kAddress, result.operand)};
        result.operand = Operand::of(kAddress);
    } else if (dice_.chance(mix_.faults)) {
        result.operand = Operand::tid();
    }
    const int first = dice_.between(0, budget);
    result.first = block(first, deeper(context));
    result.second = block(budget - first, deeper(context));
    return result;
}

// ---- leaving, and seeing who is left

Statement TreeMaker::leave(const StatementContext& context) {
    Statement result;
    switch (dice_.weighted(
        {context.breaks > 0 ? 5U : 0U, context.continues > 0 ? 5U : 0U, context.returns ? 1U : 0U})) {
        case 0:
            result.kind = Kind::break_;
            result.levels =
                static_cast<std::uint8_t>(dice_.chance(70) ? 1 : dice_.between(1, context.breaks));
            break;
        case 1:
            result.kind = Kind::continue_;
            result.levels =
                static_cast<std::uint8_t>(dice_.chance(70) ? 1 : dice_.between(1, context.continues));
            break;
        default:
            result.kind = Kind::return_;
            break;
    }
    return result;
}

// Mostly for some threads only.
void TreeMaker::leave(Block& out, const StatementContext& context) {
    if (context.open && dice_.chance(15)) return out.push_back(leave(context));
    Statement result;
    result.kind = Kind::conditional;
    result.inverted = dice_.chance(50);
    data_.condition(result, out, context);
    Block& half = dice_.chance(80) ? result.first : result.second;
    if (dice_.chance(30)) data_.simple(half, inside_branch(context));
    half.push_back(leave(context));
    out.push_back(std::move(result));
}

void TreeMaker::observe(Block& out, const StatementContext& context, unsigned percent) {
    if (context.writes && dice_.chance(percent)) out.push_back(observation(context));
}

Statement TreeMaker::observation(const StatementContext& context) {
    Statement result;
    result.kind = Kind::observe;
    result.votes = mix_.ballot > 0 && dice_.chance(50);
    result.slot = tree_.scratch + dice_.between<std::int64_t>(1, slots_) * tree_.machine.threads;
    result.operand = context.counted && !result.votes && dice_.chance(30) ? Operand::of(kCounter)
                     : !result.votes && dice_.chance(30)                  ? Operand::of(data_.data())
                                                                          : Operand::constant(1);
    return result;
}

}  // namespace

Tree make_tree(Dice& dice, const TreeSize& size, const Mix& mix) {
    return TreeMaker(dice, size, mix).make();
}

}  // namespace musimd::differential
