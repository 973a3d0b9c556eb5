// The DSL's functions in plain C++ choose their type as the machine does.

#include <gtest/gtest.h>

#include <type_traits>

#include "dsl/spmd/scalar/calls.hpp"

namespace {

TEST(SpmdScalar, FunctionsWorkInTheTypeOfTheLanes) {
    EXPECT_EQ(spmd::call_min<32>(1, 0.25F), 0.25F);
    EXPECT_EQ(spmd::call_add<32>(0.25F, 0.1), 0.25F + 0.1F);
    EXPECT_EQ(spmd::call_max<32>(1, 0x80000000U), 0x80000000U);
    EXPECT_EQ(spmd::call_fma<32>(2, 3, 0.5F), 6.5F);
    EXPECT_TRUE((std::is_same_v<decltype(spmd::call_add<8>(i8(1), 300)), i8>));
    EXPECT_TRUE((std::is_same_v<decltype(spmd::call_add<8>(true, u8(1))), u8>));
    EXPECT_TRUE((std::is_same_v<decltype(spmd::call_add<64>(1, u64(1))), u64>));
    EXPECT_TRUE((std::is_same_v<decltype(spmd::call_add<16>(1, f16(1))), f16>));
}

}  // namespace
