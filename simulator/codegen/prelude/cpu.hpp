#pragma once

#include "simulator/codegen/prelude/config.hpp"
#include "simulator/codegen/prelude/interface.hpp"

// What a compiled program needs on a processor; this file is put in front of it, as text. A program is a
// class that inherits from Target and has one function, run; docs/native-engine.md walks through one. The
// following is what run uses, and what a prelude for another target must define:
//
// clang-format off
//   Word, V, M     a word; the words of a strip of lanes; whether something holds in its lanes
//   Row, Mask      a word for each lane of a warp, by strips; a bit for each lane
//   HeldRow        a row as run uses it: its own copy, which keep_row writes back, or a reference
//   HeldMask       likewise, with keep_mask
//   each_strip     calls a function with a strip and its active lanes, for each strip that has any
//   Draft          the new value of a row, kept if no strip fails
//   splat, tid     a strip of an operand
//   add, load      operations; `wrong` has the sign set in lanes without a result, `lost` has the lanes without a word
//   any, diverge   queries and updates of masks
//   store, shuffle whole instructions that go lane by lane
//   meets, reduce  what a program with blocks or collectives uses; only for those
//   count_block    what a program that counts for statistics uses; only on a processor
// clang-format on
//
// Only <cstdint> and <cstddef> are included: compiling a program must be quick.

namespace musimd::native {

#ifndef MUSIMD_INLINE
#define MUSIMD_INLINE __attribute__((always_inline))
#endif

// ---- vector instructions

#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512BW__) && defined(__AVX512VL__)
#define MUSIMD_AVX512 1
inline constexpr int kVectorBytes = 64;
#elif defined(__AVX2__)
#define MUSIMD_AVX2 1
inline constexpr int kVectorBytes = 32;
#else
inline constexpr int kVectorBytes = 16;
#endif

template <typename Word>
struct Vectors;
template <>
struct Vectors<Int32> {
    typedef Int32 V __attribute__((vector_size(kVectorBytes)));
    typedef std::uint32_t U __attribute__((vector_size(kVectorBytes)));
    typedef double Doubles __attribute__((vector_size(2 * kVectorBytes)));
};
template <>
struct Vectors<Int64> {
    typedef Int64 V __attribute__((vector_size(kVectorBytes)));
    typedef Bits64 U __attribute__((vector_size(kVectorBytes)));
};
using V32 = Vectors<Int32>::V;
using V64 = Vectors<Int64>::V;

// With AVX-512, whether something holds in the lanes of a vector is a bit for each lane, which compilers keep
// in a mask register.
template <typename Bits>
struct LaneBits {
    Bits bits{};
    friend MUSIMD_INLINE LaneBits operator&(LaneBits x, LaneBits y) {
        return {static_cast<Bits>(x.bits & y.bits)};
    }
    friend MUSIMD_INLINE LaneBits operator|(LaneBits x, LaneBits y) {
        return {static_cast<Bits>(x.bits | y.bits)};
    }
    friend MUSIMD_INLINE LaneBits operator^(LaneBits x, LaneBits y) {
        return {static_cast<Bits>(x.bits ^ y.bits)};
    }
    friend MUSIMD_INLINE LaneBits operator~(LaneBits x) { return {static_cast<Bits>(~x.bits)}; }
    MUSIMD_INLINE LaneBits& operator|=(LaneBits y) { return *this = *this | y; }
    MUSIMD_INLINE LaneBits& operator&=(LaneBits y) { return *this = *this & y; }
};

// Comparisons, by the numbers that the instructions of AVX-512 give them.
enum Comparison : int { kEq = 0, kLt = 1, kLe = 2, kNe = 4, kGe = 5, kGt = 6 };

#if defined(MUSIMD_AVX512)
using M32 = LaneBits<unsigned short>;
using M64 = LaneBits<unsigned char>;
typedef long long Longs __attribute__((vector_size(64)));
template <int kComparison>
inline MUSIMD_INLINE M32 compared(V32 x, V32 y) {
    return {static_cast<unsigned short>(
        __builtin_ia32_cmpd512_mask((V32)x, (V32)y, kComparison, static_cast<unsigned short>(-1)))};
}
template <int kComparison>
inline MUSIMD_INLINE M64 compared(V64 x, V64 y) {
    return {static_cast<unsigned char>(
        __builtin_ia32_cmpq512_mask((Longs)x, (Longs)y, kComparison, static_cast<unsigned char>(-1)))};
}
#if defined(__clang__)
inline MUSIMD_INLINE V32 selected(M32 m, V32 a, V32 b) {
    return __builtin_ia32_selectd_512(m.bits, a, b);
}
inline MUSIMD_INLINE V64 selected(M64 m, V64 a, V64 b) {
    return (V64)__builtin_ia32_selectq_512(m.bits, (Longs)a, (Longs)b);
}
#else
inline MUSIMD_INLINE V32 selected(M32 m, V32 a, V32 b) {
    return __builtin_ia32_blendmd_512_mask(b, a, m.bits);
}
inline MUSIMD_INLINE V64 selected(M64 m, V64 a, V64 b) {
    return (V64)__builtin_ia32_blendmq_512_mask((Longs)b, (Longs)a, m.bits);
}
#endif
#else
using M32 = V32;  ///< −1 where it holds, else 0
using M64 = V64;
template <int kComparison, typename V>
inline MUSIMD_INLINE V compared(V x, V y) {
    if constexpr (kComparison == kEq)
        return x == y;
    else if constexpr (kComparison == kLt)
        return x < y;
    else if constexpr (kComparison == kLe)
        return x <= y;
    else if constexpr (kComparison == kNe)
        return x != y;
    else if constexpr (kComparison == kGe)
        return x >= y;
    else
        return x > y;
}
template <typename V>
inline MUSIMD_INLINE V selected(V m, V a, V b) {
    return m ? a : b;
}
#endif

// Bit i of the result: the sign of lane i.
inline MUSIMD_INLINE Bits64 signs(V32 x) {
#if defined(MUSIMD_AVX512)
    return __builtin_ia32_cvtd2mask512(reinterpret_cast<V32>(x));
#elif defined(MUSIMD_AVX2)
    typedef float F __attribute__((vector_size(32)));
    return static_cast<unsigned>(__builtin_ia32_movmskps256(reinterpret_cast<F>(x)));
#elif defined(__SSE2__)
    typedef float F __attribute__((vector_size(16)));
    return static_cast<unsigned>(__builtin_ia32_movmskps(reinterpret_cast<F>(x)));
#else
    Bits64 bits = 0;
    for (int i = 0; i < kVectorBytes / 4; ++i) bits |= (static_cast<Bits64>(x[i]) >> 63) << i;
    return bits;
#endif
}
inline MUSIMD_INLINE Bits64 signs(V64 x) {
#if defined(MUSIMD_AVX512)
    typedef long long L __attribute__((vector_size(64)));
    return __builtin_ia32_cvtq2mask512(reinterpret_cast<L>(x));
#elif defined(MUSIMD_AVX2)
    typedef double D __attribute__((vector_size(32)));
    return static_cast<unsigned>(__builtin_ia32_movmskpd256(reinterpret_cast<D>(x)));
#elif defined(__SSE2__)
    typedef double D __attribute__((vector_size(16)));
    return static_cast<unsigned>(__builtin_ia32_movmskpd(reinterpret_cast<D>(x)));
#else
    Bits64 bits = 0;
    for (int i = 0; i < kVectorBytes / 8; ++i) bits |= (static_cast<Bits64>(x[i]) >> 63) << i;
    return bits;
#endif
}

// Bit i of the result: whether it holds in lane i.
#if defined(MUSIMD_AVX512) && defined(__clang__)
inline MUSIMD_INLINE Bits64 bits_of(M32 m) {
    return m.bits;
}
inline MUSIMD_INLINE Bits64 bits_of(M64 m) {
    return m.bits;
}
#elif defined(MUSIMD_AVX512)
// g++ 12 may store a mask register's 8 or 16 bits on the stack, and then read 64 there: it must not choose
// the instruction that extends them.
inline MUSIMD_INLINE Bits64 bits_of(M32 m) {
    std::uint32_t bits;
    __asm__("kmovw %1, %0" : "=r"(bits) : "k"(m.bits));
    return bits;
}
inline MUSIMD_INLINE Bits64 bits_of(M64 m) {
    std::uint32_t bits;
    __asm__("kmovb %1, %0" : "=r"(bits) : "k"(m.bits));
    return bits;
}
#else
template <typename V>
inline MUSIMD_INLINE Bits64 bits_of(V m) {
    return signs(m);
}
#endif

// The products of the low halves of words of 64 bits.
inline MUSIMD_INLINE V64 products(V64 x, V64 y) {
#if defined(MUSIMD_AVX2)
    typedef int I __attribute__((vector_size(32)));
    return reinterpret_cast<V64>(__builtin_ia32_pmuldq256(reinterpret_cast<I>(x), reinterpret_cast<I>(y)));
#else
    return x * y;  // one instruction in AVX-512; elsewhere the same for words that fit 32 bits
#endif
}

// In lanes that are `on`, the words at base + index · kScale bytes, else 0. Nothing else is read.
template <int kScale>
inline MUSIMD_INLINE V32 gathered(const void* base, V32 index, M32 on) {
#if defined(MUSIMD_AVX512)
    return (V32)__builtin_ia32_gathersiv16si(V32{}, base, index, on.bits, kScale);
#elif defined(MUSIMD_AVX2) && defined(__clang__)
    return __builtin_ia32_gatherd_d256(V32{}, static_cast<const int*>(base), index, on, kScale);
#elif defined(MUSIMD_AVX2)
    return __builtin_ia32_gathersiv8si(V32{}, static_cast<const int*>(base), index, on, kScale);
#else
    V32 r{};
    for (int i = 0; i < kVectorBytes / 4; ++i) {
        Int32 word = 0;
        if (on[i] != 0)
            __builtin_memcpy(&word, static_cast<const char*>(base) + kScale * static_cast<Int64>(index[i]),
                             sizeof word);
        r[i] = word;
    }
    return r;
#endif
}
template <int kScale>
inline MUSIMD_INLINE V64 gathered(const void* base, V64 index, M64 on) {
#if defined(MUSIMD_AVX512)
    return (V64)__builtin_ia32_gatherdiv8di(Longs{}, base, (Longs)index, on.bits, kScale);
#elif defined(MUSIMD_AVX2)
    typedef long long L __attribute__((vector_size(32)));
#if defined(__clang__)
    return (V64)__builtin_ia32_gatherq_q256(L{}, static_cast<const long long*>(base), (L)index, (L)on,
                                            kScale);
#else
    return (V64)__builtin_ia32_gatherdiv4di(L{}, static_cast<const long long*>(base), (L)index, (L)on,
                                            kScale);
#endif
#else
    V64 r{};
    for (int i = 0; i < kVectorBytes / 8; ++i) {
        Int64 word = 0;
        if (on[i] != 0)
            __builtin_memcpy(&word, static_cast<const char*>(base) + kScale * index[i], sizeof word);
        r[i] = word;
    }
    return r;
#endif
}

// Where x < y as numbers without sign.
#if defined(MUSIMD_AVX512)
inline MUSIMD_INLINE M32 below(V32 x, V32 y) {
    return {static_cast<unsigned short>(
        __builtin_ia32_ucmpd512_mask((V32)x, (V32)y, kLt, static_cast<unsigned short>(-1)))};
}
inline MUSIMD_INLINE M64 below(V64 x, V64 y) {
    return {static_cast<unsigned char>(
        __builtin_ia32_ucmpq512_mask((Longs)x, (Longs)y, kLt, static_cast<unsigned char>(-1)))};
}
#else
inline MUSIMD_INLINE M32 below(V32 x, V32 y) {
    return (x ^ INT32_MIN) < (y ^ INT32_MIN);
}
inline MUSIMD_INLINE M64 below(V64 x, V64 y) {
    return (x ^ INT64_MIN) < (y ^ INT64_MIN);
}
#endif

#if defined(MUSIMD_AVX512)
// Writes words to base + index · kScale bytes in lanes that are `on`; of equal indices, that of the highest
// lane remains.
template <int kScale>
inline MUSIMD_INLINE void scattered(void* base, V32 index, V32 words, M32 on) {
    __builtin_ia32_scattersiv16si(base, on.bits, (V32)index, (V32)words, kScale);
}
template <int kScale>
inline MUSIMD_INLINE void scattered(void* base, V64 index, V64 words, M64 on) {
    __builtin_ia32_scatterdiv8di(base, on.bits, (Longs)index, (Longs)words, kScale);
}
// Writes neighbouring words, or bytes, in lanes that are `on`.
inline MUSIMD_INLINE void put_words(void* at, V32 words, M32 on) {
    __builtin_ia32_storedqusi512_mask(static_cast<int*>(at), (V32)words, on.bits);
}
inline MUSIMD_INLINE void put_words(void* at, V64 words, M64 on) {
    __builtin_ia32_storedqudi512_mask(static_cast<long long*>(at), (Longs)words, on.bits);
}
inline MUSIMD_INLINE void put_ones(std::uint8_t* at, Bits64 on) {
    typedef char Bytes __attribute__((vector_size(16)));
#if defined(__clang__)
    typedef Bytes* Place;
#else
    typedef char* Place;
#endif
    __builtin_ia32_storedquqi128_mask(reinterpret_cast<Place>(at), Bytes{} + static_cast<char>(1),
                                      static_cast<unsigned short>(on));
}
// The words in lanes that are `on`, next to each other.
inline MUSIMD_INLINE V32 compressed(V32 words, M32 on) {
    return __builtin_ia32_compresssi512_mask((V32)words, V32{}, on.bits);
}
inline MUSIMD_INLINE V64 compressed(V64 words, M64 on) {
    return (V64)__builtin_ia32_compressdi512_mask((Longs)words, Longs{}, on.bits);
}
#if defined(__clang__)
inline MUSIMD_INLINE V32 permuted(V32 words, V32 lanes) {
    return __builtin_ia32_permvarsi512(words, lanes);
}
inline MUSIMD_INLINE V64 permuted(V64 words, V64 lanes) {
    return (V64)__builtin_ia32_permvardi512((Longs)words, (Longs)lanes);
}
#else
inline MUSIMD_INLINE V32 permuted(V32 words, V32 lanes) {
    return __builtin_ia32_permvarsi512_mask((V32)words, (V32)lanes, V32{}, static_cast<unsigned short>(-1));
}
inline MUSIMD_INLINE V64 permuted(V64 words, V64 lanes) {
    return (V64)__builtin_ia32_permvardi512_mask((Longs)words, (Longs)lanes, Longs{},
                                                 static_cast<unsigned char>(-1));
}
#endif
#endif

// ---- a program's lanes

template <typename C>
struct Target : C {
    using Word = typename PickType<(C::width > 32), Int64, Int32>::Type;
    using V = typename Vectors<Word>::V;
    using U = typename Vectors<Word>::U;
    using M = typename PickType<sizeof(Word) == 8, M64, M32>::Type;

    static constexpr int kStrip = kVectorBytes / static_cast<int>(sizeof(Word));
    static constexpr int kMaskWords = static_cast<int>(mask_words(C::threads));
    static constexpr bool kNarrow = C::threads <= 64;
    static constexpr int kStrips =
        kNarrow ? (C::threads + kStrip - 1) / kStrip : static_cast<int>(row_lanes(C::threads)) / kStrip;
    static constexpr int kStripsOfWord = 64 / kStrip;
    static constexpr bool kHeld = C::held && kNarrow && kStrips <= 8;
    static constexpr bool kHeldMasks = C::held_masks && kNarrow;
    static constexpr int kWidth = C::width;
    static constexpr int kUnused =
        static_cast<int>(8 * sizeof(Word)) - C::width;  ///< bits of Word beyond the program's width
    static constexpr Word kMax = static_cast<Word>((Bits64{1} << (C::width - 1)) - 1);
    static constexpr Word kMin = static_cast<Word>(-kMax - 1);

    static MUSIMD_INLINE bool is_interrupted(const WarpState* warp) {
        return __builtin_expect(__atomic_load_n(warp->interrupt, __ATOMIC_RELAXED), false);
    }

    struct Row {
        V strips[kNarrow ? row_lanes(C::threads) / kStrip : kStrips];
        MUSIMD_INLINE V& operator[](int s) { return strips[s]; }
        MUSIMD_INLINE const V& operator[](int s) const { return strips[s]; }
        Word* words() { return reinterpret_cast<Word*>(strips); }
    };
    struct Mask {
        Bits64 w[kMaskWords];
        bool has(Int64 t) const { return t >= 0 && t < C::threads && (w[t / 64] >> (t % 64) & 1) != 0; }
    };
    using HeldRow = typename PickType<kHeld, Row, Row&>::Type;
    using HeldMask = typename PickType<kHeldMasks, Mask, Mask&>::Type;
    using OwnRow =
        typename PickType<kNarrow, Row, Row&>::Type;  ///< a copy if it is small, else a row of the room

    static MUSIMD_INLINE Row& row_at(void* rows, std::size_t number) {
        return *reinterpret_cast<Row*>(static_cast<Word*>(rows) + number * row_stride(C::threads));
    }
    static MUSIMD_INLINE Row& row(WarpState* warp, std::size_t v) { return row_at(warp->rows, v); }
    static MUSIMD_INLINE Row& saved_row(WarpState* warp, std::size_t k) { return row_at(warp->room, k); }
    static MUSIMD_INLINE Row& room(WarpState* warp, std::size_t k) {
        return row_at(warp->room, C::saved_rows + k);
    }
    static MUSIMD_INLINE Mask& mask(WarpState* warp, std::size_t m) {
        return *reinterpret_cast<Mask*>(warp->masks + m * kMaskWords);
    }
    static MUSIMD_INLINE void copy_row(Row& to, const Row& from) {
        for (int s = 0; s < kStrips; ++s) to[s] = from[s];
    }
    static MUSIMD_INLINE void keep_row(WarpState* warp, std::size_t v, const Row& held) {
        if constexpr (kHeld) row(warp, v) = held;
    }
    static MUSIMD_INLINE void keep_mask(WarpState* warp, std::size_t m, const Mask& held) {
        if constexpr (kHeldMasks) mask(warp, m) = held;
    }

    /// The lanes of a variable that is 0 or 1, from its row and back.
    static MUSIMD_INLINE void load_bits(WarpState* warp, std::size_t v, Mask& m) {
        clear(m);
        for (int s = 0; s < kStrips; ++s) vote(m, s, compared<kNe>(row(warp, v)[s], V{}));
    }
    static MUSIMD_INLINE void keep_bits(WarpState* warp, std::size_t v, const Mask& m) {
        for (int s = 0; s < kStrips; ++s) row(warp, v)[s] = word(strip_of(m, s));
    }

    // ---- strips

    static MUSIMD_INLINE M none() { return M{}; }
    static MUSIMD_INLINE V splat(Word c) { return V{} + c; }
    static MUSIMD_INLINE Word fitted(Int64 c) {
        return static_cast<Word>(static_cast<Int64>(static_cast<Bits64>(c) << (64 - C::width)) >>
                                 (64 - C::width));
    }
    static MUSIMD_INLINE V iota() {
        V lanes;
        for (int i = 0; i < kStrip; ++i) lanes[i] = i;
        return lanes;
    }
    static MUSIMD_INLINE V tid(int s) { return fit(iota() + static_cast<Word>(s * kStrip)); }

    static MUSIMD_INLINE M strip_of(const Mask& m, int s) {
#if defined(MUSIMD_AVX512)
        return {static_cast<decltype(M::bits)>(m.w[s * kStrip / 64] >> (s * kStrip % 64))};
#else
        // All strips of 32 or 64 lanes have their bits in one word, which is broadcast once for all of them.
        constexpr int kBits = 8 * static_cast<int>(sizeof(Word));
        const V each = splat(1) << (iota() + s * kStrip % kBits);
        return (splat(static_cast<Word>(m.w[s * kStrip / 64] >> (s * kStrip % 64 / kBits * kBits))) & each) ==
               each;
#endif
    }
    static MUSIMD_INLINE V select(M m, V a, V b) {
        return selected(m, a, b);
    }
    static MUSIMD_INLINE V word(M m) {  ///< 1 where it holds, else 0
#if defined(MUSIMD_AVX512)
        return selected(m, splat(1), V{});
#else
        return m & 1;
#endif
    }
    static MUSIMD_INLINE bool any(M m) {
        return bits_of(m) != 0;
    }
    /// The lanes whose sign is set.
    static MUSIMD_INLINE M negative(V x) {
#if defined(MUSIMD_AVX512)
        return {static_cast<decltype(M::bits)>(signs(x))};
#else
        return x;
#endif
    }

    template <int kFirst, typename F>
    static MUSIMD_INLINE void strips_from(const Mask& active, const F& f) {
        if constexpr (kFirst < kStrips) {
            f(Strip<kFirst>{}, strip_of(active, kFirst));
            strips_from<kFirst + 1>(active, f);
        }
    }
    template <typename F>
    static MUSIMD_INLINE void each_strip(const Mask& active, const F& f) {
        if constexpr (kHeld) {
            strips_from<0>(active, f);
        } else if constexpr (kNarrow) {
            for (int s = 0; s < kStrips; ++s) f(s, strip_of(active, s));
        } else {
            for (int w = 0; w < kMaskWords; ++w) {
                if (active.w[w] == 0) continue;
                for (int s = w * kStripsOfWord; s < (w + 1) * kStripsOfWord; ++s) f(s, strip_of(active, s));
            }
        }
    }
    /// Calls f(t) for active threads, ascending, until one call returns false.
    template <typename F>
    static MUSIMD_INLINE bool each_thread(const Mask& active, const F& f) {
        for (int w = 0; w < kMaskWords; ++w) {
            for (Bits64 bits = active.w[w]; bits != 0; bits &= bits - 1) {
                if (!f(64 * w + __builtin_ctzll(bits))) return false;
            }
        }
        return true;
    }

    /// The same, descending.
    template <typename F>
    static MUSIMD_INLINE bool each_thread_down(const Mask& active, const F& f) {
        for (int w = kMaskWords; w-- > 0;) {
            for (Bits64 bits = active.w[w]; bits != 0;) {
                const int bit = 63 - __builtin_clzll(bits);
                bits ^= Bits64{1} << bit;
                if (!f(64 * w + bit)) return false;
            }
        }
        return true;
    }

    /// The new value of a row: put for each strip, then keep or drop. A held row stays unchanged until keep;
    /// otherwise the row is written in place, and its old content saved in the warp's room.
    struct Draft {
        Row& row;
        HeldRow other;

        MUSIMD_INLINE Draft(WarpState* warp, std::size_t k, Row& r) : row(r), other(room(warp, k)) {}
        MUSIMD_INLINE void put(int s, V fresh) {
            if constexpr (kHeld) {
                other[s] = fresh;
            } else {
                other[s] = row[s];
                row[s] = fresh;
            }
        }
        MUSIMD_INLINE void keep() {
            if constexpr (kHeld) row = other;
        }
        void drop(const Mask& active) {
            if constexpr (!kHeld) each_strip(active, [&](auto s, M) { row[s] = other[s]; });
        }
    };

    // ---- masks

    static MUSIMD_INLINE void clear(Mask& m) {
        for (int w = 0; w < kMaskWords; ++w) m.w[w] = 0;
    }
    /// Adds the lanes of a strip to a mask.
    static MUSIMD_INLINE void vote(Mask& m, int s, M yes) {
        m.w[s * kStrip / 64] |= bits_of(yes) << (s * kStrip % 64);
    }
    static MUSIMD_INLINE bool any(const Mask& m) {
        Bits64 all = 0;
        for (int w = 0; w < kMaskWords; ++w) all |= m.w[w];
        return all != 0;
    }
    static MUSIMD_INLINE bool any_outside(const Mask& m, const Mask& of) {
        Bits64 all = 0;
        for (int w = 0; w < kMaskWords; ++w) all |= m.w[w] & ~of.w[w];
        return all != 0;
    }
    static MUSIMD_INLINE void join(Mask& m, const Mask& more) {
        for (int w = 0; w < kMaskWords; ++w) m.w[w] |= more.w[w];
    }
    static MUSIMD_INLINE void assign(Mask& m, const Mask& from) {
        for (int w = 0; w < kMaskWords; ++w) m.w[w] = from.w[w];
    }
    /// In the threads of `active`, the new lanes of a mask.
    static MUSIMD_INLINE void settle(Mask& m, const Mask& active, const Mask& fresh) {
        for (int w = 0; w < kMaskWords; ++w) m.w[w] = (m.w[w] & ~active.w[w]) | fresh.w[w];
    }
    static MUSIMD_INLINE void all_threads(Mask& m) {
        for (int w = 0; w < kMaskWords; ++w) m.w[w] = ~Bits64{0};
        if constexpr (C::threads % 64 != 0) m.w[kMaskWords - 1] = (Bits64{1} << (C::threads % 64)) - 1;
    }
    /// BT, BF, BD: the active threads of `taken` branch; they wait in `todo` if others continue. Returns true
    /// if all branch.
    static MUSIMD_INLINE bool diverge(Mask& active, const Mask& taken, Mask& todo) {
        if (!any_outside(active, taken)) return true;
        for (int w = 0; w < kMaskWords; ++w) {
            todo.w[w] |= active.w[w] & taken.w[w];
            active.w[w] &= ~taken.w[w];
        }
        return false;
    }
    /// The same, where the threads that branch are those outside of `ones`.
    static MUSIMD_INLINE bool diverge_zeros(Mask& active, const Mask& ones, Mask& todo) {
        Bits64 all = 0;
        for (int w = 0; w < kMaskWords; ++w) all |= active.w[w] & ones.w[w];
        if (all == 0) return true;
        for (int w = 0; w < kMaskWords; ++w) {
            todo.w[w] |= active.w[w] & ~ones.w[w];
            active.w[w] &= ones.w[w];
        }
        return false;
    }
    /// SS, if threads wait in `todo`; else returns false.
    static MUSIMD_INLINE bool switch_over(Mask& active, Mask& done, Mask& todo) {
        if (!any(todo)) return false;
        for (int w = 0; w < kMaskWords; ++w) {
            done.w[w] |= active.w[w];
            active.w[w] = todo.w[w];
            todo.w[w] = 0;
        }
        return true;
    }
    /// SP.
    static MUSIMD_INLINE void reconverge(Mask& active, Mask& done) {
        for (int w = 0; w < kMaskWords; ++w) {
            active.w[w] |= done.w[w];
            done.w[w] = 0;
        }
    }

#include "simulator/codegen/prelude/cpu_arithmetic.inc"

#include "simulator/codegen/prelude/cpu_memory.inc"

#include "simulator/codegen/prelude/cpu_blocks.inc"

#include "simulator/codegen/prelude/cpu_counters.inc"

    // ---- instructions that read other lanes

    /// SV and SI, by the instruction at pc. Returns false, with nothing changed, if a lane without v is read.
    template <typename Lanes>
    static MUSIMD_INLINE bool shuffle(WarpState* warp, const Mask& active, const Mask& named, Mask& defined,
                                      Row& v, const Lanes& k, std::uint32_t pc) {
        OwnRow lanes = room(warp, 0);
        OwnRow fresh = room(warp, 1);
        OwnRow old = room(warp, 2);
        each_strip(active, [&](auto s, M) MUSIMD_INLINE { lanes[s] = k(s); });
        copy_row(old, v);
        const Mask mine = active;
        const Mask of = named;
        Mask there = defined;
        if (!shuffle_words(mine, of, there, old.words(), lanes.words(), pc, fresh.words())) return false;
        each_strip(active, [&](auto s, M on) MUSIMD_INLINE { v[s] = select(on, fresh[s], v[s]); });
        assign(defined, there);
        return true;
    }
    __attribute__((noinline)) static bool shuffle_words(const Mask& active, const Mask& named, Mask& defined,
                                                        const Word* v, const Word* lanes, std::uint32_t pc,
                                                        Word* fresh) {
        const Mask was = defined;
        return each_thread(active, [&](int t) {
            const Int64 k = lanes[t];
            const Bits64 bit = Bits64{1} << (t % 64);
            if (!named.has(k)) {
                fresh[t] = static_cast<Word>(pc);  // the instruction that made it undefined
                defined.w[t / 64] &= ~bit;
                return true;
            }
            if (!was.has(k)) return false;
            fresh[t] = v[k];
            defined.w[t / 64] |= bit;
            return true;
        });
    }
    /// Which of a strip's lanes name a thread of the mask.
    static MUSIMD_INLINE M named(const Mask& mask, V threads) {
        V r{};
        for (int i = 0; i < kStrip; ++i) r[i] = mask.has(threads[i]) ? -1 : 0;
        return negative(r);
    }
    /// The mask as a word, for warps of at most as many threads as a word has bits.
    static MUSIMD_INLINE Word ballot(const Mask& votes) {
        return static_cast<Word>(static_cast<Int64>(votes.w[0] << (64 - C::width)) >> (64 - C::width));
    }
};

}  // namespace musimd::native
