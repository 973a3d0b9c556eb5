#pragma once

#include "gpu_backend/interpreted/prelude/lane.hpp"

// Σ: loads, stores and increments of the interpreter. What a lane stores is visible to the others after the
// sync that ends the instruction.

namespace musimd::interpreter {

enum class Use : std::uint8_t { read, write, atomic };

// ---- claims, as in the fast engine (simulator/fast/memory.hpp): the phase between two barriers, an agent
// or a mark for several, and its uses as bits

inline constexpr std::uint64_t kUses = 7;
inline constexpr std::uint64_t kPhase = std::uint64_t{1} << 40;
inline constexpr std::uint64_t kSeveral = kPhase - 1 - kUses;
inline constexpr std::uint64_t kMaxPhases = (std::uint64_t{1} << 24) - 1;

MUSIMD_DEVICE inline std::uint64_t bit_of(Use use) {
    return std::uint64_t{1} << static_cast<unsigned>(use);
}
MUSIMD_DEVICE inline bool conflict(std::uint64_t uses, Use use) {
    return (uses & bit_of(Use::write)) != 0 || (use != Use::read && (uses & bit_of(Use::read)) != 0) ||
           (use != Use::atomic && (uses & bit_of(Use::atomic)) != 0);
}

/// Records that this lane's thread of the strip, or the warp, uses the address. Returns false if that
/// conflicts with another use since the last barrier.
MUSIMD_DEVICE inline bool claim(const Lane& l, std::int64_t address, unsigned s, Use use) {
    const Machine& m = l.machine;
    if (m.claims == nullptr) return true;
    const std::uint64_t thread = std::uint64_t{kLanes} * s + l.lane;
    const std::uint64_t agent = m.thread_races ? std::uint64_t{l.number} * m.threads + thread : l.number;
    const std::uint64_t phase = m.phase * kPhase;
    const std::uint64_t mine = phase | agent << 3;
    std::uint64_t* const cell = m.claims + address;
    std::uint64_t now = hardware::compare_exchange(cell, 0, 0);
    while (true) {
        std::uint64_t next = mine | bit_of(use);
        if ((now & ~kUses) == mine) {
            next |= now;
        } else if (now >= phase) {
            if (conflict(now & kUses, use)) return false;
            next = phase | kSeveral | bit_of(use);
        }
        if (next == now) return true;
        const std::uint64_t found = hardware::compare_exchange(cell, now, next);
        if (found == now) return true;
        now = found;
    }
}

/// Clears the claims of all phases; happens once in 2^24 barriers.
MUSIMD_DEVICE inline void forget_claims(const Lane& l) {
    for (std::int64_t k = l.lane; k < l.machine.limit; k += kLanes) l.machine.claims[k] = 0;
}

// ---- addresses

MUSIMD_DEVICE inline bool is_valid(const Machine& m, std::int64_t x) {
    if (x < 0 || x > m.max_address) return false;
    for (std::uint32_t i = 0; i < m.buffer_count; ++i) {
        if (x >= m.buffers[i].address && x - m.buffers[i].address < m.buffers[i].count) return true;
    }
    return m.buffer_count == 0;
}

/// Errors in the addresses of this lane's active threads, which `from` returns.
struct Checked {
    bool invalid = false;    ///< or undefined, for a read
    bool far = false;        ///< valid and to be written, but outside of the array
    bool conflicts = false;  ///< with another agent
};

MUSIMD_DEVICE inline void check_address(const Lane& l, std::int64_t x, unsigned s, Use use,
                                        Checked& checked) {
    if (!is_valid(l.machine, x)) {
        checked.invalid = true;
    } else if (use != Use::write && (x >= l.machine.limit || l.machine.defined[x] == 0)) {
        checked.invalid = true;
    } else if (x >= l.machine.limit) {
        checked.far = true;
    } else if (!claim(l, x, s, use)) {
        checked.conflicts = true;
    }
}

/// Collective: why the instruction cannot be executed, if any lane has an error.
MUSIMD_DEVICE inline Reason verdict(const Checked& checked) {
    if (ballot(checked.invalid || checked.far || checked.conflicts) == 0) return Reason::none;
    if (ballot(checked.invalid) != 0) return Reason::trap;
    return ballot(checked.far) != 0 ? Reason::address : Reason::race;
}

// ---- LD

MUSIMD_DEVICE inline Event load(Lane& l, const Coded& i) {
    const Machine& m = l.machine;
    Checked checked;
    checked.invalid = l.lacks_operand(i);
    for (unsigned s = 0; s < m.strips; ++s) {
        if (!l.is_on(s)) continue;
        const std::int64_t x = l.operand(i, 0, s);
        Checked here;
        check_address(l, x, s, Use::read, here);
        if (!here.invalid) l.room()[kLanes * s + l.lane] = m.words[x];
        checked.invalid |= here.invalid;
        checked.conflicts |= here.conflicts;
    }
    if (const Reason reason = verdict(checked); reason != Reason::none) return l.hand(reason);
    l.write(i);
    return l.next();
}

// ---- ST

/// Collective: whether two threads store different values to one address. All values are stored and then
/// compared; if one is not found, all stores are undone.
MUSIMD_DEVICE inline bool store_words(Lane& l, const Coded& i) {
    const Machine& m = l.machine;
    sync();  // loads of earlier instructions are done
    for (unsigned s = 0; s < m.strips; ++s) {
        if (l.is_on(s)) l.room()[kLanes * s + l.lane] = m.words[l.operand(i, 0, s)];
    }
    sync();
    for (unsigned s = 0; s < m.strips; ++s) {
        if (l.is_on(s)) m.words[l.operand(i, 0, s)] = l.operand(i, 1, s);
    }
    sync();
    bool lost = false;
    for (unsigned s = 0; s < m.strips; ++s) {
        if (l.is_on(s)) lost |= m.words[l.operand(i, 0, s)] != l.operand(i, 1, s);
    }
    if (ballot(lost) == 0) return true;
    for (unsigned s = 0; s < m.strips; ++s) {
        if (l.is_on(s)) m.words[l.operand(i, 0, s)] = l.room()[kLanes * s + l.lane];
    }
    sync();
    return false;
}

MUSIMD_DEVICE inline Event store(Lane& l, const Coded& i) {
    const Machine& m = l.machine;
    Checked checked;
    checked.invalid = l.lacks_operand(i);
    for (unsigned s = 0; s < m.strips; ++s) {
        if (l.is_on(s)) check_address(l, l.operand(i, 0, s), s, Use::write, checked);
    }
    if (const Reason reason = verdict(checked); reason != Reason::none) return l.hand(reason);
    if (!store_words(l, i)) return l.hand(Reason::trap);
    for (unsigned s = 0; s < m.strips; ++s) {
        if (!l.is_on(s)) continue;
        const std::int64_t x = l.operand(i, 0, s);
        m.defined[x] = 1;
        if (x >= l.used) l.used = x + 1;
    }
    sync();
    return l.next();
}

// ---- AT

// The finalizer of splitmix64, and the key of a thread in random order: semantics/order.cpp.
MUSIMD_DEVICE inline std::uint64_t mix(std::uint64_t x) {
    x += 0x9E3779B97F4A7C15U;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
    return x ^ (x >> 31);
}
MUSIMD_DEVICE inline std::uint64_t order_key(std::uint64_t seed, std::uint64_t a, std::uint64_t b,
                                             std::uint64_t c) {
    return mix(mix(mix(mix(seed) ^ a) ^ b) ^ c);
}

/// Collective: how many of the lanes `others` come before this one.
MUSIMD_DEVICE inline unsigned lanes_before(const Lane& l, std::uint32_t others) {
    const std::uint32_t below = others & ((std::uint32_t{1} << l.lane) - 1);
    const std::uint32_t self = std::uint32_t{1} << l.lane;
    if (l.machine.order == kAscending) return count_bits(below);
    if (l.machine.order == kDescending) return count_bits(others & ~below & ~self);
    const std::uint64_t key = order_key(l.machine.seed, l.number, l.steps, l.lane);
    unsigned before = 0;
    for (unsigned k = 0; k < kLanes; ++k) {
        const std::uint64_t other = bits(shuffle(word_of(key), k));
        const bool goes_first = other < key || (other == key && k < l.lane);
        before += (others >> k & 1U) != 0 && k != l.lane && goes_first ? 1 : 0;
    }
    return before;
}

/// Collective: increments for the threads of a strip. Returns false, with nothing changed, if one overflows.
MUSIMD_DEVICE inline bool increment_strip(Lane& l, const Coded& i, unsigned s) {
    const Machine& m = l.machine;
    const bool on = l.is_on(s);
    const std::int64_t x = on ? l.operand(i, 0, s) : 0;
    // Addresses of other lanes are not negative.
    const std::uint32_t group = hardware::match(bits(on ? x : -1 - std::int64_t{l.lane}));
    const unsigned before = lanes_before(l, group);
    const std::int64_t found = on ? m.words[x] : 0;
    const Computed sum = apply(Operation::add, found, before + 1, m.width, m.wrap);
    if (ballot(on && sum.wrong) != 0) return false;
    sync();
    if (on) {
        l.room()[kLanes * s + l.lane] = sum.word;
        if (before + 1 == count_bits(group)) m.words[x] = sum.word;
    }
    sync();
    return true;
}

/// Collective: undoes increment_strip, for a word that does not wrap.
MUSIMD_DEVICE inline void undo_strip(Lane& l, const Coded& i, unsigned s) {
    const Machine& m = l.machine;
    const bool on = l.is_on(s);
    const std::int64_t x = on ? l.operand(i, 0, s) : 0;
    const std::uint32_t group = hardware::match(bits(on ? x : -1 - std::int64_t{l.lane}));
    const bool is_first = lanes_before(l, group) == 0;
    if (on && is_first) m.words[x] = l.room()[kLanes * s + l.lane] - 1;
    sync();
}

MUSIMD_DEVICE inline Event increment(Lane& l, const Coded& i) {
    const Machine& m = l.machine;
    if (m.order == kRandom && m.strips > 1) return l.hand(Reason::increments);
    Checked checked;
    checked.invalid = l.lacks_operand(i);
    for (unsigned s = 0; s < m.strips; ++s) {
        if (l.is_on(s)) check_address(l, l.operand(i, 0, s), s, Use::atomic, checked);
    }
    if (const Reason reason = verdict(checked); reason != Reason::none) return l.hand(reason);
    const auto strip = [&](unsigned k) { return m.order == kDescending ? m.strips - 1 - k : k; };
    for (unsigned k = 0; k < m.strips; ++k) {
        if (increment_strip(l, i, strip(k))) continue;
        while (k-- > 0) undo_strip(l, i, strip(k));
        return l.hand(Reason::trap);
    }
    l.write(i);
    return l.next();
}

}  // namespace musimd::interpreter
