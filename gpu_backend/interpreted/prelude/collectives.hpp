#pragma once

#include "gpu_backend/interpreted/prelude/interpreter_memory.hpp"
#include "gpu_backend/interpreted/prelude/warnings.hpp"

// Collectives and `activemask` (section 11 of the semantics), under `lockstep`. They need N ≤ w, so there are
// at most two strips. A lane reads the words of other threads from β: between two syncs nobody writes there.

namespace musimd::interpreter {

inline constexpr unsigned kMaxStrips = 2;

/// The masks of this lane's thread of each strip; 0 if it is not active.
struct Masks {
    std::uint64_t named[kMaxStrips] = {};
    std::uint64_t present[kMaxStrips] = {};  ///< P: those of `named` that exist and have not exited
};

MUSIMD_DEVICE inline std::uint64_t low_bits(unsigned count) {
    return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}
MUSIMD_DEVICE inline bool has_bit(std::uint64_t mask, unsigned k) {
    return (mask >> k & 1U) != 0;
}
/// Collective: a lane mask of up to 64 threads, from its words.
MUSIMD_DEVICE inline std::uint64_t joined(std::uint32_t word) {
    const std::uint64_t low = Lane::word_of_strip(word, 0);
    const std::uint64_t high = Lane::word_of_strip(word, 1);
    return high << 32 | low;
}
/// A lane mask's word of the strip.
MUSIMD_DEVICE inline std::uint32_t word_of(std::uint64_t mask, unsigned strip) {
    return strip < kMaxStrips ? static_cast<std::uint32_t>(mask >> (kLanes * strip)) : 0;
}

/// Whether a thread of the group is active with another mask.
MUSIMD_DEVICE inline bool masks_differ(const Lane& l, const Coded& i, std::uint64_t mask,
                                       std::uint64_t group) {
    if (static_cast<Operand::Kind>(i.kinds[0]) == Operand::Kind::constant) return false;
    for (unsigned k = 0; k < l.machine.threads; ++k) {
        if (has_bit(group, k) && (bits(l.operand_of(i, 0, k)) & low_bits(l.machine.width)) != mask)
            return true;
    }
    return false;
}

/// Collective: reads the masks. Returns false if one of them traps.
MUSIMD_DEVICE inline bool read_masks(const Lane& l, const Coded& i, Masks& masks) {
    const Machine& m = l.machine;
    const std::uint64_t active = joined(l.active);
    const std::uint64_t all = joined(l.all);
    bool wrong = false;
    for (unsigned s = 0; s < m.strips; ++s) {
        if (!l.is_on(s)) continue;
        const std::uint64_t mask = bits(l.operand(i, 0, s)) & low_bits(m.width);
        const std::uint64_t present = mask & all;
        masks.named[s] = mask;
        masks.present[s] = present;
        wrong |= (mask & ~low_bits(m.threads)) != 0 || !has_bit(mask, kLanes * s + l.lane);
        wrong |= (present & ~active) != 0 || masks_differ(l, i, mask, present & active);
    }
    return ballot(wrong) == 0;
}

/// Collective: warns if a mask names lanes that have exited.
MUSIMD_DEVICE inline void warn_of_exited(Lane& l, const Masks& masks) {
    const std::uint32_t gone = l.has_word() ? lanes_of(l, l.number) & ~l.all : 0;
    if (ballot(gone != 0) == 0) return;
    std::uint64_t named = masks.named[0] | masks.named[1];
    for (unsigned step = 1; step < kLanes; step *= 2) named |= bits(shuffle(word_of(named), l.lane ^ step));
    const std::uint32_t word = gone & word_of(named, l.lane);
    if (ballot(word != 0) != 0) warn(l, Warned::collective, l.pc, l.number, word);
}

/// Collective: ends a collective whose results are in the scratch row.
MUSIMD_DEVICE inline Event finish(Lane& l, const Coded& i, const Masks& masks) {
    sync();  // all lanes have read the words of others
    l.write(i);
    warn_of_exited(l, masks);
    return l.next();
}

// ---- SH

/// The lane that lane t reads.
MUSIMD_DEVICE inline std::uint32_t lane_read_by(const Coded& i, std::int64_t o, std::uint32_t t,
                                                std::uint32_t threads) {
    std::uint32_t all = 1;
    while (all < threads) all *= 2;
    const auto k = static_cast<std::uint32_t>(bits(o) & (all - 1));
    const std::uint32_t begin = t & ~(i.width - 1);
    const std::uint32_t end = begin + i.width < threads ? begin + i.width : threads;
    switch (static_cast<Variant>(i.variant)) {
        case Variant::idx: {
            const std::uint32_t j = begin + (k & (i.width - 1));
            return j < end ? j : t;
        }
        case Variant::up:
            return t >= begin + k ? t - k : t;
        case Variant::down:
            return t + k < end ? t + k : t;
        case Variant::xor_:
            return (t ^ k) < end ? t ^ k : t;
        case Variant::none:
        case Variant::count:
        case Variant::ballot:
        case Variant::any:
        case Variant::all:
        case Variant::add:
        case Variant::min:
        case Variant::max:
        case Variant::and_:
        case Variant::or_:
            break;
    }
    return t;
}

/// v becomes undefined where the lane read is not of the group; its word is then the number of the
/// instruction.
MUSIMD_DEVICE inline Event shuffle_group(Lane& l, const Coded& i, const Masks& masks) {
    const bool is_variable = static_cast<Operand::Kind>(i.kinds[1]) == Operand::Kind::variable;
    const std::uint32_t word =
        is_variable && l.has_word() ? l.defined(static_cast<std::uint32_t>(i.words[1])) : 0;
    const std::uint64_t defined = joined(word);
    std::uint32_t after = 0;
    bool wrong = false;
    for (unsigned s = 0; s < l.machine.strips; ++s) {
        const bool on = l.is_on(s);
        const std::uint32_t t = kLanes * s + l.lane;
        const std::uint32_t j = on ? lane_read_by(i, l.operand(i, 2, s), t, l.machine.threads) : 0;
        const bool takes = on && has_bit(masks.present[s], j);
        wrong |= takes && is_variable && !has_bit(defined, j);
        const std::uint32_t taken = ballot(takes);
        if (s == l.lane) after = taken;
        if (on) l.room()[t] = takes ? l.operand_of(i, 1, j) : std::int64_t{l.pc};
    }
    if (ballot(wrong) != 0) return l.hand(Reason::trap);
    const Event event = finish(l, i, masks);
    if (l.has_word()) l.defined(i.destination) = (l.defined(i.destination) & ~l.active) | after;
    return event;
}

// ---- VO, MA

MUSIMD_DEVICE inline Event vote_in_group(Lane& l, const Coded& i, const Masks& masks) {
    std::uint64_t votes = 0;
    for (unsigned s = 0; s < l.machine.strips; ++s)
        votes |= std::uint64_t{ballot(l.is_on(s) && l.operand(i, 1, s) != 0)} << (kLanes * s);
    const auto variant = static_cast<Variant>(i.variant);
    for (unsigned s = 0; s < l.machine.strips; ++s) {
        const std::uint64_t here = votes & masks.present[s];
        std::int64_t word = here == masks.present[s] ? 1 : 0;  // all
        if (variant == Variant::any) word = here != 0 ? 1 : 0;
        if (variant == Variant::ballot) word = l.fitted(word_of(here));
        l.room()[kLanes * s + l.lane] = word;
    }
    return finish(l, i, masks);
}

MUSIMD_DEVICE inline Event match_group(Lane& l, const Coded& i, const Masks& masks) {
    for (unsigned s = 0; s < l.machine.strips; ++s) {
        const std::int64_t own = l.operand(i, 1, s);
        std::uint64_t same = 0;
        for (unsigned k = 0; k < l.machine.threads; ++k) {
            if (has_bit(masks.present[s], k) && l.operand_of(i, 1, k) == own) same |= std::uint64_t{1} << k;
        }
        const bool all = static_cast<Variant>(i.variant) == Variant::all;
        l.room()[kLanes * s + l.lane] = l.fitted(word_of(all && same != masks.present[s] ? 0 : same));
    }
    return finish(l, i, masks);
}

// ---- RD

/// A sum of up to 64 words, whose parts may overflow where the whole does not.
struct Sum {
    std::int64_t high = 0;  ///< the sum is high · 2^32 + low
    std::uint64_t low = 0;

    MUSIMD_DEVICE void add(std::int64_t word) {
        high += word >> 32;
        low += bits(word) & 0xFFFFFFFFU;
    }
    MUSIMD_DEVICE Computed in_word_of(int width, bool wrap) const {
        const std::int64_t top = high + word_of(low >> 32);
        const std::int64_t word = word_of(bits(top) << 32 | (low & 0xFFFFFFFFU));
        return in_word(word, fit(top, 32) != top, width, wrap);
    }
};

/// Over the threads of the group, in ascending order.
MUSIMD_DEVICE inline Computed reduced(const Lane& l, const Coded& i, std::uint64_t group) {
    const Machine& m = l.machine;
    const bool typed = static_cast<Opcode>(i.opcode) == Opcode::typed_reduce;
    const FetchOperation operation = static_cast<FetchOperation>(i.operation);
    const bool sums = !typed && operation == FetchOperation::add;
    Sum sum;
    std::int64_t result = 0;
    bool is_first = true;
    for (unsigned k = 0; k < m.threads; ++k) {
        if (!has_bit(group, k)) continue;
        const std::int64_t o = l.operand_of(i, 1, k);
        bool overflows = false;
        if (sums) {
            sum.add(o);
        } else if (is_first) {
            result = o;
        } else {
            result = typed ? typed_update(operation, static_cast<Type>(i.type), result, o, 0)
                           : untyped_update(operation, result, o, 0, m.width, overflows);
        }
        is_first = false;
    }
    return sums ? sum.in_word_of(m.width, m.wrap) : Computed{result};
}

MUSIMD_DEVICE inline Event reduce_group(Lane& l, const Coded& i, const Masks& masks) {
    bool wrong = false;
    for (unsigned s = 0; s < l.machine.strips; ++s) {
        const Computed computed = reduced(l, i, masks.present[s]);
        l.room()[kLanes * s + l.lane] = computed.word;
        wrong |= computed.wrong;
    }
    return ballot(wrong) == 0 ? finish(l, i, masks) : l.hand(Reason::trap);
}

// ---- all of them

/// SW
MUSIMD_DEVICE inline Event meet_group(Lane& l, const Masks& masks) {
    warn_of_exited(l, masks);
    return l.next();
}

/// SW, SH, VO, MA, RD
MUSIMD_DEVICE inline Event collective(Lane& l, const Coded& i) {
    const auto opcode = static_cast<Opcode>(i.opcode);
    bool missing = false;
    for (unsigned o = 0; o < i.operands; ++o) {
        const bool is_read_elsewhere = opcode == Opcode::shuffle && o == 1;
        missing |= !is_read_elsewhere && l.lacks(i, o);
    }
    if (ballot(missing) != 0) return l.hand(Reason::trap);
    sync();  // the words of all lanes are there
    Masks masks;
    if (!read_masks(l, i, masks)) return l.hand(Reason::trap);
    if (opcode == Opcode::syncwarp) return meet_group(l, masks);
    if (opcode == Opcode::shuffle) return shuffle_group(l, i, masks);
    if (opcode == Opcode::vote) return vote_in_group(l, i, masks);
    return opcode == Opcode::match ? match_group(l, i, masks) : reduce_group(l, i, masks);
}

/// AM
MUSIMD_DEVICE inline Event active_mask(Lane& l, const Coded& i) {
    const std::int64_t word = l.fitted(word_of(joined(l.active)));
    for (unsigned s = 0; s < l.machine.strips; ++s) l.room()[kLanes * s + l.lane] = word;
    l.write(i);
    return l.next();
}

}  // namespace musimd::interpreter
