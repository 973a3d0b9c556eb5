// Pointers of whole programs, as the findings of `musimd cuda` name them.

#include <gmock/gmock.h>

#include "tests/golden/cuda_folder.hpp"

namespace musimd::golden {
namespace {

using testing::HasSubstr;

class CudaPointers : public CudaFolder {};

TEST_F(CudaPointers, OfTheHostAndToFreedMemoryAreNamed) {
    folder_.write("p.cu",
                  "#include <stdlib.h>\n"
                  "__global__ void add(float *a, const float *b) { a[threadIdx.x] += b[threadIdx.x + 2]; }\n"
                  "static void release(float *p) {\n    cudaFree(p);\n}\n"
                  "int main(int argc, char **) {\n"
                  "float *a, *b;\ncudaMalloc(&a, 256);\ncudaMemset(a, 0, 256);\n"
                  "cudaMalloc(&b, 256);\ncudaMemset(b, 0, 256);\n"
                  "if (argc > 1) b = (float *)malloc(256); else release(b);\n"
                  "add<<<1, 32>>>(a, b);\n}\n");
    EXPECT_THAT(
        cuda({"p.cu"}).errors,
        HasSubstr("p.cu:2:67: error: invalid-address: thread 0 of block 0 reads b[2], but b points to "
                  "memory freed by cudaFree on line 4 (lockstep, volta)\n"));
    EXPECT_THAT(
        cuda({"p.cu", "--", "host"}).errors,
        HasSubstr("reads b[2], but b is a host pointer: copy its memory by cudaMemcpy, or allocate it by "
                  "cudaMallocManaged (lockstep, volta)\n"));
}

TEST_F(CudaPointers, AnAccessHasTheNameOfThePointerThatItGoesThrough) {
    folder_.write("q.cu",
                  "__global__ void k(int *all, int *part) { part[threadIdx.x + 40] = all[0]; }\n"
                  "int main() {\nint *a;\ncudaMalloc(&a, 256);\ncudaMemset(a, 0, 256);\n"
                  "k<<<1, 32>>>(a, a + 16);\n}\n");
    EXPECT_THAT(
        cuda({"q.cu"}).errors,
        HasSubstr("thread 8 of block 0 writes part[48], which is outside of part: it has 48 elements"));
}

}  // namespace
}  // namespace musimd::golden
