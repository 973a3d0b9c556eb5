#pragma once

#include "gpu_backend/device/prelude/warp_emulated.hpp"
#include "gpu_backend/interpreted/prelude/interpreter_state.hpp"
#include "gpu_backend/interpreted/prelude/operations.hpp"
#include "isa/instruction.hpp"

// The state of one of the 32 threads of a hardware warp that interpret a machine (interpreter.hpp).
//
// Lane l has thread 32 s + l of each strip s, and word l of each lane mask, that of strip l. So only it reads
// what it writes of β, Θ, Π and Λ, except in a shfl or a collective. pc, the depths and the like are the same
// in all lanes: they are computed from ballots, so control flow is uniform.

namespace musimd::interpreter {

using hardware::ballot;
using hardware::shuffle;
using hardware::sync;

enum class Event : std::uint8_t { stepped, stopped, handed };

MUSIMD_DEVICE inline unsigned count_bits(std::uint32_t word) {
    unsigned count = 0;
    for (; word != 0; word &= word - 1) ++count;
    return count;
}

/// The state of a lane while it runs.
struct Lane {
    Machine& machine;
    Warp* warp = nullptr;
    Block* block = nullptr;
    std::uint32_t number = 0;        ///< wid
    std::uint32_t block_number = 0;  ///< bid
    std::uint64_t opened_at = 0;     ///< the epoch of the last opening of the block's barrier
    unsigned lane;
    std::uint64_t steps = 0;
    std::uint32_t pc = 0;
    std::uint32_t depth = 0;
    std::uint32_t base = 0;
    std::uint32_t contexts = 0;
    std::uint32_t active = 0;        ///< its word of Θ
    std::uint32_t all = 0;           ///< its word of Θ_all
    std::uint32_t first_active = 0;  ///< the first word of Θ, in all lanes
    std::uint32_t entry_mask = 0;    ///< its word of the entry mask Θ_mask, in a block
    std::int64_t used = 0;           ///< as in the machine, for its own stores
    Reason reason = Reason::none;

    MUSIMD_DEVICE explicit Lane(Machine& m) : machine(m), lane(hardware::lane()), used(m.used) {}

    // ---- the current warp

    MUSIMD_DEVICE bool has_word() const { return lane < machine.strips; }
    MUSIMD_DEVICE std::size_t row_lanes() const { return std::size_t{kLanes} * machine.strips; }

    MUSIMD_DEVICE void take(std::uint32_t w) {
        number = w;
        warp = &machine.warps[w];
        block_number = w / machine.block_warps;
        block = &machine.blocks[block_number];
        opened_at = block->opened_at;
        steps = warp->steps;
        pc = warp->pc;
        depth = warp->depth;
        base = warp->base;
        contexts = warp->contexts;
        entry_mask = contexts == 0 ? 0 : warp->entry_mask[(contexts - 1) * kLanes + lane];
        all = has_word() ? warp->all[lane] : 0;
        set_active(has_word() ? warp->active[lane] : 0);
    }
    // Visible to the other lanes after the next sync.
    MUSIMD_DEVICE void undo() {
        if (has_word()) warp->active[lane] = active;
        if (has_word()) warp->all[lane] = all;
        if (lane != 0) return;
        warp->steps = steps;
        warp->pc = pc;
        warp->depth = depth;
        warp->base = base;
        warp->contexts = contexts;
    }
    /// Collective.
    MUSIMD_DEVICE void set_active(std::uint32_t word) {
        active = word;
        first_active = word_of_strip(active, 0);
    }
    /// Collective: lane s's word.
    MUSIMD_DEVICE static std::uint32_t word_of_strip(std::uint32_t word, unsigned s) {
        return static_cast<std::uint32_t>(shuffle(static_cast<std::int32_t>(word), s));
    }
    /// Collective: whether this lane's thread of the strip is active.
    MUSIMD_DEVICE bool is_on(unsigned s) const {
        const std::uint32_t word = s == 0 ? first_active : word_of_strip(active, s);
        return (word >> lane & 1U) != 0;
    }

    // ---- β

    MUSIMD_DEVICE std::int64_t* row(std::uint32_t v) const { return warp->rows + v * row_lanes(); }
    MUSIMD_DEVICE std::int64_t* room() const { return row(machine.variables); }
    MUSIMD_DEVICE std::uint32_t& defined(std::uint32_t v) const {
        return warp->defined[v * machine.strips + lane];
    }
    MUSIMD_DEVICE std::int64_t fitted(std::int64_t c) const { return fit(c, machine.width); }

    /// Operand o of thread t; unspecified if it is undefined.
    MUSIMD_DEVICE std::int64_t operand_of(const Coded& i, unsigned o, std::uint32_t t) const {
        switch (static_cast<Operand::Kind>(i.kinds[o])) {
            case Operand::Kind::constant:
                return i.words[o];
            case Operand::Kind::variable:
                return row(static_cast<std::uint32_t>(i.words[o]))[t];
            case Operand::Kind::tid:
                return fitted(t);
            case Operand::Kind::wid:
                return fitted(number);
            case Operand::Kind::bid:
                return fitted(block_number);
            case Operand::Kind::btid:
                return fitted(number % machine.block_warps * machine.threads + t);
            case Operand::Kind::shared:
                return shared_begin() + i.words[o];
        }
        return 0;
    }
    /// Of this lane's thread of the strip.
    MUSIMD_DEVICE std::int64_t operand(const Coded& i, unsigned o, unsigned s) const {
        return operand_of(i, o, kLanes * s + lane);
    }
    /// Whether operand o is undefined in an active thread of this lane's mask word.
    MUSIMD_DEVICE bool lacks(const Coded& i, unsigned o) const {
        if (!has_word() || static_cast<Operand::Kind>(i.kinds[o]) != Operand::Kind::variable) return false;
        return (active & ~defined(static_cast<std::uint32_t>(i.words[o]))) != 0;
    }
    /// Whether any operand is.
    MUSIMD_DEVICE bool lacks_operand(const Coded& i) const {
        bool missing = false;
        for (unsigned o = 0; o < i.operands; ++o) missing |= lacks(i, o);
        return missing;
    }
    /// Collective: copies the scratch row to the destination, in active threads.
    MUSIMD_DEVICE void write(const Coded& i) {
        for (unsigned s = 0; s < machine.strips; ++s) {
            if (is_on(s)) row(i.destination)[kLanes * s + lane] = room()[kLanes * s + lane];
        }
        if (has_word()) defined(i.destination) |= active;
    }

    // ---- Σ

    /// The first address of the block's shared memory, if it has any.
    MUSIMD_DEVICE std::int64_t shared_begin() const {
        return machine.max_address + 1 + block_number * machine.shared_words;
    }
    /// The index of a valid address in the machine's words.
    MUSIMD_DEVICE std::int64_t cell(std::int64_t x) const {
        return x <= machine.max_address ? x : machine.limit + (x - machine.max_address - 1);
    }

    // ---- ends of an instruction

    MUSIMD_DEVICE Event next() {
        pc += 1;
        return Event::stepped;
    }
    MUSIMD_DEVICE Event hand(Reason why) {
        reason = why;
        return Event::handed;
    }
};

}  // namespace musimd::interpreter
