// Programs that load their kernels: CUDA's driver interface, NVRTC, and modules of musimd-nvcc.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/golden/cuda_folder.hpp"

namespace musimd::cuda_driver_slow {
namespace {

using support::Finished;
using testing::AllOf;
using testing::HasSubstr;
using testing::Optional;

class CudaDriver : public golden::CudaFolder {};

constexpr const char* kScale =
    "#ifndef STEP\n#define STEP 1\n#endif\n__constant__ int factor;\n"
    "__global__ void scale(int *a, int n) {\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < n) a[i * STEP] *= factor;\n}\n";

/// Calls of the driver, some of which are wrong.
constexpr const char* kLoads = R"(
#include <cuda.h>
#include <cstdio>
#define CHECK(call) check(call, #call)
void check(CUresult result, const char *call) {
    const char *name;
    cuGetErrorName(result, &name);
    if (result) std::printf("%s: %s\n", call, name);
}
int main() {
    CUdevice d; CUcontext c; CUmodule m; CUfunction f; CUdeviceptr p, g; size_t bytes; int major;
    CHECK(cuMemAlloc(&p, 4));
    CHECK(cuInit(0));
    CHECK(cuMemAlloc(&p, 4));
    CHECK(cuDeviceGet(&d, 0));
    CHECK(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, d));
    CHECK(cuCtxCreate(&c, 0, d));
    CHECK(cuModuleLoad(&m, "nowhere.ptx"));
    CHECK(cuModuleLoadData(&m, ".version 8.4"));
    CHECK(cuModuleLoad(&m, "scale64.ptx"));
    CHECK(cuModuleGetFunction(&f, m, "scale"));
    CHECK(cuModuleGetFunction(&f, m, "_Z5scalePii"));
    CHECK(cuModuleGetGlobal(&g, &bytes, m, "factor"));
    int three = 3, n = 64, h[64];
    CHECK(cuMemcpyHtoD(g, &three, bytes));
    CHECK(cuMemAlloc(&p, n * 4));
    CHECK(cuMemsetD32(p, 2, n));
    void *arguments[] = {&p, &n};
    CHECK(cuLaunchKernel(f, 2, 1, 1, 32, 1, 1, 0, 0, arguments, 0));
    struct { CUdeviceptr p; int n; } packed = {p, 5};
    size_t size = sizeof packed;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                     CU_LAUNCH_PARAM_END};
    CHECK(cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, 0, 0, extra));
    CHECK(cuMemcpyDtoH(h, p, sizeof h));
    std::printf("%d %d %d, %zu, %d\n", h[4], h[5], h[63], bytes, major);
    CHECK(cuMemcpyDtoH(h, p, sizeof h + 4));
    CHECK(cuMemFree(p));
    CHECK(cuModuleUnload(m));
    CHECK(cuCtxDestroy(c));
})";

TEST_F(CudaDriver, LoadsAFileOfTheProgramAndReportsWhatIsWrong) {
    folder_.write("loads.cpp", kLoads);
    folder_.write("scale.cu", kScale);
    const Finished finished = cuda({"loads.cpp", "scale.cu"});
    EXPECT_THAT(finished.status, Optional(1));
    EXPECT_EQ(finished.output,
              "cuMemAlloc(&p, 4): CUDA_ERROR_NOT_INITIALIZED\n"
              "cuMemAlloc(&p, 4): CUDA_ERROR_INVALID_CONTEXT\n"
              "cuModuleLoad(&m, \"nowhere.ptx\"): CUDA_ERROR_FILE_NOT_FOUND\n"
              "cuModuleLoadData(&m, \".version 8.4\"): CUDA_ERROR_INVALID_IMAGE\n"
              "cuModuleGetFunction(&f, m, \"scale\"): CUDA_ERROR_NOT_FOUND\n"
              "18 6 6, 4, 9\n"
              "cuMemcpyDtoH(h, p, sizeof h + 4): CUDA_ERROR_INVALID_VALUE\n");
    EXPECT_THAT(
        finished.errors,
        AllOf(HasSubstr("loads.cpp:12: warning: failed-call: cuMemAlloc returns CUDA_ERROR_NOT_INITIALIZED: "
                        "call cuInit first\n"),
              HasSubstr("loads.cpp:37: error: copy-too-long: a copy of 260 bytes from device memory that has "
                        "256 from there on\n"),
              HasSubstr("cuMemAlloc returns CUDA_ERROR_INVALID_CONTEXT: create a context first\n"),
              HasSubstr("cuModuleLoad(nowhere.ptx) returns CUDA_ERROR_FILE_NOT_FOUND: write it by "
                        "'musimd-nvcc -ptx', or add nowhere.cu to the files of 'musimd cuda'\n"),
              HasSubstr("cuModuleLoadData returns CUDA_ERROR_INVALID_IMAGE: the machine reads modules of "
                        "NVRTC and of 'musimd-nvcc -ptx', no other PTX or binaries\n"),
              HasSubstr("cuModuleGetFunction(scale) returns CUDA_ERROR_NOT_FOUND: the module has "
                        "_Z5scalePii\n")));
}

TEST_F(CudaDriver, LoadsAModuleOfMusimdNvccWithItsOptions) {
    folder_.write("loads.cpp", kLoads);
    folder_.write("scale.cu", kScale);
    const Finished compiled = nvcc({"-ptx", "-arch=sm_90", "-DSTEP=2", "scale.cu", "-o", "scale64.ptx"});
    ASSERT_THAT(compiled.status, Optional(0)) << compiled.errors;
    const Finished finished = cuda({"loads.cpp"});
    EXPECT_THAT(finished.status, Optional(1));
    EXPECT_THAT(finished.errors,
                HasSubstr("scale.cu:7:16: error: invalid-address: thread 0 of block 1 reads a[64], "
                          "which is outside of a: it has 64 elements"));
}

/// Compiles the text of the program's argument.
constexpr const char* kCompiles = R"(
#include <cuda.h>
#include <nvrtc.h>
#include <cstdio>
#include <string>
#include <vector>
const char *good = R"x(
#include "twice.h"
namespace my {
template <typename T>
__global__ void k(T *a, int n) {
    a[threadIdx.x] = twice(a[threadIdx.x]) + ADD;
}
__device__ int table[3];
}
)x";
int main(int argc, char **argv) {
    nvrtcProgram p;
    const char *headers[] = {"template <typename T> T twice(T x) { return 2 * x; }\n"};
    const char *names[] = {"twice.h"};
    nvrtcCreateProgram(&p, argc > 1 ? "__global__ void k(int *a) { a[0] = j; }\n" : good, "my.cu", 1, headers, names);
    nvrtcAddNameExpression(p, argc > 1 ? "k" : "my::k<float>");
    nvrtcAddNameExpression(p, argc > 1 ? "k" : "&my::table");
    const char *options[] = {"--gpu-architecture=compute_90", "-DADD=1", "-default-device", "-std=c++14",
                             "-frobnicate"};
    const int count = argc > 2 ? 5 : 4;
    std::printf("%s\n", nvrtcGetErrorString(nvrtcCompileProgram(p, count, options)));
    size_t size;
    nvrtcGetProgramLogSize(p, &size);
    std::vector<char> log(size), image;
    nvrtcGetProgramLog(p, log.data());
    std::printf("%s", log.data());
    if (argc > 1) return 0;
    nvrtcGetCUBINSize(p, &size);
    image.resize(size);
    nvrtcGetCUBIN(p, image.data());
    const char *kernel, *table;
    nvrtcGetLoweredName(p, "my::k<float>", &kernel);
    nvrtcGetLoweredName(p, "&my::table", &table);
    std::printf("%s %s\n", kernel, table);
    CUcontext c;
    CUmodule m;
    CUfunction f;
    CUdeviceptr a, g;
    size_t bytes;
    cuInit(0);
    cuDevicePrimaryCtxRetain(&c, 0);
    cuCtxSetCurrent(c);
    cuModuleLoadDataEx(&m, image.data(), 0, 0, 0);
    cuModuleGetFunction(&f, m, kernel);
    cuModuleGetGlobal(&g, &bytes, m, table);
    float h[32] = {};
    h[7] = 3;
    int n = 32;
    cuMemAlloc(&a, sizeof h);
    cuMemcpyHtoD(a, h, sizeof h);
    void *arguments[] = {&a, &n};
    cuLaunchKernel(f, 1, 1, 1, 33, 1, 1, 0, 0, arguments, 0);
    cuMemcpyDtoH(h, a, sizeof h);
    std::printf("%g %zu\n", h[7], bytes);
    return nvrtcDestroyProgram(&p);
})";

TEST_F(CudaDriver, NvrtcCompilesATextWhoseFindingsNameIt) {
    folder_.write("compiles.cpp", kCompiles);
    const Finished finished = cuda({"compiles.cpp"});
    EXPECT_THAT(finished.status, Optional(1));
    EXPECT_EQ(finished.output, "NVRTC_SUCCESS\n_ZN2my1kIfEEvPT_i _ZN2my5tableE\n7 12\n") << finished.errors;
    EXPECT_THAT(
        finished.errors,
        HasSubstr("my.cu:6:28: error: invalid-address: thread 32 of block 0 reads a[32], which is outside of "
                  "a: it has 32 elements (lockstep, volta)\n"
                  "    a[threadIdx.x] = twice(a[threadIdx.x]) + ADD;\n                           ^\n    in "
                  "launch 1, k<<<1, 33>>>\n"));
}

constexpr const char* kTextured = R"(
#include <cuda.h>
#include <cstdio>
int main() {
    CUcontext c;
    CUmodule m;
    CUfunction f;
    CUarray array;
    CUtexObject t;
    CUdeviceptr out;
    cuInit(0);
    cuCtxCreate(&c, 0, 0);
    cuModuleLoad(&m, "look.cubin");
    cuModuleGetFunction(&f, m, "look");
    const unsigned char pixels[] = {0, 51, 102, 153, 204, 255};
    CUDA_ARRAY_DESCRIPTOR shape = {3, 2, CU_AD_FORMAT_UNSIGNED_INT8, 1};
    cuArrayCreate(&array, &shape);
    CUDA_MEMCPY2D copy = {};
    copy.srcMemoryType = CU_MEMORYTYPE_HOST;
    copy.srcHost = pixels;
    copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    copy.dstArray = array;
    copy.WidthInBytes = 3;
    copy.Height = 2;
    cuMemcpy2D(&copy);
    CUDA_RESOURCE_DESC resource = {};
    resource.res.array.hArray = array;
    CUDA_TEXTURE_DESC how = {};
    how.addressMode[0] = how.addressMode[1] = CU_TR_ADDRESS_MODE_MIRROR;
    how.filterMode = CU_TR_FILTER_MODE_LINEAR;
    how.flags = CU_TRSF_NORMALIZED_COORDINATES;
    cuTexObjectCreate(&t, &resource, &how, nullptr);
    cuMemAlloc(&out, 8);
    void *arguments[] = {&out, &t};
    cuLaunchKernel(f, 1, 1, 1, 2, 1, 1, 0, 0, arguments, 0);
    float h[2];
    cuMemcpyDtoH(h, out, 8);
    std::printf("%g %g\n", h[0], h[1]);
    cuTexObjectDestroy(t);
    return cuArrayDestroy(array);
})";

TEST_F(CudaDriver, TexturesOfTheDriverAreReadByModules) {
    folder_.write("textured.cpp", kTextured);
    folder_.write("look.cu",
                  "extern \"C\" __global__ void look(float *a, CUtexObject t) {\n"
                  "    a[threadIdx.x] = tex2D<float>(t, threadIdx.x + 0.5f, 0.5f);\n}\n");
    folder_.write("cuda_first.h", "#include <cuda.h>\n");
    const Finished finished = cuda({"textured.cpp", "look.cu", "--include", "cuda_first.h"});
    // The middle of the six pixels, also in the mirror.
    EXPECT_EQ(finished.output, "0.5 0.5\n") << finished.errors;
    EXPECT_THAT(finished.errors, HasSubstr("no findings (lockstep, volta; 1 launch)"));
}

TEST_F(CudaDriver, NvrtcHasALogOfErrors) {
    folder_.write("compiles.cpp", kCompiles);
    EXPECT_EQ(
        cuda({"compiles.cpp", "--", "wrong"}).output,
        "NVRTC_ERROR_COMPILATION\nmy.cu:1:36: error: use of undeclared identifier 'j'\n"
        "    1 | __global__ void k(int *a) { a[0] = j; }\n      |                                    ^\n");
    EXPECT_EQ(cuda({"compiles.cpp", "--", "wrong", "option"}).output,
              "NVRTC_ERROR_INVALID_OPTION\nmy.cu: error: NVRTC has no option -frobnicate\n");
}

}  // namespace
}  // namespace musimd::cuda_driver_slow
