// <curand_kernel.h>: the numbers of cuRAND.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/launch/front_end.hpp"
#include "tests/support/cuda_kernels.hpp"

namespace musimd::kernels::cuda::cuda_random_test {
namespace {

using test::expect_words;
using test::Words;

class CudaRandom : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const auto file = kernels::front_end_file(); !file) GTEST_SKIP() << file.error();
    }

    /// A kernel with this body, which writes the words.
    static void expect(const std::string& body, const Words& words, std::uint32_t threads) {
        expect_words("#include <curand_kernel.h>\n__global__ void k(unsigned *out) {\n" + body + "}\n",
                     {{"out", std::to_string(words.size()) + ":zeros"}}, "out", words,
                     {.block = {threads, 1, 1}});
    }
};

// Each value was computed with matrices of 160 × 160 bits.
TEST_F(CudaRandom, ThreadsHaveSubsequences) {
    expect(R"(
    curandState state;
    curand_init(1234, threadIdx.x, 0, &state);
    out[threadIdx.x] = (unsigned)(curand_uniform(&state) * 10000 + 0.5f);
)",
           {1455, 8202, 5504, 2948, 9147, 8690, 3219, 7829}, 8);
}

TEST_F(CudaRandom, XorwowSkipsSubsequencesAndNumbers) {
    const std::string take = R"(
    for (int i = 0; i < 3; ++i) out[i] = curand(&state);
)";
    const auto state = [](const std::string& arguments) {
        return "    curandStateXORWOW_t state;\n    curand_init(" + arguments + ", &state);\n";
    };
    expect(state("1234, 0, 0") + take, {0x253d5e15, 0x6f558604, 0xdee6daf2}, 1);
    expect(state("1234, 5, 3") + take, {0x615a80aa, 0x51410e03, 0xa11b89e5}, 1);
    expect(state("0x123456789abcdefull, 31, 1000") + take, {0x43a76879, 0xa489da21, 0xdbd98794}, 1);
    expect(state("0x123456789abcdefull, 30, 900") +
               "    skipahead_sequence(1, &state);\n    skipahead(100, &state);\n" + take,
           {0x43a76879, 0xa489da21, 0xdbd98794}, 1);
}

TEST_F(CudaRandom, PhiloxIsTheCountersCipher) {
    expect(R"(
    const uint4 x = curand_Philox4x32_10(make_uint4(0, 0, 0, 0), make_uint2(0, 0));  // Random123's known answer
    out[0] = x.x, out[1] = x.y, out[2] = x.z, out[3] = x.w;
)",
           {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}, 1);
    expect(R"(
    curandStatePhilox4_32_10_t state;
    curand_init(1234, 7, 5, &state);
    out[0] = curand(&state);
    const uint4 x = curand4(&state);
    out[1] = x.x, out[2] = x.y, out[3] = x.z, out[4] = x.w;
    out[5] = curand(&state);
)",
           {0xacba3cf8, 0xd4e428b4, 0x11a504c1, 0xeddab463, 0x2a66b296, 0xd6a749c6}, 1);
}

TEST_F(CudaRandom, NormalNumbersComeInPairs) {
    expect(R"(
    curandState state;
    curand_init(1234, 0, 0, &state);
    curandState again = state;
    const float2 pair = curand_normal2(&again);
    out[0] = curand_normal(&state) == pair.x;
    out[1] = curand_normal(&state) == pair.y;
    out[2] = curand(&state) == curand(&again);
    out[3] = pair.x > -8 && pair.x < 8;
)",
           {1, 1, 1, 1}, 1);
}

}  // namespace
}  // namespace musimd::kernels::cuda::cuda_random_test
