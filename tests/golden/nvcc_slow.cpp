// nvcc's options on the command line of `musimd cuda`, objects of other compilers, musimd-nvcc, and the
// runtime.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/golden/cuda_folder.hpp"

namespace musimd::nvcc_slow {
namespace {

using support::Finished;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Optional;

constexpr const char* kProgram =
    "#include <cstdio>\n#include <omp.h>\n#ifndef FACTOR\n#define FACTOR 2\n#endif\n"
    "__global__ void fill(int *a) { a[threadIdx.x] = FACTOR * threadIdx.x; }\n"
    "extern \"C\" int squared(int);\n"
    "int main(int argc, char **argv) {\nint *a, host[32];\ncudaMalloc(&a, sizeof host);\nfill<<<1, "
    "32>>>(a);\n"
    "cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);\n"
    "const clock_t now = clock();\n"
    "std::printf(\"%d %d %d %d\\n\", host[5], squared(3), argc, omp_get_max_threads() > 0 && now >= 0);\n"
    "return 0;\n}\n";

/// `square` is declared by its call, as C of before 1999 allows.
constexpr const char* kSquared =
    "int squared(int x) { return square(x); }\nint square(int x) { return x * x; }\n";

class Nvcc : public golden::CudaFolder {
  protected:
    void SetUp() override {
        CudaFolder::SetUp();
        folder_.write("prog.cu", kProgram);
        folder_.write("squared.c", kSquared);
    }

    Finished shell(const std::string& line) const {
        support::Command command;
        command.arguments = {"/bin/sh", "-c", line};
        return in_folder(std::move(command));
    }
};

TEST_F(Nvcc, OptionsAreForHostCodeOrWithoutEffect) {
    const Finished finished =
        cuda({"prog.cu", "squared.c", "-arch=sm_70", "-gencode", "arch=compute_80,code=sm_80", "-O3",
              "--use_fast_math", "-lineinfo", "-Xptxas", "-v", "-std=c++17", "-Xcompiler", "-fopenmp,-Wall",
              "-lm", "-DFACTOR=3", "-I.", "--expt-extended-lambda", "--", "one"});
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_EQ(finished.output, "15 9 2 1\n");
    EXPECT_THAT(finished.errors,
                AllOf(HasSubstr("note: options of nvcc without effect here: -arch=sm_70, -gencode "
                                "arch=compute_80,code=sm_80, -O3, --use_fast_math, -lineinfo, -Xptxas -v, "
                                "--expt-extended-lambda\n"),
                      HasSubstr("squared.c:1:29: warning: call to undeclared function 'square'"),
                      HasSubstr("no findings (lockstep, volta; 1 launch)")));
}

TEST_F(Nvcc, AFileOfAnyNameIsCudaWithX) {
    ASSERT_THAT(shell("cp prog.cu prog.cpp && gcc -w -c squared.c").status, Optional(0));
    const Finished finished = cuda({"-x", "cu", "prog.cpp", "squared.o", "-Xcompiler=-fopenmp"});
    EXPECT_EQ(finished.output, "10 9 1 1\n") << finished.errors;
    EXPECT_THAT(cuda({"-x", "fortran", "prog.cpp"}).errors, HasSubstr("invalid value 'fortran' for '-x'"));
    EXPECT_THAT(cuda({"prog.cu", "-Xcompiler"}).errors, HasSubstr("option '-Xcompiler' has no value"));
    EXPECT_THAT(cuda({"squared.o"}).errors,
                HasSubstr("expected a source; all files are objects or libraries"));
    EXPECT_THAT(cuda({"prog.cu", "-frobnicate"}).errors, HasSubstr("unknown option"));
}

TEST_F(Nvcc, SyntaxOnlyPrintsErrorsAndRunsNothing) {
    folder_.write("wrong.cu", "__global__ void k(int *a) { a[0] = j; }\n");
    EXPECT_THAT(cuda({"prog.cu", "--syntax-only"}).output, IsEmpty());
    EXPECT_THAT(cuda({"prog.cu", "--syntax-only"}).status, Optional(0));
    const Finished wrong = cuda({"wrong.cu", "--syntax-only"});
    EXPECT_THAT(wrong.status, Optional(2));
    EXPECT_THAT(wrong.errors, HasSubstr("wrong.cu:1:36: error: use of undeclared identifier 'j'"));
}

TEST_F(Nvcc, ObjectsOfMusimdNvccAndOthersAreLinked) {
    ASSERT_THAT(shell("gcc -w -c squared.c").status, Optional(0));
    const Finished compiled = nvcc({"-dc", "-arch=sm_70", "-O3", "-DFACTOR=4", "-Xcompiler", "-fopenmp",
                                    "-MD", "prog.cu", "-o", "prog.o"});
    ASSERT_THAT(compiled.status, Optional(0)) << compiled.errors;
    EXPECT_THAT(compiled.errors, IsEmpty());
    EXPECT_EQ(support::read_file(folder_.path() / "prog.d"), "prog.o: prog.cu\n");
    ASSERT_THAT(nvcc({"prog.o", "squared.o", "-lcudart", "-lcuda", "-lnvrtc", "-lm", "-o", "prog"}).status,
                Optional(0));
    EXPECT_THAT(shell("gcc prog.o squared.o -o other").errors,
                HasSubstr("undefined reference to `link_this_program_with_musimd_nvcc'"));
    const Finished run = shell("mkdir sub && cd sub && ../prog a b");
    EXPECT_THAT(run.status, Optional(0)) << run.errors;
    EXPECT_EQ(run.output, "20 9 3 1\n");
    EXPECT_THAT(run.errors, HasSubstr("no findings"));
}

TEST_F(Nvcc, ADeviceFunctionMayBeInAnotherFile) {
    folder_.write("a.cu",
                  "#include <cstdio>\nextern __device__ int twice(int x);\n"
                  "__global__ void k(int *a) { a[threadIdx.x] = twice(threadIdx.x); }\n"
                  "int main() {\nint *a, h[32];\ncudaMalloc(&a, sizeof h);\nk<<<1, 32>>>(a);\n"
                  "cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);\nstd::printf(\"%d\\n\", h[7]);\n}\n");
    folder_.write("b.cu", "__device__ int twice(int x) { return 2 * x; }\n");
    for (const char* const name : {"a", "b"})
        ASSERT_THAT(nvcc({"-rdc=true", "-c", name + std::string(".cu")}).status, Optional(0));
    ASSERT_THAT(nvcc({"-dlink", "a.o", "b.o", "-o", "linked.o"}).status, Optional(0));
    ASSERT_THAT(nvcc({"a.o", "b.o", "linked.o", "-o", "prog"}).status, Optional(0));
    EXPECT_EQ(shell("./prog").output, "14\n");
    ASSERT_THAT(nvcc({"-dc", "-DHALF=1", "b.cu"}).status, Optional(0));
    EXPECT_THAT(nvcc({"a.o", "b.o", "-o", "prog"}).errors,
                HasSubstr("note: files were compiled with different options; all get: -DHALF=1\n"));
}

TEST_F(Nvcc, TheRuntimeHasPitchedMemoryPoolsAndErrors) {
    folder_.write(
        "memory.cu",
        "#include <cstdio>\n__global__ void k() {}\nint main() {\nregister int one = 1;\nk<<<one, 1>>>();\n"
        "cudaExtent e = make_cudaExtent(16, 3, 2);\ncudaPitchedPtr p;\ncudaMalloc3D(&p, e);\n"
        "cudaMemset3D(p, 1, e);\nchar out[96] = {};\ncudaMemcpy3DParms c = {};\nc.srcPtr = p;\n"
        "c.dstPtr = make_cudaPitchedPtr(out, 16, 16, 3);\nc.extent = e;\nc.kind = cudaMemcpyDeviceToHost;\n"
        "cudaMemcpy3D(&c);\nint sum = 0;\nfor (char x : out) sum += x;\n"
        "cudaMemPool_t pool;\ncudaDeviceGetDefaultMemPool(&pool, 0);\nint *q, *r;\n"
        "cudaMallocAsync(&q, 64, 0);\ncudaMallocFromPoolAsync(&r, 64, pool, 0);\n"
        "cudaMemset(q, 0, 64);\ncudaMemcpyPeer(r, 0, q, 0, 64);\ncudaFreeAsync(q, 0);\n"
        "std::printf(\"%d %s %s %s\\n\", sum, cudaGetErrorName(cudaGetLastError()),\n"
        "cudaGetErrorName(cudaErrorInvalidPc), cudaGetErrorString(cudaErrorHostMemoryNotRegistered));\n}\n");
    const Finished finished = cuda({"memory.cu", "-std=c++11", "-Xcompiler", "-Wextra,-Werror"});
    EXPECT_EQ(finished.output,
              "96 cudaSuccess cudaErrorInvalidPc pointer does not correspond to a registered memory region\n")
        << finished.errors;
}

TEST_F(Nvcc, HostCodeMayBeC) {
    folder_.write("main.c",
                  "#include <cuda_runtime.h>\n#include <stdio.h>\nvoid run(int *a, int n);\n"
                  "int main(void) {\nint *a, h[32];\nstruct cudaDeviceProp p;\nfloat4 f = {1, 2, 3, 4};\n"
                  "if (cudaMalloc((void **)&a, sizeof h) != cudaSuccess) return 1;\nrun(a, 32);\n"
                  "cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);\ncudaGetDeviceProperties(&p, 0);\n"
                  "printf(\"%d %d %g\\n\", h[9], p.warpSize, f.z);\nreturn cudaFree(a);\n}\n");
    folder_.write(
        "k.cu",
        "__global__ void k(int *a, int n) { if (threadIdx.x < n) a[threadIdx.x] = 2 * threadIdx.x; }\n"
        "extern \"C\" void run(int *a, int n) { k<<<1, 32>>>(a, n); }\n");
    const Finished finished = cuda({"main.c", "k.cu"});
    EXPECT_EQ(finished.output, "18 32 3\n") << finished.errors;
    EXPECT_THAT(finished.status, Optional(0));
}

TEST_F(Nvcc, AnArchiveKeepsItsRecords) {
    ASSERT_THAT(nvcc({"-c", "prog.cu", "-Xcompiler=-fopenmp"}).status, Optional(0));
    ASSERT_THAT(shell("gcc -w -c squared.c && ar rcs libboth.a prog.o squared.o").status, Optional(0));
    ASSERT_THAT(nvcc({"libboth.a", "-o", "prog"}).status, Optional(0));
    EXPECT_EQ(shell("MUSIMD_CUDA_OPTIONS='--model volta' ./prog").output, "10 9 1 1\n");
}

// As Makefiles of libraries do, with the compiler of C++ replaced, too.
TEST_F(Nvcc, ASharedLibraryIsPartOfTheProgramsThatItLinks) {
    folder_.write("k.cu",
                  "#ifndef BY\n#define BY 1\n#endif\nint squared(int x);\n"
                  "__global__ void k(int *a) { a[threadIdx.x] = BY * threadIdx.x; }\n"
                  "int run(int i) {\nint *a, h[32];\ncudaMalloc(&a, sizeof h);\nk<<<1, 32>>>(a);\n"
                  "cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);\nreturn squared(h[i]);\n}\n");
    folder_.write("other.cpp", "int squared(int x) { return x * x; }\n");
    folder_.write("main.cpp",
                  "#include <cstdio>\nint run(int i);\nint main() { std::printf(\"%d\\n\", run(3)); }\n");
    ASSERT_THAT(shell("g++ -fPIC -c other.cpp").status, Optional(0));
    const Finished made =
        nvcc({"-shared", "-Xcompiler", "-fPIC", "-DBY=2", "k.cu", "other.o", "-o", "libk.so"});
    ASSERT_THAT(made.status, Optional(0)) << made.errors;
    ASSERT_THAT(nvcc({"-std=c++17", "-O3", "-Wall", "-fPIC", "-pthread", "-g3", "-c", "main.cpp"}).status,
                Optional(0));
    const Finished linked =
        nvcc({"main.o", "-L.", "-lk", "-lcudart", "-lm", "-pthread", "-Wl,-rpath,.", "-o", "prog"});
    ASSERT_THAT(linked.status, Optional(0)) << linked.errors;
    EXPECT_EQ(shell("./prog").output, "36\n");
    EXPECT_THAT(shell("python3 -c 'import ctypes; ctypes.CDLL(\"./libk.so\")'").errors,
                HasSubstr("undefined symbol: link_this_program_with_musimd_nvcc"));
}

TEST_F(Nvcc, CMakeConfiguresAndBuildsItsLanguageCuda) {
    folder_.write("CMakeLists.txt",
                  "cmake_minimum_required(VERSION 3.18)\nproject(x LANGUAGES CUDA CXX)\n"
                  "add_library(twice STATIC twice.cu)\nadd_executable(x x.cu host.cpp)\n"
                  "target_compile_definitions(x PRIVATE FACTOR=3)\n"
                  "target_include_directories(x PRIVATE include)\ntarget_link_libraries(x PRIVATE twice)\n"
                  "set_target_properties(x PROPERTIES CUDA_STANDARD 17 LINKER_LANGUAGE CUDA)\n");
    folder_.write("include/addend.h", "#define ADDEND 1\n");
    folder_.write("x.cu",
                  "#include <cstdio>\n#include \"addend.h\"\nint host(int);\nvoid twice(int *a);\n"
                  "__global__ void fill(int *a) { a[threadIdx.x] = FACTOR * threadIdx.x + ADDEND; }\n"
                  "int main() {\nint *a, h[32];\ncudaMalloc(&a, sizeof h);\nfill<<<1, 32>>>(a);\ntwice(a);\n"
                  "cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);\n"
                  "printf(\"%d %d\\n\", h[5], host(2));\n}\n");
    folder_.write("twice.cu",
                  "__global__ void k(int *a) { a[threadIdx.x] *= 2; }\n"
                  "void twice(int *a) { k<<<1, 32>>>(a); }\n");
    folder_.write("host.cpp", "int host(int x) { return x + 5; }\n");
    const std::filesystem::path musimd = support::musimd({}).arguments.front();
    const Finished configured = shell("cmake -S . -B b -G 'Unix Makefiles' -DCMAKE_CUDA_COMPILER=" +
                                      (musimd.parent_path() / "musimd-nvcc").string());
    ASSERT_THAT(configured.status, Optional(0)) << configured.errors;
    EXPECT_THAT(configured.output, HasSubstr("The CUDA compiler identification is NVIDIA 12.4.0"));
    const Finished built = shell("cmake --build b && b/x");
    EXPECT_THAT(built.output, HasSubstr("\n32 7\n")) << built.errors;
    folder_.write("include/addend.h", "#define ADDEND 2\n");
    EXPECT_THAT(shell("cmake --build b").output,
                AllOf(HasSubstr("x.cu.o"), Not(HasSubstr("twice.cu.o")), Not(HasSubstr("host.cpp.o"))));
    EXPECT_THAT(shell("b/x").output, HasSubstr("34 7\n"));
}

TEST_F(Nvcc, RulesForMakeHaveTheHeadersOfTheUser) {
    folder_.write("a.h", "");
    folder_.write("a.cu", "#include <cuda_runtime.h>\n#include \"a.h\"\n__global__ void k() {}\n");
    EXPECT_EQ(nvcc({"-MM", "a.cu"}).output, "a.o: a.cu a.h\n");
    EXPECT_THAT(nvcc({"-M", "a.cu", "-MT", "x.o", "-MF", "rule"}).status, Optional(0));
    EXPECT_EQ(support::read_file(folder_.path() / "rule"), "x.o: a.cu a.h\n");
}

TEST_F(Nvcc, WrongCommandLinesAreErrors) {
    folder_.write("wrong.cu", "__global__ void k(int *a) { a[0] = j; }\n");
    const Finished wrong = nvcc({"-c", "wrong.cu"});
    EXPECT_THAT(wrong.status, Optional(Not(0)));
    EXPECT_THAT(wrong.errors, HasSubstr("wrong.cu:1:36: error: use of undeclared identifier 'j'"));
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "wrong.o"));
    EXPECT_THAT(nvcc({"-run", "prog.cu"}).errors, HasSubstr("error: '-run' is not supported"));
    EXPECT_THAT(nvcc({"nowhere.o"}).errors, HasSubstr("error: nowhere.o: No such file or directory"));
    EXPECT_THAT(nvcc({"--version"}).output, HasSubstr("release 12.4, V12.4"));
}

}  // namespace
}  // namespace musimd::nvcc_slow
