#pragma once

#include "gpu_backend/interpreted/prelude/barriers.hpp"
#include "gpu_backend/interpreted/prelude/collectives.hpp"
#include "gpu_backend/interpreted/prelude/floats.hpp"
#include "gpu_backend/interpreted/prelude/interpreter_memory.hpp"
#include "gpu_backend/interpreted/prelude/lane.hpp"

// The machine, interpreted by the 32 threads of a hardware warp: the rules, written with the functions of
// warp_cuda.hpp. See docs/device-interpreter.md.
//
// An instruction is executed by all threads or not at all: if it fails, or this engine does not support it,
// nothing changes, and another engine continues from there.

namespace musimd::interpreter {

// ---- branches

/// BT, BF, BD
MUSIMD_DEVICE inline Event branch(Lane& l, const Coded& i, bool on_zero) {
    if (ballot(l.lacks_operand(i)) != 0) return l.hand(Reason::trap);
    const std::uint32_t votes = not_zero(l, i);
    std::size_t top = (std::size_t{l.depth} - 1) * kLanes + l.lane;
    if (l.depth == l.base || l.warp->branches[top] != l.pc) {
        if (l.depth == l.machine.max_depth) return l.hand(Reason::stacks);
        top = std::size_t{l.depth++} * kLanes + l.lane;
        l.warp->branches[top] = l.pc;
        l.warp->done[top] = 0;
        l.warp->todo[top] = 0;
    }
    const std::uint32_t going_on = l.active & (on_zero ? votes : ~votes);
    if (ballot(going_on != 0) == 0) {
        l.pc = i.target;
        return Event::stepped;
    }
    l.warp->todo[top] |= l.active & ~going_on;
    l.set_active(going_on);
    return l.next();
}

/// SS, SP
MUSIMD_DEVICE inline Event synchronise(Lane& l) {
    if (l.depth == l.base) return l.hand(Reason::trap);
    const std::size_t top = (std::size_t{l.depth} - 1) * kLanes + l.lane;
    const std::uint32_t todo = l.warp->todo[top];
    if (ballot(todo != 0) == 0) {
        l.set_active(l.active | l.warp->done[top]);
        l.depth -= 1;
        return l.next();
    }
    l.warp->done[top] |= l.active;
    l.warp->todo[top] = 0;
    l.warp->joins[top] = l.pc;
    l.pc = l.machine.code[l.warp->branches[top] - 1].target;
    l.set_active(todo);
    return Event::stepped;
}

/// EX. The threads that wait in Π go on; without any, the warp has stopped.
MUSIMD_DEVICE inline Event exit_threads(Lane& l) {
    if (l.contexts != 0) return l.hand(Reason::trap);
    l.all &= ~l.active;
    leave_block(l, false);
    for (; l.depth != 0; --l.depth) {
        const std::size_t top = (std::size_t{l.depth} - 1) * kLanes + l.lane;
        const std::uint32_t todo = l.warp->todo[top];
        const std::uint32_t done = l.warp->done[top];
        if (ballot(todo != 0) != 0) {
            l.warp->todo[top] = 0;
            l.pc = l.machine.code[l.warp->branches[top] - 1].target;
            l.set_active(todo);
            return Event::stepped;
        }
        if (ballot(done != 0) != 0) {
            l.pc = l.warp->joins[top] + 1;
            l.depth -= 1;
            l.set_active(done);
            return Event::stepped;
        }
    }
    l.set_active(0);
    return Event::stopped;
}

// ---- everywhere

/// Collective: whether the word names a thread of the mask.
MUSIMD_DEVICE inline bool is_in(const Lane& l, std::uint32_t mask, std::int64_t k) {
    const bool is_thread = k >= 0 && k < l.machine.threads;
    const std::uint32_t word = l.word_of_strip(mask, is_thread ? static_cast<unsigned>(k / kLanes) : 0);
    return is_thread && (word >> (k % kLanes) & 1U) != 0;
}

/// BA, BI
MUSIMD_DEVICE inline Event branch_mask(Lane& l, const Coded& i) {
    if (l.contexts == 0 || ballot(l.lacks_operand(i)) != 0) return l.hand(Reason::trap);
    bool inside = false;
    bool outside = false;
    for (unsigned s = 0; s < l.machine.strips; ++s) {
        const bool on = l.is_on(s);
        const bool in = is_in(l, l.entry_mask, l.operand(i, 0, s));
        inside |= on && in;
        outside |= on && !in;
    }
    const bool any_inside = ballot(inside) != 0;
    const bool any_outside = ballot(outside) != 0;
    if (any_inside && any_outside) return l.hand(Reason::trap);
    if (any_outside) return l.next();
    l.pc = i.target;
    return Event::stepped;
}

/// β of the warp, and where an entry of Λ saves it; each lane copies the words that it writes.
MUSIMD_DEVICE inline void copy_bank(const Lane& l, std::int64_t* to, std::uint32_t* to_defined,
                                    const std::int64_t* from, const std::uint32_t* from_defined) {
    const Machine& m = l.machine;
    for (std::size_t k = l.lane; k < m.variables * l.row_lanes(); k += kLanes) to[k] = from[k];
    for (std::uint32_t v = 0; v < m.variables && l.has_word(); ++v)
        to_defined[v * m.strips + l.lane] = from_defined[v * m.strips + l.lane];
}
MUSIMD_DEVICE inline std::int64_t* saved_rows(const Lane& l) {
    return l.warp->saved_rows + l.contexts * (l.machine.variables * l.row_lanes());
}
MUSIMD_DEVICE inline std::uint32_t* saved_defined(const Lane& l) {
    return l.warp->saved_defined + std::size_t{l.contexts} * l.machine.variables * l.machine.strips;
}

/// EB
MUSIMD_DEVICE inline Event everywhere(Lane& l) {
    if (l.contexts == l.machine.max_contexts) return l.hand(Reason::stacks);
    if (l.machine.restore) copy_bank(l, saved_rows(l), saved_defined(l), l.warp->rows, l.warp->defined);
    const std::size_t top = std::size_t{l.contexts++} * kLanes + l.lane;
    l.warp->blocks[top] = l.pc;
    l.warp->bases[top] = l.base;
    l.warp->entry_mask[top] = l.active;
    l.base = l.depth;
    l.entry_mask = l.active;
    l.set_active(l.all);
    return l.next();
}

/// EE
MUSIMD_DEVICE inline Event end_everywhere(Lane& l) {
    if (l.contexts == 0 || l.depth != l.base) return l.hand(Reason::trap);
    const std::size_t top = std::size_t{--l.contexts} * kLanes + l.lane;
    if (l.machine.restore) copy_bank(l, l.warp->rows, l.warp->defined, saved_rows(l), saved_defined(l));
    l.base = l.warp->bases[top];
    l.entry_mask = l.contexts == 0 ? 0 : l.warp->entry_mask[top - kLanes];
    l.set_active(l.warp->entry_mask[top]);
    return l.next();
}

/// AR
MUSIMD_DEVICE inline Event check(Lane& l, const Coded& i) {
    if (ballot(l.lacks_operand(i)) != 0) return l.hand(Reason::trap);
    return ballot((l.active & ~not_zero(l, i)) != 0) == 0 ? l.next() : l.hand(Reason::trap);
}

// ---- data instructions without communication

/// The result of CT, AS, UN or BP for this lane's thread of the strip.
MUSIMD_DEVICE inline Computed result_of(const Lane& l, const Coded& i, unsigned s) {
    const Machine& m = l.machine;
    const auto opcode = static_cast<Opcode>(i.opcode);
    const std::int64_t a = l.operand(i, 0, s);
#define MUSIMD_UNARY(op, ...) \
    if (opcode == Opcode::op) return {Unary::op(a, m.width)};
#include "isa/instructions.def"
    const std::int64_t b = i.operands > 1 ? l.operand(i, 1, s) : 0;
    if (opcode == Opcode::bp) return apply(static_cast<Operation>(i.operation), a, b, m.width, m.wrap);
    if (opcode != Opcode::typed) return {a};
    const std::int64_t c = i.operands > 2 ? l.operand(i, 2, s) : 0;
    return apply(static_cast<TypedOperation>(i.operation), static_cast<Type>(i.type),
                 static_cast<Type>(i.from), a, b, c);
}

/// CT, AS, UN, BP
MUSIMD_DEVICE inline Event compute(Lane& l, const Coded& i) {
    const bool typed = static_cast<Opcode>(i.opcode) == Opcode::typed;
    if (typed && is_mathematical(static_cast<TypedOperation>(i.operation), static_cast<Type>(i.type)))
        return l.hand(Reason::mathematics);
    bool wrong = l.lacks_operand(i);
    for (unsigned s = 0; s < l.machine.strips; ++s) {
        if (!l.is_on(s)) continue;
        const Computed computed = result_of(l, i, s);
        l.room()[kLanes * s + l.lane] = computed.word;
        wrong |= computed.wrong;
    }
    if (ballot(wrong) != 0) return l.hand(Reason::trap);
    l.write(i);
    return l.next();
}

// ---- data instructions that read other lanes

/// SV, SI. The old words of v are read before any thread writes it.
MUSIMD_DEVICE inline Event shuffle_lanes(Lane& l, const Coded& i) {
    const Machine& m = l.machine;
    const std::uint32_t mask = l.contexts == 0 ? l.active : l.entry_mask;
    const std::uint32_t has = l.has_word() ? l.defined(i.destination) : 0;
    std::uint32_t after = has;
    bool wrong = l.lacks_operand(i);
    sync();
    for (unsigned s = 0; s < m.strips; ++s) {
        const bool on = l.is_on(s);
        const std::int64_t k = l.operand(i, 0, s);
        const bool is_member = is_in(l, mask, k);
        const bool there = is_in(l, has, k);
        wrong |= on && is_member && !there;
        const std::uint32_t taken = ballot(on && is_member);
        if (s == l.lane) after = (has & ~l.active) | taken;
        if (on) l.room()[kLanes * s + l.lane] = is_member ? l.row(i.destination)[k] : std::int64_t{l.pc};
    }
    if (ballot(wrong) != 0) return l.hand(Reason::trap);
    sync();
    l.write(i);
    if (l.has_word()) l.defined(i.destination) = after;
    return l.next();
}

/// BL, for at most 64 threads
MUSIMD_DEVICE inline Event vote(Lane& l, const Coded& i) {
    if (ballot(l.lacks_operand(i)) != 0) return l.hand(Reason::trap);
    const std::uint32_t votes = not_zero(l, i) & l.active;
    const std::uint64_t low = l.word_of_strip(votes, 0);
    const std::uint64_t high = l.word_of_strip(votes, 1);
    const std::int64_t word = l.fitted(word_of(high << 32 | low));
    for (unsigned s = 0; s < l.machine.strips; ++s) l.room()[kLanes * s + l.lane] = word;
    l.write(i);
    return l.next();
}

// ---- steps

/// BB. The barrier is open, or its own checks fail.
MUSIMD_DEVICE inline Event pass_block_barrier(Lane& l, const Coded& i) {
    if (!may_wait_for_block(l, i)) return l.hand(Reason::trap);
    if (static_cast<Opcode>(i.opcode) == Opcode::block_barrier_of) {
        const std::int64_t word = l.block->opened;
        for (unsigned s = 0; s < l.machine.strips; ++s) l.room()[kLanes * s + l.lane] = word;
        l.write(i);
    }
    return l.next();
}

/// Steps past a barrier: the grid runs a warp at a barrier only if it is open, or if it fails.
MUSIMD_DEVICE inline Event step(Lane& l) {
    if (l.pc > l.machine.instructions) return l.hand(Reason::trap);
    const Coded& i = l.machine.code[l.pc - 1];
    switch (static_cast<Opcode>(i.opcode)) {
        case Opcode::bz:
            return branch(l, i, true);
        case Opcode::bnz:
            return branch(l, i, false);
        case Opcode::branch_mask:
            return branch_mask(l, i);
        case Opcode::jump:
            l.pc = i.target;
            return Event::stepped;
        case Opcode::sync:
            return synchronise(l);
        case Opcode::stop:
            return l.depth == l.base ? Event::stopped : l.hand(Reason::trap);
        case Opcode::everywhere:
            return everywhere(l);
        case Opcode::end_everywhere:
            return end_everywhere(l);
        case Opcode::barrier:
            return l.depth == 0 && l.contexts == 0 ? l.next() : l.hand(Reason::trap);
        case Opcode::st:
            return store(l, i);
        case Opcode::ld:
            return load(l, i);
        case Opcode::atomic_inc:
            return increment(l, i);
        case Opcode::fetch:
        case Opcode::typed_fetch:
            return fetch(l, i);
        case Opcode::assert_:
            return check(l, i);
        case Opcode::copy:
        case Opcode::bp:
        case Opcode::typed:
#define MUSIMD_UNARY(opcode, ...) case Opcode::opcode:
#include "isa/instructions.def"
            return compute(l, i);
        case Opcode::shfl:
            return shuffle_lanes(l, i);
        case Opcode::ballot:
            return vote(l, i);
        case Opcode::exit:
            return exit_threads(l);
        case Opcode::block_barrier:
        case Opcode::block_barrier_of:
            return pass_block_barrier(l, i);
        case Opcode::activemask:
            return active_mask(l, i);
        case Opcode::strong_store:  // such programs are refused
        case Opcode::copy_async:
        case Opcode::async_commit:
        case Opcode::async_wait:
            return l.hand(Reason::trap);
        case Opcode::fence:
            return l.next();  // a run that needs its order is left to another engine
#define MUSIMD_COLLECTIVE(opcode, ...) case Opcode::opcode:
#include "isa/instructions.def"
            return collective(l, i);
    }
    return l.hand(Reason::trap);
}

// ---- the grid: warps take turns of one step, by one hardware warp

/// Collective: the position of warp `lane` in this turn, in random order (semantics/order.cpp), for at
/// most 32.
MUSIMD_DEVICE inline std::uint32_t random_position(const Lane& l, const Grid& grid) {
    const std::uint64_t key = order_key(l.machine.seed, ~std::uint64_t{0}, grid.turns, l.lane);
    std::uint32_t before = 0;
    for (unsigned w = 0; w < l.machine.warp_count; ++w) {
        const std::uint64_t other = bits(shuffle(word_of(key), w));
        before += other < key || (other == key && w < l.lane) ? 1 : 0;
    }
    return l.lane < l.machine.warp_count ? before : l.machine.warp_count;
}

/// Collective: the n-th warp of a turn; `position` is the position of warp `lane` in random order.
MUSIMD_DEVICE inline std::uint32_t warp_in_turn(const Lane& l, std::uint32_t n, std::uint32_t position) {
    if (l.machine.order == kAscending) return n;
    if (l.machine.order == kDescending) return l.machine.warp_count - 1 - n;
    const std::uint32_t it = ballot(position == n);
    return count_bits(it - 1);
}

/// The warp's turn cannot be done: another engine starts again.
MUSIMD_DEVICE inline void hand_over(const Lane& l, Grid& grid) {
    grid.status = MachineStatus::handed;
    grid.ended_warp = l.number;
}

/// Collective: whether the warp may step. If it waits, it steps if its barrier opens now; if nobody can step,
/// the run ends.
MUSIMD_DEVICE inline bool may_step(Lane& l, Grid& grid) {
    const Stage stage = l.warp->stage;
    if (stage != Stage::waiting && stage != Stage::blocked) return true;
    const bool is_ready =
        stage == Stage::waiting ? grid.waiting == grid.alive : l.block->waiting == l.block->alive;
    if (is_ready) {
        if (stage == Stage::waiting ? open_barrier(l, grid) : open_block_barrier(l, grid)) return true;
        hand_over(l, grid);
    } else if (is_deadlocked(l, grid)) {
        l.reason = Reason::trap;
        hand_over(l, grid);
    }
    return false;
}

/// Collective: the turn of the chosen warp. Ends the run if it cannot be done.
MUSIMD_DEVICE inline void take_turn(Lane& l, Grid& grid) {
    if (l.warp->stage == Stage::stopped) return;
    if (l.steps >= l.machine.max_steps) {
        grid.status = MachineStatus::limited;
        grid.ended_warp = l.number;
        return;
    }
    if (!may_step(l, grid)) return;
    const Event event = step(l);
    if (event == Event::handed) return hand_over(l, grid);
    l.steps += 1;
    Stage stage = Stage::stopped;
    if (event == Event::stopped) {
        leave_block(l, true);
        grid.alive -= 1;
        if (grid.alive == 0) grid.status = MachineStatus::stopped;
    } else {
        stage = settled(l, grid);
    }
    sync();  // all threads have read the stage
    if (l.lane == 0) l.warp->stage = stage;
}

/// Collective: runs the only warp, which does not wait.
MUSIMD_DEVICE inline void run_alone(Lane& l, Grid& grid, std::uint64_t most) {
    l.take(0);
    for (std::uint64_t done = 0; done < most; ++done) {
        if (l.steps >= l.machine.max_steps) {
            grid.status = MachineStatus::limited;
            break;
        }
        const bool is_open = l.machine.claims == nullptr || !waits_at_barrier(l) || open_barrier(l, grid);
        const Event event = is_open ? step(l) : Event::handed;
        if (event == Event::handed) {
            grid.status = MachineStatus::handed;
            break;
        }
        l.steps += 1;
        if (event == Event::stopped) {
            grid.status = MachineStatus::stopped;
            break;
        }
    }
    l.undo();
}

/// Collective: runs all warps in turns.
MUSIMD_DEVICE inline void run_grid(Lane& l, Grid& grid, std::uint64_t most) {
    const std::uint32_t count = l.machine.warp_count;
    for (std::uint64_t done = 0; done < most; done += count, ++grid.turns) {
        const std::uint32_t position = l.machine.order == kRandom ? random_position(l, grid) : 0;
        for (std::uint32_t n = 0; n < count; ++n) {
            l.take(warp_in_turn(l, n, position));
            take_turn(l, grid);
            l.undo();
            sync();
            if (grid.status != MachineStatus::running) return;
        }
    }
}

/// Collective: sets Σ before the first step, and finds the warps that start at a barrier.
MUSIMD_DEVICE inline void begin(Lane& l, Grid& grid) {
    const Machine& m = l.machine;
    for (std::uint32_t p = 0; p < m.preload_count; ++p) {
        const CodedPreload& preload = m.preloads[p];
        for (std::int64_t k = l.lane; k < preload.count; k += kLanes) {
            const std::uint64_t counted = bits(preload.start) + bits(preload.step) * bits(k);
            m.words[preload.address + k] =
                preload.words != nullptr ? preload.words[k] : l.fitted(word_of(counted));
            m.defined[preload.address + k] = 1;
        }
        sync();
    }
    for (std::uint32_t w = 0; w < m.warp_count; ++w) {
        l.take(w);
        const Stage stage = settled(l, grid);
        if (l.lane == 0) l.warp->stage = stage;
    }
    sync();
}

/// Collective: continues the machine for about this many steps of all its warps.
MUSIMD_DEVICE inline void run_slice(Machine& machine, std::uint64_t steps) {
    if (machine.status != MachineStatus::running) return;
    Lane l(machine);
    Grid grid;
    grid.waiting = machine.waiting;
    grid.alive = machine.alive;
    grid.blocked = machine.blocked;
    grid.epoch = machine.epoch;
    grid.turns = machine.turns;
    const bool begun = machine.begun;
    sync();
    if (!begun) begin(l, grid);
    if (machine.alone) {
        run_alone(l, grid, steps);
    } else {
        run_grid(l, grid, steps);
    }
    for (unsigned step = 1; step < kLanes; step *= 2) {
        const std::int64_t other = shuffle(l.used, l.lane ^ step);
        l.used = other > l.used ? other : l.used;
    }
    if (l.lane != 0) return;
    machine.used = l.used;
    machine.begun = true;
    machine.waiting = grid.waiting;
    machine.alive = grid.alive;
    machine.blocked = grid.blocked;
    machine.turns = grid.turns;
    machine.status = grid.status;
    machine.ended_warp = grid.ended_warp;
    machine.reason = l.reason;
}

}  // namespace musimd::interpreter

/// One machine for each hardware warp.
MUSIMD_KERNEL(musimd_interpret) {
    const auto* const batch = static_cast<const musimd::interpreter::Batch*>(argument);
    musimd::interpreter::run_slice(batch->machines[warp], batch->steps);
}
