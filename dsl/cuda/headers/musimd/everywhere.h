// Blocks that all threads of a warp execute, also those that wait on another path of the code.
//
// Two forms. `everywhere { … }` is read by musimd: `musimd cuda FILE.cu --model lockstep` runs it, and
// `musimd compile FILE.cu --to cuda` writes it as CUDA C++. For other compilers, MU_BEGIN … MU_END does the same by
// hand: the warp is always converged, and each thread knows whether it is active. nvcc, NVRTC and clang compile it, and
// compilers of C++ for a warp that musimd/warp_on_cpu.h emulates.
#pragma once

#ifdef MUSIMD_CUDA

__device__ bool __musimd_everywhere();
__device__ unsigned __musimd_active();

// The pragmas keep quiet about `if (…) everywhere { … } else`, which is what it looks like.
#define MU_QUIET_ _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wdangling-else\"")
#define MU_AS_BEFORE_ _Pragma("clang diagnostic pop")
#define everywhere MU_QUIET_ if (!::__musimd_everywhere()) { } else MU_AS_BEFORE_
/// The block has the variable `mask`: the threads that were active before it.
#define everywhere_from(mask) \
    MU_QUIET_ if (const unsigned mask = ::__musimd_active(); !::__musimd_everywhere()) { } else MU_AS_BEFORE_

#else

#define MU_EVERYWHERE_IS_READ_BY_MUSIMD                                                                              \
    static_assert(sizeof(int) == 0, "`everywhere` needs musimd: write it as CUDA C++ by `musimd compile FILE.cu "    \
                                    "--to cuda`, or use MU_BEGIN, MU_IF and MU_EVERYWHERE")
#define everywhere MU_EVERYWHERE_IS_READ_BY_MUSIMD; if (true)
#define everywhere_from(mask) MU_EVERYWHERE_IS_READ_BY_MUSIMD; if (const unsigned mask = 0; true)

#endif

#if defined(__CUDACC__) || defined(__CUDA__)
#define MU_DEVICE_ __device__ __forceinline__
#else
#define MU_DEVICE_ inline
#endif

namespace musimd {

/// What plain code between two macros returns: `return`, `break` and `continue` cannot leave it.
enum class CodeBetweenMacros {};

/// Why a thread waits for the others, besides the conditions around it.
enum Gone { kHere, kContinued, kLeft, kReturned };

template <typename A, typename B>
struct AreSame {
    static constexpr bool value = false;
};
template <typename A>
struct AreSame<A, A> {
    static constexpr bool value = true;
};

/// The threads of this warp that exist.
MU_DEVICE_ unsigned threads_of_warp() {
    const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
    const unsigned number = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    const unsigned from_here = threads - number / 32 * 32;
    return from_here < 32 ? (1U << from_here) - 1 : 0xFFFFFFFFU;
}

}  // namespace musimd

// ---- what the macros below consist of

/// Code that the active threads alone execute.
#define MU_OPEN_                                        \
    if (mu_on) [&]() -> ::musimd::CodeBetweenMacros {   \
        struct mu_here;                                 \
        using mu_outside = mu_here;
#define MU_CLOSE_(macro)                                                                                             \
        struct mu_here {};                                                                                           \
        static_assert(::musimd::AreSame<mu_outside, mu_here>::value,                                                 \
                      macro " is in plain braces: an `if`, a loop or a block around it must be MU_IF or MU_WHILE");  \
        return {};                                                                                                   \
    }();                                                                                                             \
    mu_on = mu_on && mu_gone == ::musimd::kHere;                                                                     \
    __syncwarp(mu_warp);
#define MU_ANY_(condition) (__ballot_sync(mu_warp, condition) != 0)

// ---- structured control

/// First in the kernel, after the declarations of the variables that several parts of it use.
#define MU_BEGIN                                             \
    {                                                        \
        const unsigned mu_warp = ::musimd::threads_of_warp(); \
        bool mu_on = true;                                   \
        bool mu_test = false;                                \
        ::musimd::Gone mu_gone = ::musimd::kHere;            \
        constexpr bool mu_in_loop = false;                   \
        constexpr bool mu_in_everywhere = false;             \
        (void)mu_test;                                       \
        (void)mu_gone;                                       \
        (void)mu_in_loop;                                    \
        (void)mu_in_everywhere;                              \
        MU_OPEN_
#define MU_END          \
    MU_CLOSE_("MU_END") \
    }

#define MU_IF(...)                             \
    mu_test = static_cast<bool>(__VA_ARGS__);  \
    MU_CLOSE_("MU_IF") {                       \
        const bool mu_outer = mu_on;           \
        const bool mu_holds = mu_on && mu_test; \
        mu_on = mu_holds;                      \
        if (MU_ANY_(mu_on)) {                  \
            MU_OPEN_
#define MU_ELSE                            \
            MU_CLOSE_("MU_ELSE")           \
        }                                  \
        mu_on = mu_outer && !mu_holds;     \
        if (MU_ANY_(mu_on)) {              \
            MU_OPEN_
#define MU_ENDIF                                              \
            MU_CLOSE_("MU_ENDIF")                             \
        }                                                     \
        (void)mu_holds;                                       \
        mu_on = mu_outer && mu_gone == ::musimd::kHere;       \
    }                                                         \
    MU_OPEN_

/// The condition is computed before each trip, by the threads that have not left the loop.
#define MU_WHILE(...)                                                     \
    MU_CLOSE_("MU_WHILE") {                                               \
        constexpr bool mu_in_loop = true;                                 \
        (void)mu_in_loop;                                                 \
        const bool mu_outer = mu_on;                                      \
        for (;;) {                                                        \
            if (mu_on) [&] { mu_on = static_cast<bool>(__VA_ARGS__); }(); \
            __syncwarp(mu_warp);                                          \
            if (!MU_ANY_(mu_on)) break;                                   \
            const bool mu_trip = mu_on;                                   \
            MU_OPEN_
#define MU_ENDWHILE                                                                    \
            MU_CLOSE_("MU_ENDWHILE")                                                   \
            if (mu_trip && mu_gone == ::musimd::kContinued) mu_gone = ::musimd::kHere; \
            mu_on = mu_trip && mu_gone == ::musimd::kHere;                             \
        }                                                                              \
        if (mu_outer && mu_gone == ::musimd::kLeft) mu_gone = ::musimd::kHere;         \
        mu_on = mu_outer && mu_gone == ::musimd::kHere;                                \
    }                                                                                  \
    MU_OPEN_

// These three may be in a plain `if`, too.
#define MU_BREAK                                                    \
    do {                                                            \
        static_assert(mu_in_loop, "MU_BREAK is outside of MU_WHILE, or leaves an everywhere block"); \
        mu_gone = ::musimd::kLeft;                                  \
        return {};                                                  \
    } while (false)
#define MU_CONTINUE                                                 \
    do {                                                            \
        static_assert(mu_in_loop, "MU_CONTINUE is outside of MU_WHILE, or leaves an everywhere block"); \
        mu_gone = ::musimd::kContinued;                             \
        return {};                                                  \
    } while (false)
#define MU_RETURN                                                   \
    do {                                                            \
        static_assert(!mu_in_everywhere, "MU_RETURN leaves an everywhere block"); \
        mu_gone = ::musimd::kReturned;                              \
        return {};                                                  \
    } while (false)

/// All threads of the warp that have not returned; not on a path that no thread takes.
#define MU_EVERYWHERE_FROM(mask)                             \
    MU_CLOSE_("MU_EVERYWHERE") if (MU_ANY_(mu_on)) {         \
        constexpr bool mu_in_loop = false;                   \
        constexpr bool mu_in_everywhere = true;              \
        (void)mu_in_loop;                                    \
        (void)mu_in_everywhere;                              \
        const bool mu_outer = mu_on;                         \
        const ::musimd::Gone mu_outer_gone = mu_gone;        \
        const unsigned mask = __ballot_sync(mu_warp, mu_on); \
        (void)mask;                                          \
        mu_on = mu_gone != ::musimd::kReturned;              \
        if (mu_on) mu_gone = ::musimd::kHere;                \
        MU_OPEN_
#define MU_EVERYWHERE MU_EVERYWHERE_FROM(mu_mask)
#define MU_END_EVERYWHERE                                    \
        MU_CLOSE_("MU_END_EVERYWHERE")                       \
        mu_gone = mu_outer_gone;                             \
        mu_on = mu_outer;                                    \
    }                                                        \
    MU_OPEN_

/// The threads of the warp see what the others have written.
#define MU_SYNCWARP MU_CLOSE_("MU_SYNCWARP") MU_OPEN_
/// All threads of the block that have not returned must come here.
#define MU_SYNCTHREADS                                                 \
    MU_CLOSE_("MU_SYNCTHREADS")                                        \
    if (MU_ANY_(mu_on)) __syncthreads();                               \
    MU_OPEN_
