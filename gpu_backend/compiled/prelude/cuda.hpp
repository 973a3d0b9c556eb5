#pragma once

#include "gpu_backend/device/prelude/device_warp.hpp"
#include "gpu_backend/device/prelude/warp_emulated.hpp"
#include "simulator/codegen/prelude/config.hpp"

// What a compiled program needs on a device; this file is put in front of it, as text, in place of the native
// engine's simulator/codegen/prelude/cpu.hpp, whose first lines list what a program uses. A hardware warp of
// 32 threads runs one warp of the machine: strip s is its lanes 32 s … 32 s + 31, and thread t of the
// hardware warp has lane 32 s + t. Control flow is uniform: all 32 threads take the same path, with the same
// masks. Functions called collective must be reached by all 32 threads (warp_cuda.hpp).

namespace musimd::native {

#ifndef MUSIMD_INLINE
#define MUSIMD_INLINE __attribute__((always_inline))
#endif

using hardware::lane;
using Bits32 = std::uint32_t;

/// The state of a running warp, as seen by one of the 32 threads.
template <typename Word>
struct WarpHere : DeviceWarp {
    Word highest = -1;  ///< highest address that this thread used, except those of completed stores
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
    static constexpr int kWidth = C::width;
    static constexpr int kUnused = kBits - C::width;  ///< bits of Word beyond the program's width
    static constexpr Word kMax = static_cast<Word>((Bits64{1} << (C::width - 1)) - 1);
    static constexpr Word kMin = static_cast<Word>(-kMax - 1);
    static constexpr std::size_t kRowLanes = row_lanes(C::threads);
    static constexpr std::size_t kRowStride = row_stride(C::threads);
    static constexpr std::size_t kMaskStride = mask_stride(C::threads);
    static_assert(C::threads <= static_cast<int>(kMaxWarpThreads));

    // ---- rows

    /// A row in memory; each thread reads and writes only its own lanes.
    struct RowAt {
        Word* words;

        /// This thread's lane of a strip; short rows have none for some threads.
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

    /// The new value of a row: put for each strip, then keep or drop. A held row stays unchanged until keep;
    /// otherwise the row is written in place, and its old content saved in the warp's room.
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

    /// Lanes as bits. In a warp of up to 64 threads every thread holds all words of a mask; in a wider
    /// one, thread t holds the word of strip t.
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
    /// Collective. Words that all threads hold are written by one of them, after all have read the old ones.
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

    /// Collective in wide warps, like everything that reads words of other strips.
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
    /// Collective: adds the lanes of a strip to a mask.
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
    /// BT, BF, BD: `taken` are the active threads that branch; they wait in `todo` if others continue.
    /// Returns true if all branch.
    MUSIMD_DEVICE static bool diverge(Mask& active, const Mask& taken, Mask& todo) {
        if (!any_outside(active, taken)) return true;
        for (int i = 0; i < Mask::kWords; ++i) {
            todo.w[i] |= taken.w[i];
            active.w[i] &= ~taken.w[i];
        }
        return false;
    }
    /// SS, if threads wait in `todo`; else returns false.
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

    // ---- definedness of variables, in warps of up to 64 threads

    template <int kVariables, int kVariable>
    struct DefinedBit;

    /// A bit per variable for this thread's lanes; a lane mask per variable would take a register each.
    template <int kVariables>
    struct DefinedBits {
        Bits32 words[kStrips][(kVariables + 31) / 32];

        /// Defines a variable in the lanes of the mask.
        template <int kVariable>
        MUSIMD_DEVICE DefinedBit<kVariables, kVariable> at(MaskAt mask) {
            const DefinedBit<kVariables, kVariable> bit{*this};
            assign(bit, mask);
            return bit;
        }
    };

    /// The bits of one variable, with the interface of a mask.
    template <int kVariables, int kVariable>
    struct DefinedBit {
        DefinedBits<kVariables>& all;
        static constexpr Bits32 kBit = Bits32{1} << (kVariable % 32);

        MUSIMD_DEVICE Bits32& word(int s) const { return all.words[s][kVariable / 32]; }
    };
    template <int kVariables, int kVariable>
    MUSIMD_DEVICE static void join(const DefinedBit<kVariables, kVariable>& bit, const Mask& more) {
        for (int s = 0; s < kStrips; ++s)
            bit.word(s) |= (0 - (more.w[s] >> lane() & 1)) & DefinedBit<kVariables, kVariable>::kBit;
    }
    template <int kVariables, int kVariable>
    MUSIMD_DEVICE static void assign(const DefinedBit<kVariables, kVariable>& bit, const Mask& from) {
        for (int s = 0; s < kStrips; ++s) bit.word(s) &= ~DefinedBit<kVariables, kVariable>::kBit;
        join(bit, from);
    }
    template <int kVariables, int kVariable>
    MUSIMD_DEVICE static void assign(const DefinedBit<kVariables, kVariable>& bit, MaskAt from) {
        const HeldMask mask = from;
        assign(bit, mask);
    }
    /// Collective.
    template <int kVariables, int kVariable>
    MUSIMD_DEVICE static Mask mask_of(const DefinedBit<kVariables, kVariable>& bit) {
        Mask m;
        for (int s = 0; s < kStrips; ++s)
            m.w[s] = hardware::ballot((bit.word(s) & DefinedBit<kVariables, kVariable>::kBit) != 0);
        return m;
    }
    /// Collective.
    template <int kVariables, int kVariable>
    MUSIMD_DEVICE static void assign(MaskAt to, const DefinedBit<kVariables, kVariable>& from) {
        assign(to, mask_of(from));
    }
    template <int kVariables, int kVariable>
    MUSIMD_DEVICE static void keep_mask(const WarpState* warp, std::size_t m,
                                        const DefinedBit<kVariables, kVariable>& bit) {
        assign(mask(warp, m), bit);
    }
    /// Collective.
    template <int kVariables, int kVariable>
    MUSIMD_DEVICE static bool any_outside(const Mask& m, const DefinedBit<kVariables, kVariable>& of) {
        Bits32 outside = 0;
        for (int s = 0; s < kStrips; ++s) outside |= (m.w[s] >> lane() & 1) != 0 ? ~of.word(s) : Bits32{0};
        return hardware::ballot((outside & DefinedBit<kVariables, kVariable>::kBit) != 0) != 0;
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
    MUSIMD_DEVICE static M negative(V x) { return x; }  ///< the lanes whose sign is set
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
    /// Calls f for each strip with an active lane, ascending, by all 32 threads.
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
    /// The same with a bound that is not a constant, in either direction: f returns false to stop.
    template <typename F>
    MUSIMD_DEVICE static bool strips_in_order(const Mask& active, bool ascending, const F& f) {
        for (int i = 0; i < kStrips; ++i) {
            const int s = ascending ? i : kStrips - 1 - i;
            const Bits32 word = word_of(active, s);
            if (word != 0 && !f(s, lanes_of(word))) return false;
        }
        return true;
    }

#include "gpu_backend/compiled/prelude/cuda_arithmetic.inc"

#include "gpu_backend/compiled/prelude/cuda_memory.inc"

    // ---- instructions that read other lanes

    /// SV and SI, by the instruction at pc, collective. Returns false, with nothing changed, if a lane
    /// without v is read.
    template <typename Row, typename Lanes>
    MUSIMD_DEVICE static bool shuffle(WarpState*, const Mask& active, const Mask& named, Mask& defined,
                                      Row& v, const Lanes& k, std::uint32_t pc) {
        M missing = 0;
        each_strip(active, [&](auto s, M on) {
            const Int64 from = k(s);
            const bool is_named = has(named, from);
            const bool is_defined = has(defined, from);
            missing |= on & truth(is_named && !is_defined);
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
    template <int kVariables, int kVariable, typename Row, typename Lanes>
    MUSIMD_DEVICE static bool shuffle(WarpState* warp, const Mask& active, const Mask& named,
                                      const DefinedBit<kVariables, kVariable>& defined, Row& v,
                                      const Lanes& k, std::uint32_t pc) {
        Mask now = mask_of(defined);
        if (!shuffle(warp, active, named, now, v, k, pc)) return false;
        assign(defined, now);
        return true;
    }
    /// Collective: the word in lane `from` of a row; unspecified if `from` is −1.
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
    /// The mask as a word, for warps of at most as many threads as a word has bits.
    MUSIMD_DEVICE static Word ballot(const Mask& votes) {
        Bits64 all = 0;
        for (int i = 0; i < Mask::kWords; ++i) all |= Bits64{votes.w[i]} << (kStrip * i);
        return fitted(static_cast<Int64>(all));
    }
};

/// Continues a warp, with the 32 threads of a hardware warp: the body of a kernel.
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
    there->point = mine.point;
    if (beyond > there->beyond) there->beyond = beyond;
    there->ending = ending;
}

}  // namespace musimd::native
