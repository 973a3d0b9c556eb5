// What a program of musimd is written with, in GLSL: a work-group is a warp, or a block of warps.
#define TO_I64(x) int64_t(x)
#define TO_U64(x) uint64_t(x)
#define TO_I32(x) int(x)
#define TO_F32(x) float(x)
#define TO_F64(x) double(x)
#define AS_F32(x) intBitsToFloat(x)
#define AS_I32(x) floatBitsToInt(x)
#define AS_F64(x) int64BitsToDouble(x)
#define AS_I64(x) doubleBitsToInt64(x)
#define BITS_OF_32(x) bitCount(uint(x))
#define HIGHEST_OF_32(x) findMSB(uint(x))

#define ITEM int(gl_LocalInvocationID.x)
#define GROUP int(gl_WorkGroupID.x)
#define FENCE memoryBarrier()
#define BARRIER     \
    {               \
        FENCE;      \
        barrier();  \
    }

#define SUBGROUP_SYNC subgroupBarrier()
#define SUBGROUP_ANY(p) subgroupAny(p)
#define SUBGROUP_BALLOT(p) subgroupBallot(p)
#define SUBGROUP_SHUFFLE(x, from) subgroupShuffle(x, from)
#define LANES_OF_SUBGROUP uvec4
