// Directed rounding in device code, compared with the processor's own in host code.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/golden/cuda_folder.hpp"

namespace musimd::cuda_rounding_slow {
namespace {

/// Numbers of any bits, special ones, near the opposite of another, of like exponents, and small ones.
constexpr const char* kProgram = R"cuda(
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
constexpr int kCases = 1024;
#define CALLS(r)                                                                                                   \
    {                                                                                                              \
        f[0] = __fadd_##r(x, y), f[1] = __fsub_##r(x, y), f[2] = __fmul_##r(x, y), f[3] = __fdiv_##r(x, y);         \
        f[4] = __frcp_##r(x), f[5] = __fsqrt_##r(x), f[6] = __fmaf_##r(x, y, z), f[7] = __double2float_##r(dx);     \
        f[8] = __int2float_##r(n), f[9] = __uint2float_##r(n), d[0] = __dadd_##r(dx, dy), d[1] = __dsub_##r(dx, dy); \
        d[2] = __dmul_##r(dx, dy), d[3] = __ddiv_##r(dx, dy), d[4] = __drcp_##r(dx), d[5] = __dsqrt_##r(dx);        \
    }
__global__ void directed(const float *a, const double *b, float *floats, double *doubles, int mode) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float x = a[3 * i], y = a[3 * i + 1], z = a[3 * i + 2];
    const double dx = b[2 * i], dy = b[2 * i + 1];
    const int n = __float_as_int(x);
    float f[10];
    double d[6];
    if (mode == 0) CALLS(rd)
    if (mode == 1) CALLS(ru)
    if (mode == 2) CALLS(rz)
    for (int k = 0; k < 10; k++) floats[10 * i + k] = f[k];
    for (int k = 0; k < 6; k++) doubles[6 * i + k] = d[k];
}
uint64_t state = 1;
uint64_t bits() {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 32) ^ (state << 17);
}
template <typename Float, typename Bits>
Float any(int i, Float like) {
    constexpr int kDigits = sizeof(Float) == 4 ? 23 : 52;
    const Bits infinite = Bits(sizeof(Float) == 4 ? 0xff : 0x7ff) << kDigits;
    const Bits special[] = {0, 1, infinite, infinite - 1, Bits(1) << kDigits, (Bits(1) << kDigits) - 1, infinite + 1};
    Bits pattern = Bits(bits());
    if (i % 5 == 0) pattern = special[bits() % 7] | pattern >> (8 * sizeof(Float) - 1) << (8 * sizeof(Float) - 1);
    if (i % 5 == 1) memcpy(&pattern, &like, sizeof pattern), pattern ^= bits() % 16;
    if (i % 5 == 2) pattern = pattern & ~infinite | Bits(sizeof(Float) == 4 ? 120 + bits() % 16 : 1016 + bits() % 16) << kDigits;
    if (i % 5 == 3) pattern &= ~(infinite / 2 + 1);
    Float result;
    memcpy(&result, &pattern, sizeof result);
    return result;
}
template <typename Float>
bool same(Float a, Float b) { return (a != a && b != b) || memcmp(&a, &b, sizeof a) == 0; }
int main() {
    static float a[3 * kCases], f[10 * kCases];
    static double b[2 * kCases], d[6 * kCases];
    for (int i = 0; i < kCases; i++) {
        for (int k = 0; k < 3; k++) a[3 * i + k] = any<float, uint32_t>(int(bits() % 5), k > 0 ? -a[3 * i] : 1);
        for (int k = 0; k < 2; k++) b[2 * i + k] = any<double, uint64_t>(int(bits() % 5), k > 0 ? -b[2 * i] : 1);
    }
    float *da, *df; double *db, *dd;
    cudaMalloc(&da, sizeof a); cudaMalloc(&df, sizeof f); cudaMalloc(&db, sizeof b); cudaMalloc(&dd, sizeof d);
    cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice); cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
    const int modes[] = {FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
    int wrong = 0, unlike = 0;
    for (int mode = 0; mode < 3; mode++) {
        directed<<<kCases / 64, 64>>>(da, db, df, dd, mode);
        cudaMemcpy(f, df, sizeof f, cudaMemcpyDeviceToHost); cudaMemcpy(d, dd, sizeof d, cudaMemcpyDeviceToHost);
        for (int i = 0; i < kCases; i++) {
            volatile float x = a[3 * i], y = a[3 * i + 1], z = a[3 * i + 2], r[10];
            volatile double u = b[2 * i], v = b[2 * i + 1], s[6], n; volatile int k; float t = x; int m; memcpy(&m, &t, 4); k = m;
            volatile unsigned q = m;
            fesetround(modes[mode]);
            r[0] = x + y; r[1] = x - y; r[2] = x * y; r[3] = x / y; r[4] = 1.0f / x; r[5] = sqrtf(x); r[6] = fmaf(x, y, z);
            r[7] = (float)u; r[8] = (float)k; r[9] = (float)q; s[0] = u + v; s[1] = u - v; s[2] = u * v; s[3] = u / v; s[4] = 1 / u; s[5] = sqrt(u);
            fesetround(FE_TONEAREST);
            unlike += r[0] < x + y || r[0] > x + y;
            for (int j = 0; j < 10; j++) if (!same((float)r[j], f[10 * i + j])) { if (wrong++ < 10) printf("mode %d, float %d of %a %a %a %a: %a, not %a\n", mode, j, x, y, z, u, f[10 * i + j], r[j]); }
            for (int j = 0; j < 6; j++) if (!same((double)s[j], d[6 * i + j])) { if (wrong++ < 10) printf("mode %d, double %d of %a %a: %a, not %a\n", mode, j, u, v, d[6 * i + j], s[j]); }
        }
    }
    printf("%d wrong, %s\n", wrong, unlike > 100 ? "directed" : "nearest");
}
)cuda";

class CudaRounding : public golden::CudaFolder {};

TEST_F(CudaRounding, IsThatOfTheProcessor) {
    folder_.write("prog.cu", kProgram);
    const support::Finished finished = cuda({"prog.cu"});
    EXPECT_EQ(finished.output, "0 wrong, directed\n") << finished.errors;
    EXPECT_THAT(finished.errors, testing::HasSubstr("no findings"));
}

}  // namespace
}  // namespace musimd::cuda_rounding_slow
