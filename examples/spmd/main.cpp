// A kernel of NSIMD's SPMD DSL on the machine. The kernel's file is included as it is, behind the header that
// gives its words their meaning.

#include <musimd/spmd.hpp>

#include <array>
#include <cstddef>
#include <cstdio>

#include "kernel.hpp"

int main() {
    std::array<int, 4> numbers = {27, 97, 1, 871};
    std::array<int, 4> steps = {};

    // The words of the launch are NSIMD's, too: 32 bits, an unroll that means nothing here, 4 elements.
    spmd_launch_kernel_1d(collatz, 32, 1, numbers.size(), steps.data(), numbers.data());
    for (std::size_t i = 0; i < 4; ++i)
        std::printf("element %zu: %d needs %d steps\n", i, numbers[i], steps[i]);

    // Another engine: the rules of the paper.
    std::array<int, 4> by_the_rules = {};
    musimd::spmd::engine("rules");
    spmd_launch_kernel_1d(collatz, 32, 1, numbers.size(), by_the_rules.data(), numbers.data());
    std::printf("by the rules it is %s\n", steps == by_the_rules ? "the same" : "different");

    // Where the machine knows how long a buffer is, it tells what is accessed behind its end: this one has
    // only three elements. The error names the kernel's line, and ends the program with status 1; on_error
    // changes that.
    const auto three = musimd::spmd::buffer(numbers.data(), 3);
    spmd_launch_kernel_1d(collatz, 32, 1, numbers.size(), steps.data(), numbers.data());
}
