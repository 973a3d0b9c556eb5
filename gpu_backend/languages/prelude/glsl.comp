// What a program of musimd is written with, in GLSL: a work-group is a warp, or a block of warps.
#define i64 int64_t
#define u64 uint64_t
#define i32 int
#define u32 uint
#define f32 float
#define f64 double
#define boolean bool
#define FN
#define UNIFORM
#define TO_I64(x) int64_t(x)
#define TO_U64(x) uint64_t(x)
#define TO_I32(x) int(x)
#define TO_F32(x) float(x)
#define TO_F64(x) double(x)
#define AS_F32(x) intBitsToFloat(x)
#define AS_I32(x) floatBitsToInt(x)
#define AS_F64(x) int64BitsToDouble(x)
#define AS_I64(x) doubleBitsToInt64(x)
#define BITS_SET(x) TO_I64(bitCount(uint(x)) + bitCount(uint((x) >> 32)))
#define ZEROS_ABOVE(x) \
    TO_I64((x) >> 32 != TO_U64(0) ? 31 - findMSB(uint((x) >> 32)) : 63 - findMSB(uint(x)))

#define ITEM int(gl_LocalInvocationID.x)
#define GROUP int(gl_WorkGroupID.x)
#define FENCE memoryBarrier()
#define BARRIER     \
    {               \
        FENCE;      \
        barrier();  \
    }

#ifdef SUBGROUPS  // a warp is a sub-group: its threads may be in divergent control flow
#define WARP_SYNC subgroupBarrier()
#define ANY(m, p) m = TO_I64(subgroupAny(p))
#define BALLOT(m, p)                                                     \
    {                                                                    \
        const uvec4 bits_ = subgroupBallot(p);                           \
        m = TO_I64(TO_U64(bits_.x) | TO_U64(bits_.y) << 32);             \
    }
#define EXCHANGE(to, x, from) to = subgroupShuffle(x, uint(from))
#else
#define SLOTS_OF_WARP(i) slots[ITEM - LANE + (i)]
#define WARP_SYNC BARRIER
#define ANY(m, p)                                                                       \
    {                                                                                   \
        slots[ITEM] = TO_I64(p);                                                        \
        BARRIER;                                                                        \
        m = TO_I64(0);                                                                  \
        for (int at_ = 0; at_ < LANES; ++at_) m |= SLOTS_OF_WARP(at_);                  \
        BARRIER;                                                                        \
    }
#define BALLOT(m, p)                                                                    \
    {                                                                                   \
        slots[ITEM] = TO_I64(p);                                                        \
        BARRIER;                                                                        \
        m = TO_I64(0);                                                                  \
        for (int at_ = 0; at_ < LANES; ++at_) m |= SLOTS_OF_WARP(at_) << at_;           \
        BARRIER;                                                                        \
    }
#define EXCHANGE(to, x, from)             \
    {                                     \
        slots[ITEM] = (x);                \
        BARRIER;                          \
        to = SLOTS_OF_WARP(int(from));    \
        BARRIER;                          \
    }
#endif
// Of a block: how many of its threads have it.
#define COUNT(n, p)                                                   \
    {                                                                 \
        flags[ITEM] = TO_I64(p);                                      \
        BARRIER;                                                      \
        n = TO_I64(0);                                                \
        for (int at_ = 0; at_ < THREADS; ++at_) n += flags[at_];      \
        BARRIER;                                                      \
        flags[ITEM] = TO_I64(0);                                      \
    }
