#pragma once

#include "gpu_backend/interpreted/prelude/claims.hpp"
#include "gpu_backend/interpreted/prelude/warnings.hpp"

// Barriers of the grid and of blocks, and who waits at them.

namespace musimd::interpreter {

/// Values that are equal in all lanes while a slice runs, and kept in the machine in between.
struct Grid {
    MachineStatus status = MachineStatus::running;
    std::uint32_t waiting;  ///< warps at a `barrier`
    std::uint32_t blocked;  ///< warps at a block barrier
    std::uint32_t alive;
    std::uint64_t epoch;
    std::uint64_t turns;
    std::uint32_t ended_warp = 0;
};

/// Collective: where the operand is not 0, as a lane mask.
MUSIMD_DEVICE inline std::uint32_t not_zero(const Lane& l, const Coded& i) {
    std::uint32_t word = 0;
    for (unsigned s = 0; s < l.machine.strips; ++s) {
        const std::uint32_t votes = ballot(l.operand(i, 0, s) != 0);
        if (s == l.lane) word = votes;
    }
    return word;
}

/// Collective: how many threads the lane mask has.
MUSIMD_DEVICE inline std::uint32_t size_of(const Lane& l, std::uint32_t word) {
    std::uint32_t size = 0;
    for (unsigned s = 0; s < l.machine.strips; ++s) size += count_bits(Lane::word_of_strip(word, s));
    return size;
}

// ---- who waits

MUSIMD_DEVICE inline bool waits_at_barrier(const Lane& l) {
    return l.pc <= l.machine.instructions && l.depth == 0 && l.contexts == 0 &&
           static_cast<Opcode>(l.machine.code[l.pc - 1].opcode) == Opcode::barrier;
}

MUSIMD_DEVICE inline bool is_block_barrier(const Coded& i) {
    const auto opcode = static_cast<Opcode>(i.opcode);
    return opcode == Opcode::block_barrier || opcode == Opcode::block_barrier_of;
}

/// Collective: whether none of the instruction's own checks fails.
MUSIMD_DEVICE inline bool may_wait_for_block(const Lane& l, const Coded& i) {
    return ballot(l.contexts != 0 || l.active != l.all || l.lacks_operand(i)) == 0;
}

/// Collective: adds the warp to those at the block's barrier.
MUSIMD_DEVICE inline void arrive(const Lane& l, const Coded& i) {
    Block block = *l.block;
    if (block.waiting == 0) {
        block.pc = l.pc;
        block.form = i.variant;
    }
    block.waiting += 1;
    block.forms_differ |= block.form != i.variant;
    block.places_differ |= block.pc != l.pc;
    if (i.operands != 0) {
        block.threads += size_of(l, l.active);
        block.votes += size_of(l, l.active & not_zero(l, i));
    }
    sync();  // all lanes have read it
    if (l.lane == 0) *l.block = block;
    sync();
}

/// Collective: how the warp goes on from its next instruction, which it has not tried yet.
MUSIMD_DEVICE inline Stage settled(const Lane& l, Grid& grid) {
    if (waits_at_barrier(l)) {
        grid.waiting += 1;
        return Stage::waiting;
    }
    if (l.pc > l.machine.instructions || !is_block_barrier(l.machine.code[l.pc - 1])) return Stage::running;
    const Coded& i = l.machine.code[l.pc - 1];
    if (!may_wait_for_block(l, i)) return Stage::running;
    arrive(l, i);
    grid.blocked += 1;
    return Stage::blocked;
}

/// Collective: whether no warp can go on, of which one is known to wait for what has not come.
MUSIMD_DEVICE inline bool is_deadlocked(const Lane& l, const Grid& grid) {
    if (grid.waiting + grid.blocked != grid.alive) return false;
    bool opens = false;
    for (std::uint32_t b = l.lane; b < l.machine.block_count; b += kLanes) {
        const Block& block = l.machine.blocks[b];
        opens |= block.alive != 0 && block.waiting == block.alive;
    }
    return ballot(opens) == 0;
}

// ---- openings

/// Collective: begins the next epoch; later ones are left to another engine.
MUSIMD_DEVICE inline bool begin_epoch(Lane& l, Grid& grid) {
    if (grid.epoch == kMaxEpochs) {
        l.reason = Reason::race;
        return false;
    }
    grid.epoch += 1;
    sync();  // all lanes have read the machine's
    if (l.lane == 0) l.machine.epoch = grid.epoch;
    return true;
}

/// Collective: releases the warps from `first` on that are at this stage.
MUSIMD_DEVICE inline void release(const Lane& l, std::uint32_t first, std::uint32_t count, Stage at) {
    sync();  // all lanes have read the stages
    for (std::uint32_t w = l.lane; w < count; w += kLanes) {
        Warp& warp = l.machine.warps[first + w];
        if (warp.stage == at) warp.stage = Stage::released;
    }
    sync();
}

/// Collective: every warp that waits may step past its barrier.
MUSIMD_DEVICE inline bool open_barrier(Lane& l, Grid& grid) {
    if (!begin_epoch(l, grid)) return false;
    if (l.lane == 0) l.machine.phase = grid.epoch;
    release(l, 0, l.machine.warp_count, Stage::waiting);
    grid.waiting = 0;
    return true;
}

/// What the barrier yields in the threads that wait.
MUSIMD_DEVICE inline Computed opening_value(const Machine& m, const Block& block) {
    const auto form = static_cast<Variant>(block.form);
    if (form == Variant::and_) return {block.votes == block.threads};
    if (form == Variant::or_) return {block.votes != 0};
    return in_word(block.votes, false, m.width, m.wrap);  // count; 0 of the plain one
}

/// Collective: warns of an opening that __syncthreads does not allow, at the lowest warp that waits.
MUSIMD_DEVICE inline void warn_of_opening(Lane& l, const Block& block) {
    if (!block.places_differ && !block.has_exited) return;
    std::uint32_t lowest = l.block_number * l.machine.block_warps;
    while (l.machine.warps[lowest].stage != Stage::blocked) ++lowest;
    const std::uint32_t pc = l.machine.warps[lowest].pc;
    const std::uint32_t gone = exited(l, lowest);
    if (block.places_differ) warn(l, Warned::instructions, pc, lowest, 0);
    if (block.has_exited) warn(l, Warned::exited, pc, lowest, gone);
}

/// Collective: the warps at the barrier of this warp's block may step past it. Returns false if that traps.
MUSIMD_DEVICE inline bool open_block_barrier(Lane& l, Grid& grid) {
    Block block = *l.block;
    const Computed value = opening_value(l.machine, block);
    if (block.forms_differ || value.wrong) {
        l.reason = Reason::trap;
        return false;
    }
    warn_of_opening(l, block);
    if (!begin_epoch(l, grid)) return false;
    grid.blocked -= block.waiting;
    block = {value.word, grid.epoch, block.alive, 0, 0, 0, 0, 0, false, false, block.has_exited};
    release(l, l.block_number * l.machine.block_warps, l.machine.block_warps, Stage::blocked);
    if (l.lane == 0) *l.block = block;
    sync();
    return true;
}

// ---- the end of threads

/// Collective: threads of the block have exited; `stopped`: all of the warp.
MUSIMD_DEVICE inline void leave_block(const Lane& l, bool stopped) {
    sync();  // all lanes have read it
    if (l.lane == 0) {
        l.block->has_exited = true;
        if (stopped) l.block->alive -= 1;
    }
    sync();
}

}  // namespace musimd::interpreter
