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

Place deeper(Place p) {
    p.depth += 1;
    return p;
}

Place inside_branch(Place p) {
    p.depth += 1;
    p.open = true;
    return p;
}

Place inside_loop(Place p) {
    p = inside_branch(p);
    p.loops += 1;
    p.counted = false;
    p.uniform = false;
    p.breaks += 1;
    p.continues += 1;
    return p;
}

Place inside_select(Place p) {
    p = inside_branch(p);
    p.breaks += 1;
    return p;
}

Place inside_call(Place p) {
    p.depth += 1;
    p.breaks = 0;
    p.continues = 0;
    p.returns = true;
    return p;
}

Place inside_block(Place p, const Mix& mix) {
    p.depth += 1;
    p.in_block = true;
    p.open = false;
    p.writes = mix.blocks_write;
    p.level += 1;
    p.counted = false;  // threads that are woken have another counter, or none
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
    Block block(int budget, const Place& place);
    void compound(Block& out, int budget, const Place& place);
    Statement conditional(Block& out, int budget, const Place& place);
    Statement loop(Block& out, Kind kind, int budget, const Place& place);
    Statement endless_loop(Block& out, int budget, const Place& place);
    Statement select(int budget, const Place& place);
    Statement call(int budget, const Place& place);
    Statement everywhere(int budget, const Place& place);
    Statement masked(int budget, const Place& place);
    Statement leave(const Place& place);
    Statement observation(const Place& place);
    void leave(Block& out, const Place& place);
    void observe(Block& out, const Place& place, unsigned percent);
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

// Words for thread t of warp w are around w · span + t; they are followed by those of elections and
// observations. A grid's addresses must fit the word.
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

// All of memory, in one buffer or in two, sometimes without one word.
void TreeMaker::buffers(std::int64_t words) {
    const std::int64_t hole = dice_.chance(4 * mix_.faults) ? 1 : 0;
    const std::int64_t first = dice_.between<std::int64_t>(1, words - hole);
    tree_.machine.buffers.push_back({"A", 0, first});
    if (first + hole < words) tree_.machine.buffers.push_back({"B", first + hole, words - first - hole});
}

// ---- statements

Block TreeMaker::block(int budget, const Place& place) {
    Block made;
    made.reserve(static_cast<std::size_t>(budget) + 2);
    while (budget > 0) {
        if (budget >= 2 && place.depth < size_.depth && dice_.chance(mix_.compound)) {
            const int share = dice_.between(1, budget - 1);
            compound(made, share, place);
            observe(made, place, mix_.observed);
            budget -= 1 + share;
            continue;
        }
        const bool inner = place.breaks > 0 || (place.open && place.returns && dice_.chance(25));
        if (inner && dice_.chance(mix_.leaves)) {
            leave(made, place);
        } else {
            data_.simple(made, place);
        }
        budget -= 1;
    }
    return made;
}

void TreeMaker::compound(Block& out, int budget, const Place& place) {
    const bool loops = place.loops < kLoops && place.writes;
    const bool endless = loops && (place.loops == 0 || tree_.machine.threads <= 8);
    const auto where = [](bool allowed, unsigned weight) { return allowed ? weight : 0; };
    const auto add = [&](Statement made) { out.push_back(std::move(made)); };
    switch (
        dice_.weighted({mix_.conditionals, where(loops, mix_.top_loops), where(loops, mix_.bottom_loops),
                        where(endless, mix_.endless_loops), where(place.writes, mix_.switches),
                        where(place.writes, mix_.calls), where(place.level + 1 < kLevels, mix_.everywhere),
                        where(place.in_block, mix_.masked)})) {
        case 0:
            return add(conditional(out, budget, place));
        case 1:
            return add(loop(out, Kind::top_loop, budget, place));
        case 2:
            return add(loop(out, Kind::bottom_loop, budget, place));
        case 3:
            return add(endless_loop(out, budget, place));
        case 4:
            return add(select(budget, place));
        case 5:
            return add(call(budget, place));
        case 6:
            return add(everywhere(budget, place));
        default:
            return add(masked(budget, place));
    }
}

Statement TreeMaker::conditional(Block& out, int budget, const Place& place) {
    Statement made;
    made.kind = Kind::conditional;
    made.inverted = dice_.chance(50);
    data_.condition(made, out, place);
    const Place inside = inside_branch(place);
    const bool cloned = dice_.chance(mix_.clones);
    const int first = cloned ? budget / 2 : share(budget);
    made.first = block(first, inside);
    observe(made.first, inside, mix_.observed / 2);
    if (cloned) {
        made.second = made.first;
        if (dice_.chance(30)) data_.simple(made.second, inside);
    } else {
        made.second = block(budget - first, inside);
    }
    return made;
}

Statement TreeMaker::loop(Block& out, Kind kind, int budget, const Place& place) {
    Statement made;
    made.kind = kind;
    made.inverted = dice_.chance(40);
    Place inside = inside_loop(place);
    inside.counted = true;
    inside.uniform = dice_.chance(35);
    if (inside.uniform) {
        made.trips = data_.small(0, 3);
    } else if (place.counted && dice_.chance(20)) {
        made.trips = Operand::of(kCounter);
    } else {
        made.trips = dice_.chance(50) ? Operand::tid() : Operand::of(data_.data());
    }
    made.operand = Operand::constant(1);
    if (dice_.chance(20)) {
        data_.condition(made, out, place);
        inside.uniform = false;
    }
    made.first = block(budget, inside);
    observe(made.first, inside, mix_.observed / 2);
    return made;
}

// for (;;) { some statements; if (elected) { some; break; } others }: a thread a trip is elected and leaves.
// No thread gets to the next trip before that.
Statement TreeMaker::endless_loop(Block&, int budget, const Place& place) {
    Statement made;
    made.kind = dice_.pick({Kind::top_loop, Kind::bottom_loop});
    made.endless = true;
    made.inverted = dice_.chance(40);
    made.operand = Operand::constant(1);
    const Place inside = inside_loop(place);
    Place before = inside;
    before.continues = 0;
    before.breaks = 0;
    const int first = dice_.between(0, budget);
    made.first = block(first, before);

    Statement& elect = made.first.emplace_back();
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
    made.first.push_back(std::move(out));

    for (Statement& s : block(budget - first - second, inside)) made.first.push_back(std::move(s));
    observe(made.first, inside, mix_.observed / 2);
    return made;
}

Statement TreeMaker::select(int budget, const Place& place) {
    Statement made;
    made.kind = Kind::select;
    const Operand of = place.counted && dice_.chance(30) ? Operand::of(kCounter)
                       : dice_.chance(50)                ? Operand::tid()
                       : dice_.chance(80)                ? Operand::of(data_.data())
                                                         : data_.small(0, 3);
    made.before = {binary(kCondition, of, Operation::and_, Operand::constant(3))};
    made.operand = Operand::of(kCondition);
    const Place inside = inside_select(place);
    const int count = dice_.between(2, 4);
    for (int i = 0; i < count; ++i) {
        Statement& option = made.first.emplace_back();
        option.kind = Kind::option;
        option.label = i;
        option.any = i + 1 == count && dice_.chance(60);
        option.falls = dice_.chance(25);
        option.first = block(std::max(1, budget / count), inside);
        observe(option.first, inside, mix_.observed / 2);
    }
    return made;
}

Statement TreeMaker::call(int budget, const Place& place) {
    Statement made;
    made.kind = Kind::call;
    const Place inside = inside_call(place);
    const int first = dice_.between(0, budget);
    made.first = block(first, inside);
    leave(made.first, inside);
    for (Statement& s : block(budget - first, inside)) made.first.push_back(std::move(s));
    return made;
}

Statement TreeMaker::everywhere(int budget, const Place& place) {
    Statement made;
    made.kind = Kind::everywhere;
    made.prepares = mix_.blocks_write && dice_.chance(95);
    made.first = block(budget, inside_block(place, mix_));
    return made;
}

Statement TreeMaker::masked(int budget, const Place& place) {
    Statement made;
    made.kind = Kind::masked;
    made.operand = data_.small(-1, std::min<Value>(tree_.machine.threads, 100));
    if (place.uniform && dice_.chance(60)) {
        made.operand = Operand::of(kCounter);
    } else if (place.writes && dice_.chance(30)) {
        made.before = {copy(kAddress, made.operand)};
        made.operand = Operand::of(kAddress);
    } else if (dice_.chance(mix_.faults)) {
        made.operand = Operand::tid();
    }
    const int first = dice_.between(0, budget);
    made.first = block(first, deeper(place));
    made.second = block(budget - first, deeper(place));
    return made;
}

// ---- leaving, and seeing who is left

Statement TreeMaker::leave(const Place& place) {
    Statement made;
    switch (dice_.weighted(
        {place.breaks > 0 ? 5U : 0U, place.continues > 0 ? 5U : 0U, place.returns ? 1U : 0U})) {
        case 0:
            made.kind = Kind::break_;
            made.levels = static_cast<std::uint8_t>(dice_.chance(70) ? 1 : dice_.between(1, place.breaks));
            break;
        case 1:
            made.kind = Kind::continue_;
            made.levels = static_cast<std::uint8_t>(dice_.chance(70) ? 1 : dice_.between(1, place.continues));
            break;
        default:
            made.kind = Kind::return_;
            break;
    }
    return made;
}

// Mostly for some threads only.
void TreeMaker::leave(Block& out, const Place& place) {
    if (place.open && dice_.chance(15)) return out.push_back(leave(place));
    Statement made;
    made.kind = Kind::conditional;
    made.inverted = dice_.chance(50);
    data_.condition(made, out, place);
    Block& half = dice_.chance(80) ? made.first : made.second;
    if (dice_.chance(30)) data_.simple(half, inside_branch(place));
    half.push_back(leave(place));
    out.push_back(std::move(made));
}

void TreeMaker::observe(Block& out, const Place& place, unsigned percent) {
    if (place.writes && dice_.chance(percent)) out.push_back(observation(place));
}

Statement TreeMaker::observation(const Place& place) {
    Statement made;
    made.kind = Kind::observe;
    made.votes = mix_.ballot > 0 && dice_.chance(50);
    made.slot = tree_.scratch + dice_.between<std::int64_t>(1, slots_) * tree_.machine.threads;
    made.operand = place.counted && !made.votes && dice_.chance(30) ? Operand::of(kCounter)
                   : !made.votes && dice_.chance(30)                ? Operand::of(data_.data())
                                                                    : Operand::constant(1);
    return made;
}

}  // namespace

Tree make_tree(Dice& dice, const TreeSize& size, const Mix& mix) {
    return TreeMaker(dice, size, mix).make();
}

}  // namespace musimd::differential
