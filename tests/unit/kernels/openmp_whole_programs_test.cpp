// The first line in which two outputs differ.

#include <gtest/gtest.h>

#include "kernels/compiled/whole_programs.hpp"

namespace musimd::kernels::openmp::openmp_whole_programs_test {
namespace {

std::size_t different_line(const std::string& a, const std::string& b, bool has_bound) {
    const auto found = first_difference(a, b, has_bound);
    return found ? found->line : 0;
}

TEST(OpenMpWholePrograms, TheFirstLineThatDiffersIsFound) {
    EXPECT_EQ(different_line("a\nb\n", "a\nb\n", false), 0u);
    EXPECT_EQ(different_line("a\nb\nc\n", "a\nx\ny\n", false), 2u);
    EXPECT_EQ(different_line("a\n", "a\nb\n", false), 2u);
    EXPECT_EQ(different_line("a", "a\n", false), 1u);
    EXPECT_EQ(different_line("sum 1.5", "sum 1.6", false), 1u);
}

TEST(OpenMpWholePrograms, WithABoundNumbersWithAPointMayDifferInTheLastDigit) {
    EXPECT_EQ(different_line("sum=1.500000, 3", "sum=1.500001, 3", true), 0u);
    EXPECT_EQ(different_line("sum=1.500000, 3", "sum=1.500003, 3", true), 1u);
    EXPECT_EQ(different_line("sum2=931521493.333326", "sum2=931521493.333333", true), 0u);
    EXPECT_EQ(different_line("1.234567e+10", "1.234568e+10", true), 0u);
    EXPECT_EQ(different_line("123456789012345.0625", "123456789012345.0000", true), 0u);
    EXPECT_EQ(different_line("n 3", "n 4", true), 1u) << "integers are exact";
    EXPECT_EQ(different_line("x1.0", "y1.0", true), 1u);
    EXPECT_EQ(different_line("1.0 2.0", "1.0", true), 1u);
}

}  // namespace
}  // namespace musimd::kernels::openmp::openmp_whole_programs_test
