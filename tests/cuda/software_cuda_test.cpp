// Software CUDA (tests/software_cuda) rejects whatever a GPU rejects.

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bit>
#include <chrono>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "gpu_backend/device/cuda_driver.hpp"

namespace musimd::tests {
namespace {

using gpu::CUcontext;
using gpu::CUdeviceptr;
using gpu::CUevent;
using gpu::CUfunction;
using gpu::CUmodule;
using gpu::CUresult;

constexpr CUresult kInvalidValue = 1;
constexpr CUresult kNotReady = 600;
constexpr CUresult kLaunchFailed = 719;

/// Each thread adds one to its word of an array.
constexpr const char* kKernel = R"(
extern "C" __global__ void add_one(void* array, unsigned) {
    static_cast<int*>(array)[threadIdx.x] += 1;
}
)";

class SoftwareCuda : public testing::Test {
  protected:
    void SetUp() override {
        const std::string folder = MUSIMD_SOFTWARE_CUDA;
        driver_ = dlopen((folder + "/libcuda.so.1").c_str(), RTLD_NOW | RTLD_LOCAL);
        compiler_ = dlopen((folder + "/libnvrtc.so").c_str(), RTLD_NOW | RTLD_LOCAL);
        ASSERT_NE(driver_, nullptr) << dlerror();
        ASSERT_NE(compiler_, nullptr) << dlerror();
        CUcontext context = nullptr;
        ASSERT_EQ(call<CUresult(unsigned)>("cuInit")(0), 0);
        ASSERT_EQ(call<CUresult(CUcontext*, int)>("cuDevicePrimaryCtxRetain")(&context, 0), 0);
        ASSERT_EQ(call<CUresult(CUcontext)>("cuCtxSetCurrent")(context), 0);
    }

    template <typename Function>
    Function* call(const char* name) const {
        return reinterpret_cast<Function*>(dlsym(driver_, name));
    }
    template <typename Function>
    Function* compiler(const char* name) const {
        return reinterpret_cast<Function*>(dlsym(compiler_, name));
    }

    CUdeviceptr allocate(std::size_t bytes) const {
        CUdeviceptr address = 0;
        EXPECT_EQ(call<CUresult(CUdeviceptr*, std::size_t)>("cuMemAlloc_v2")(&address, bytes), 0);
        return address;
    }
    CUresult write(CUdeviceptr to, const void* from, std::size_t bytes) const {
        return call<CUresult(CUdeviceptr, const void*, std::size_t)>("cuMemcpyHtoD_v2")(to, from, bytes);
    }
    CUresult read(void* to, CUdeviceptr from, std::size_t bytes) const {
        return call<CUresult(void*, CUdeviceptr, std::size_t)>("cuMemcpyDtoH_v2")(to, from, bytes);
    }

    std::string compiled() const {
        void* program = nullptr;
        const char* const target = "--gpu-architecture=sm_90";
        std::size_t size = 0;
        compiler<int(void**, const char*, const char*, int, const char* const*, const char* const*)>(
            "nvrtcCreateProgram")(&program, kKernel, "kernel.cu", 0, nullptr, nullptr);
        EXPECT_EQ(compiler<int(void*, int, const char* const*)>("nvrtcCompileProgram")(program, 1, &target),
                  0);
        compiler<int(void*, std::size_t*)>("nvrtcGetCUBINSize")(program, &size);
        std::string image(size, '\0');
        compiler<int(void*, char*)>("nvrtcGetCUBIN")(program, image.data());
        compiler<int(void**)>("nvrtcDestroyProgram")(&program);
        return image;
    }

    /// Runs add_one with 32 threads, waits, and returns the result.
    CUresult run(void* array) const {
        CUmodule module = nullptr;
        CUfunction kernel = nullptr;
        CUevent done = nullptr;
        EXPECT_EQ(call<CUresult(CUmodule*, const void*)>("cuModuleLoadData")(&module, compiled().data()), 0);
        EXPECT_EQ(call<CUresult(CUfunction*, CUmodule, const char*)>("cuModuleGetFunction")(&kernel, module,
                                                                                            "add_one"),
                  0);
        unsigned warps = 1;
        void* arguments[] = {&array, &warps};
        using Launch = CUresult(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                                unsigned, void*, void**, void**);
        EXPECT_EQ(call<Launch>("cuLaunchKernel")(kernel, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr),
                  0);
        EXPECT_EQ(call<CUresult(CUevent*, unsigned)>("cuEventCreate")(&done, 0), 0);
        EXPECT_EQ(call<CUresult(CUevent, void*)>("cuEventRecord")(done, nullptr), 0);
        CUresult state = kNotReady;
        while ((state = call<CUresult(CUevent)>("cuEventQuery")(done)) == kNotReady)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return state;
    }

    void* driver_ = nullptr;
    void* compiler_ = nullptr;
};

TEST_F(SoftwareCuda, RunsAKernelOnItsOwnMemory) {
    std::vector<int> words(32);
    std::iota(words.begin(), words.end(), 7);
    const CUdeviceptr array = allocate(sizeof(int) * words.size());
    EXPECT_EQ(write(array, words.data(), sizeof(int) * words.size()), 0);
    EXPECT_EQ(run(std::bit_cast<void*>(array)), 0);
    EXPECT_EQ(words[31], 38);
    EXPECT_EQ(read(words.data(), array, sizeof(int) * words.size()), 0);
    for (int i = 0; i < 32; ++i) EXPECT_EQ(words[static_cast<std::size_t>(i)], 8 + i);
}

TEST_F(SoftwareCuda, RefusesCopiesBeyondAnAllocation) {
    const CUdeviceptr array = allocate(100);
    char bytes[101] = {};
    EXPECT_EQ(write(array, bytes, 100), 0);
    EXPECT_EQ(write(array, bytes, 101), kInvalidValue);
    EXPECT_EQ(read(bytes, array + 1, 100), kInvalidValue);
    EXPECT_EQ(read(bytes, array - 1, 1), kInvalidValue);
}

TEST_F(SoftwareCuda, AllocatesMemoryThatIsNotZero) {
    unsigned char first = 0;
    EXPECT_EQ(read(&first, allocate(1), 1), 0);
    EXPECT_NE(first, 0);
}

/// Each in a new process: a forked one could not use the device.
class SoftwareCudaDeathTest : public SoftwareCuda {
  protected:
    void SetUp() override {
        testing::FLAGS_gtest_death_test_style = "threadsafe";
        SoftwareCuda::SetUp();
    }
};

TEST_F(SoftwareCudaDeathTest, ProtectsDeviceMemoryFromTheHost) {
    EXPECT_DEATH(*std::bit_cast<volatile int*>(allocate(4)) = 1, "");
}

/// 32 words at an address that no other process has: two heaps may well have the same addresses.
void* memory_of_the_host() {
    return mmap(std::bit_cast<void*>(std::uintptr_t{3} << 44), 32 * sizeof(int), PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
}

TEST_F(SoftwareCudaDeathTest, ProtectsHostMemoryFromTheDeviceAndStaysFailed) {
    EXPECT_EXIT(
        {
            void* const words = memory_of_the_host();
            const bool failed = words != MAP_FAILED && run(words) == kLaunchFailed;
            CUdeviceptr more = 0;
            const bool fails_on =
                call<CUresult(CUdeviceptr*, std::size_t)>("cuMemAlloc_v2")(&more, 1) == kLaunchFailed;
            std::_Exit(failed && fails_on ? 0 : 1);
        },
        testing::ExitedWithCode(0), "");
}

TEST_F(SoftwareCudaDeathTest, DoesNotWorkInAForkedProcess) {
    const pid_t child = fork();
    if (child == 0) _exit(call<CUresult(unsigned)>("cuInit")(0) == 0 ? 1 : 0);
    int status = 1;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace musimd::tests
