// nvcc compiles the output of the backends `cuda` and `nsimd-cuda`, without a device. The code around a
// launch is tested with replacements of CUDA's functions that copy from memory to memory.

#include "kernels/compiled/cuda.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "differential/spmd/generate/generator.hpp"
#include "differential/spmd/reduce/reduce.hpp"
#include "differential/spmd/target.hpp"
#include "dsl/text/source.hpp"
#include "kernels/compiled/paths.hpp"
#include "kernels/compiled/runner.hpp"
#include "kernels/compiled/toolchain.hpp"
#include "tests/spmd/trials.hpp"

namespace musimd::tests {
namespace {

using namespace differential;
using namespace kernels;
using testing::HasSubstr;

// The kernels of a campaign whose source `wanted` accepts, in one unit.
KernelUnit random_unit(bool (*wanted)(const std::string& source)) {
    constexpr std::size_t kKernels = 12;
    std::vector<dsl::Kernel> all;
    for (std::uint64_t seed = 0; all.size() < kKernels; ++seed) {
        const dsl::Kernel kernel = differential::spmd::random_kernel(seed);
        if (wanted(dsl::print_source(kernel)))
            all.push_back(differential::spmd::renamed(kernel, fmt::format("random_{}", seed)));
    }
    return differential::spmd::unit_of(all);
}

// NSIMD's CUDA has no k_return and no k_to_bool, and its device functions do not know the element
// (docs/reports/nsimd-findings.md).
bool nsimd_has_it_all(const std::string& source) {
    if (source.find("k_return") != std::string::npos || source.find("k_to_bool") != std::string::npos)
        return false;
    const std::size_t behind_functions = source.rfind("spmd_dev_func_end");
    if (behind_functions == std::string::npos) return true;
    return std::min(source.find("k_load"), source.find("k_store")) > behind_functions &&
           source.find("k_unmasked") == std::string::npos;
}

TEST(Cuda, CompilesAllKernels) {
    const Toolchain toolchain = cuda_toolchain("sm_90");
    if (!is_runnable(toolchain.compiler))
        GTEST_SKIP() << "nvcc is not installed: neither $NVCC nor '" << toolchain.compiler << "' answers";
    const auto compiled = build(toolchain, all_trials().unit, {});
    EXPECT_TRUE(compiled.has_value()) << compiled.error();
}

TEST(Cuda, CompilesRandomKernels) {
    const Toolchain toolchain = cuda_toolchain("sm_90");
    if (!is_runnable(toolchain.compiler)) GTEST_SKIP() << "nvcc is not installed";
    const auto compiled = build(toolchain, random_unit([](const std::string&) { return true; }), {});
    EXPECT_TRUE(compiled.has_value()) << compiled.error();
}

TEST(Cuda, NsimdsExpansionCompilesRandomKernels) {
    if (nsimd_root().empty()) GTEST_SKIP() << "NSIMD_ROOT is not set";
    const Toolchain toolchain = nsimd_cuda_toolchain("sm_90");
    if (!is_runnable(toolchain.compiler)) GTEST_SKIP() << "nvcc is not installed";
    const auto compiled = build(toolchain, random_unit(nsimd_has_it_all), {});
    EXPECT_TRUE(compiled.has_value()) << compiled.error();
}

TEST(Cuda, RejectsInvalidKernels) {
    const Toolchain toolchain = cuda_toolchain("sm_90");
    if (!is_runnable(toolchain.compiler)) GTEST_SKIP() << "nvcc is not installed";
    const KernelUnit unit{"spmd_kernel_1d(oops, int *out)\n  k_store(out, nothing + 1);\nspmd_kernel_end\n",
                          {}};
    const auto compiled = build(toolchain, unit, {.source_name = "oops.hpp"});
    ASSERT_FALSE(compiled.has_value());
    EXPECT_NE(compiled.error().find("nothing"), std::string::npos) << compiled.error();
}

// ---- launches, with the CPU instead of a device

constexpr const char* kInPlaceOfCuda = R"(
#include <cstdlib>
#include <cstring>
using cudaError_t = int;
constexpr cudaError_t cudaSuccess = 0;
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };
inline cudaError_t cudaMalloc(char** to, std::size_t bytes) {
    *to = static_cast<char*>(std::malloc(bytes));
    return *to == nullptr ? 2 : 0;
}
inline cudaError_t cudaFree(void* from) { std::free(from); return IN_PREPARE; }
inline cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind) {
    std::memcpy(to, from, bytes);
    return 0;
}
inline cudaError_t cudaGetLastError() { return 0; }
inline cudaError_t cudaDeviceSynchronize() { return IN_KERNEL; }
inline const char* cudaGetErrorString(cudaError_t error) { return error == 77 ? "a bad address" : "no memory"; }
)";

constexpr const char* kKernels = R"(
spmd_kernel_1d(third, int *out, int *in, int more)
  k_store(out, k_load((in + 3)) + more);
spmd_kernel_end
)";

// The toolchain of `cuda` with another compiler; the parameters are the results of CUDA functions.
Toolchain emulated(const std::string& in_prepare, int in_kernel) {
    Toolchain toolchain = cuda_toolchain("sm_90");
    toolchain.compiler = host_compiler();
    toolchain.flags = {"-std=c++17",
                       "-w",
                       "-O1",
                       "-fPIC",
                       fmt::format("-DIN_PREPARE={}", in_prepare),
                       fmt::format("-DIN_KERNEL={}", in_kernel),
                       "-I" + header_folder().string()};
    toolchain.prelude = kInPlaceOfCuda + toolchain.prelude;
    toolchain.suffix = ".cpp";
    return toolchain;
}

std::vector<CaseResult> launches(const Toolchain& toolchain, std::vector<std::int64_t> lengths) {
    KernelUnit unit{kKernels, {{"third", 32, "", {{"out", true}, {"in", true}, {"more", false, Type::i32}}}}};
    const auto compiled = build(toolchain, unit, {});
    if (!compiled) throw std::runtime_error(compiled.error());
    std::vector<KernelLaunch> cases;
    for (const std::int64_t n : lengths) {
        Words words;
        for (std::int64_t i = 0; i < n; ++i) words.emplace_back(10 * i);
        // The kernel reads from in[3] on: the block begins there, and the pointer is before it.
        const std::size_t before = 0 - std::size_t{12};
        cases.push_back(
            {0,
             n,
             {memory_of_words(Words(words.size(), 7), Type::i32), memory_of_words(words, Type::i32)},
             {KernelLaunch::Pointer{0, 0}, KernelLaunch::Pointer{1, before}, std::uint64_t{5}}});
    }
    return run_cases(*compiled, cases, {RunLimits{std::chrono::milliseconds(40)}, true});
}

TEST(CudaLaunch, PointersAreThoseOfTheCopies) {
    const auto results = launches(emulated("0", 0), {4, 0, 1});
    ASSERT_EQ(results.size(), 3U);
    for (const CaseResult& result : results) EXPECT_EQ(result.kind, CaseResult::Kind::done) << result.message;
    EXPECT_EQ(words_of_memory(results[0].memory[0], Type::i32), (Words{5, 15, 25, 35}));
    EXPECT_EQ(words_of_memory(results[0].memory[1], Type::i32), (Words{0, 10, 20, 30}));
    EXPECT_TRUE(results[1].memory[0].empty());
    EXPECT_EQ(words_of_memory(results[2].memory[0], Type::i32), (Words{5}));
}

TEST(CudaLaunch, ReportsErrorsOfTheDevice) {
    const auto results = launches(emulated("0", 77), {2, 2});
    ASSERT_EQ(results.size(), 2U);
    for (const CaseResult& result : results) {
        EXPECT_EQ(result.kind, CaseResult::Kind::crashed);
        EXPECT_THAT(result.message, HasSubstr("kernel: a bad address"));
    }
}

TEST(CudaLaunch, AnUnusableDeviceIsNotAKernelError) {
    try {
        launches(emulated("2", 0), {2});
        FAIL() << "the device was used";
    } catch (const std::runtime_error& wrong) {
        EXPECT_THAT(wrong.what(), HasSubstr("the device cannot be used: no memory"));
    }
}

TEST(CudaLaunch, ACrashingDriverIsNotAKernelError) {
    try {
        launches(emulated("(std::abort(), 0)", 0), {2});
        FAIL() << "the device was used";
    } catch (const std::runtime_error& wrong) {
        EXPECT_THAT(wrong.what(), HasSubstr("cannot be loaded: signal 6"));
    }
}

}  // namespace
}  // namespace musimd::tests
