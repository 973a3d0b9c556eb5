#pragma once

#include "simulator/codegen/prelude/config.hpp"
#include "simulator/codegen/prelude/interface.hpp"

// What a compiled program is made of on a processor: this file stands before it, as text. A program is a
// class that inherits from Target and has one function, run; docs/native-engine.md goes through one. It is
// this that run uses, and that a prelude for another target has to have:
//
//   Word, V, M     a word; the words of a strip of lanes; whether something holds in its lanes
//   Row, Mask      a word for each lane of a warp, by strips; a bit for each
//   HeldRow, …     a row or mask of the warp as run uses it: its own copy, which keep_row and keep_mask write
//   back, or a
//                  reference
//   each_strip     calls a function of a strip and of which of its lanes are active, for each that has one
//   Draft          what becomes of a row if nothing goes wrong in any strip
//   splat, tid, add, …, load   a strip of an operand; operations; `wrong` has the sign set in lanes without a
//   result any, diverge, switch_over, reconverge, …   masks store, increment, shuffle, … instructions that go
//   over the lanes one by one, whole
//
// Nothing is included but <cstdint> and <cstddef>: compiling a program must be quick.

namespace musimd::native {

#ifndef MUSIMD_INLINE
#define MUSIMD_INLINE __attribute__((always_inline))
#endif

// ---- vectors of the processor

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

// The products of the low halves of words of 64 bits.
inline MUSIMD_INLINE V64 products(V64 x, V64 y) {
#if defined(MUSIMD_AVX2)
    typedef int I __attribute__((vector_size(32)));
    return reinterpret_cast<V64>(__builtin_ia32_pmuldq256(reinterpret_cast<I>(x), reinterpret_cast<I>(y)));
#else
    return x * y;  // of AVX-512 an instruction; of others the same for words that fit 32 bits
#endif
}

// In the lanes that are `on`, the words at base + index · kScale bytes, else 0. Nothing else is read.
template <int kScale>
inline MUSIMD_INLINE V32 gathered(const void* base, V32 index, V32 on) {
#if defined(MUSIMD_AVX512)
    return (V32)__builtin_ia32_gathersiv16si(V32{}, base, index, static_cast<unsigned short>(signs(on)),
                                             kScale);
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
inline MUSIMD_INLINE V64 gathered(const void* base, V64 index, V64 on) {
#if defined(MUSIMD_AVX512)
    typedef long long L __attribute__((vector_size(64)));
    return (V64)__builtin_ia32_gatherdiv8di(L{}, base, (L)index, static_cast<unsigned char>(signs(on)),
                                            kScale);
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

// ---- a program's lanes

template <typename C>
struct Target : C {
    using Word = typename PickType<(C::width > 32), Int64, Int32>::Type;
    using V = typename Vectors<Word>::V;
    using U = typename Vectors<Word>::U;
    using M = V;  ///< −1 where it holds, else 0

    static constexpr int kStrip = kVectorBytes / static_cast<int>(sizeof(Word));
    static constexpr int kMaskWords = static_cast<int>(mask_words(C::threads));
    static constexpr bool kNarrow = C::threads <= 64;
    static constexpr int kStrips =
        kNarrow ? (C::threads + kStrip - 1) / kStrip : static_cast<int>(row_lanes(C::threads)) / kStrip;
    static constexpr int kStripsOfWord = 64 / kStrip;
    static constexpr bool kHeld = C::held && kNarrow && kStrips <= 8;
    static constexpr bool kHeldMasks = C::held_masks && kNarrow;
    static constexpr int kUnused =
        static_cast<int>(8 * sizeof(Word)) - C::width;  ///< bits of Word above the program's
    static constexpr Word kMost = static_cast<Word>((Bits64{1} << (C::width - 1)) - 1);
    static constexpr Word kLeast = static_cast<Word>(-kMost - 1);

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
        typename PickType<kNarrow, Row, Row&>::Type;  ///< a copy where that is small, else a row of the room

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

    // ---- strips

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
        // All strips of 32 lanes, or of 64, have their bits in one word, which is spread once for all of
        // them.
        constexpr int kBits = 8 * static_cast<int>(sizeof(Word));
        const V each = splat(1) << (iota() + s * kStrip % kBits);
        return (splat(static_cast<Word>(m.w[s * kStrip / 64] >> (s * kStrip % 64 / kBits * kBits))) & each) ==
               each;
    }
    static MUSIMD_INLINE V select(M m, V a, V b) { return m ? a : b; }
    static MUSIMD_INLINE V word(M m) { return m & 1; }  ///< 1 where it holds, else 0
    static MUSIMD_INLINE bool any(M m) { return signs(m) != 0; }

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
    /// f(t) for active threads, ascending, until one gives false.
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

    /// What becomes of a row: put for each strip, then keep or drop. A held row stays as it is until keep;
    /// another is written, and what it was put into the warp's room.
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
    /// The lanes of a strip, added to a mask.
    static MUSIMD_INLINE void vote(Mask& m, int s, M yes) {
        m.w[s * kStrip / 64] |= signs(yes) << (s * kStrip % 64);
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
    static MUSIMD_INLINE void all_threads(Mask& m) {
        for (int w = 0; w < kMaskWords; ++w) m.w[w] = ~Bits64{0};
        if constexpr (C::threads % 64 != 0) m.w[kMaskWords - 1] = (Bits64{1} << (C::threads % 64)) - 1;
    }
    /// BT, BF, BD: `taken` are the active threads that branch; they wait in `todo` if others go on. True: all
    /// branch.
    static MUSIMD_INLINE bool diverge(Mask& active, const Mask& taken, Mask& todo) {
        if (!any_outside(active, taken)) return true;
        for (int w = 0; w < kMaskWords; ++w) {
            todo.w[w] |= taken.w[w];
            active.w[w] &= ~taken.w[w];
        }
        return false;
    }
    /// SS, if threads wait in `todo`; else false.
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

    // ---- arithmetic

    static MUSIMD_INLINE V sra(V x, V k) {
        if constexpr (sizeof(Word) == 4) return x >> k;
        const V sign = x < 0;
        return reinterpret_cast<V>(reinterpret_cast<U>(x ^ sign) >> reinterpret_cast<U>(k)) ^ sign;
    }
    static MUSIMD_INLINE V fit(V x) {  ///< modulo 2^width
        if constexpr (kUnused == 0) return x;
        return (x << kUnused) >> kUnused;
    }
    // A result of more bits than the word: wrapped, or wrong where it does not fit.
    static MUSIMD_INLINE V narrowed(V x, V& wrong) {
        if constexpr (kUnused == 0) return x;
        const V r = fit(x);
        if constexpr (!C::wrap && C::checks) wrong |= r != x;
        return r;
    }
    static constexpr bool kOverflows =
        !C::wrap && C::checks && kUnused == 0;  ///< and Word has no bit to spare

    static MUSIMD_INLINE V plus(V x, V y) {
        return reinterpret_cast<V>(reinterpret_cast<U>(x) + reinterpret_cast<U>(y));
    }
    static MUSIMD_INLINE V minus(V x, V y) {
        return reinterpret_cast<V>(reinterpret_cast<U>(x) - reinterpret_cast<U>(y));
    }
    static MUSIMD_INLINE V times(V x, V y) {
        return reinterpret_cast<V>(reinterpret_cast<U>(x) * reinterpret_cast<U>(y));
    }

    static MUSIMD_INLINE V add(V x, V y, V& wrong) {
        const V r = plus(x, y);
        if constexpr (kOverflows) wrong |= (x ^ r) & (y ^ r);
        return narrowed(r, wrong);
    }
    static MUSIMD_INLINE V add(V x, Word c, V& wrong) {
        const V r = plus(x, splat(c));
        if constexpr (kOverflows) wrong |= c >= 0 ? r & ~x : x & ~r;
        return narrowed(r, wrong);
    }
    static MUSIMD_INLINE V sub(V x, V y, V& wrong) {
        const V r = minus(x, y);
        if constexpr (kOverflows) wrong |= (x ^ y) & (x ^ r);
        return narrowed(r, wrong);
    }

    struct Found {
        V words;
        V wrong;
    };
    __attribute__((noinline)) static Found exact_products(V x, V y) {
        Found r{};
        for (int i = 0; i < kStrip; ++i) {
            Word product = 0;
            r.wrong[i] =
                __builtin_mul_overflow(static_cast<Word>(x[i]), static_cast<Word>(y[i]), &product) ? -1 : 0;
            r.words[i] = product;
        }
        return r;
    }
    static MUSIMD_INLINE V mul(V x, V y, M on, V& wrong) {
        if constexpr (!kOverflows) return narrowed(times(x, y), wrong);
        if constexpr (sizeof(Word) == 8) {
            constexpr Bits64 kHalf = Bits64{1} << 31;
            const V beyond = reinterpret_cast<V>(
                ((reinterpret_cast<U>(x) + kHalf) | (reinterpret_cast<U>(y) + kHalf)) >> 32);
            if (any(M(beyond != 0) & on)) [[unlikely]] {
                const Found exact = exact_products(x, y);
                wrong |= exact.wrong;
                return exact.words;
            }
            return products(x, y);
        } else {
            const V r = times(x, y);
            // Both halves of each product of 64 bits, of the lanes with even numbers and of the others.
            const V64 even = products(reinterpret_cast<V64>(x), reinterpret_cast<V64>(y));
            const V64 odd =
                products(reinterpret_cast<V64>(reinterpret_cast<typename Vectors<Int64>::U>(x) >> 32),
                         reinterpret_cast<V64>(reinterpret_cast<typename Vectors<Int64>::U>(y) >> 32));
            const V64 high_even =
                reinterpret_cast<V64>(reinterpret_cast<typename Vectors<Int64>::U>(even) >> 32);
            constexpr Int64 kHigh = static_cast<Int64>(0xFFFFFFFF00000000U);
            wrong |= reinterpret_cast<V>(high_even | (odd & kHigh)) != (r >> 31);
            return r;
        }
    }
    /// By a constant, whose products fit where x is in a range.
    static MUSIMD_INLINE V mul(V x, Word c, M, V& wrong) {
        const V r = times(x, splat(c));
        if constexpr (kOverflows) {
            if (c == -1) {
                wrong |= x == kLeast;
            } else if (c != 0 && c != 1) {
                const Word one = kMost / c;
                const Word other = kLeast / c;
                wrong |= (x > (one < other ? other : one)) | (x < (one < other ? one : other));
            }
        }
        return narrowed(r, wrong);
    }

    /// Quotients of lanes that are `on`, and anything elsewhere; 0 where y is 0, and modulo 2^width.
    static MUSIMD_INLINE V quotients(V x, V y) {
        if constexpr (sizeof(Word) == 4) {  // exact in double: the quotient of two words of 32 bits is no
                                            // nearer to an integer
            using D = typename Vectors<Int32>::Doubles;
            const V divisor = y == 0 ? splat(1) : y;
            const V q = __builtin_convertvector(
                __builtin_convertvector(x, D) / __builtin_convertvector(divisor, D), V);
            return y == -1 ? minus(V{}, x) : q;
        } else {
            V q{};
            for (int i = 0; i < kStrip; ++i) {
                const Word d = y[i];
                const Word n = x[i];
                q[i] = d == -1 || d == 0 ? static_cast<Word>(0 - static_cast<Bits64>(n)) : n / d;
            }
            return q;
        }
    }
    static MUSIMD_INLINE V div(V x, V y, V& wrong) {
        if constexpr (C::checks) wrong |= y == 0;
        if constexpr (kOverflows) wrong |= (x == kLeast) & (y == -1);
        return narrowed(quotients(x, y), wrong);
    }
    static MUSIMD_INLINE V mod(V x, V y, V& wrong) {
        if constexpr (C::checks) wrong |= y == 0;
        return minus(x, times(quotients(x, y), y));  // of −1: x − (−x · −1)
    }
    /// By 2^k, 0 < k < width.
    static MUSIMD_INLINE V div_power(V x, int k) {
        const V below =
            reinterpret_cast<V>(reinterpret_cast<U>(V(x < 0)) >> (static_cast<int>(8 * sizeof(Word)) - k));
        return sra(plus(x, below), splat(static_cast<Word>(k)));
    }
    static MUSIMD_INLINE V mod_power(V x, int k) { return minus(x, div_power(x, k) << k); }
    static MUSIMD_INLINE V shl(V x, V k, V& wrong) {
        if constexpr (C::checks) wrong |= (k < 0) | (k >= C::width);
        const V count = k & (static_cast<Word>(8 * sizeof(Word)) - 1);
        const V r = reinterpret_cast<V>(reinterpret_cast<U>(x) << reinterpret_cast<U>(count));
        if constexpr (!C::wrap && C::checks) wrong |= sra(r, count) != x;
        return narrowed(r, wrong);
    }
    static MUSIMD_INLINE V shr(V x, V k, V& wrong) {
        if constexpr (C::checks) wrong |= (k < 0) | (k >= C::width);
        return sra(x, k & (static_cast<Word>(8 * sizeof(Word)) - 1));
    }
    static MUSIMD_INLINE V and_(V x, V y) { return x & y; }
    static MUSIMD_INLINE V or_(V x, V y) { return x | y; }
    static MUSIMD_INLINE V xor_(V x, V y) { return x ^ y; }
    static MUSIMD_INLINE M lt(V x, V y) { return x < y; }
    static MUSIMD_INLINE M le(V x, V y) { return x <= y; }
    static MUSIMD_INLINE M gt(V x, V y) { return x > y; }
    static MUSIMD_INLINE M ge(V x, V y) { return x >= y; }
    static MUSIMD_INLINE M eq(V x, V y) { return x == y; }
    static MUSIMD_INLINE M ne(V x, V y) { return x != y; }
    static MUSIMD_INLINE V min(V x, V y) { return x < y ? x : y; }
    static MUSIMD_INLINE V max(V x, V y) { return x > y ? x : y; }
    static MUSIMD_INLINE M is_zero(V x) { return x == 0; }

    // ---- typed words

#if defined(MUSIMD_TYPED)
    template <TypedOperation kOp, Type kType>
    static MUSIMD_INLINE V typed(V a, V b, V c, V& wrong) {
        alignas(sizeof(V)) Word x[kStrip], y[kStrip], z[kStrip], r[kStrip];
        __builtin_memcpy(x, &a, sizeof x);
        __builtin_memcpy(y, &b, sizeof y);
        __builtin_memcpy(z, &c, sizeof z);
        for (int i = 0; i < kStrip; ++i) r[i] = static_cast<Word>(typed_lane<kOp, kType>(x[i], y[i], z[i]));
        if constexpr (C::checks) {
            alignas(sizeof(V)) Word fails[kStrip];
            for (int i = 0; i < kStrip; ++i) fails[i] = typed_lane_fails<kOp, kType>(x[i], y[i]) ? -1 : 0;
            V found;
            __builtin_memcpy(&found, fails, sizeof found);
            wrong |= found;
        }
        V result;
        __builtin_memcpy(&result, r, sizeof result);
        return result;
    }
    template <TypedOperation kOp, Type kType>
    static MUSIMD_INLINE V typed(V a, V b, V& wrong) {
        return typed<kOp, kType>(a, b, V{}, wrong);
    }
    template <TypedOperation kOp, Type kType>
    static MUSIMD_INLINE V typed(V a, V& wrong) {
        return typed<kOp, kType>(a, V{}, V{}, wrong);
    }

    template <Type kTo, Type kFrom>
    static MUSIMD_INLINE V convert(V a, V& wrong) {
        alignas(sizeof(V)) Word x[kStrip], r[kStrip];
        __builtin_memcpy(x, &a, sizeof x);
        for (int i = 0; i < kStrip; ++i) r[i] = static_cast<Word>(conversion<kTo, kFrom>(x[i]));
        if constexpr (C::checks && !is_float(kTo) && is_float(kFrom)) {
            alignas(sizeof(V)) Word fails[kStrip];
            for (int i = 0; i < kStrip; ++i) fails[i] = conversion_fails<kTo, kFrom>(x[i]) ? -1 : 0;
            V found;
            __builtin_memcpy(&found, fails, sizeof found);
            wrong |= found;
        }
        V result;
        __builtin_memcpy(&result, r, sizeof result);
        return result;
    }

    /// A function of mathematics, of the engine, in active lanes.
    template <TypedOperation kOp, Type kType>
    static V mathematics(const WarpState* warp, M on, V a) {
        return mathematics<kOp, kType>(warp, on, a, V{});
    }
    template <TypedOperation kOp, Type kType>
    __attribute__((noinline)) static V mathematics(const WarpState* warp, M on, V a, V b) {
        V r{};
        for (int i = 0; i < kStrip; ++i) {
            if (on[i] != 0)
                r[i] = static_cast<Word>(
                    warp->services->mathematics(static_cast<int>(kOp), static_cast<int>(kType), a[i], b[i]));
        }
        return r;
    }
#endif

    // ---- Σ: who used which address

    // As simulator/fast/memory.hpp.
    static constexpr int kUseBits = 3;
    static constexpr Bits64 kUses = (1U << kUseBits) - 1;
    static constexpr Bits64 kPhase = Bits64{1} << 40;
    static constexpr Bits64 kSeveral = kPhase - 1 - kUses;
    enum Use : unsigned { read = 1, write = 2, atomic = 4 };

    static bool use_conflicts(Bits64 uses, Use use) {
        return (uses & write) != 0 || (use != read && (uses & read) != 0) ||
               (use != atomic && (uses & atomic) != 0);
    }
    static bool take(Bits64& cell, Bits64 phase, Bits64 mine, Use use, bool only_thread) {
        Bits64 now = __atomic_load_n(&cell, __ATOMIC_RELAXED);
        while (true) {
            Bits64 next = mine | use;
            if ((now & ~kUses) == mine) {
                next |= now;
            } else if (now >= phase) {
                if (use_conflicts(now & kUses, use)) return false;
                next = phase | kSeveral | use;
            }
            if (next == now) return true;
            if (only_thread) {
                cell = next;
                return true;
            }
            if (__atomic_compare_exchange_n(&cell, &now, next, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
                return true;
        }
    }
    static MUSIMD_INLINE Bits64 agent(const WarpState* warp, int t) {
        const Bits64 number =
            C::thread_races ? Bits64{warp->warp} * C::threads + static_cast<Bits64>(t) : warp->warp;
        return number << kUseBits;
    }
    static MUSIMD_INLINE bool claim(const WarpState* warp, const Sigma& sigma, Int64 address, int t,
                                    Use use) {
        return take(sigma.claims[address], sigma.phase, sigma.phase | agent(warp, t), use, sigma.only_thread);
    }
    /// Of neighbours, all by the threads from t on.
    static bool claim_all(const WarpState* warp, const Sigma& sigma, Int64 address, int t, Use use) {
        Bits64* cells = sigma.claims + address;
        Bits64 known = 1;
        Bits64 fresh = 1;
        for (int i = 0; i < kStrip; ++i) {
            const Bits64 now = cells[i];
            const Bits64 mine = sigma.phase | agent(warp, t + i);
            known &= static_cast<Bits64>(now == (mine | use)) |
                     static_cast<Bits64>(use != write && now == (sigma.phase | kSeveral | use));
            fresh &= static_cast<Bits64>(now < sigma.phase);
        }
        if (known != 0) return true;
        if (fresh != 0 && sigma.only_thread) {
            for (int i = 0; i < kStrip; ++i) cells[i] = sigma.phase | agent(warp, t + i) | use;
            return true;
        }
        for (int i = 0; i < kStrip; ++i) {
            if (!claim(warp, sigma, address + i, t + i, use)) return false;
        }
        return true;
    }
    static MUSIMD_INLINE bool claims(const Sigma& sigma) {
        return C::claims && C::checks && sigma.claim_all;
    }

    // ---- Σ: loads and stores

    static MUSIMD_INLINE Word* words(const Sigma& sigma) {
        return static_cast<Word*>(sigma.words);
    }
    static MUSIMD_INLINE bool valid(const Sigma& sigma, Int64 address) {
        if (static_cast<Bits64>(address) >= static_cast<Bits64>(sigma.limit)) return false;
        if constexpr (C::buffers == 0 || !C::checks) return true;
        for (int i = 0; i < C::buffers; ++i) {
            if (address >= C::buffer[i][0] && address < C::buffer[i][1]) return true;
        }
        return false;
    }
    /// Whether all addresses of a strip from this one on are valid; false if that is not easily seen.
    static MUSIMD_INLINE bool valid_strip(const Sigma& sigma, Int64 address) {
        if (address < 0 || address > sigma.limit - kStrip) return false;
        if constexpr (C::buffers == 0 || !C::checks) return true;
        for (int i = 0; i < C::buffers; ++i) {
            if (address >= C::buffer[i][0] && address + kStrip <= C::buffer[i][1]) return true;
        }
        return false;
    }
    static MUSIMD_INLINE bool all_defined(const std::uint8_t* defined) {
        std::uint32_t missing = 0;
        for (int i = 0; i < kStrip; i += 2) {
            std::uint16_t two = 0;
            __builtin_memcpy(&two, defined + i, sizeof two);
            missing |= two ^ 0x0101U;
        }
        return missing == 0;
    }

    /// Where the addresses of a strip are valid.
    static MUSIMD_INLINE M valid_lanes(const Sigma& sigma, V addresses) {
        const M inside = (addresses >= 0) & (addresses < static_cast<Word>(sigma.limit));
        if constexpr (C::buffers == 0 || !C::checks) return inside;
        M found{};
        for (int i = 0; i < C::buffers; ++i) {
            if (C::buffer[i][0] >= sigma.limit) continue;
            const Word last =
                static_cast<Word>((C::buffer[i][1] < sigma.limit ? C::buffer[i][1] : sigma.limit) - 1);
            found |= (addresses >= static_cast<Word>(C::buffer[i][0])) & (addresses <= last);
        }
        return inside & found;
    }
    __attribute__((noinline)) static bool claim_each(const WarpState* warp, const Sigma& sigma, V addresses,
                                                     Bits64 active, int s, Use use) {
        for (Bits64 bits = active; bits != 0; bits &= bits - 1) {
            const int i = __builtin_ctzll(bits);
            if (!claim(warp, sigma, addresses[i], s * kStrip + i, use)) return false;
        }
        return true;
    }
    /// Of any addresses. Mostly they are claimed already, by this agent or, to be read, by several.
    static MUSIMD_INLINE bool claim_lanes(const WarpState* warp, const Sigma& sigma, V addresses, int s, M on,
                                          Use use) {
        constexpr int kCells = kVectorBytes / 8;
        V64 unknown{};
        for (int part = 0; part < kStrip / kCells; ++part) {
            V64 index{};
            V64 lanes{};
            V64 mine{};
            for (int i = 0; i < kCells; ++i) {
                index[i] = addresses[part * kCells + i];
                lanes[i] = on[part * kCells + i];
                mine[i] = static_cast<Int64>(sigma.phase | agent(warp, s * kStrip + part * kCells + i));
            }
            const V64 now = gathered<8>(sigma.claims, index, lanes);
            const V64 is_mine = ((now & ~Int64{kUses}) == mine) & ((now & Int64{use}) != 0);
            const V64 is_shared = now == static_cast<Int64>(sigma.phase | kSeveral | use);
            unknown |= lanes & ~(use == write ? is_mine : is_mine | is_shared);
        }
        return signs(unknown) == 0 || claim_each(warp, sigma, addresses, signs(on), s, use);
    }
    static MUSIMD_INLINE V load(const WarpState* warp, const Sigma& sigma, V addresses, int s, M on,
                                V& wrong) {
        const V bases = minus(addresses, iota());
        const Int64 base = bases[0];
        const Bits64 active = signs(on);
        const Int64 first = addresses[0];
        if (active == 0) return V{};
        if (signs(M(bases != splat(static_cast<Word>(base))) & on) == 0 && valid_strip(sigma, base)) {
            V r;
            __builtin_memcpy(&r, words(sigma) + base, sizeof r);
            const bool defined = !C::checks || all_defined(sigma.defined + base);
            const bool whole = active == (Bits64{1} << kStrip) - 1;
            if (defined) {
                if (claims(sigma) && !(whole ? claim_all(warp, sigma, base, s * kStrip, read)
                                             : claim_lanes(warp, sigma, addresses, s, on, read)))
                    wrong |= on;
                return r;
            }
        } else if (!C::thread_races && valid(sigma, first) &&
                   signs(M(addresses != splat(static_cast<Word>(first))) & on) == 0) {
            // One word for all.
            if (!C::checks || sigma.defined[first] != 0) {
                if (claims(sigma) && !claim(warp, sigma, first, s * kStrip, read)) wrong |= on;
                return splat(words(sigma)[first]);
            }
        }
        M good = valid_lanes(sigma, addresses);
        if constexpr (C::checks) good &= (gathered<1>(sigma.defined, addresses, good & on) & 0xFF) != 0;
        wrong |= ~good;
        if (claims(sigma) && !claim_lanes(warp, sigma, addresses, s, good & on, read)) wrong |= on;
        return gathered<sizeof(Word)>(sigma.words, addresses, good & on);
    }

    static MUSIMD_INLINE void touch(const Sigma& sigma, Int64 address) {
        sigma.pages[address / kPageWords] = 1;
    }
    static MUSIMD_INLINE void store_word(const Sigma& sigma, Int64 address, Word value) {
        words(sigma)[address] = value;
        sigma.defined[address] = 1;
        touch(sigma, address);
    }

    /// ST. False, and nothing has changed but claims, if it is to be left to another engine. a and v give a
    /// strip of addresses and of values. Lanes wait for nobody here, so it does not matter whether it comes
    /// right behind another store.
    template <bool kBehindStore = false, typename Addresses, typename Values>
    static MUSIMD_INLINE bool store(WarpState* warp, const Sigma& sigma, const Mask& active,
                                    const Addresses& a, const Values& v) {
        bool simple = true;  // every strip's addresses are neighbours, above those of the strip before it
        Int64 above = -1;
        each_strip(active, [&](auto s, M on) MUSIMD_INLINE {
            const V bases = minus(a(s), iota());
            const Int64 base = bases[0];
            simple &= signs(M(bases != splat(static_cast<Word>(base))) & on) == 0 && base > above &&
                      valid_strip(sigma, base);
            above = base + kStrip - 1;
        });
        if (!simple) {
            OwnRow addresses = room(warp, 0);
            OwnRow values = room(warp, 1);
            const Mask mine = active;
            each_strip(active, [&](auto s, M) MUSIMD_INLINE {
                addresses[s] = a(s);
                values[s] = v(s);
            });
            return scatter(warp, sigma, mine, addresses.words(), values.words());
        }
        bool good = true;
        each_strip(active, [&](auto s, M on) MUSIMD_INLINE {
            const V bases = a(s);
            const Int64 base = bases[0];
            const V fresh = v(s);
            Bits64 bits = signs(on);
            if (bits == (Bits64{1} << kStrip) - 1) {
                if (claims(sigma)) good &= claim_all(warp, sigma, base, s * kStrip, write);
                __builtin_memcpy(words(sigma) + base, &fresh, sizeof fresh);
                __builtin_memset(sigma.defined + base, 1, kStrip);
                touch(sigma, base);
                touch(sigma, base + kStrip - 1);
            } else {
                alignas(sizeof(V)) Word values[kStrip];
                __builtin_memcpy(values, &fresh, sizeof fresh);
                for (; bits != 0; bits &= bits - 1) {
                    const int i = __builtin_ctzll(bits);
                    if (claims(sigma)) good &= claim(warp, sigma, base + i, s * kStrip + i, write);
                    store_word(sigma, base + i, values[i]);
                }
            }
        });
        return good;
    }
    // Two threads may store to one address, equal values only. All values are stored and looked for again:
    // where one is not found, all is put back.
    __attribute__((noinline)) static bool scatter(WarpState* warp, const Sigma& sigma, const Mask& active,
                                                  const Word* at, const Word* values) {
        bool ascending = true;  // then no two threads store to one address
        Int64 highest = -1;
        const bool are_valid = each_thread(active, [&](int t) {
            ascending &= at[t] > highest;
            highest = at[t];
            return valid(sigma, at[t]);
        });
        if (!are_valid) return false;
        if (C::checks && !ascending) {
            Word* const old = room(warp, 2).words();
            each_thread(active, [&](int t) {
                old[t] = words(sigma)[at[t]];
                words(sigma)[at[t]] = values[t];
                return true;
            });
            if (!each_thread(active, [&](int t) { return words(sigma)[at[t]] == values[t]; })) {
                each_thread_down(active, [&](int t) {
                    words(sigma)[at[t]] = old[t];
                    return true;
                });
                return false;
            }
        }
        return each_thread(active, [&](int t) {
            if (claims(sigma) && !claim(warp, sigma, at[t], t, write)) return false;
            store_word(sigma, at[t], values[t]);
            return true;
        });
    }

    /// AT. False, and nothing has changed but claims, if it is to be left to another engine. `step` steps are
    /// done.
    template <typename Addresses>
    static MUSIMD_INLINE bool increment(WarpState* warp, const Sigma& sigma, std::uint64_t step,
                                        const Mask& active, const Addresses& a, Row& v) {
        OwnRow addresses = room(warp, 0);
        OwnRow fresh = room(warp, 1);
        const Mask mine = active;
        each_strip(active, [&](auto s, M) MUSIMD_INLINE { addresses[s] = a(s); });
        if (!increment_words(warp, sigma, step, mine, addresses.words(), fresh.words())) return false;
        each_strip(active, [&](auto s, M on) MUSIMD_INLINE { v[s] = select(on, fresh[s], v[s]); });
        return true;
    }
    __attribute__((noinline)) static bool increment_words(WarpState* warp, const Sigma& sigma,
                                                          std::uint64_t step, const Mask& active,
                                                          const Word* at, Word* fresh) {
        const bool good = each_thread(active, [&](int t) {
            const Int64 x = at[t];
            if (!valid(sigma, x) || (C::checks && sigma.defined[x] == 0)) return false;
            // As a writer: nobody else may see the increments, nor increment too.
            return !C::claims || sigma.claims == nullptr || claim(warp, sigma, x, t, write);
        });
        if (!good) return false;
        int count = 0;
        const auto one = [&](int t) {
            Word& place = words(sigma)[at[t]];
            if constexpr (!C::wrap) {
                if (place == kMost) return false;
            }
            place = place == kMost ? kLeast : static_cast<Word>(place + 1);
            fresh[t] = place;
            ++count;
            return true;
        };
        const auto back = [&](int t) {
            words(sigma)[at[t]] -= 1;
            return --count > 0;
        };
        if (warp->services->atomic_order == 2) {
            std::uint32_t order[C::threads];
            const std::size_t threads =
                warp->services->order(warp->services->engine, warp->warp, step, active.w, order);
            for (std::size_t i = 0; i < threads; ++i) {
                if (one(static_cast<int>(order[i]))) continue;
                while (i-- > 0) back(static_cast<int>(order[i]));
                return false;
            }
            return true;
        }
        // Those done are the first `count` of them: which of them is taken back first does not show.
        if (warp->services->atomic_order == 0) {
            if (each_thread(active, one)) return true;
            if (count > 0) each_thread(active, back);
        } else {
            if (each_thread_down(active, one)) return true;
            if (count > 0) each_thread_down(active, back);
        }
        return false;
    }

    // ---- what looks at other lanes

    /// SV and SI, by instruction pc. False, and nothing has changed, if a lane is read that has no v.
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
                fresh[t] = static_cast<Word>(pc);  // what made it undefined
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
        M r{};
        for (int i = 0; i < kStrip; ++i) r[i] = mask.has(threads[i]) ? -1 : 0;
        return r;
    }
    /// The mask as a word, of warps of as many threads as it has bits, at most.
    static MUSIMD_INLINE Word ballot(const Mask& votes) {
        return static_cast<Word>(static_cast<Int64>(votes.w[0] << (64 - C::width)) >> (64 - C::width));
    }
};

}  // namespace musimd::native
