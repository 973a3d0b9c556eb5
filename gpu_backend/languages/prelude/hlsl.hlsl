// What a program of musimd is written with, in HLSL 2021 of Shader Model 6.6: `dxc -T cs_6_6 -E main -HV 2021`, and
// for Vulkan `-spirv -fspv-target-env=vulkan1.3`. A group is a warp, or a block of warps; a wave is a warp.
#ifdef __spirv__
#define BINDING(n) [[vk::binding(n, 0)]]
#define WAVE_SIZE(n)
#else
#define BINDING(n)
#define WAVE_SIZE(n) [WaveSize(n)]
#endif

// `precise`: nothing that leads to this float is computed in another way than it is written.
int bits_of_float(float x) {
    precise float exact = x;
    return asint(exact);
}
int64_t bits_of_double(double x) {
    precise double exact = x;
    uint low, high;
    asuint(exact, low, high);
    return int64_t(uint64_t(low) | uint64_t(high) << 32);
}
// Not as in GLSL, where `(int64_t(int(x)))` is no type.
#define TO_I64(x) ((int64_t)(x))
#define TO_U64(x) ((uint64_t)(x))
#define TO_I32(x) ((int)(x))
#define TO_F32(x) ((float)(x))
#define TO_F64(x) ((double)(x))
#define AS_F32(x) asfloat(x)
#define AS_I32(x) bits_of_float(x)
#define AS_F64(x) asdouble(uint(x), uint((x) >> 32))
#define AS_I64(x) bits_of_double(x)
#define BITS_OF_32(x) int(countbits(uint(x)))
#define HIGHEST_OF_32(x) int(firstbithigh(uint(x)))

#define ITEM ((int)item)
#define GROUP ((int)group.x)
#define FENCE AllMemoryBarrier()
#define BARRIER AllMemoryBarrierWithGroupSync()

// The lanes of a wave execute together, and have no barrier.
#define SUBGROUP_SYNC
#define SUBGROUP_ANY(p) WaveActiveAnyTrue(p)
#define SUBGROUP_BALLOT(p) WaveActiveBallot(p)
#define SUBGROUP_SHUFFLE(x, from) WaveReadLaneAt(x, from)
#define LANES_OF_SUBGROUP uint4
