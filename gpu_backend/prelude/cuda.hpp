#pragma once

#include "gpu_backend/prelude/device_warp.hpp"
#include "gpu_backend/prelude/warp_emulated.hpp"
#include "simulator/codegen/prelude/config.hpp"

// What a compiled program is made of on a device: this file stands before it, as text, in the place of the
// native engine's simulator/codegen/prelude/cpu.hpp, whose first lines list what a program uses. A hardware
// warp of 32 threads runs one warp of the machine: strip s is its lanes 32 s … 32 s + 31, and thread t of the
// hardware warp has lane 32 s + t. Control flow is uniform: all 32 threads go the same way, with the same
// masks. What is called collective here all 32 reach (warp_cuda.hpp).

namespace musimd::native {

#ifndef MUSIMD_INLINE
#define MUSIMD_INLINE __attribute__((always_inline))
#endif

using hardware::lane;
using Bits32 = std::uint32_t;

/// A warp while it runs, as one of the 32 threads sees it.
template <typename Word>
struct WarpHere : DeviceWarp {
    Word highest = -1;  ///< of the addresses that this thread named, but for those of stores that were done
};

template <typename C>
struct Target : C {
    using Word = typename PickType<(C::width > 32), Int64, Int32>::Type;
    using U = typename PickType<(C::width > 32), Bits64, Bits32>::Type;
    using V = Word;  ///< this thread's lane of a strip
    using M = Word;  ///< −1 where it holds, else 0

    static constexpr int kStrip = 32;
    static constexpr int kStrips = (C::threads + kStrip - 1) / kStrip;
    static constexpr bool kNarrow = C::threads <= 64;
    static constexpr bool kHeld = C::held && kNarrow;
    static constexpr bool kHeldMasks = C::held_masks || kNarrow;
    static constexpr int kBits = 8 * static_cast<int>(sizeof(Word));
    static constexpr int kUnused = kBits - C::width;  ///< bits of Word above the program's
    static constexpr Word kMost = static_cast<Word>((Bits64{1} << (C::width - 1)) - 1);
    static constexpr Word kLeast = static_cast<Word>(-kMost - 1);
    static constexpr std::size_t kRowLanes = row_lanes(C::threads);
    static constexpr std::size_t kRowStride = row_stride(C::threads);
    static constexpr std::size_t kMaskStride = mask_stride(C::threads);
    static_assert(C::threads <= static_cast<int>(kMostThreads));

    // ---- rows

    /// A row in memory, of which a thread reads and writes its own lanes alone.
    struct RowAt {
        Word* words;

        /// This thread's lane of a strip; rows of few lanes have none for some threads.
        struct Lane {
            Word* at;
            MUSIMD_DEVICE operator V() const { return at == nullptr ? V{0} : *at; }
            MUSIMD_DEVICE const Lane& operator=(V x) const {
                if (at != nullptr) *at = x;
                return *this;
            }
            MUSIMD_DEVICE const Lane& operator=(const Lane& other) const {
                return *this = static_cast<V>(other);
            }
        };
        MUSIMD_DEVICE Lane operator[](int s) const {
            const unsigned t = static_cast<unsigned>(s * kStrip) + lane();
            return {!kNarrow || t < kRowLanes ? words + t : nullptr};
        }
    };
    /// A row in registers.
    struct RowHere {
        V strips[kStrips];

        MUSIMD_DEVICE RowHere(RowAt row) {
            for (int s = 0; s < kStrips; ++s) strips[s] = row[s];
        }
        MUSIMD_DEVICE V& operator[](int s) { return strips[s]; }
        MUSIMD_DEVICE const V& operator[](int s) const { return strips[s]; }
    };
    using HeldRow = typename PickType<kHeld, RowHere, RowAt>::Type;

    MUSIMD_DEVICE static RowAt row_at(void* rows, std::size_t number) {
        return {static_cast<Word*>(rows) + number * kRowStride};
    }
    MUSIMD_DEVICE static RowAt row(const WarpState* warp, std::size_t v) { return row_at(warp->rows, v); }
    MUSIMD_DEVICE static RowAt saved_row(const WarpState* warp, std::size_t k) {
        return row_at(warp->room, k);
    }
    MUSIMD_DEVICE static RowAt room(const WarpState* warp, std::size_t k) {
        return row_at(warp->room, C::saved_rows + k);
    }
    template <typename To, typename From>
    MUSIMD_DEVICE static void copy_row(To&& to, const From& from) {
        for (int s = 0; s < kStrips; ++s) to[s] = from[s];
    }
    MUSIMD_DEVICE static void keep_row(const WarpState* warp, std::size_t v, const HeldRow& held) {
        if constexpr (kHeld) copy_row(row(warp, v), held);
    }

    /// What becomes of a row: put for each strip, then keep or drop. A held row stays as it is until keep;
    /// another is written, and what it was put into the warp's room.
    struct Draft {
        HeldRow& row;
        HeldRow other;

        MUSIMD_DEVICE Draft(const WarpState* warp, std::size_t k, HeldRow& r)
            : row(r), other(begin(warp, k, r)) {}
        MUSIMD_DEVICE void put(int s, V fresh) {
            if constexpr (!kHeld) {
                other[s] = row[s];
                row[s] = fresh;
            } else {
                other[s] = fresh;
            }
        }
        MUSIMD_DEVICE void keep() {
            if constexpr (kHeld) row = other;
        }
        template <typename Active>
        MUSIMD_DEVICE void drop(const Active& active) {
            if constexpr (!kHeld) each_strip(active, [&](auto s, M) { row[s] = other[s]; });
        }

      private:
        MUSIMD_DEVICE static HeldRow begin(const WarpState* warp, std::size_t k, const HeldRow& r) {
            if constexpr (kHeld) return r;
            return room(warp, k);
        }
    };

    // ---- masks

    /// Lanes as bits. In a warp of up to 64 threads all threads hold all words of a mask alike; in a wider
    /// one thread t holds the word of strip t.
    struct Mask {
        static constexpr int kWords = kNarrow ? kStrips : 1;
        Bits32 w[kWords];
    };
    using HeldMask = typename PickType<kHeldMasks, Mask, Mask&>::Type;

    /// A mask in memory.
    struct MaskAt {
        Bits32* words;
        MUSIMD_DEVICE operator HeldMask() const {
            if constexpr (kHeldMasks) {
                Mask m;
                for (int i = 0; i < Mask::kWords; ++i) m.w[i] = words[kNarrow ? i : static_cast<int>(lane())];
                return m;
            } else {
                return reinterpret_cast<Mask&>(words[lane()]);
            }
        }
    };
    MUSIMD_DEVICE static MaskAt mask(const WarpState* warp, std::size_t m) {
        return {reinterpret_cast<Bits32*>(warp->masks + m * kMaskStride)};
    }
    /// Collective. Words that all hold alike one thread writes, when nobody reads what was there.
    MUSIMD_DEVICE static void assign(MaskAt to, const Mask& from) {
        if constexpr (!kNarrow) {
            to.words[lane()] = from.w[0];
        } else {
            hardware::sync();
            for (int i = 0; i < Mask::kWords; ++i) {
                if (lane() == 0) to.words[i] = from.w[i];
            }
            hardware::sync();
        }
    }
    MUSIMD_DEVICE static void assign(Mask& to, const Mask& from) { to = from; }
    MUSIMD_DEVICE static void keep_mask(const WarpState* warp, std::size_t m, const Mask& held) {
        if constexpr (kHeldMasks) assign(mask(warp, m), held);
    }

    /// Collective where warps are wide, as are all that look at words of other strips.
    MUSIMD_DEVICE static Bits32 word_of(const Mask& m, int s) {
        if constexpr (kNarrow) return s == 0 ? m.w[0] : m.w[kStrips - 1];
        return static_cast<Bits32>(hardware::shuffle(static_cast<Int32>(m.w[0]), static_cast<unsigned>(s)));
    }
    MUSIMD_DEVICE static void set_word(Mask& m, int s, Bits32 word) {
        if constexpr (kNarrow) {
            m.w[s] = word;
        } else if (lane() == static_cast<unsigned>(s)) {
            m.w[0] = word;
        }
    }
    MUSIMD_DEVICE static bool any_word(Bits32 all) {
        if constexpr (kNarrow) return all != 0;
        return hardware::ballot(all != 0) != 0;
    }
    /// Whether the mask has the thread.
    MUSIMD_DEVICE static bool has(const Mask& m, Int64 t) {
        const bool is_thread = t >= 0 && t < C::threads;
        const int s = is_thread ? static_cast<int>(t) / kStrip : 0;
        Bits32 word = 0;
        if constexpr (kNarrow) {
            word = s == 0 ? m.w[0] : m.w[kStrips - 1];
        } else {
            word = word_of(m, s);
        }
        return is_thread && (word >> (t % kStrip) & 1) != 0;
    }
    /// The threads of a strip, as bits.
    MUSIMD_DEVICE static Bits32 threads_of(int s) {
        constexpr int kRest = C::threads % kStrip;
        if (s >= kStrips) return 0;
        return kRest != 0 && s == kStrips - 1 ? (Bits32{1} << kRest) - 1 : ~Bits32{0};
    }

    MUSIMD_DEVICE static void clear(Mask& m) {
        for (Bits32& word : m.w) word = 0;
    }
    MUSIMD_DEVICE static void all_threads(Mask& m) {
        for (int i = 0; i < Mask::kWords; ++i) m.w[i] = threads_of(kNarrow ? i : static_cast<int>(lane()));
    }
    /// Collective: the lanes of a strip, added to a mask.
    MUSIMD_DEVICE static void vote(Mask& m, int s, M yes) {
        const Bits32 votes = hardware::ballot(yes < 0);
        if constexpr (kNarrow) {
            m.w[s] |= votes;
        } else if (lane() == static_cast<unsigned>(s)) {
            m.w[0] |= votes;
        }
    }
    MUSIMD_DEVICE static bool any(const Mask& m) {
        Bits32 all = 0;
        for (const Bits32 word : m.w) all |= word;
        return any_word(all);
    }
    MUSIMD_DEVICE static bool any_outside(const Mask& m, const Mask& of) {
        Bits32 all = 0;
        for (int i = 0; i < Mask::kWords; ++i) all |= m.w[i] & ~of.w[i];
        return any_word(all);
    }
    MUSIMD_DEVICE static void join(Mask& m, const Mask& more) {
        for (int i = 0; i < Mask::kWords; ++i) m.w[i] |= more.w[i];
    }
    /// BT, BF, BD: `taken` are the active threads that branch; they wait in `todo` if others go on. True: all
    /// branch.
    MUSIMD_DEVICE static bool diverge(Mask& active, const Mask& taken, Mask& todo) {
        if (!any_outside(active, taken)) return true;
        for (int i = 0; i < Mask::kWords; ++i) {
            todo.w[i] |= taken.w[i];
            active.w[i] &= ~taken.w[i];
        }
        return false;
    }
    /// SS, if threads wait in `todo`; else false.
    MUSIMD_DEVICE static bool switch_over(Mask& active, Mask& done, Mask& todo) {
        if (!any(todo)) return false;
        for (int i = 0; i < Mask::kWords; ++i) {
            done.w[i] |= active.w[i];
            active.w[i] = todo.w[i];
            todo.w[i] = 0;
        }
        return true;
    }
    /// SP.
    MUSIMD_DEVICE static void reconverge(Mask& active, Mask& done) {
        join(active, done);
        clear(done);
    }

    // ---- strips

    MUSIMD_DEVICE static V splat(Word c) { return c; }
    MUSIMD_DEVICE static Word fitted(Int64 c) {
        return static_cast<Word>(static_cast<Int64>(static_cast<Bits64>(c) << (64 - C::width)) >>
                                 (64 - C::width));
    }
    MUSIMD_DEVICE static V tid(int s) {
        return fit(static_cast<Word>(s * kStrip + static_cast<int>(lane())));
    }
    MUSIMD_DEVICE static V select(M m, V a, V b) { return m != 0 ? a : b; }
    MUSIMD_DEVICE static V word(M m) { return m & 1; }  ///< 1 where it holds, else 0
    MUSIMD_DEVICE static M truth(bool holds) { return holds ? M{-1} : M{0}; }
    /// Collective: whether it holds in any lane.
    MUSIMD_DEVICE static bool any(M m) { return hardware::ballot(m < 0) != 0; }
    MUSIMD_DEVICE static M lanes_of(Bits32 word) { return truth((word >> lane() & 1) != 0); }

    template <int kFirst, typename F>
    MUSIMD_DEVICE static MUSIMD_INLINE void strips_from(const Mask& active, const F& f) {
        if constexpr (kFirst < kStrips) {
            if (kStrips == 1 || active.w[kFirst] != 0) f(Strip<kFirst>{}, lanes_of(active.w[kFirst]));
            strips_from<kFirst + 1>(active, f);
        }
    }
    /// f of each strip that has an active lane, ascending, by all 32 threads.
    template <typename F>
    MUSIMD_DEVICE static MUSIMD_INLINE void each_strip(const Mask& active, const F& f) {
        if constexpr (kNarrow) {
            strips_from<0>(active, f);
        } else {
            for (int s = 0; s < kStrips; ++s) {
                const Bits32 word = word_of(active, s);
                if (word != 0) f(s, lanes_of(word));
            }
        }
    }
    /// The same without an end known when it is compiled, in either direction: f gives false to end it.
    template <typename F>
    MUSIMD_DEVICE static bool strips_in_order(const Mask& active, bool ascending, const F& f) {
        for (int i = 0; i < kStrips; ++i) {
            const int s = ascending ? i : kStrips - 1 - i;
            const Bits32 word = word_of(active, s);
            if (word != 0 && !f(s, lanes_of(word))) return false;
        }
        return true;
    }

    // ---- arithmetic

    MUSIMD_DEVICE static V fit(V x) {  ///< modulo 2^width
        if constexpr (kUnused == 0) return x;
        return static_cast<V>(static_cast<V>(static_cast<U>(x) << kUnused) >> kUnused);
    }
    // A result of more bits than the word: wrapped, or wrong where it does not fit.
    MUSIMD_DEVICE static V narrowed(V x, V& wrong) {
        if constexpr (kUnused == 0) return x;
        const V r = fit(x);
        if constexpr (!C::wrap && C::checks) wrong |= truth(r != x);
        return r;
    }
    static constexpr bool kOverflows =
        !C::wrap && C::checks && kUnused == 0;  ///< and Word has no bit to spare

    MUSIMD_DEVICE static V plus(V x, V y) { return static_cast<V>(static_cast<U>(x) + static_cast<U>(y)); }
    MUSIMD_DEVICE static V minus(V x, V y) { return static_cast<V>(static_cast<U>(x) - static_cast<U>(y)); }
    MUSIMD_DEVICE static V times(V x, V y) { return static_cast<V>(static_cast<U>(x) * static_cast<U>(y)); }

    MUSIMD_DEVICE static V add(V x, V y, V& wrong) {
        const V r = plus(x, y);
        if constexpr (kOverflows) wrong |= (x ^ r) & (y ^ r);
        return narrowed(r, wrong);
    }
    MUSIMD_DEVICE static V sub(V x, V y, V& wrong) {
        const V r = minus(x, y);
        if constexpr (kOverflows) wrong |= (x ^ y) & (x ^ r);
        return narrowed(r, wrong);
    }
    /// The upper 64 bits of a product of 128.
    MUSIMD_DEVICE static Int64 upper_half(Int64 x, Int64 y) {
#if defined(__CUDA_ARCH__)
        return __mul64hi(x, y);
#else
        return static_cast<Int64>(static_cast<__int128>(x) * y >> 64);
#endif
    }
    MUSIMD_DEVICE static V mul(V x, V y, M, V& wrong) {
        const V r = times(x, y);
        if constexpr (kOverflows && sizeof(Word) == 8) {
            wrong |= truth(upper_half(x, y) != (r < 0 ? -1 : 0));
        } else if constexpr (kOverflows) {
            wrong |= truth(static_cast<Int64>(x) * y != r);
        }
        return narrowed(r, wrong);
    }
    /// 0 − x for −1, anything for 0.
    MUSIMD_DEVICE static V quotient(V x, V y) {
        return y == -1 || y == 0 ? minus(0, x) : static_cast<V>(x / y);
    }
    MUSIMD_DEVICE static V div(V x, V y, V& wrong) {
        if constexpr (C::checks) wrong |= truth(y == 0);
        if constexpr (kOverflows) wrong |= truth(x == kLeast && y == -1);
        return narrowed(quotient(x, y), wrong);
    }
    MUSIMD_DEVICE static V mod(V x, V y, V& wrong) {
        if constexpr (C::checks) wrong |= truth(y == 0);
        return y == -1 || y == 0 ? V{0} : static_cast<V>(x % y);
    }
    /// By 2^k, 0 < k < width.
    MUSIMD_DEVICE static V div_power(V x, int k) {
        const V below = x < 0 ? static_cast<V>((U{1} << k) - 1) : V{0};
        return static_cast<V>(plus(x, below) >> k);
    }
    MUSIMD_DEVICE static V mod_power(V x, int k) {
        return minus(x, static_cast<V>(static_cast<U>(div_power(x, k)) << k));
    }
    MUSIMD_DEVICE static V shl(V x, V k, V& wrong) {
        if constexpr (C::checks) wrong |= truth(k < 0 || k >= C::width);
        const int count = static_cast<int>(k & (kBits - 1));
        const V r = static_cast<V>(static_cast<U>(x) << count);
        if constexpr (!C::wrap && C::checks) wrong |= truth((r >> count) != x);
        return narrowed(r, wrong);
    }
    MUSIMD_DEVICE static V shr(V x, V k, V& wrong) {
        if constexpr (C::checks) wrong |= truth(k < 0 || k >= C::width);
        return static_cast<V>(x >> static_cast<int>(k & (kBits - 1)));
    }
    MUSIMD_DEVICE static V and_(V x, V y) {
        return x & y;
    }
    MUSIMD_DEVICE static V or_(V x, V y) {
        return x | y;
    }
    MUSIMD_DEVICE static V xor_(V x, V y) {
        return x ^ y;
    }
    MUSIMD_DEVICE static M lt(V x, V y) {
        return truth(x < y);
    }
    MUSIMD_DEVICE static M le(V x, V y) {
        return truth(x <= y);
    }
    MUSIMD_DEVICE static M gt(V x, V y) {
        return truth(x > y);
    }
    MUSIMD_DEVICE static M ge(V x, V y) {
        return truth(x >= y);
    }
    MUSIMD_DEVICE static M eq(V x, V y) {
        return truth(x == y);
    }
    MUSIMD_DEVICE static M ne(V x, V y) {
        return truth(x != y);
    }
    MUSIMD_DEVICE static V min(V x, V y) {
        return x < y ? x : y;
    }
    MUSIMD_DEVICE static V max(V x, V y) {
        return x > y ? x : y;
    }
    MUSIMD_DEVICE static M is_zero(V x) {
        return truth(x == 0);
    }

    // ---- typed words

#if defined(MUSIMD_TYPED)
    template <TypedOperation kOp, Type kType>
    MUSIMD_DEVICE static V typed(V a, V b, V c, V& wrong) {
        if constexpr (C::checks) wrong |= truth(typed_lane_fails<kOp, kType>(a, b));
        return static_cast<V>(typed_lane<kOp, kType>(a, b, c));
    }
    template <TypedOperation kOp, Type kType>
    MUSIMD_DEVICE static V typed(V a, V b, V& wrong) {
        return typed<kOp, kType>(a, b, V{}, wrong);
    }
    template <TypedOperation kOp, Type kType>
    MUSIMD_DEVICE static V typed(V a, V& wrong) {
        return typed<kOp, kType>(a, V{}, V{}, wrong);
    }
    template <Type kTo, Type kFrom>
    MUSIMD_DEVICE static V convert(V a, V& wrong) {
        if constexpr (C::checks && !is_float(kTo) && is_float(kFrom))
            wrong |= truth(conversion_fails<kTo, kFrom>(a));
        return static_cast<V>(conversion<kTo, kFrom>(a));
    }
#endif

    // ---- Σ: who used which address

    // As simulator/fast/memory.hpp.
    static constexpr int kUseBits = 3;
    static constexpr Bits64 kUses = (1U << kUseBits) - 1;
    static constexpr Bits64 kPhase = Bits64{1} << 40;
    static constexpr Bits64 kSeveral = kPhase - 1 - kUses;
    enum Use : unsigned { read = 1, write = 2, atomic = 4 };

    MUSIMD_DEVICE static bool use_conflicts(Bits64 uses, Use use) {
        return (uses & write) != 0 || (use != read && (uses & read) != 0) ||
               (use != atomic && (uses & atomic) != 0);
    }
    // What is read first may be old: a use that stands there once stands there until the next barrier.
    MUSIMD_DEVICE static bool claim(const WarpState* warp, const Sigma& sigma, Int64 address, int s,
                                    Use use) {
        Bits64* const cell = sigma.claims + address;
        const Bits64 thread = static_cast<Bits64>(s * kStrip) + lane();
        const Bits64 agent = C::thread_races ? Bits64{warp->warp} * C::threads + thread : Bits64{warp->warp};
        const Bits64 mine = sigma.phase | agent << kUseBits;
        for (Bits64 now = *cell;;) {
            Bits64 next = mine | use;
            if ((now & ~kUses) == mine) {
                next |= now;
            } else if (now >= sigma.phase) {
                if (use_conflicts(now & kUses, use)) return false;
                next = sigma.phase | kSeveral | use;
            }
            if (next == now) return true;
            const Bits64 found = hardware::compare_exchange(cell, now, next);
            if (found == now) return true;
            now = found;
        }
    }
    MUSIMD_DEVICE static bool claims(const Sigma& sigma) {
        return C::claims && C::checks && sigma.claim_all;
    }

    // ---- Σ: loads and stores

    MUSIMD_DEVICE static Word* words(const Sigma& sigma) {
        return static_cast<Word*>(sigma.words);
    }

    template <int kFrom>
    MUSIMD_DEVICE static bool in_buffer(Int64 address) {
        if constexpr (kFrom >= C::buffers) {
            return false;
        } else {
            constexpr Int64 kBegin = C::buffer[kFrom][0];
            constexpr Int64 kEnd = C::buffer[kFrom][1];
            return (address >= kBegin && address < kEnd) || in_buffer<kFrom + 1>(address);
        }
    }
    /// As many addresses as Σ has places for, at most as many as a word can name.
    MUSIMD_DEVICE static U limit(const Sigma& sigma) {
        constexpr Int64 kMostNamed = Int64{1} << (kBits - 1 < 62 ? kBits - 1 : 62);
        return static_cast<U>(sigma.limit < kMostNamed ? sigma.limit : kMostNamed);
    }
    /// Whether Σ has a place for the address.
    MUSIMD_DEVICE static bool fits(const Sigma& sigma, V address) {
        if constexpr (C::buffers > 0 && C::checks) return in_buffer<0>(address);
        return static_cast<U>(address) < limit(sigma);
    }
    /// Notes an address that a lane names. All places of buffers are there: of others it is not asked what
    /// they would need.
    MUSIMD_DEVICE static void note(WarpState* warp, M on, V address) {
        if constexpr (C::buffers > 0 && C::checks) return;
        Word& highest = static_cast<WarpHere<Word>*>(warp)->highest;
        if (on != 0 && address > highest) highest = address;
    }

    MUSIMD_DEVICE static V load(WarpState* warp, const Sigma& sigma, V address, int s, M on, V& wrong) {
        note(warp, on, address);
        bool good = on != 0 && fits(sigma, address);
        if constexpr (C::checks) good = good && sigma.defined[address] != 0;
        if (claims(sigma)) good = good && claim(warp, sigma, address, s, read);
        wrong |= truth(!good);
        return good ? words(sigma)[address] : V{0};
    }

    /// ST, collective. False, and nothing has changed but claims, if it is to be left to another engine. a
    /// and v give a strip of addresses and of values. Behind another store, nothing was read since.
    template <bool kBehindStore = false, typename Addresses, typename Values>
    MUSIMD_DEVICE static bool store(WarpState* warp, const Sigma& sigma, const Mask& active,
                                    const Addresses& a, const Values& v) {
        // Simple is that the addresses of every strip are neighbours, above those of the strip before it.
        // Only checks ask.
        M bad = 0;
        M scattered = 0;
        Int64 above = -kStrip;
        each_strip(active, [&](auto s, M on) {
            const V address = a(s);
            bad |= on & truth(!fits(sigma, address));
            if constexpr (C::checks) {
                const Bits32 lanes = hardware::ballot(on != 0);
                const Int64 base = hardware::shuffle(static_cast<Int64>(address) - lane(),
                                                     static_cast<unsigned>(first_of(lanes)));
                if (on != 0) scattered |= truth(address - static_cast<Int64>(lane()) != base || base < above);
                above = base + kStrip;
            }
        });
        if (any(bad)) {
            each_strip(active, [&](auto s, M on) { note(warp, on, a(s)); });
            return false;
        }
        if (!kBehindStore) hardware::sync();  // everything is read that these words may replace
        if (C::checks && any(scattered) && !agree(sigma, active, a, v)) return false;
        each_strip(active, [&](auto s, M on) {
            const V address = a(s);
            bool good = on != 0;
            if (claims(sigma)) good = good && claim(warp, sigma, address, s, write);
            bad |= on & truth(!good);
            // The places are found by all lanes: then what few instructions are left need no branch.
            Word* const word = words(sigma) + address;
            std::uint8_t* const defined = sigma.defined + address;
            std::uint8_t* const page = sigma.pages + static_cast<U>(address) / kPageWords;
            if (good) *word = v(s);
            if (good) *defined = 1;
            if (good) *page = 1;
        });
        hardware::sync();
        return !C::claims || !any(bad);
    }
    // Whether threads that store to one address store the same: all values are stored and looked for again.
    // Where one is not found, all is put back: threads of one address find the same word there.
    template <typename Addresses, typename Values>
    MUSIMD_DEVICE static bool agree(const Sigma& sigma, const Mask& active, const Addresses& a,
                                    const Values& v) {
        V old[kStrips];
        each_strip(active, [&](auto s, M on) {
            if (on != 0) old[s] = words(sigma)[a(s)];
        });
        hardware::sync();
        each_strip(active, [&](auto s, M on) {
            if (on != 0) words(sigma)[a(s)] = v(s);
        });
        hardware::sync();
        M differs = 0;
        each_strip(active, [&](auto s, M on) {
            if (on != 0) differs |= truth(words(sigma)[a(s)] != v(s));
        });
        if (!any(differs)) return true;
        hardware::sync();
        each_strip(active, [&](auto s, M on) {
            if (on != 0) words(sigma)[a(s)] = old[s];
        });
        return false;
    }
    MUSIMD_DEVICE static int first_of(Bits32 lanes) {
        return hardware::count((lanes & (0 - lanes)) - 1);
    }

    /// AT, collective. False, and nothing has changed but claims, if it is to be left to another engine: so
    /// increments in a random order are.
    template <typename Addresses, typename Row>
    MUSIMD_DEVICE static bool increment(WarpState* warp, const Sigma& sigma, std::uint64_t,
                                        const Mask& active, const Addresses& a, Row& v) {
        if (warp->services->atomic_order == 2) return false;
        const bool ascending = warp->services->atomic_order == 0;
        M bad = 0;
        each_strip(active, [&](auto s, M on) {
            const V address = a(s);
            note(warp, on, address);
            bool good = on != 0 && fits(sigma, address);
            if constexpr (C::checks) good = good && sigma.defined[address] != 0;
            // As a writer: nobody else may see the increments, nor increment too.
            if (C::claims && good && sigma.claims != nullptr) good = claim(warp, sigma, address, s, write);
            bad |= on & truth(!good);
        });
        if (any(bad)) return false;
        V fresh[kStrips];
        if (!increment_words(sigma, active, ascending, a, fresh)) return false;
        each_strip(active, [&](auto s, M on) { v[s] = select(on, fresh[s], v[s]); });
        return true;
    }
    // Strip by strip. Of the threads of one address, each adds as many as come before it, and itself; the
    // last writes.
    template <typename Addresses>
    MUSIMD_DEVICE static bool increment_words(const Sigma& sigma, const Mask& active, bool ascending,
                                              const Addresses& a, V (&fresh)[kStrips]) {
        int done = 0;  // strips
        const Bits32 below = (Bits32{1} << lane()) - 1;
        const Bits32 before = ascending ? below : ~below << 1;
        const auto same = [&](int s, M on) {
            return hardware::match(on != 0 ? static_cast<Bits64>(static_cast<Int64>(a(s))) : ~Bits64{lane()});
        };
        hardware::sync();
        const bool good = strips_in_order(active, ascending, [&](int s, M on) {
            const Bits32 others = same(s, on);
            const int rank = hardware::count(others & before);
            const Word now = on != 0 ? words(sigma)[a(s)] : Word{0};
            if constexpr (!C::wrap) {
                if (any(on & truth(now > kMost - 1 - rank))) return false;
            }
            fresh[s] = fit(plus(now, static_cast<Word>(rank + 1)));
            hardware::sync();
            const bool is_last = (others & ~before & ~(Bits32{1} << lane())) == 0;
            if (on != 0 && is_last) words(sigma)[a(s)] = fresh[s];
            hardware::sync();
            ++done;
            return true;
        });
        if (good) return true;
        // The strips that are done, from the last to the first: whoever came first in one puts back what it
        // found.
        int skipped = 0;
        int counted = 0;
        strips_in_order(active, true, [&](int, M) {
            ++counted;
            return true;
        });
        strips_in_order(active, !ascending, [&](int s, M on) {
            if (skipped++ < counted - done) return true;
            const Bits32 others = same(s, on);
            if (on != 0 && (others & before) == 0) words(sigma)[a(s)] = minus(fresh[s], 1);
            hardware::sync();
            return true;
        });
        return false;
    }

    // ---- what looks at other lanes

    /// SV and SI, by instruction pc, collective. False, and nothing has changed, if a lane is read that has
    /// no v.
    template <typename Row, typename Lanes>
    MUSIMD_DEVICE static bool shuffle(WarpState*, const Mask& active, const Mask& named, Mask& defined,
                                      Row& v, const Lanes& k, std::uint32_t pc) {
        M missing = 0;
        each_strip(active, [&](auto s, M on) {
            const Int64 from = k(s);
            const bool is_named = has(named, from);
            const bool is_there = has(defined, from);
            missing |= on & truth(is_named && !is_there);
        });
        if (any(missing)) return false;
        V fresh[kStrips];
        Mask now = defined;
        each_strip(active, [&](auto s, M on) {
            const Int64 from = k(s);
            const M taken = truth(has(named, from)) & on;
            fresh[s] =
                select(taken, word_from(v, taken != 0 ? static_cast<int>(from) : -1), static_cast<Word>(pc));
            set_word(now, s, (word_of(now, s) & ~hardware::ballot(on != 0)) | hardware::ballot(taken != 0));
        });
        each_strip(active, [&](auto s, M on) { v[s] = select(on, fresh[s], v[s]); });
        assign(defined, now);
        return true;
    }
    /// Collective: the word that lane `from` of the warp has in a row; of −1, anything.
    template <typename Row>
    MUSIMD_DEVICE static V word_from(const Row& v, int from) {
        const unsigned thread = static_cast<unsigned>(from) % kStrip;
        if constexpr (kStrips == 1) return hardware::shuffle(static_cast<V>(v[0]), thread);
        V found = 0;
        for (int s = 0; s < kStrips; ++s) {
            const bool here = from >= 0 && from / kStrip == s;
            if (hardware::ballot(here) == 0) continue;
            const V word = hardware::shuffle(static_cast<V>(v[s]), thread);
            if (here) found = word;
        }
        return found;
    }
    /// Collective: which of a strip's lanes name a thread of the mask.
    MUSIMD_DEVICE static M named(const Mask& mask, V thread) {
        return truth(has(mask, thread));
    }
    /// The mask as a word, of warps of as many threads as it has bits, at most.
    MUSIMD_DEVICE static Word ballot(const Mask& votes) {
        Bits64 all = 0;
        for (int i = 0; i < Mask::kWords; ++i) all |= Bits64{votes.w[i]} << (kStrip * i);
        return fitted(static_cast<Int64>(all));
    }
};

/// Runs a warp on, by the 32 threads of a hardware warp: what a kernel does.
template <typename Program>
MUSIMD_DEVICE inline void run_warp(void* warps, unsigned number) {
    DeviceWarp* const there = static_cast<DeviceWarp*>(warps) + number;
    WarpHere<typename Program::Word> mine{*there};
    hardware::sync();  // all have read it
    if (mine.runs == 0) return;
    const Ending ending = Program::run(&mine);
    Int64 beyond = mine.highest >= mine.sigma->limit ? Int64{mine.highest} : -1;
    for (unsigned distance = 1; distance < hardware::kLanes; distance *= 2) {
        const Int64 other = hardware::shuffle(beyond, lane() ^ distance);
        if (other > beyond) beyond = other;
    }
    if (lane() != 0) return;
    there->steps = mine.steps;
    there->place = mine.place;
    if (beyond > there->beyond) there->beyond = beyond;
    there->ending = ending;
}

}  // namespace musimd::native
