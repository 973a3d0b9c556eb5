// What host code of CUDA C++ does wrong: races of streams with each other and the host, and calls that fail.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/golden/cuda_folder.hpp"

namespace musimd::cuda_streams_slow {
namespace {

using support::Finished;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class CudaStreams : public golden::CudaFolder {
  protected:
    /// The program does what its argument says.
    Finished run(const std::string& which) const { return cuda({"prog.cu", "--", which}); }
    /// `line` is part of the line that has the finding, `other` of the one with the note.
    void expect_race(const std::string& which, const std::string& message, const std::string& line,
                     const std::string& other) const {
        const Finished finished = run(which);
        EXPECT_EQ(finished.status, 1) << which;
        EXPECT_THAT(finished.errors, AllOf(HasSubstr("error: race: " + message), HasSubstr("\n    " + line),
                                           HasSubstr(" here\n    " + other)))
            << which;
    }
    void expect_clean(const std::string& which) const {
        const Finished finished = run(which);
        EXPECT_EQ(finished.status, 0) << which << finished.errors;
        EXPECT_THAT(finished.errors, AllOf(HasSubstr("no findings"), Not(HasSubstr("leak")))) << which;
    }
};

constexpr const char* kStreams = R"cuda(
#include <cstdio>
#include <string>
__managed__ int counter;
__global__ void add(int *p, int first, int n, int value) {
    if (threadIdx.x < n) p[first + threadIdx.x] += value;
}
__global__ void sum(const int *p, int n, int *result) {
    int s = 0;
    for (int i = 0; i < n; ++i) s += p[i];
    *result = s;
}
__global__ void count() { atomicAdd(&counter, 1); }
void look(void *p) { std::printf("in the stream: %d\n", *(int *)p); }
int main(int, char **argv) {
    const std::string which = argv[1];
    const int n = 32, bytes = n * sizeof(int);
    int *device, *pinned, *managed;
    cudaMalloc(&device, 2 * bytes);
    cudaMemset(device, 0, 2 * bytes);
    cudaMallocHost(&pinned, bytes);
    cudaMallocManaged(&managed, 2 * bytes);
    for (int i = 0; i < n; ++i) pinned[i] = managed[i] = managed[n + i] = i;
    cudaStream_t a, b, apart;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);
    cudaEvent_t event;
    cudaEventCreate(&event);
    if (which == "two streams") {
        add<<<1, n, 0, a>>>(device, 0, n, 1);
        add<<<1, n, 0, b>>>(device, 0, n, 2);
    } else if (which == "an event") {
        add<<<1, n, 0, a>>>(device, 0, n, 1);
        cudaEventRecord(event, a);
        cudaStreamWaitEvent(b, event, 0);
        add<<<1, n, 0, b>>>(device, 0, n, 2);
    } else if (which == "halves") {
        add<<<1, n, 0, a>>>(device, 0, n, 1);
        add<<<1, n, 0, b>>>(device, n, n, 2);
    } else if (which == "the default stream between") {
        add<<<1, n, 0, a>>>(device, 0, n, 1);
        add<<<1, n>>>(device, 0, n, 2);
        add<<<1, n, 0, b>>>(device, 0, n, 3);
    } else if (which == "a stream apart") {
        add<<<1, n, 0, apart>>>(device, 0, n, 1);
        cudaMemcpy(pinned, device, bytes, cudaMemcpyDeviceToHost);  // does not wait
    } else if (which == "free") {
        add<<<1, n, 0, a>>>(device, 0, n, 1);
        cudaFreeAsync(device, b);
        device = nullptr;
    } else if (which == "read early") {
        cudaMemcpyAsync(pinned, device, bytes, cudaMemcpyDeviceToHost, a);
        std::printf("%d\n", pinned[3]);  // early
    } else if (which == "overwritten") {
        cudaMemcpyAsync(device, pinned, bytes, cudaMemcpyHostToDevice, a);
        pinned[5] = 7;
    } else if (which == "waited") {
        add<<<1, n, 0, a>>>(managed, 0, n, 1);
        cudaStreamSynchronize(a);
        std::printf("%d\n", managed[3]);
    } else if (which == "the other half") {
        add<<<1, n, 0, a>>>(managed, 0, n, 1);
        for (int i = 0; i < n; ++i) managed[n + i] += 1;
    } else if (which == "written while it is read") {
        sum<<<1, 1, 0, a>>>(managed, n, device);
        managed[n - 1] = 0;
    } else if (which == "a function of the stream") {
        add<<<1, n, 0, a>>>(managed, 0, n, 1);
        cudaLaunchHostFunc(a, look, managed + 2);
    } else if (which == "a variable") {
        count<<<2, n>>>();
        std::printf("%d\n", counter);  // too early
    }
    cudaDeviceSynchronize();
    if (which == "the other half") std::printf("%d %d\n", managed[1], managed[n + 1]);
    cudaFree(device);
    cudaFree(managed);
    cudaFreeHost(pinned);
}
)cuda";

TEST_F(CudaStreams, WhatNothingOrdersIsARace) {
    folder_.write("prog.cu", kStreams);
    expect_race(
        "two streams", "the kernel add reads byte 0 of the 256 bytes from cudaMalloc on line 6, which the",
        "add<<<1, n, 0, b>>>(device, 0, n, 2);", "if (threadIdx.x < n) p[first + threadIdx.x] += value;");
    expect_race("a stream apart", "the copy reads byte 0", "cudaMemcpy(pinned, device, bytes",
                "if (threadIdx.x < n) p[");
    expect_race("free", "the cudaFreeAsync writes byte 0", "cudaFreeAsync(device, b);",
                "if (threadIdx.x < n) p[");
}

TEST_F(CudaStreams, TheHostWaitsForWhatItUses) {
    folder_.write("prog.cu", kStreams);
    expect_race("read early",
                "the host reads byte 12 of the 128 bytes from cudaMallocHost, which the copy writes",
                "std::printf(\"%d\\n\", pinned[3]);  // early", "cudaMemcpyAsync(pinned,");
    expect_race("overwritten", "the host writes byte 20", "pinned[5] = 7;", "cudaMemcpyAsync(device, pinned");
    expect_race("written while it is read",
                "the host writes byte 124 of the 256 bytes from cudaMallocManaged", "managed[n - 1] = 0;",
                "for (int i = 0; i < n; ++i) s += p[i];");
    expect_race("a variable", "the host reads a __managed__ variable",
                "std::printf(\"%d\\n\", counter);  // too",
                "__global__ void count() { atomicAdd(&counter, 1); }");
}

TEST_F(CudaStreams, WhatIsOrderedOrApartIsClean) {
    folder_.write("prog.cu", kStreams);
    for (const char* which : {"an event", "halves", "the default stream between", "waited",
                              "a function of the stream", "the other half"})
        expect_clean(which);
    EXPECT_EQ(run("the other half").output, "2 2\n");
}

constexpr const char* kRefused = R"cuda(
#include <cstdio>
__global__ void __launch_bounds__(128) bounded(int *x) { x[threadIdx.x] = 1; }
__global__ void dynamic(int *x) {
    extern __shared__ int s[];
    s[threadIdx.x] = 1;
    x[threadIdx.x] = s[threadIdx.x];
}
__global__ void early(int *x) {
    if (threadIdx.x >= 40) return;
    __syncthreads();
    x[threadIdx.x] = 1;
}
void print(cudaError_t error) { std::printf("%s\n", cudaGetErrorName(error)); }
int main() {
    int *x, h[64];
    cudaMalloc(&x, 1024);
    int *leaked;
    cudaMalloc(&leaked, 100);
    bounded<<<1, 256>>>(x);
    print(cudaGetLastError());
    dynamic<<<1, 32, 64 << 10>>>(x);
    print(cudaGetLastError());
    print(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 300 << 10));
    cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 << 10);
    dynamic<<<1, 32, 64 << 10>>>(x);
    cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
    print(cudaMemcpy(h, x + 240, sizeof h, cudaMemcpyDeviceToHost));
    early<<<1, 64>>>(x);
    print(cudaFree(x + 1));
    cudaFree(x);
    print(cudaFree(x));
    print(cudaFree(h));
}
)cuda";

TEST_F(CudaStreams, WhatADeviceRefusesIsAnErrorWithItsCode) {
    folder_.write("prog.cu", kRefused);
    const Finished finished = cuda({"prog.cu"});
    EXPECT_EQ(finished.status, 1);
    EXPECT_EQ(finished.output,
              "cudaErrorLaunchOutOfResources\ncudaErrorInvalidValue\ncudaErrorInvalidValue\n"
              "cudaErrorInvalidValue\ncudaErrorInvalidValue\ncudaErrorInvalidValue\ncudaErrorInvalidValue\n");
    for (
        const char* text :
        {"prog.cu:20: error: invalid-launch: bounded: a block of 256 × 1 × 1 = 256 threads; "
         "__launch_bounds__ "
         "allows 128\n    bounded<<<1, 256>>>(x);",
         "prog.cu:22: error: invalid-launch: dynamic: 65536 bytes of shared memory; more than 49152 need",
         "prog.cu:24: warning: failed-call: cudaFuncSetAttribute returns cudaErrorInvalidValue",
         "prog.cu:27: warning: unwritten-copy: a copy of 256 bytes to the host, of which 128 were never "
         "written; "
         "the first is byte 128",
         "prog.cu:28: error: copy-too-long: a copy of 256 bytes from device memory that has 64 from there on",
         "prog.cu:11:5: error: barrier-exited: ",
         "prog.cu:30: error: invalid-free: cudaFree of an address 4 bytes after the beginning of its memory, "
         "which cudaMalloc has allocated",
         "prog.cu:32: error: double-free: cudaFree of memory that cudaFree has freed\n    "
         "print(cudaFree(x));\nprog.cu:31: note: it is freed here\n    cudaFree(x);",
         "prog.cu:33: error: invalid-free: cudaFree of an address that is not device memory",
         "prog.cu:19: note: leak: 100 bytes of cudaMalloc are never freed\n"})
        EXPECT_THAT(finished.errors, HasSubstr(text));
    EXPECT_THAT(cuda({"prog.cu", "--leaks"}).errors, HasSubstr("prog.cu:19: error: leak: 100 bytes"));
}

}  // namespace
}  // namespace musimd::cuda_streams_slow
