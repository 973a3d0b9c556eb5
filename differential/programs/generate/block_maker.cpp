#include "differential/programs/generate/block_maker.hpp"

#include <algorithm>
#include <string>

#include "differential/programs/generate/block_machine.hpp"
#include "differential/programs/generate/block_statements.hpp"
#include "differential/programs/generate/machine_config.hpp"

namespace musimd::differential {
namespace {

constexpr std::int64_t kCounters = 6;

BlockMix mix_for(Profile profile) {
    BlockMix mix;
    if (profile == Profile::collectives) {
        mix.collective = 14;
        mix.conditional = 7;
        mix.loop = 3;
        mix.exchange = 3;
        mix.lock = 0;
        mix.hand_over = 0;
    }
    if (profile == Profile::volta) {
        mix.collective = 6;
        mix.conditional = 6;
        mix.loop = 2;
        mix.lock = 2;
        mix.everywhere = 0;
        mix.apart = 2;
    }
    return mix;
}

int statements_of(const Shape& shape, Dice& dice) {
    const int most = std::max(2, shape.size / 3);
    return dice.between(std::max(1, most / 2), most);
}

}  // namespace

bool Test::holds(Value value) const {
    if (operation == Operation::and_) return (value & number) != 0;
    return operation == Operation::lt ? value < number : value == number;
}

BlockProgram make_block_program(Profile profile, Dice& dice, const Shape& shape) {
    return BlockMaker(profile, dice, shape).make();
}

BlockMaker::BlockMaker(Profile profile, Dice& dice, const Shape& shape)
    : dice_(dice),
      mix_(mix_for(profile)),
      program_(make_block_machine(profile, dice, shape)),
      count_(statements_of(shape, dice)),
      most_depth_(std::min({shape.depth, 3, kDepths - 1})),
      alive_(program_.block_threads, true),
      collectives_(program_.threads <= static_cast<std::uint32_t>(program_.word.width)) {
    if (!dice_.chance(40)) mix_.activemask = mix_.everywhere = mix_.apart = 0;
    if (!collectives_) mix_.collective = mix_.activemask = mix_.apart = 0;
}

BlockProgram BlockMaker::make() {
    declare();
    prologue();
    statements(count_, whole());
    emit(plain(Opcode::stop));
    return {std::move(program_), std::move(sites_), comparable_};
}

void BlockMaker::declare() {
    program_.variables = {"x", "y", "z", "g", "u", "p", "q", "own"};
    for (const char* name : {"m", "c", "i", "n"}) {
        for (int depth = 0; depth < kDepths; ++depth)
            program_.variables.push_back(name + std::to_string(depth));
    }
    const auto block = static_cast<std::int64_t>(program_.block_threads);
    const std::int64_t all = block * program_.grid;
    exchanged_ = all;
    counters_ = 2 * all;
    lock_ = counters_ + kCounters;
    parts_ = lock_ + 2;
    program_.preloads = {make_preload(dice_, 0, 2 * all)};
    Preload zeros;
    zeros.address = counters_;
    zeros.count = kCounters + 2 + 2 + program_.grid;
    program_.preloads.push_back(zeros);
    std::int64_t offset = 0;
    const auto object = [&](const char* name, std::int64_t count) {
        program_.shared.push_back({name, offset, count});
        return (offset += count) - count;
    };
    shared_exchanged_ = object("slots", block);
    shared_own_ = object("mine", block);
    shared_counters_ = object("counts", kCounters);
    shared_lock_ = object("lock", 1);
    shared_held_ = object("held", 1);
    shared_turn_ = object("turn", 1);
}

void BlockMaker::prologue() {
    emit(binary(kOwn, Operand::bid(), Operation::mul, Operand::constant(program_.block_threads)));
    add(kOwn, Operand::of(kOwn), Operand::btid());
    emit(copy(kX, Operand::btid()));
    emit(copy(kY, Operand::constant(dice_.between<Value>(-9, 9))));
    emit(copy(kZ, dice_.pick({Operand::tid(), Operand::bid(), Operand::wid(), Operand::of(kOwn)})));
    emit(copy(kScratch, Operand::constant(0)));
    fill_shared();
}

// Each thread fills its own words, and the first thread those of all.
void BlockMaker::fill_shared() {
    for (const std::int64_t offset : {shared_exchanged_, shared_own_}) {
        add(kAddress, Operand::btid(), Operand::shared(offset));
        emit(store(Operand::of(kAddress), data()));
    }
    const Label others = emit(branch(Opcode::bnz, Operand::btid(), 0));
    for (const std::int64_t offset : {shared_lock_, shared_held_, shared_turn_})
        emit(store(Operand::shared(offset), Operand::constant(0)));
    for (std::int64_t i = 0; i < kCounters; ++i) {
        add(kAddress, Operand::shared(shared_counters_), Operand::constant(i));
        emit(store(Operand::of(kAddress), Operand::constant(0)));
    }
    bind(others);
    emit(plain(Opcode::sync));
    emit(plain(dice_.chance(80) ? Opcode::block_barrier : Opcode::barrier));
}

Context BlockMaker::whole() const {
    Context c;
    c.who = alive_;
    c.blocks.assign(program_.grid, true);
    if (collectives_) c.mask = all_lanes();
    return c;
}

// ---- statements

// At the top, threads may have exited since the last statement.
void BlockMaker::statements(int count, const Context& c) {
    for (int i = 0; i < count; ++i) statement(c.depth == 0 && !c.apart ? whole() : c);
}

void BlockMaker::statement(const Context& c) {
    const bool top = c.depth == 0 && !c.apart;
    const bool inner = c.depth < most_depth_ && !c.apart;
    const bool uniform = c.uniform && !c.apart;
    const auto only_if = [](bool condition, unsigned weight) { return condition ? weight : 0; };
    switch (dice_.weighted(
        {mix_.compute, mix_.own_word, only_if(inner, mix_.conditional),
         only_if(inner && uniform, mix_.uniform), only_if(inner, mix_.loop), only_if(uniform, mix_.exchange),
         only_if(uniform, mix_.barrier), only_if(top, mix_.exits), mix_.atomic, only_if(top, mix_.lock),
         only_if(top, mix_.hand_over), mix_.fence, mix_.collective, mix_.activemask,
         only_if(inner, mix_.everywhere), only_if(inner, mix_.apart), only_if(top, mix_.apart)})) {
        case 0:
            return compute();
        case 1:
            return own_word();
        case 2:
            return conditional(c);
        case 3:
            return dice_.chance(50) ? uniform_conditional(c) : uniform_loop(c);
        case 4:
            return varying_loop(c);
        case 5:
            return exchange(c);
        case 6:
            return barrier(c);
        case 7:
            return exits();
        case 8:
            return atomic(c);
        case 9:
            return lock();
        case 10:
            return hand_over();
        case 11: {
            Instruction fence = plain(Opcode::fence);
            fence.order = MemoryOrder::acq_rel;
            fence.scope = dice_.pick({Scope::block, Scope::grid});
            emit(fence);
            return;
        }
        case 12:
            return collective(c);
        case 13:
            return active_mask(c);
        case 14:
            return everywhere(c);
        case 15:
            return halves_that_meet(c);
        default:
            return turns();
    }
}

// ---- conditionals and loops

Test BlockMaker::any_test() {
    const auto threads = static_cast<Value>(program_.block_threads);
    const auto lanes = static_cast<Value>(program_.threads);
    switch (dice_.index(6)) {
        case 0:
            return {Operand::tid(), Operation::and_, dice_.pick<Value>({1, 2, 4})};
        case 1:
            return {Operand::tid(), Operation::lt, dice_.between<Value>(0, lanes)};
        case 2:
            return {Operand::tid(), Operation::eq, dice_.between<Value>(0, lanes - 1)};
        case 3:
            return {Operand::btid(), Operation::lt, dice_.between<Value>(0, threads)};
        case 4:
            return {Operand::btid(), Operation::and_, dice_.pick<Value>({1, 2, 3, 4})};
        default:
            return {Operand::of(target()), dice_.pick({Operation::and_, Operation::lt}),
                    dice_.between<Value>(1, 5)};
    }
}

void BlockMaker::emit_test(const Test& test, int depth) {
    emit(binary(condition_of(depth), test.operand, test.operation, Operand::constant(test.number)));
}

Context BlockMaker::half(const Context& c, const Test& test, bool when) const {
    Context inside = c;
    inside.depth += 1;
    if (test.is_data()) {
        inside.known = inside.uniform = false;
        return inside;
    }
    for (std::uint32_t b = 0; test.is_of_block() && b < program_.grid; ++b) {
        if (test.holds(b) != when) inside.blocks[b] = false;
    }
    for (std::uint32_t t = 0; !test.is_of_block() && t < program_.block_threads; ++t) {
        const bool lane = test.operand.kind == Operand::Kind::tid;
        if (test.holds(lane ? t % program_.threads : t) != when) inside.who[t] = false;
    }
    inside.uniform = c.uniform && test.is_of_block();
    return inside;
}

// The mask of a half: constant where only lanes decide, else computed by a vote before the branch, and by its
// complement in the second half.
void BlockMaker::mask_half(const Context& c, Context& inside, const Test& test, bool first) {
    if (!collectives_) return;
    const bool constant = test.operand.kind == Operand::Kind::tid && c.mask.kind == Operand::Kind::constant;
    if (constant) {
        std::uint64_t bits = 0;
        for (std::uint32_t lane = 0; lane < program_.threads; ++lane)
            bits |= std::uint64_t{test.holds(lane) == first} << lane;
        inside.mask = word_of(bits & static_cast<std::uint64_t>(c.mask.value));
        return;
    }
    const Variable v = mask_of(c.depth);
    inside.mask = Operand::of(v);
    if (!first) emit(binary(v, c.mask, Operation::xor_, Operand::of(v)));
}

void BlockMaker::conditional(const Context& c) {
    const Test test = any_test();
    Context first = half(c, test, true);
    Context second = half(c, test, false);
    emit_test(test, c.depth);
    mask_half(c, first, test, true);
    if (first.mask == Operand::of(mask_of(c.depth)) && collectives_) {
        emit_with_mask(Opcode::vote, Variant::ballot, mask_of(c.depth), c.mask,
                       Operand::of(condition_of(c.depth)));
    }
    const bool swapped = dice_.chance(50);
    if (swapped) std::swap(first, second);
    const Label branching =
        emit(branch(swapped ? Opcode::bnz : Opcode::bz, Operand::of(condition_of(c.depth)), 0));
    if (swapped) mask_half(c, first, test, false);
    statements(dice_.between(1, 3), first);
    const Label jump = emit(jump_to(0));
    bind(branching);
    // The halves have masks of their own, in each thread.
    mask_half(c, second, test, swapped);
    statements(dice_.between(0, 2), second);
    bind(jump);
    emit(plain(Opcode::sync));
}

void BlockMaker::uniform_conditional(const Context& c) {
    const Test test = {Operand::bid(), dice_.pick({Operation::and_, Operation::lt, Operation::eq}),
                       dice_.between<Value>(0, 2)};
    emit_test(test, c.depth);
    const Label branching = emit(branch(Opcode::bz, Operand::of(condition_of(c.depth)), 0));
    statements(dice_.between(1, 3), half(c, test, true));
    const Label jump = emit(jump_to(0));
    bind(branching);
    statements(dice_.between(0, 2), half(c, test, false));
    bind(jump);
    emit(plain(Opcode::sync));
}

// The rest of a loop, after its test.
void BlockMaker::trips_from(Label head, Variable condition, Variable count, const Context& inside) {
    const Label leaving = emit(branch(Opcode::bz, Operand::of(condition), 0));
    statements(dice_.between(1, 3), inside);
    add(count, Operand::of(count), Operand::constant(1));
    emit(jump_to(head));
    bind(leaving);
    emit(plain(Opcode::sync));
}

void BlockMaker::uniform_loop(const Context& c) {
    const bool by_block = dice_.chance(40);
    const Value most = dice_.between<Value>(0, 3);
    Context inside = c;
    inside.depth += 1;
    for (std::uint32_t b = 0; b < program_.grid; ++b) {
        if ((by_block ? Value{b} & 3 : most) == 0) inside.blocks[b] = false;
    }
    const Variable count = counter_of(c.depth);
    const Variable trips = trips_of(c.depth);
    emit(by_block ? binary(trips, Operand::bid(), Operation::and_, Operand::constant(3))
                  : copy(trips, Operand::constant(most)));
    emit(copy(count, Operand::constant(0)));
    const Label head =
        emit(binary(condition_of(c.depth), Operand::of(count), Operation::lt, Operand::of(trips)));
    trips_from(head, condition_of(c.depth), count, inside);
}

// Those who stay vote at the beginning of each trip.
void BlockMaker::varying_loop(const Context& c) {
    const Variable count = counter_of(c.depth);
    const Variable trips = trips_of(c.depth);
    const Variable condition = condition_of(c.depth);
    const Variable mask = mask_of(c.depth);
    Context inside = c;
    inside.depth += 1;
    inside.known = inside.uniform = false;
    emit(binary(trips, dice_.pick({Operand::tid(), Operand::btid(), Operand::of(target())}), Operation::and_,
                Operand::constant(dice_.pick<Value>({1, 3}))));
    emit(copy(count, Operand::constant(0)));
    if (collectives_) {
        inside.mask = Operand::of(mask);
        emit(copy(mask, c.mask));
    }
    const Label head = emit(binary(condition, Operand::of(count), Operation::lt, Operand::of(trips)));
    if (collectives_)
        emit_with_mask(Opcode::vote, Variant::ballot, mask, Operand::of(mask), Operand::of(condition));
    trips_from(head, condition, count, inside);
}

// All threads of the warp execute it.
void BlockMaker::everywhere(const Context& c) {
    comparable_ = false;
    Context inside = whole();
    inside.blocks = c.blocks;
    inside.depth = c.depth;
    inside.apart = true;
    inside.known = false;
    emit(plain(Opcode::everywhere));
    statements(dice_.between(1, 3), inside);
    emit(plain(Opcode::end_everywhere));
}

// Some threads exit, perhaps in a conditional in another one; not all of them.
void BlockMaker::exits() {
    std::vector<Test> tests;
    for (auto count = dice_.pick({1, 1, 2}); count > 0; --count) {
        Test test = any_test();
        if (test.is_data()) test = {Operand::btid(), Operation::lt, 1};
        tests.push_back(test);
    }
    Context gone = whole();
    for (const Test& test : tests) gone = half(gone, test, true);
    std::vector<bool> left = alive_;
    for (std::size_t t = 0; t < left.size(); ++t) left[t] = alive_[t] && !gone.who[t];
    if (std::ranges::count(left, true) == 0) return compute();
    std::vector<Label> branches;
    for (std::size_t i = 0; i < tests.size(); ++i) {
        emit_test(tests[i], static_cast<int>(i));
        branches.push_back(emit(branch(Opcode::bz, Operand::of(condition_of(static_cast<int>(i))), 0)));
        if (dice_.chance(40)) compute();
    }
    emit(plain(Opcode::exit));
    while (!branches.empty()) {
        bind(branches.back());
        branches.pop_back();
        emit(plain(Opcode::sync));
        if (!branches.empty() && dice_.chance(40)) compute();
    }
    alive_ = left;
}

// ---- instructions

Operand BlockMaker::data() {
    switch (dice_.weighted({5, 2, 1, 1, 1, 3})) {
        case 0:
            return Operand::of(target());
        case 1:
            return Operand::btid();
        case 2:
            return Operand::tid();
        case 3:
            return Operand::bid();
        case 4:
            return Operand::wid();
        default:
            return Operand::constant(make_word(dice_, program_.word));
    }
}

Operand BlockMaker::small() {
    emit(binary(kTemporary, data(), Operation::and_, Operand::constant(dice_.pick<Value>({3, 7, 15}))));
    return Operand::of(kTemporary);
}

void BlockMaker::compute() {
    if (!program_.word.wrap && dice_.chance(30)) {
        const Operand left = small();
        const Operation operation = dice_.pick({Operation::add, Operation::sub, Operation::mul});
        emit(binary(target(), left, operation, Operand::constant(dice_.between<Value>(-9, 9))));
        return;
    }
    Operation operation = dice_.pick({Operation::and_, Operation::or_, Operation::xor_, Operation::lt,
                                      Operation::le, Operation::gt, Operation::ge, Operation::eq,
                                      Operation::ne, Operation::min, Operation::max});
    if (program_.word.wrap && dice_.chance(50))
        operation = dice_.pick({Operation::add, Operation::sub, Operation::mul});
    emit(binary(target(), data(), operation, data()));
}

void BlockMaker::compute_some() {
    for (auto count = dice_.between(0, 2); count > 0; --count) compute();
}

// ---- who

bool BlockMaker::anybody(const Context& c) const {
    return c.known && std::ranges::count(c.who, true) != 0 && std::ranges::count(c.blocks, true) != 0;
}

std::uint32_t BlockMaker::agent(std::uint32_t thread) const {
    const bool warps = !is_volta() && program_.races == RaceMode::warp;
    return warps ? thread / program_.threads : thread;
}

// Whether two agents execute it: in one block, or in the grid.
bool BlockMaker::are_two_agents(const Context& c, bool in_grid) const {
    if (!anybody(c)) return false;
    if (in_grid && std::ranges::count(c.blocks, true) > 1) return true;
    const auto first = static_cast<std::uint32_t>(std::ranges::find(c.who, true) - c.who.begin());
    for (std::uint32_t t = first; t < c.who.size(); ++t) {
        if (c.who[t] && agent(t) != agent(first)) return true;
    }
    return false;
}

Operand BlockMaker::word_of(std::uint64_t bits) const {
    const int unused = 64 - program_.word.width;
    return Operand::constant(static_cast<Value>(bits << unused) >> unused);
}

Operand BlockMaker::all_lanes() const {
    return word_of(low_bits(program_.threads));
}

}  // namespace musimd::differential
