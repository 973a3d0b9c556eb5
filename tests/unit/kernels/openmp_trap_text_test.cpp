// Messages of traps name elements of arrays, not addresses.

#include <gtest/gtest.h>

#include "kernels/launch/trap_text.hpp"

namespace musimd::kernels::openmp::openmp_trap_text_test {
namespace {

TEST(OpenMpTrapText, AddressesAreElementsOfTheNearestArray) {
    Program program;
    program.buffers = {{"a", 1000, 64}, {"b", 2000, 10}};
    EXPECT_EQ(with_elements("data race on address 1003: thread 0 stores to it", program),
              "data race on a[3]: thread 0 stores to it");
    EXPECT_EQ(with_elements("thread 3 uses the address 1064, which is outside every buffer", program),
              "thread 3 uses a[64], which is outside of a: it has 64 elements");
    EXPECT_EQ(with_elements("thread 3 uses the address 1999, which is outside every buffer", program),
              "thread 3 uses b[-1], which is outside of b: it has 10 elements");
    EXPECT_EQ(with_elements("the divisor is 0", program), "the divisor is 0");
}

TEST(OpenMpTrapText, AddressesNearZeroAreElementsOfANullPointer) {
    Program program;
    program.buffers = {{"no_memory", 65'536, 0}};
    EXPECT_EQ(with_elements("thread 3 uses the address 12, which is outside every buffer", program),
              "thread 3 uses element 12 of a null pointer");
    EXPECT_EQ(with_elements("thread 3 uses the negative address -1", program),
              "thread 3 uses element -1 of a null pointer");
    const std::string far = "thread 3 uses the address 16777215, which is outside every buffer";
    EXPECT_EQ(with_elements(far, program), far);
}

}  // namespace
}  // namespace musimd::kernels::openmp::openmp_trap_text_test
