// The exported functions that a header of ISPC declares, and their call.

#include "gpu_backend/portable/ispc_kernel.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/backend_launch.hpp"

namespace musimd::portable::ispc_kernel_test {
namespace {

using test::bytes_of;
using test::words_of;
using testing::HasSubstr;
using Ints = std::vector<std::int32_t>;

TEST(IspcKernel, AHeaderSaysTheParameters) {
    const auto kernels = exported_by(
        "    extern void add(int64_t * b0, const struct T * b1, int32_t n, uint32_t group);\n"
        "    extern int32_t lanes();\n"
        "    extern void none(int32_t group);\n");
    ASSERT_TRUE(kernels) << kernels.error();
    ASSERT_EQ(kernels->size(), 2U);
    EXPECT_EQ(kernels->at("add").pointers, 2U);
    EXPECT_EQ(kernels->at("add").integers, 2U);
    EXPECT_EQ(kernels->at("none").pointers, 0U);
}

TEST(IspcKernel, AKernelThatNoLaunchCanCallIsRefused) {
    EXPECT_EQ(exported_by("extern void f(float x, int32_t group);").error(),
              "f: parameter 'float x': a kernel has pointers, then 32-bit integers");
    EXPECT_EQ(exported_by("extern void f(int32_t n, int64_t * b);").error(),
              "f: parameter 'int64_t * b': a kernel has pointers, then 32-bit integers");
    EXPECT_EQ(exported_by("extern void f(int64_t * b);").error(),
              "f: its last parameter must be the group's number, an int");
}

void sums(std::int32_t* a, std::int32_t* b, std::int32_t number, std::int32_t group) {
    b[group] = a[group] + number;
}

TEST(IspcKernel, ArgumentsAreTheBuffersThenTheNumbersThenTheGroup) {
    Launch launch{{bytes_of(Ints{5, 6}), bytes_of(Ints{0, 0})}, {}, {-7}};
    for (const std::uint32_t group : {0U, 1U}) call_ispc(reinterpret_cast<const void*>(&sums), launch, group);
    EXPECT_THAT(words_of<std::int32_t>(launch.buffers[1]), testing::ElementsAre(-2, -1));
    EXPECT_TRUE(check_launch({2, 2}, launch));
    EXPECT_THAT(check_launch({1, 2}, launch).error(), HasSubstr("1 pointers and 2 integers"));
    launch.groups = {1, 2, 1};
    EXPECT_EQ(check_launch({2, 2}, launch).error(), "groups of ISPC have one dimension");
}

}  // namespace
}  // namespace musimd::portable::ispc_kernel_test
