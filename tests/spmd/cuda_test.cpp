// What the backend `cuda` makes of kernels is C++ that nvcc takes; it needs no device for that.

#include "differential/backends/cuda.hpp"

#include <gtest/gtest.h>

#include "differential/backends/toolchain.hpp"
#include "tests/spmd/trials.hpp"

namespace musimd::tests {
namespace {

using namespace differential;

TEST(Cuda, CompilesAllKernels) {
    const Toolchain toolchain = cuda_toolchain("sm_90");
    if (!answers(toolchain.compiler))
        GTEST_SKIP() << "there is no nvcc: neither $NVCC nor '" << toolchain.compiler << "' answers";
    const auto compiled = build(toolchain, all_trials().unit, {});
    EXPECT_TRUE(compiled.has_value()) << compiled.error();
}

TEST(Cuda, RefusesWhatIsNoKernel) {
    const Toolchain toolchain = cuda_toolchain("sm_90");
    if (!answers(toolchain.compiler)) GTEST_SKIP() << "there is no nvcc";
    const KernelUnit unit{"spmd_kernel_1d(oops, int *out)\n  k_store(out, nothing + 1);\nspmd_kernel_end\n",
                          {}};
    const auto compiled = build(toolchain, unit, {.source_name = "oops.hpp"});
    ASSERT_FALSE(compiled.has_value());
    EXPECT_NE(compiled.error().find("nothing"), std::string::npos) << compiled.error();
}

}  // namespace
}  // namespace musimd::tests
