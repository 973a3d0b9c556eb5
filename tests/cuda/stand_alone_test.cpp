// `musimd compile --to cuda --main`: the generated program, with the emulator instead of a GPU and of CUDA's
// runtime library.

#include "gpu_backend/compiled/stand_alone.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "gpu_backend/compiled/unit.hpp"
#include "gpu_backend/device/device.hpp"
#include "gpu_backend/device/emulator.hpp"
#include "kernels/compiled/cuda.hpp"
#include "simulator/codegen/host_settings.hpp"
#include "simulator/native/native.hpp"
#include "tests/support/process.hpp"
#include "tests/support/programs.hpp"

namespace musimd::tests {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kRuntime = R"(
#include <cstdlib>
#include <cstring>
using cudaError_t = int;
using cudaEvent_t = int;
enum { cudaSuccess, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };
inline const char* cudaGetErrorString(cudaError_t) { return "an error"; }
inline cudaError_t cudaMalloc(void** memory, std::size_t bytes) { return (*memory = std::malloc(bytes)) ? 0 : 1; }
inline cudaError_t cudaFree(void* memory) { return std::free(memory), 0; }
inline cudaError_t cudaMemset(void* memory, int value, std::size_t bytes) { return std::memset(memory, value, bytes), 0; }
inline cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, int) { return std::memcpy(to, from, bytes), 0; }
inline cudaError_t cudaGetLastError() { return 0; }
inline cudaError_t cudaEventCreate(cudaEvent_t*) { return 0; }
inline cudaError_t cudaEventRecord(cudaEvent_t) { return 0; }
inline cudaError_t cudaEventSynchronize(cudaEvent_t) { return 0; }
inline cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t, cudaEvent_t) { return *milliseconds = 1, 0; }
extern "C" {
__attribute__((visibility("default"))) void (*musimd_launch)(void (*)(void*, unsigned), void*, unsigned);
}
)";

void replace(std::string& text, std::string_view what, std::string_view by) {
    const std::size_t at = text.find(what);
    ASSERT_NE(at, std::string::npos) << what;
    text.replace(at, what.size(), by);
}

hardware::Emulator** (*emulator_of_unit)() = nullptr;

void launch(void (*kernel)(void*, unsigned), void* argument, unsigned warps) {
    for (unsigned w = 0; w < warps; ++w) {
        const auto done = gpu::run_emulated_warp(kernel, argument, w, emulator_of_unit());
        EXPECT_TRUE(done) << done.error();
    }
}

struct Ended {
    int status = 0;
    std::string output;
    std::string errors;
};

Ended run(const std::string& assembly, std::vector<std::string> arguments, MachineOptions options = {}) {
    std::string source = gpu::stand_alone(support::read(assembly), options, gpu::translation_options(true),
                                          gpu::emulated_device().prelude());
    replace(source, "musimd_program_0<<<(count + 3) / 4, 128>>>(warps, count)",
            "musimd_launch(musimd_program_0, warps, count)");
    replace(source, "int main(", "extern \"C\" int program_main(");
    const support::TemporaryFolder folder;
    folder.write("cuda_runtime.h", kRuntime);
    host::CompileSettings settings = codegen::host_settings();
    settings.flags = native::quick_flags();
    settings.flags.push_back("-I" + folder.path().string());
    settings.cache = {};
    const auto compiled = host::compile(source, settings);
    EXPECT_TRUE(compiled) << codegen::error_text(compiled.error());
    if (!compiled) return {};
    const auto find = [&](const char* name) { return const_cast<void*>(compiled->library->find(name)); };
    emulator_of_unit = reinterpret_cast<hardware::Emulator** (*)()>(find("musimd_emulator_of_this_unit"));
    *static_cast<decltype(&launch)*>(find("musimd_launch")) = launch;
    arguments.insert(arguments.begin(), "program");
    std::vector<char*> words;
    for (std::string& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    Ended ended;
    ended.status = reinterpret_cast<int (*)(int, char**)>(find("program_main"))(
        static_cast<int>(arguments.size()), words.data());
    std::fflush(nullptr);
    ended.output = testing::internal::GetCapturedStdout();
    ended.errors = testing::internal::GetCapturedStderr();
    return ended;
}

TEST(StandAlone, PrintsTheFinalState) {
    const Ended ended =
        run(".threads 3\n.warps 2\n.memory 10: 5 -6\n.iota 20 2 7\n  a = wid * 3\n  a = a + tid\n  [a] = "
            "tid\n  barrier\n"
            "  a = 5 - a\n  x = [a]\n  y = tid < 1\n  bz y, end\n  z = x\nend: sync\n  stop\n",
            {"--copies", "3"});
    EXPECT_EQ(ended.status, 0) << ended.errors;
    EXPECT_EQ(ended.output,
              "stop after 24 steps\n\nwarp 0\nactive  0 1 2\na  5 4 3\nx  2 1 0\ny  1 0 0\nz  2 _ _\n"
              "\nwarp 1\nactive  0 1 2\na  2 1 0\nx  2 1 0\ny  1 0 0\nz  2 _ _\n"
              "\nmemory\n0: 0 1 2 0 1 2\n10: 5 -6\n20: 7 8\n\nthe other 2 copies stopped, too\n");
}

TEST(StandAlone, ReportsWhereItIsLeft) {
    const Ended ended = run("  x = tid - 5\n  y = 7 / x\n  stop\n", {});
    EXPECT_EQ(ended.status, 1);
    EXPECT_EQ(ended.output, "");
    EXPECT_THAT(ended.errors,
                StartsWith("left: warp 0 stopped before instruction 1 (line 1): x = tid - 5\n"));
}

TEST(StandAlone, ReportsTheLimit) {
    MachineOptions options;
    options.max_steps = 10'000;
    const Ended ended = run("l: x = 1\n  jump l\n", {"--time"}, options);
    EXPECT_EQ(ended.status, 3);
    EXPECT_THAT(ended.errors, HasSubstr("limit: warp 0 is close to its limit of 10000 steps\n"));
    EXPECT_THAT(ended.errors, HasSubstr("time: "));
}

TEST(StandAlone, HasMoreMemoryOnRequest) {
    const char* const program = "  [100000] = 1\n  stop\n";
    const Ended ended = run(program, {});
    EXPECT_EQ(ended.status, 2);
    EXPECT_EQ(ended.errors,
              "error: warp 0 uses address 100000, but memory has 65536 words: raise --memory\n");
    EXPECT_THAT(run(program, {"--memory", "200000"}).output, HasSubstr("100000: 1\n"));
}

// With nvcc's default flags. Typed words require all of the floating-point arithmetic.
TEST(StandAlone, IsCompiledByNvccWithoutFlags) {
    const std::string nvcc = kernels::nvcc();
    if (!std::filesystem::exists(nvcc)) GTEST_SKIP() << "there is no " << nvcc;
    const support::TemporaryFolder folder;
    const auto program =
        folder.write("p.asm",
                     ".threads 40\n.buffer b 0 64\n.memory 0: 1 2\n  x = fma.f16 tid, 1.5f16, 2.0f16\n"
                     "  y = cvt.i32.f16 x\n  everywhere\n  shfl y, tid\n  end_everywhere\n"
                     "  n = atomic_inc [1]\n  a = tid % 8\n  [a] = y\n  stop\n");
    const support::Finished translated = support::run(support::musimd(
        {"compile", program.string(), "--to", "cuda", "--main", "-o", folder.path() / "p.cu"}));
    ASSERT_EQ(translated.status, 0) << translated.errors;
    support::Command command;
    command.arguments = {nvcc, "-c", folder.path() / "p.cu", "-o", folder.path() / "p.o"};
    const support::Finished compiled = support::run(command);
    EXPECT_EQ(compiled.status, 0) << compiled.errors;
    EXPECT_EQ(compiled.output + compiled.errors, "");
}

}  // namespace
}  // namespace musimd::tests
