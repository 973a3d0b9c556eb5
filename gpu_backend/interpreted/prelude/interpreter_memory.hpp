#pragma once

#include "gpu_backend/interpreted/prelude/claims.hpp"
#include "gpu_backend/interpreted/prelude/floats.hpp"

// Σ: loads, stores and increments of the interpreter. What a lane stores is visible to the others after the
// sync that ends the instruction.

namespace musimd::interpreter {

// ---- addresses

MUSIMD_DEVICE inline bool is_valid(const Lane& l, std::int64_t x) {
    const Machine& m = l.machine;
    if (x > m.max_address)
        return m.shared_words != 0 && x >= l.shared_begin() && x - l.shared_begin() < m.shared_words;
    if (x < 0) return false;
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
    const bool is_far = x >= l.machine.limit && x <= l.machine.max_address;
    if (!is_valid(l, x)) {
        checked.invalid = true;
    } else if (use != Use::write && (is_far || l.machine.defined[l.cell(x)] == 0)) {
        checked.invalid = true;
    } else if (is_far) {
        checked.far = true;
    } else if (!claim(l, l.cell(x), s, use)) {
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
        if (!here.invalid) l.room()[kLanes * s + l.lane] = m.words[l.cell(x)];
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
        if (l.is_on(s)) l.room()[kLanes * s + l.lane] = m.words[l.cell(l.operand(i, 0, s))];
    }
    sync();
    for (unsigned s = 0; s < m.strips; ++s) {
        if (l.is_on(s)) m.words[l.cell(l.operand(i, 0, s))] = l.operand(i, 1, s);
    }
    sync();
    bool lost = false;
    for (unsigned s = 0; s < m.strips; ++s) {
        if (l.is_on(s)) lost |= m.words[l.cell(l.operand(i, 0, s))] != l.operand(i, 1, s);
    }
    if (ballot(lost) == 0) return true;
    for (unsigned s = 0; s < m.strips; ++s) {
        if (l.is_on(s)) m.words[l.cell(l.operand(i, 0, s))] = l.room()[kLanes * s + l.lane];
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
        m.defined[l.cell(x)] = 1;
        if (x <= m.max_address && x >= l.used) l.used = x + 1;
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
    const std::int64_t found = on ? m.words[l.cell(x)] : 0;
    const Computed sum = apply(Operation::add, found, before + 1, m.width, m.wrap);
    if (ballot(on && sum.wrong) != 0) return false;
    sync();
    if (on) {
        l.room()[kLanes * s + l.lane] = sum.word;
        if (before + 1 == count_bits(group)) m.words[l.cell(x)] = sum.word;
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
    if (on && is_first) m.words[l.cell(x)] = l.room()[kLanes * s + l.lane] - 1;
    sync();
}

/// Collective: why the atomic instruction cannot be done, if anything is wrong in any lane.
MUSIMD_DEVICE inline Reason check_update(const Lane& l, const Coded& i) {
    Checked checked;
    checked.invalid = l.lacks_operand(i);
    for (unsigned s = 0; s < l.machine.strips; ++s) {
        if (l.is_on(s)) check_address(l, l.operand(i, 0, s), s, Use::atomic, checked);
    }
    return verdict(checked);
}

MUSIMD_DEVICE inline Event increment(Lane& l, const Coded& i) {
    const Machine& m = l.machine;
    if (m.order == kRandom && m.strips > 1) return l.hand(Reason::increments);
    if (const Reason reason = check_update(l, i); reason != Reason::none) return l.hand(reason);
    const auto strip = [&](unsigned k) { return m.order == kDescending ? m.strips - 1 - k : k; };
    for (unsigned k = 0; k < m.strips; ++k) {
        if (increment_strip(l, i, strip(k))) continue;
        while (k-- > 0) undo_strip(l, i, strip(k));
        return l.hand(Reason::trap);
    }
    l.write(i);
    return l.next();
}

// ---- AT of fetch_OP

#include "simulator/fast/fetch_lanes.inc"

/// The word that a typed fetch_OP leaves in place of c.
MUSIMD_DEVICE inline std::int64_t typed_update(FetchOperation operation, Type type, std::int64_t c,
                                               std::int64_t o1, std::int64_t o2) {
    const int width = width_of(type);
    const auto same = [&](TypedOperation op) { return apply(op, type, type, c, o1, 0).word; };
    const std::int64_t x = integer_of(c, type);
    const std::int64_t y = integer_of(o1, type);
    const bool is_negative = is_signed_integer(type) && x < 0;
    switch (operation) {
        case FetchOperation::add:
            return same(TypedOperation::add);
        case FetchOperation::sub:
            return same(TypedOperation::sub);
        case FetchOperation::min:
            return same(TypedOperation::min);
        case FetchOperation::max:
            return same(TypedOperation::max);
        case FetchOperation::and_:
            return same(TypedOperation::and_);
        case FetchOperation::or_:
            return same(TypedOperation::or_);
        case FetchOperation::xor_:
            return same(TypedOperation::xor_);
        case FetchOperation::exch:
            return fit(o1, width);
        case FetchOperation::cas:
            return fit(c, width) == fit(o1, width) ? fit(o2, width) : c;
        case FetchOperation::inc:
            return !is_negative && is_less(x, y, type) ? fit(x + 1, width) : 0;
        case FetchOperation::dec:
            return !is_negative && x != 0 && !is_less(y, x, type) ? fit(x - 1, width) : fit(y, width);
        case FetchOperation::load:  // which has no types
            break;
    }
    return c;
}

MUSIMD_DEVICE inline std::int64_t untyped_update(FetchOperation operation, std::int64_t c, std::int64_t o1,
                                                 std::int64_t o2, int width, bool& overflows) {
    switch (operation) {
#define MUSIMD_FETCH_OPERATION(name, ...) \
    case FetchOperation::name:            \
        return fetch_lane<FetchOperation::name>(c, o1, o2, width, overflows);
#include "isa/fetch_operations.def"
    }
    return c;
}

/// Collective: undoes fetch_strip for the threads that are `done`, which received the whole word.
MUSIMD_DEVICE inline void put_back_strip(Lane& l, const Coded& i, unsigned s, unsigned rank, bool done) {
    for (unsigned turn = kLanes; turn-- > 0;) {
        if (done && rank == turn) l.machine.words[l.cell(l.operand(i, 0, s))] = l.room()[kLanes * s + l.lane];
        sync();
    }
}

/// Collective: how many threads of the strip that name the same address come before this one.
MUSIMD_DEVICE inline unsigned rank_of(const Lane& l, const Coded& i, unsigned s) {
    const bool on = l.is_on(s);
    const std::int64_t x = on ? l.operand(i, 0, s) : -1 - std::int64_t{l.lane};
    return lanes_before(l, hardware::match(bits(x)));
}

/// Collective: the threads of a strip; those of one address one after the other. Returns false, with nothing
/// changed, if a result does not fit.
MUSIMD_DEVICE inline bool fetch_strip(Lane& l, const Coded& i, unsigned s) {
    const Machine& m = l.machine;
    const bool typed = static_cast<Opcode>(i.opcode) == Opcode::typed_fetch;
    const auto operation = static_cast<FetchOperation>(i.operation);
    const auto type = static_cast<Type>(i.type);
    const bool on = l.is_on(s);
    const unsigned rank = rank_of(l, i, s);
    bool done = false;
    sync();
    for (unsigned turn = 0; ballot(on && rank >= turn) != 0; ++turn) {
        bool overflows = false;
        if (on && rank == turn) {
            std::int64_t& word = m.words[l.cell(l.operand(i, 0, s))];
            const std::int64_t o1 = l.operand(i, 1, s);
            const std::int64_t o2 = i.operands > 2 ? l.operand(i, 2, s) : 0;
            const std::int64_t fresh = typed ? typed_update(operation, type, word, o1, o2)
                                             : untyped_update(operation, word, o1, o2, m.width, overflows);
            overflows = overflows && !m.wrap;
            l.room()[kLanes * s + l.lane] = typed ? fit(word, width_of(type)) : word;
            if (!overflows) word = fresh;
            done = !overflows;
        }
        sync();
        if (ballot(overflows) == 0) continue;
        put_back_strip(l, i, s, rank, done);
        return false;
    }
    return true;
}

MUSIMD_DEVICE inline Event fetch(Lane& l, const Coded& i) {
    const Machine& m = l.machine;
    if (m.order == kRandom && m.strips > 1) return l.hand(Reason::increments);
    if (const Reason reason = check_update(l, i); reason != Reason::none) return l.hand(reason);
    const auto strip = [&](unsigned k) { return m.order == kDescending ? m.strips - 1 - k : k; };
    for (unsigned k = 0; k < m.strips; ++k) {
        if (fetch_strip(l, i, strip(k))) continue;
        while (k-- > 0) put_back_strip(l, i, strip(k), rank_of(l, i, strip(k)), l.is_on(strip(k)));
        return l.hand(Reason::trap);
    }
    l.write(i);
    return l.next();
}

}  // namespace musimd::interpreter
