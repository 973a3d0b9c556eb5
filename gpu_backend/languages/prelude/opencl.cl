// What a program of musimd is written with, in OpenCL C: a work-group is a warp, or a block of warps.
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

typedef long i64;
typedef ulong u64;
typedef int i32;
typedef uint u32;
typedef float f32;
typedef double f64;
typedef bool boolean;
#define FN static
#define UNIFORM
#define TO_I64(x) ((i64)(x))
#define TO_U64(x) ((u64)(x))
#define TO_I32(x) ((i32)(x))
#define TO_F32(x) ((f32)(x))
#define TO_F64(x) ((f64)(x))
#define AS_F32(x) as_float(x)
#define AS_I32(x) as_int(x)
#define AS_F64(x) as_double(x)
#define AS_I64(x) as_long(x)
#define BITS_SET(x) TO_I64(popcount(x))
#define ZEROS_ABOVE(x) TO_I64(clz(x))

#define ITEM ((i32)get_local_id(0))
#define GROUP ((i32)get_group_id(0))
#define BARRIER barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define FENCE mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)

// What threads do together, where all of a warp come.
#define SLOTS_OF_WARP (slots + ITEM - LANE)
#define WARP_SYNC BARRIER
#define ANY(m, p)                                                         \
    {                                                                     \
        slots[ITEM] = (p) ? 1 : 0;                                        \
        BARRIER;                                                          \
        m = 0;                                                            \
        for (i32 at_ = 0; at_ < LANES; ++at_) m |= SLOTS_OF_WARP[at_];    \
        BARRIER;                                                          \
    }
#define BALLOT(m, p)                                                           \
    {                                                                          \
        slots[ITEM] = (p) ? 1 : 0;                                             \
        BARRIER;                                                               \
        m = 0;                                                                 \
        for (i32 at_ = 0; at_ < LANES; ++at_) m |= SLOTS_OF_WARP[at_] << at_;  \
        BARRIER;                                                               \
    }
#define EXCHANGE(to, x, from)           \
    {                                   \
        slots[ITEM] = (x);              \
        BARRIER;                        \
        to = SLOTS_OF_WARP[(from)];     \
        BARRIER;                        \
    }
// Of a block: how many of its threads have it.
#define COUNT(n, p)                                                   \
    {                                                                 \
        flags[ITEM] = (p) ? 1 : 0;                                    \
        BARRIER;                                                      \
        n = 0;                                                        \
        for (i32 at_ = 0; at_ < THREADS; ++at_) n += flags[at_];      \
        BARRIER;                                                      \
        flags[ITEM] = 0;                                              \
    }
