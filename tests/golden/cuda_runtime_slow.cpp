// What CUDA's runtime does beyond copies and launches: graphs, textures and surfaces.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/golden/cuda_folder.hpp"

namespace musimd::cuda_runtime_slow {
namespace {

using support::Finished;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class CudaRuntime : public golden::CudaFolder {
  protected:
    Finished run(const std::string& text) const {
        folder_.write("prog.cu", text);
        return cuda({"prog.cu"});
    }
};

constexpr const char* kGraphs = R"cuda(
#include <cstdio>
__global__ void add(int *a, int by) { a[threadIdx.x] += by; }
__global__ void twice(int *a) { a[threadIdx.x] *= 2; }
void print(void *text) { std::printf("%s\n", (const char *)text); }
int main() {
    int *a, h[32] = {}, by = 3;
    cudaMalloc(&a, sizeof h);
    cudaGraph_t graph, clone, child;
    cudaGraphNode_t fill, copy, first, second, host, empty, inner;
    cudaGraphCreate(&graph, 0);
    cudaGraphCreate(&child, 0);
    void *arguments[] = {&a, &by}, *just[] = {&a};
    cudaKernelNodeParams k = {(void *)add, dim3(1), dim3(32), 0, arguments, nullptr};
    cudaMemsetParams m = {a, 0, 1, 4, 32, 1};
    cudaHostNodeParams f = {print, (void *)"host"};
    // Made in another order than they run.
    cudaGraphAddMemcpyNode1D(&copy, graph, nullptr, 0, h, a, sizeof h, cudaMemcpyDeviceToHost);
    cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &m);
    cudaGraphAddKernelNode(&first, graph, &fill, 1, &k);
    k.func = (void *)twice;
    k.kernelParams = just;
    cudaGraphAddKernelNode(&inner, child, nullptr, 0, &k);
    cudaGraphAddChildGraphNode(&second, graph, &first, 1, child);
    cudaGraphAddHostNode(&host, graph, &copy, 1, &f);
    cudaGraphAddEmptyNode(&empty, graph, &host, 1);
    cudaGraphAddDependencies(graph, &second, &copy, 1);
    by = 100;  // the node has the 3
    size_t nodes, edges, roots;
    cudaGraphGetNodes(graph, nullptr, &nodes);
    cudaGraphGetEdges(graph, nullptr, nullptr, &edges);
    cudaGraphGetRootNodes(graph, nullptr, &roots);
    cudaGraphNodeType type;
    cudaGraphNodeGetType(second, &type);
    cudaGraphExec_t exec, other;
    cudaGraphInstantiate(&exec, graph);
    cudaGraphClone(&clone, graph);
    cudaGraphLaunch(exec, 0);
    std::printf("%d; %zu %zu %zu %d\n", h[9], nodes, edges, roots, type == cudaGraphNodeTypeGraph);
    by = 10;
    k.func = (void *)add;
    k.kernelParams = arguments;
    cudaGraphExecKernelNodeSetParams(exec, first, &k);
    cudaGraphLaunch(exec, 0);
    std::printf("%d\n", h[9]);
    cudaGraphInstantiate(&other, clone, nullptr, nullptr, 0);
    cudaGraphLaunch(other, 0);
    std::printf("%d\n", h[9]);
    cudaGraphAddDependencies(graph, &empty, &fill, 1);
    std::printf("%s\n", cudaGetErrorName(cudaGraphInstantiate(&other, graph, 0)));

    cudaStream_t s, t;
    cudaEvent_t forked, joined;
    cudaStreamCreate(&s); cudaStreamCreate(&t); cudaEventCreate(&forked); cudaEventCreate(&joined);
    cudaMemset(a, 0, sizeof h);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaEventRecord(forked, s);
    cudaStreamWaitEvent(t, forked, 0);
    add<<<1, 32, 0, t>>>(a, 5);
    cudaEventRecord(joined, t);
    std::printf("%s\n", cudaGetErrorName(cudaStreamSynchronize(s)));
    cudaStreamWaitEvent(s, joined, 0);
    twice<<<1, 32, 0, s>>>(a);
    cudaMemcpyAsync(h, a, sizeof h, cudaMemcpyDeviceToHost, s);
    cudaLaunchHostFunc(s, print, (void *)"captured");
    cudaGraph_t captured;
    cudaStreamEndCapture(s, &captured);
    std::printf("%d\n", h[9]);
    cudaGraphInstantiate(&exec, captured, 0);
    for (int i = 0; i < 2; ++i) cudaGraphLaunch(exec, s);
    std::printf("%d\n", h[9]);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaEventRecord(forked, s);
    cudaStreamWaitEvent(t, forked, 0);
    twice<<<1, 32, 0, t>>>(a);
    std::printf("%s\n", cudaGetErrorName(cudaStreamEndCapture(s, &captured)));
}
)cuda";

TEST_F(CudaRuntime, GraphsRunTheirNodesInOrder) {
    const Finished finished = run(kGraphs);
    EXPECT_EQ(finished.output,
              "host\n8; 6 5 1 1\nhost\n22\nhost\n8\ncudaErrorInvalidValue\n"
              "cudaErrorStreamCaptureUnsupported\n8\ncaptured\ncaptured\n30\n"
              "cudaErrorStreamCaptureUnjoined\n");
    EXPECT_THAT(finished.errors, HasSubstr("prog.cu:76: warning: failed-call: cudaStreamEndCapture returns "
                                           "cudaErrorStreamCaptureUnjoined\n"));
}

constexpr const char* kTextures = R"cuda(
#include <cstdio>
#include <vector>
__global__ void rows(cudaTextureObject_t t, float *out, int n, float at) { if (threadIdx.x < n) out[threadIdx.x] = tex1D<float>(t, threadIdx.x + at); }
__global__ void fetch(cudaTextureObject_t t, int4 *out) { out[threadIdx.x] = tex1Dfetch<int4>(t, threadIdx.x - 1); }
__global__ void plane(cudaTextureObject_t t, float *out, float x, float y) { out[0] = tex2D<float>(t, x, y); }
__global__ void colors(cudaTextureObject_t t, float4 *out) { float4 v; tex2D(&v, t, threadIdx.x + 0.5f, 0.5f); out[threadIdx.x] = v; }
__global__ void bytes(cudaTextureObject_t t, cudaSurfaceObject_t s, int n) {
    uchar1 v = tex2D<uchar1>(t, threadIdx.x, blockIdx.x);
    if (threadIdx.x < n) surf2Dwrite((unsigned char)(v.x + 1), s, threadIdx.x, blockIdx.x);
}
cudaTextureDesc how(cudaTextureAddressMode mode, cudaTextureFilterMode filter, cudaTextureReadMode read, int normalized) {
    cudaTextureDesc d = {};
    d.addressMode[0] = d.addressMode[1] = d.addressMode[2] = mode;
    d.filterMode = filter; d.readMode = read; d.normalizedCoords = normalized;
    return d;
}
int main() {
    float *out, h[16], from[4] = {10, 20, 30, 40};
    cudaMalloc(&out, sizeof h);
    cudaArray_t line, square;
    cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
    cudaMallocArray(&line, &f, 4);
    cudaMemcpyToArray(line, 0, 0, from, sizeof from, cudaMemcpyHostToDevice);
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray; r.res.array.array = line;
    for (auto mode : {cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder})
        for (auto filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
            cudaTextureObject_t t;
            cudaTextureDesc d = how(mode, filter, cudaReadModeElementType, 1);
            cudaCreateTextureObject(&t, &r, &d, nullptr);
            std::printf("%d %d:", mode, filter);
            for (float x : {-0.25f, 0.0f, 0.2f, 0.6f, 1.1f}) {
                rows<<<1, 32>>>(t, out, 1, x);
                cudaMemcpy(h, out, 4, cudaMemcpyDeviceToHost);
                std::printf(" %g", h[0]);
            }
            std::printf("\n");
            cudaDestroyTextureObject(t);
        }
    // Linear memory, which is read anew before each launch.
    int4 *numbers, host[3];
    cudaMalloc(&numbers, 2 * sizeof(int4));
    int4 *result; cudaMalloc(&result, sizeof host);
    cudaResourceDesc l = {};
    l.resType = cudaResourceTypeLinear; l.res.linear.devPtr = numbers; l.res.linear.desc = cudaCreateChannelDesc<int4>(); l.res.linear.sizeInBytes = 2 * sizeof(int4);
    cudaTextureObject_t t;
    cudaTextureDesc point = how(cudaAddressModeClamp, cudaFilterModePoint, cudaReadModeElementType, 0);
    cudaCreateTextureObject(&t, &l, &point, nullptr);
    const int4 two[2] = {{1, 2, 3, 4}, {-5, 6, 7, 8}};
    cudaMemcpy(numbers, two, sizeof two, cudaMemcpyHostToDevice);
    fetch<<<1, 3>>>(t, result);
    cudaMemcpy(host, result, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d %d %d %d\n", host[0].w, host[1].w, host[2].x, host[2].w);
    // Rows of bytes as floats, and between them.
    unsigned char *image; size_t pitch;
    cudaMallocPitch(&image, &pitch, 3, 2);
    const unsigned char pixels[6] = {0, 51, 255, 102, 153, 204};
    cudaMemcpy2D(image, pitch, pixels, 3, 3, 2, cudaMemcpyHostToDevice);
    cudaResourceDesc p = {};
    p.resType = cudaResourceTypePitch2D;
    p.res.pitch2D.devPtr = image; p.res.pitch2D.desc = cudaCreateChannelDesc<unsigned char>();
    p.res.pitch2D.width = 3; p.res.pitch2D.height = 2; p.res.pitch2D.pitchInBytes = pitch;
    cudaTextureDesc smooth = how(cudaAddressModeClamp, cudaFilterModeLinear, cudaReadModeNormalizedFloat, 0);
    cudaCreateTextureObject(&t, &p, &smooth, nullptr);
    plane<<<1, 1>>>(t, out, 1.0f, 1.0f);
    cudaMemcpy(h, out, 4, cudaMemcpyDeviceToHost);
    std::printf("%g\n", h[0]);
    // A surface.
    cudaChannelFormatDesc u = cudaCreateChannelDesc<uchar1>();
    cudaMallocArray(&square, &u, 3, 2, cudaArraySurfaceLoadStore);
    cudaMemcpy2DToArray(square, 0, 0, pixels, 3, 3, 2, cudaMemcpyHostToDevice);
    r.res.array.array = square;
    cudaSurfaceObject_t s;
    cudaCreateSurfaceObject(&s, &r);
    cudaCreateTextureObject(&t, &r, &point, nullptr);
    bytes<<<2, 3>>>(t, s, 3);
    unsigned char changed[6];
    cudaMemcpy2DFromArray(changed, 3, square, 0, 0, 3, 2, cudaMemcpyDeviceToHost);
    for (int x : changed) std::printf("%d ", x);
    std::printf("\n");
    bytes<<<1, 4>>>(t, s, 4);
    smooth.readMode = cudaReadModeElementType;
    std::printf("%s\n", cudaGetErrorName(cudaCreateTextureObject(&t, &r, &smooth, nullptr)));
    cudaMemcpyToArray(square, 2, 1, pixels, 2, cudaMemcpyHostToDevice);
    std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
)cuda";

TEST_F(CudaRuntime, TexturesAreReadAsTheirDescriptionAsks) {
    const Finished finished = run(kTextures);
    EXPECT_EQ(finished.output,
              // By address and filter mode, at -0.25, 0, 0.2, 0.6 and 1.1 of four texels. Shares are
              // multiples of 1/256.
              "0 0: 40 10 10 30 10\n0 1: 35 25 13.0078 28.9844 13.0469\n"
              "1 0: 10 10 10 30 40\n1 1: 10 10 13.0078 28.9844 40\n"
              "2 0: 10 10 10 30 40\n2 1: 15 10 13.0078 28.9844 40\n"
              "3 0: 0 10 10 30 0\n3 1: 0 5 13.0078 28.9844 4.0625\n"
              "0 4 -5 8\n0.3\n1 52 0 103 154 205 \ncudaErrorInvalidFilterSetting\ncudaErrorAssert\n");
    EXPECT_THAT(
        finished.errors,
        AllOf(HasSubstr(
                  "prog.cu:10:26: error: assertion: the assertion fails in thread 3 of block 0 (lockstep, "
                  "volta)\n    if (threadIdx.x < n) surf2Dwrite("),
              Not(HasSubstr("race")),
              HasSubstr(": warning: failed-call: cudaMemcpyToArray returns cudaErrorInvalidValue\n    "
                        "cudaMemcpyToArray(")));
}

constexpr const char* kReferences = R"cuda(
#include <cstdio>
texture<int, 1> numbers;
texture<unsigned char, 2, cudaReadModeNormalizedFloat> image;
texture<float, 1, cudaReadModeElementType> line;
__global__ void k(int *a) { a[threadIdx.x] = tex1Dfetch(numbers, threadIdx.x); }
__global__ void f(float *a) { a[0] = tex2D(image, 1.0f, 1.0f); a[1] = tex1D(line, 0.5f); }
int main() {
    int *a, *b, h[4]; const int from[4] = {3, 4, 5, 6};
    cudaMalloc(&a, 16); cudaMalloc(&b, 16);
    cudaMemcpy(a, from, 16, cudaMemcpyHostToDevice);
    const cudaChannelFormatDesc ints = cudaCreateChannelDesc<int>();
    cudaBindTexture(0, &numbers, a, &ints, 16);
    k<<<1, 4>>>(b);
    cudaMemcpy(h, b, 16, cudaMemcpyDeviceToHost);
    std::printf("%d %d\n", h[0], h[3]);
    unsigned char *p; size_t pitch; cudaMallocPitch(&p, &pitch, 2, 2);
    const unsigned char pixels[] = {0, 51, 102, 153};
    cudaMemcpy2D(p, pitch, pixels, 2, 2, 2, cudaMemcpyHostToDevice);
    image.filterMode = cudaFilterModeLinear;
    cudaBindTexture2D(0, image, p, 2, 2, pitch);
    cudaArray *array; cudaChannelFormatDesc d = cudaCreateChannelDesc<float>();
    cudaMallocArray(&array, &d, 2);
    const float two[] = {10, 20}; cudaMemcpyToArray(array, 0, 0, two, 8, cudaMemcpyHostToDevice);
    line.normalized = 1; line.addressMode[0] = cudaAddressModeWrap; line.filterMode = cudaFilterModeLinear;
    cudaBindTextureToArray(line, array, d);
    f<<<1, 1>>>((float *)b);
    float g[2]; cudaMemcpy(g, b, 8, cudaMemcpyDeviceToHost);
    std::printf("%g %g\n", g[0], g[1]);
    cudaUnbindTexture(&numbers);
    k<<<1, 4>>>(b);
}
)cuda";

TEST_F(CudaRuntime, ReferencesToTexturesAreBound) {
    const Finished finished = run(kReferences);
    EXPECT_EQ(finished.output, "3 6\n0.3 15\n");
    EXPECT_THAT(
        finished.errors,
        HasSubstr(
            "prog.cu:6:46: error: undefined-memory: thread 0 of block 0 reads musimd_texels[1], which was "
            "never written"));
}

constexpr const char* kRegistered = R"cuda(
#include <cstdio>
#include <cstdlib>
__global__ void twice(int *a, int n) { const int i = blockIdx.x * 32 + threadIdx.x; if (i < n) a[i] *= 2; }
int main() {
    constexpr int n = 3000;
    int *const all = (int *)malloc((n + 100) * sizeof(int)), *const a = all + 50;
    for (int i = 0; i < n + 100; i++) all[i] = i;
    cudaHostRegister(a, n * sizeof(int), cudaHostRegisterMapped);
    int *d; cudaHostGetDevicePointer(&d, a, 0);
    twice<<<94, 32>>>(d, n);
    twice<<<94, 32>>>(a, n);
    std::printf("%d %d %d\n", a[1] == 4 * 51 && a[n - 1] == 4 * (n + 49), all[49], a[n]);
    std::printf("%s\n", cudaGetErrorName(cudaHostRegister(a + 5, 8, 0)));
    twice<<<94, 32>>>(a, n + 1);
    cudaGetLastError();
    cudaHostUnregister(a);
    std::printf("%s %d\n", cudaGetErrorName(cudaHostUnregister(a)), all[n + 99]);
    cudaMemPool_t pool; cudaDeviceGetDefaultMemPool(&pool, 0);
    cudaMemAccessDesc access = {}; access.location.type = cudaMemLocationTypeDevice;
    access.flags = cudaMemAccessFlagsProtReadWrite;
    std::printf("%d\n", cudaMemPoolSetAccess(pool, &access, 1) == cudaSuccess);
    free(all);
}
)cuda";

TEST_F(CudaRuntime, MemoryOfTheHostThatIsRegisteredIsThatOfKernels) {
    const Finished finished = run(kRegistered);
    EXPECT_EQ(finished.output,
              "1 49 3050\ncudaErrorHostMemoryAlreadyRegistered\ncudaErrorHostMemoryNotRegistered 3099\n1\n")
        << finished.errors;
    EXPECT_THAT(finished.errors, HasSubstr("prog.cu:4:96: error: invalid-address: "));
}

TEST_F(CudaRuntime, AlgorithmsOfCubForTheDevice) {
    if (!std::filesystem::exists("/usr/include/cub/cub.cuh")) GTEST_SKIP() << "libcub-dev is not installed";
    const Finished finished = run(R"cuda(
#include <cub/cub.cuh>
#include <cstdio>
int main() {
    int h[1000], sum, last, *in, *out;
    for (int i = 0; i < 1000; i++) h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    char *room;
    size_t bytes = 2048;
    cudaMalloc(&room, bytes);
    cub::DeviceReduce::Sum(room, bytes, in, out, 1000);
    cudaMemcpy(&sum, out, 4, cudaMemcpyDeviceToHost);
    cub::DeviceScan::ExclusiveSum(room, bytes, in, out, 1000);
    cudaMemcpy(&last, out + 999, 4, cudaMemcpyDeviceToHost);
    std::printf("%d %d\n", sum, last);
}
)cuda");
    EXPECT_EQ(finished.output, "499500 498501\n") << finished.errors;
}

TEST_F(CudaRuntime, AKernelAloneHasNoTextures) {
    EXPECT_THAT(
        run("__global__ void k(float *a, cudaTextureObject_t t) { a[0] = tex1Dfetch<float>(t, 0); }\n")
            .errors,
        HasSubstr("prog.cu: error: k reads textures, which a program has to make; add a `main` that launches "
                  "it\n"));
}

}  // namespace
}  // namespace musimd::cuda_runtime_slow
