// Which vector instructions the engines use: the values of MUSIMD_ISA.

#include "simulator/vector_extension.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "host/compiler.hpp"
#include "simulator/codegen/host_settings.hpp"

namespace musimd::vector_extension_test {
namespace {

using testing::AnyOf;
using testing::Contains;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

const std::vector<VectorExtension> kAll = {VectorExtension::baseline, VectorExtension::avx2,
                                           VectorExtension::avx512};

TEST(VectorExtensions, AreNamed) {
    for (const VectorExtension extension : kAll)
        EXPECT_EQ(vector_extension_named(to_string(extension), kAll), extension);
}

TEST(VectorExtensions, AnUnknownNameIsAnErrorThatListsTheValues) {
    const auto named = vector_extension_named("AVX2", kAll);
    ASSERT_FALSE(named);
    EXPECT_EQ(named.error(), "invalid value 'AVX2' for MUSIMD_ISA; possible values: baseline, avx2, avx512");
}

TEST(VectorExtensions, OneThatTheProcessorLacksIsAnErrorThatListsTheValues) {
    const auto named =
        vector_extension_named("avx512", std::vector{VectorExtension::baseline, VectorExtension::avx2});
    ASSERT_FALSE(named);
    EXPECT_EQ(named.error(),
              "MUSIMD_ISA=avx512: this processor does not support AVX-512; possible values: baseline, avx2");
}

TEST(VectorExtensions, OneThatThisBuildOrProcessorLacksIsAnErrorThatSaysWhich) {
    const auto there = vector_extensions();
    for (const VectorExtension extension : kAll) {
        const auto named = vector_extension_named(to_string(extension), there);
        if (std::ranges::find(there, extension) != there.end()) {
            EXPECT_EQ(named, extension);
        } else {
            ASSERT_FALSE(named);
            EXPECT_THAT(named.error(),
                        AnyOf(HasSubstr("was not built; configure with -DMUSIMD_VECTOR_EXTENSIONS=all"),
                              HasSubstr("this processor does not support")));
        }
    }
}

TEST(VectorExtensions, EachProcessorHasTheBaselineAndItsExtensionsAscend) {
    const auto there = vector_extensions();
    ASSERT_FALSE(there.empty());
    EXPECT_EQ(there.front(), VectorExtension::baseline);
    EXPECT_TRUE(std::ranges::is_sorted(there));
}

// Machine code for an extension must not depend on the processor that compiles it.
TEST(VectorExtensions, TheNativeEngineCompilesForTheRequestedOne) {
    for (const VectorExtension extension : vector_extensions()) {
        EXPECT_THAT(codegen::host_settings(extension).flags, Not(Contains(EndsWith("=native"))));
    }
    EXPECT_THAT(codegen::host_settings(std::nullopt).flags, Contains(EndsWith("=native")));
}

}  // namespace
}  // namespace musimd::vector_extension_test
