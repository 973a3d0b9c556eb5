// Finding the kernels of a file without a compiler, and their arguments.

#include <gmock/gmock.h>

#include <set>

#include "kernels/spmd/comparison.hpp"
#include "kernels/spmd/input.hpp"
#include "kernels/spmd/kernel_file.hpp"

namespace musimd::tests {
namespace {

using namespace kernels;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kSource = R"dsl(// spmd_kernel_1d(in_a_comment, float *a)
const char* text = "spmd_kernel_1d(in_a_string, float *a)";
spmd_kernel_1d(first, float *dst, const std::uint32_t* a /* , int *b */,
               unsigned   int s)
spmd_kernel_end
  spmd_tmpl_kernel_1d ( second, T, T *dst, int n )
)dsl";

TEST(KernelFile, FindsTheKernelsWithTheirParameters) {
    const auto kernels = find_kernels(kSource);
    ASSERT_EQ(kernels.size(), 2U);
    EXPECT_EQ(kernels[0].name, "first");
    EXPECT_EQ(kernels[0].line, 3U);
    ASSERT_EQ(kernels[0].parameters.size(), 3U);
    EXPECT_EQ(kernels[0].parameters[1].name, "a");
    EXPECT_EQ(kernels[0].parameters[1].type, "uint32_t");
    EXPECT_TRUE(kernels[0].parameters[1].pointer);
    EXPECT_EQ(kernels[0].parameters[2].type, "unsigned int");
    EXPECT_FALSE(kernels[0].parameters[2].pointer);
    EXPECT_EQ(kernels[1].name, "second");
    EXPECT_EQ(kernels[1].template_parameter, "T");
    EXPECT_EQ(kernels[1].line, 6U);
}

TEST(KernelFile, UnbalancedTextIsNotAKernel) {
    EXPECT_TRUE(find_kernels("spmd_kernel_1d(open, float *a").empty());
    EXPECT_TRUE(find_kernels("spmd_kernel_1d").empty());
    EXPECT_TRUE(find_kernels("/* spmd_kernel_1d(a, float *b)").empty());
    EXPECT_TRUE(find_kernels("\"").empty());
}

TEST(KernelFile, AnEntryHasTheTypesOfItsLaunch) {
    const auto kernels = find_kernels(kSource);
    const auto entry = entry_of(kernels[1], 16, "i16");
    ASSERT_TRUE(entry.has_value());
    EXPECT_EQ(entry->arguments[0].type, Type::i16);
    EXPECT_EQ(entry->arguments[1].type, Type::i32);
    EXPECT_THAT(entry_of(kernels[1], 32, "i16").error(), HasSubstr("16 bits, not 32"));
    EXPECT_THAT(entry_of(kernels[1], 12, "i16").error(), HasSubstr("not 12"));
    EXPECT_THAT(entry_of(kernels[1], 32, "").error(), HasSubstr("is a template"));
    EXPECT_THAT(entry_of(kernels[0], 32, "f32").error(), HasSubstr("is not a template"));
}

KernelEntry entry() {
    return {
        "k", 32, "", {{"a", true, Type::i32, {}}, {"b", true, Type::f32, {}}, {"s", false, Type::u32, {}}}};
}

std::string error_of(const ArgumentTexts& arguments) {
    const auto result = make_case(entry(), 0, 3, arguments, 1);
    return result ? "" : result.error();
}

TEST(KernelInput, BuildsTheMemoryOfACase) {
    const auto result =
        make_case(entry(), 0, 3, {{"a", "1,-2,3,4"}, {"b", "iota[n+1]"}, {"s", "4294967295"}}, 1);
    ASSERT_TRUE(result.has_value()) << result.error();
    EXPECT_EQ(words_of_memory(result->memory[0], Type::i32), (Words{1, -2, 3, 4}));
    EXPECT_EQ(result->memory[1].size(), 16U);
    EXPECT_EQ(std::get<std::uint64_t>(result->arguments[2]), 4294967295U);
}

TEST(KernelInput, DependsOnSeeds) {
    const ArgumentTexts seeded = {{"a", "random:5"}, {"b", "between:-1:1:5"}, {"s", "0"}};
    EXPECT_EQ(make_case(entry(), 0, 50, seeded, 1)->memory, make_case(entry(), 0, 50, seeded, 2)->memory);
    const ArgumentTexts unseeded = {{"a", "random"}, {"b", "between:-1:1"}, {"s", "0"}};
    EXPECT_NE(make_case(entry(), 0, 50, unseeded, 1)->memory, make_case(entry(), 0, 50, unseeded, 2)->memory);
}

TEST(KernelInput, RangesIncludeTheirEnds) {
    const auto result = make_case(entry(), 0, 200, {{"a", "between:-1:1"}, {"b", "zeros"}, {"s", "0"}}, 3);
    const Words words = words_of_memory(result->memory[0], Type::i32);
    EXPECT_THAT(std::set(words.begin(), words.end()), ElementsAre(-1, 0, 1));
}

TEST(KernelInput, AnAliasIsTheMemoryOfAnother) {
    const auto result = make_case(entry(), 0, 2, {{"a", "1,2,3"}, {"b", "alias:a+1"}, {"s", "0"}}, 1);
    ASSERT_TRUE(result.has_value()) << result.error();
    EXPECT_EQ(result->memory.size(), 1U);
    EXPECT_EQ(std::get<KernelLaunch::Pointer>(result->arguments[1]).byte_offset, 4U);
}

TEST(KernelInput, ReportsErrors) {
    EXPECT_THAT(error_of({{"a", "zeros"}, {"b", "zeros"}}), HasSubstr("argument s is missing"));
    EXPECT_THAT(error_of({{"x", "zeros"}}), HasSubstr("no parameter 'x'"));
    EXPECT_THAT(error_of({{"a", "1,2"}, {"b", "zeros"}, {"s", "0"}}), HasSubstr("but the launch has 3"));
    EXPECT_THAT(error_of({{"a", "1,2,2147483648"}, {"b", "zeros"}, {"s", "0"}}),
                HasSubstr("is not a valid i32"));
    EXPECT_THAT(error_of({{"a", "1,2,"}, {"b", "zeros"}, {"s", "0"}}), HasSubstr("'' is not a valid i32"));
    EXPECT_THAT(error_of({{"a", "zeros"}, {"b", "1.5x,2,3"}, {"s", "0"}}),
                HasSubstr("'1.5x' is not a valid f32"));
    EXPECT_THAT(error_of({{"a", "zeros"}, {"b", "zeros"}, {"s", "-1"}}),
                HasSubstr("'-1' is not a valid u32"));
    EXPECT_THAT(error_of({{"a", "alias:b"}, {"b", "alias:a"}, {"s", "0"}}), HasSubstr("alias"));
    EXPECT_THAT(error_of({{"a", "zeros"}, {"b", "alias:a+1"}, {"s", "0"}}),
                HasSubstr("fewer than 4 elements"));
    EXPECT_THAT(error_of({{"a", "zeros[999999999]"}, {"b", "zeros"}, {"s", "0"}}), HasSubstr("2^24"));
    EXPECT_THAT(error_of({{"a", "@/nowhere"}, {"b", "zeros"}, {"s", "0"}}), HasSubstr("cannot be read"));
}

TEST(KernelComparison, DistancesAreCountedInValues) {
    EXPECT_EQ(ulp_distance(Type::f32, 0x3F800000, 0x3F800002), 2U);
    EXPECT_EQ(ulp_distance(Type::f32, 0x80000000, 0x00000000), 1U);
    EXPECT_EQ(ulp_distance(Type::f32, 0x80000001, 0x00000001), 3U);
    EXPECT_EQ(ulp_distance(Type::f16, 0x7E00, 0xFE01), 0U);
    EXPECT_EQ(ulp_distance(Type::f64, 0x7FF8000000000000, 0), kNoDistance);
    EXPECT_EQ(ulp_distance(Type::u8, 0, 255), 255U);
    EXPECT_EQ(ulp_distance(Type::i8, 0x80, 0x7F), 255U);
    EXPECT_EQ(ulp_distance(Type::u64, 0, UINT64_MAX), UINT64_MAX);
}

TEST(KernelComparison, UndefinedWordsAreNotCompared) {
    const Words expected = {1, std::nullopt, 3};
    const auto actual = memory_of_words({1, 7, 4}, Type::i16);
    const BufferComparison compared = compare_elements(expected, actual, Type::i16);
    EXPECT_EQ(compared.wrong, 1U);
    EXPECT_EQ(compared.first.front().element, 2U);
    EXPECT_TRUE(compare_elements(expected, actual, Type::i16, {1, 0}).same());
}

}  // namespace
}  // namespace musimd::tests
