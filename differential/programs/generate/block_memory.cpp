// Words that the threads of a block or of the grid share.

#include <algorithm>
#include <utility>

#include "differential/programs/generate/block_statements.hpp"

namespace musimd::differential {
namespace {

constexpr std::size_t kMaxInLock = 16;
constexpr std::uint32_t kMaxParts = 4;

Instruction fence_of(Scope scope) {
    Instruction result = plain(Opcode::fence);
    result.order = MemoryOrder::acq_rel;
    result.scope = scope;
    return result;
}

}  // namespace

// The thread's own word: in shared memory or in Σ.
void BlockMaker::own_word() {
    if (dice_.chance(50)) {
        add(kAddress, Operand::btid(), Operand::shared(shared_own_));
    } else {
        emit(copy(kAddress, Operand::of(kOwn)));
    }
    if (dice_.chance(50)) {
        emit(store(Operand::of(kAddress), data()));
    } else {
        emit(unary(Opcode::ld, target(), Operand::of(kAddress)));
    }
}

// ---- a store, a barrier, and the load of another thread's word

void BlockMaker::exchange(const Context& c) {
    const bool pairs = collectives_ && program_.threads % 2 == 0;
    if (c.depth == 0 && pairs && dice_.chance(30)) return exchange_in_warp();
    if (c.depth == 0 && dice_.chance(25)) return exchange_in_grid();
    const auto threads = static_cast<Value>(program_.block_threads);
    const bool reflected = dice_.chance(40);
    const Value distance = reflected ? 0 : dice_.between<Value>(0, threads - 1);
    const auto partner = [&](std::uint32_t t) {
        return static_cast<std::uint32_t>(reflected ? threads - 1 - t : (t + distance) % threads);
    };
    add(kAddress, Operand::btid(), Operand::shared(shared_exchanged_));
    const Label storing = emit(store(Operand::of(kAddress), data()));
    compute_some();
    const Label waiting = here();
    dice_.chance(70) ? static_cast<void>(emit(plain(Opcode::block_barrier))) : barrier_with_value();
    if (reflected) {
        emit(binary(kAddress, Operand::constant(threads - 1), Operation::sub, Operand::btid()));
    } else {
        add(kAddress, Operand::btid(), Operand::constant(distance));
        emit(binary(kAddress, Operand::of(kAddress), Operation::mod, Operand::constant(threads)));
    }
    add(kAddress, Operand::of(kAddress), Operand::shared(shared_exchanged_));
    emit(unary(Opcode::ld, target(), Operand::of(kAddress)));
    compute_some();
    emit(plain(Opcode::block_barrier));

    bool crosses = false;
    for (std::uint32_t t = 0; anybody(c) && t < program_.block_threads; ++t)
        crosses |= c.who[t] && c.who[partner(t)] && agent(t) != agent(partner(t));
    plant({.mistake = Mistake::missing_barrier, .pc = waiting, .effective = crosses});
    plant({.mistake = Mistake::race,
           .pc = storing,
           .change = MistakeSite::Change::operand,
           .operand = Operand::shared(shared_exchanged_),
           .effective = are_two_agents(c, false)});
}

// Neighbours in a warp, which `syncwarp` orders.
void BlockMaker::exchange_in_warp() {
    const auto threads = static_cast<Value>(program_.block_threads);
    add(kAddress, Operand::btid(), Operand::shared(shared_exchanged_));
    emit(store(Operand::of(kAddress), data()));
    compute_some();
    const Label waiting = emit_with_mask(Opcode::syncwarp, Variant::none, 0, all_lanes());
    emit(binary(kAddress, Operand::btid(), Operation::xor_, Operand::constant(1)));
    emit(binary(kAddress, Operand::of(kAddress), Operation::min, Operand::constant(threads - 1)));
    add(kAddress, Operand::of(kAddress), Operand::shared(shared_exchanged_));
    emit(unary(Opcode::ld, target(), Operand::of(kAddress)));
    emit_with_mask(Opcode::syncwarp, Variant::none, 0, all_lanes());
    bool crosses = false;
    for (std::uint32_t t = 0; t + 1 < program_.block_threads; t += 2)
        crosses |= alive_[t] && alive_[t + 1] && agent(t) != agent(t + 1);
    plant({.mistake = Mistake::missing_barrier, .pc = waiting, .effective = crosses});
}

// Threads of all blocks.
void BlockMaker::exchange_in_grid() {
    const auto all = static_cast<Value>(program_.block_threads) * program_.grid;
    const Value distance = dice_.between<Value>(0, all - 1);
    add(kAddress, Operand::of(kOwn), Operand::constant(exchanged_));
    const Label storing = emit(store(Operand::of(kAddress), data()));
    const Label waiting = emit(plain(Opcode::barrier));
    add(kAddress, Operand::of(kOwn), Operand::constant(distance));
    emit(binary(kAddress, Operand::of(kAddress), Operation::mod, Operand::constant(all)));
    add(kAddress, Operand::of(kAddress), Operand::constant(exchanged_));
    emit(unary(Opcode::ld, target(), Operand::of(kAddress)));
    emit(plain(Opcode::barrier));

    bool crosses = false;
    const Value threads = program_.block_threads;
    for (Value t = 0; t < all; ++t) {
        const Value other = (t + distance) % all;
        const auto a = static_cast<std::uint32_t>(t % threads);
        const auto b = static_cast<std::uint32_t>(other % threads);
        const bool differ = t / threads != other / threads || agent(a) != agent(b);
        crosses |= alive_[a] && alive_[b] && differ;
    }
    plant({.mistake = Mistake::missing_barrier, .pc = waiting, .effective = crosses});
    plant({.mistake = Mistake::race,
           .pc = storing,
           .change = MistakeSite::Change::operand,
           .operand = Operand::constant(exchanged_),
           .effective = are_two_agents(whole(), true)});
}

// ---- atomics

Instruction BlockMaker::atomic_on(const Operand& address, FetchOperation operation, const Operand& o) {
    Instruction result = unary(Opcode::fetch, kScratch, address);
    result.fetch_operation = operation;
    result.operands[1] = o;
    return result;
}

// Each operation has a counter of its own, so that their order does not matter; the old words do, and are
// forgotten.
void BlockMaker::atomic(const Context& c) {
    constexpr FetchOperation kOperations[] = {FetchOperation::add, FetchOperation::min,
                                              FetchOperation::max, FetchOperation::and_,
                                              FetchOperation::or_, FetchOperation::xor_};
    const std::size_t which = dice_.index(std::size(kOperations));
    const bool in_grid = dice_.chance(50);
    const auto offset = static_cast<Value>(which);
    const Operand o = which == 0 ? Operand::constant(dice_.between<Value>(0, 3)) : data();
    if (in_grid) {
        emit(copy(kAddress, Operand::constant(counters_ + offset)));
    } else {
        add(kAddress, Operand::shared(shared_counters_), Operand::constant(offset));
    }
    const bool increments = which == 0 && dice_.chance(25);
    const Label update = emit(increments ? unary(Opcode::atomic_inc, kScratch, Operand::of(kAddress))
                                         : atomic_on(Operand::of(kAddress), kOperations[which], o));
    if (dice_.chance(85)) {
        emit(copy(kScratch, Operand::constant(0)));
    } else {
        comparable_ = false;
    }
    if (increments) return;
    plant({.mistake = Mistake::race,
           .pc = update,
           .change = MistakeSite::Change::plain_store,
           .effective = are_two_agents(c, in_grid)});
}

// A lock of the form that works in both models: who gets it is done before the loop goes on.
void BlockMaker::lock() {
    const bool in_grid = dice_.chance(50);
    const auto threads = static_cast<std::size_t>(std::ranges::count(alive_, true));
    if (threads * (in_grid ? program_.grid : 1) > kMaxInLock) return compute();
    const Scope scope = in_grid ? Scope::grid : Scope::block;
    const Operand lock = in_grid ? Operand::constant(lock_) : Operand::shared(shared_lock_);
    const Operand held = in_grid ? Operand::constant(lock_ + 1) : Operand::shared(shared_held_);
    emit(copy(kTemporary, Operand::constant(0)));
    Instruction take = atomic_on(lock, FetchOperation::cas, Operand::constant(0));
    take.operands[2] = Operand::constant(1);
    const Label head = emit(take);
    const Label failed = emit(branch(Opcode::bnz, Operand::of(kScratch), 0));
    const Label acquire = emit(fence_of(scope));
    emit(unary(Opcode::ld, kY, held));
    add(kY, Operand::of(kY), Operand::constant(1));
    emit(store(held, Operand::of(kY)));
    const Label release = emit(fence_of(scope));
    emit(atomic_on(lock, FetchOperation::exch, Operand::constant(0)));
    emit(copy(kTemporary, Operand::constant(1)));
    bind(failed);
    emit(plain(Opcode::sync));
    emit(branch(Opcode::bz, Operand::of(kTemporary), head));
    emit(plain(Opcode::sync));
    emit(copy(kY, Operand::constant(0)));  // they depend on the order
    emit(copy(kScratch, Operand::constant(0)));
    emit(plain(in_grid ? Opcode::barrier : Opcode::block_barrier));
    for (const Label fence : {acquire, release})
        plant({.mistake = Mistake::race, .pc = fence, .effective = are_two_agents(whole(), in_grid)});
}

// A thread of each block stores a part; that of the last block to come reads the parts of all.
void BlockMaker::hand_over() {
    if (std::exchange(handed_over_, true)) return compute();
    const auto lowest = static_cast<Value>(std::ranges::find(alive_, true) - alive_.begin());
    const Operand ticket = Operand::constant(parts_);
    const bool needed = program_.grid > 1;
    emit(binary(condition_of(0), Operand::btid(), Operation::eq, Operand::constant(lowest)));
    const Label others = emit(branch(Opcode::bz, Operand::of(condition_of(0)), 0));
    add(kAddress, Operand::bid(), Operand::constant(parts_ + 2));
    emit(store(Operand::of(kAddress), data()));
    const Label release = emit(fence_of(Scope::grid));
    emit(atomic_on(ticket, FetchOperation::add, Operand::constant(1)));
    emit(binary(kTemporary, Operand::of(kScratch), Operation::eq, Operand::constant(program_.grid - 1)));
    const Label not_last = emit(branch(Opcode::bz, Operand::of(kTemporary), 0));
    const Label acquire = emit(fence_of(Scope::grid));
    emit(copy(kZ, Operand::constant(0)));
    for (std::uint32_t b = 0; b < std::min(program_.grid, kMaxParts); ++b) {
        emit(unary(Opcode::ld, kY, Operand::constant(parts_ + 2 + b)));
        emit(binary(kZ, Operand::of(kZ), Operation::xor_, Operand::of(kY)));
    }
    emit(store(Operand::constant(parts_ + 1), Operand::of(kZ)));
    bind(not_last);
    emit(plain(Opcode::sync));
    for (const Variable v : {kY, kZ, kTemporary, kScratch}) emit(copy(v, Operand::constant(0)));
    bind(others);
    emit(plain(Opcode::sync));
    for (const Label fence : {release, acquire})
        plant({.mistake = Mistake::race, .pc = fence, .effective = needed});
}

// Each thread of a block waits for its turn: only independent threads get past the loop.
void BlockMaker::turns() {
    const bool is_small = program_.block_threads <= 8 && std::ranges::count(alive_, false) == 0;
    if (!is_small || std::exchange(took_turns_, true)) return compute();
    const Operand turn = Operand::shared(shared_turn_);
    const Operand held = Operand::shared(shared_held_);
    const Label head = emit(atomic_on(turn, FetchOperation::or_, Operand::constant(0)));
    emit(binary(kTemporary, Operand::of(kScratch), Operation::ne, Operand::btid()));
    const Label mine = emit(branch(Opcode::bz, Operand::of(kTemporary), 0));
    emit(jump_to(head));
    bind(mine);
    emit(plain(Opcode::sync));
    const Label acquire = emit(fence_of(Scope::block));
    emit(unary(Opcode::ld, kY, held));
    emit(binary(kY, Operand::of(kY), Operation::xor_, Operand::constant(1)));
    emit(store(held, Operand::of(kY)));
    const Label release = emit(fence_of(Scope::block));
    emit(atomic_on(turn, FetchOperation::add, Operand::constant(1)));
    emit(plain(Opcode::block_barrier));
    for (const Label fence : {acquire, release})
        plant({.mistake = Mistake::race, .pc = fence, .effective = program_.block_threads > 1});
    comparable_ = false;
}

}  // namespace musimd::differential
