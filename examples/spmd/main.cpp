// A kernel of NSIMD's SPMD DSL on the machine. The kernel's file is included unchanged, after the header that
// defines the DSL's keywords.

#include <musimd/spmd.hpp>

#include <array>
#include <cstddef>
#include <cstdio>

#include "kernel.hpp"

int main() {
    std::array<int, 4> numbers = {27, 97, 1, 871};
    std::array<int, 4> steps = {};

    // The launch is NSIMD's too: 32 bits, an unroll factor that has no effect here, 4 elements.
    spmd_launch_kernel_1d(collatz, 32, 1, numbers.size(), steps.data(), numbers.data());
    for (std::size_t i = 0; i < 4; ++i)
        std::printf("element %zu: %d needs %d steps\n", i, numbers[i], steps[i]);

    // The same with the engine that applies the rules one by one.
    std::array<int, 4> by_the_rules = {};
    musimd::spmd::engine("rules");
    spmd_launch_kernel_1d(collatz, 32, 1, numbers.size(), by_the_rules.data(), numbers.data());
    std::printf("the rules engine %s\n", steps == by_the_rules ? "agrees" : "differs");

    // If the machine knows the length of a buffer, it reports accesses past its end: this one has only three
    // elements. The error names the kernel's line and ends the program with status 1; on_error changes that.
    const auto three = musimd::spmd::buffer(numbers.data(), 3);
    spmd_launch_kernel_1d(collatz, 32, 1, numbers.size(), steps.data(), numbers.data());
}
