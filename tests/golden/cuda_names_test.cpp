// How the findings of `musimd cuda` name things: elements, columns, callers, pointers.

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/golden/cuda_folder.hpp"

namespace musimd::golden {
namespace {

using Json = nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class CudaNames : public CudaFolder {
  protected:
    /// What the command prints of a file with this text.
    std::string errors_of(const std::string& text, std::vector<std::string> options = {}) const {
        folder_.write("k.cu", text);
        options.insert(options.begin(), "k.cu");
        return cuda(std::move(options)).errors;
    }
};

TEST_F(CudaNames, ElementsAreNamedAsTheTextWritesThem) {
    const std::string errors = errors_of(
        "struct V { float x, w[2]; };\n"
        "__device__ int table[4][8];\n"
        "__global__ void two(int *out) {\n__shared__ int t[4][3];\nout[threadIdx.x] = t[2][1];\n}\n"
        "__global__ void three(int *out) {\n__shared__ V v[4];\nout[threadIdx.x] = v[3].w[1];\n}\n"
        "__global__ void one(int *out) {\n__shared__ V v;\n__shared__ int sum;\nsum = 1;\n"
        "out[threadIdx.x] = v.w[0];\n}\n"
        "__global__ void device() {\ntable[threadIdx.x][2] = 1;\n}\n"
        "__global__ void rows(int (*m)[4]) {\nm[threadIdx.x + 60][1] = 2;\n}\n"
        "__global__ void local(int *out) {\nV own[3];\nown[threadIdx.x % 2].x = 1;\n"
        "out[threadIdx.x] = own[threadIdx.x % 3].w[threadIdx.x % 2];\n}\n");
    EXPECT_THAT(errors, HasSubstr("reads t[2][1], which was never written"));
    EXPECT_THAT(errors, HasSubstr("reads v[3].w[1], which was never written"));
    EXPECT_THAT(errors,
                HasSubstr("writes sum, which thread 0 of block 0 writes on line 14; both write the same"));
    EXPECT_THAT(errors, HasSubstr("writes table[4][2], which is outside of table: it has 4 elements"));
    EXPECT_THAT(errors, HasSubstr("writes m[60][1], which is outside of m: it has 32 elements"));
    EXPECT_THAT(errors, HasSubstr("reads own[0].w[0], which was never written"));
}

TEST_F(CudaNames, VariablesOfOneNameInTwoNamespacesAreTwo) {
    const std::string errors = errors_of(
        "namespace A { __constant__ int c[2] = {1, 2}; }\nnamespace B { __constant__ int c[2] = {5, 2}; }\n"
        "__device__ int out = 7;\n"
        "__global__ void k(int *out) {\n"
        "assert(threadIdx.x > 1 || A::c[threadIdx.x] == B::c[threadIdx.x]);\n"
        "assert(::out == 7);\nout[threadIdx.x] = 0;\n}\n");
    EXPECT_THAT(errors, HasSubstr("k.cu:5:1: error: assertion: the assertion fails in thread 0 of block 0"));
    EXPECT_THAT(errors, Not(HasSubstr("k.cu:6")));
}

TEST_F(CudaNames, BytesThatAreReadAsNumbersAreNamedAsDeclared) {
    const std::string text =
        "__global__ void k(float *out) {\nextern __shared__ char raw[];\nfloat *f = (float *)raw;\n"
        "if (threadIdx.x != 16) f[threadIdx.x] = 1;\n__syncwarp();\nout[threadIdx.x] = f[threadIdx.x];\n}\n";
    EXPECT_THAT(errors_of(text, {"--shared", "128"}), HasSubstr("reads raw[64], which was never written"));
    EXPECT_THAT(errors_of(text, {"--shared", "124"}),
                HasSubstr("writes raw[124], which is outside of raw: it has 124 elements"));
}

TEST_F(CudaNames, ThreadsThatStoreInOneStepRaceOnTheObjectThatTheyName) {
    EXPECT_THAT(
        errors_of("__global__ void k(int *out) {\n__shared__ int s[1];\n  s[0] = threadIdx.x;\n"
                  "out[threadIdx.x] = s[0];\n}\n"),
        AllOf(HasSubstr("k.cu:3:3: error: race: data race on s[0]: thread 0 of block 0 and thread 1 of "
                        "block 0 store different values (lockstep)\n    s[0] = threadIdx.x;\n    ^\n"),
              Not(HasSubstr("out["))));
}

TEST_F(CudaNames, APointerThatLeavesTheLocalVariableOfItsThreadIsOutside) {
    EXPECT_THAT(
        errors_of("__global__ void k(int *out, int n) {\nint a = 1, b = 2;\nint *p = n > 1000 ? &a : &b;\n"
                  "  p[1] = 5;\nout[threadIdx.x] = a + b;\n}\n",
                  {"--model", "volta"}),
        HasSubstr(
            "k.cu:4:3: error: invalid-address: thread 0 of block 0 or thread 1 of block 0 is outside "
            "of its own b: both use b, and local variables are of one thread (volta)\n    p[1] = 5;\n"));
}

TEST_F(CudaNames, ACopyToNoMemoryIsOneToANullPointer) {
    for (const char* text : {"__global__ void k(int *out) {\n  memcpy(0, &out[threadIdx.x], 4);\n}\n",
                             "__global__ void k(int *out) {\n  memset(0, 0, 4);\n}\n"}) {
        EXPECT_THAT(errors_of(text),
                    HasSubstr("k.cu:2:3: error: null-pointer: thread 0 of block 0 writes element 0 of a null "
                              "pointer (lockstep, volta)\n"));
    }
}

TEST_F(CudaNames, BothAccessesOfARaceHaveTheirCallers) {
    const std::string text =
        "__device__ void put(int *s, int i) { s[i] = i; }\n"
        "__device__ int get(const int *s, int i) { return s[i]; }\n"
        "__global__ void k(int *out) {\n__shared__ int s[64];\nput(s, threadIdx.x);\n"
        "out[threadIdx.x] = get(s, 63 - threadIdx.x);\n}\n";
    EXPECT_THAT(errors_of(text, {"--block", "64"}),
                HasSubstr("    __device__ int get(const int *s, int i) { return s[i]; }\n"
                          "                                                     ^\n"
                          "k.cu:6:20: note: in 'get', called here\n"
                          "    out[threadIdx.x] = get(s, 63 - threadIdx.x);\n"
                          "                       ^\n"
                          "k.cu:1:38: note: the earlier access\n"
                          "    __device__ void put(int *s, int i) { s[i] = i; }\n"
                          "                                         ^\n"
                          "k.cu:5:1: note: in 'put', called here\n"
                          "    put(s, threadIdx.x);\n"
                          "    ^\n"));
    const Json found = Json::parse(cuda({"k.cu", "--block", "64", "--json"}).output)["findings"][0];
    EXPECT_EQ(found["column"], 50);
    EXPECT_EQ(found["access"]["name"], "s[63]");
    EXPECT_EQ(found["other"]["column"], 38);
    EXPECT_EQ(found["other"]["calls"][0]["line"], 5);
    const Json sarif = Json::parse(cuda({"k.cu", "--block", "64", "--format", "sarif"}).output);
    EXPECT_EQ(sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startColumn"],
              50);
}

TEST_F(CudaNames, LineDirectivesNameTheFileAndTheText) {
    EXPECT_THAT(errors_of("__global__ void k(int *x) {\n#line 100\n    x[threadIdx.x + 1000] = 1;\n}\n"),
                HasSubstr("k.cu:100:5: error: invalid-address: thread 0 of block 0 writes x[1000], which is "
                          "outside of x: it has 128 elements (lockstep, volta)\n"
                          "    x[threadIdx.x + 1000] = 1;\n    ^\n"));
}

TEST_F(CudaNames, CodeOfASystemHeaderHasItsOwnFile) {
    folder_.write("lib/lib.h",
                  "#pragma GCC system_header\n\n\ntemplate <typename T>\n"
                  "__global__ void k(T *x) {\n    x[threadIdx.x + 1000] = 1;\n}\n");
    EXPECT_THAT(errors_of("#include \"lib/lib.h\"\ntemplate __global__ void k(int *);\n"),
                HasSubstr("lib.h:6:5: error: invalid-address: "));
}

TEST_F(CudaNames, NobodyIsToldOfAnActivemaskThatNobodyCalls) {
    EXPECT_THAT(errors_of("__global__ void k(int *x) {\nx[threadIdx.x] = __shfl_sync(0xffff, x[0], 0);\n}\n",
                          {"--continue"}),
                AllOf(HasSubstr("k.cu:2:18: error: collective-mask: "), Not(HasSubstr("activemask"))));
    const std::string group =
        "#include <cooperative_groups.h>\n__global__ void k(int *x) {\nif (threadIdx.x % 2) {\n"
        "auto g = cooperative_groups::coalesced_threads();\n";
    EXPECT_THAT(errors_of(group + "x[threadIdx.x] = g.size();\n}\n}\n"),
                HasSubstr("k.cu:4:10: warning: activemask: the result depends on which threads "
                          "coalesced_threads() sees (volta)\n"));
    EXPECT_THAT(
        errors_of(group + "if (threadIdx.x % 4 == 1) g.sync();\nelse x[threadIdx.x] = g.shfl(1, 0);\n}\n}\n"),
        AllOf(HasSubstr("error: collective-mask: "), Not(HasSubstr("warning: "))));
}

TEST_F(CudaNames, ColoursAreForThoseWhoWantThem) {
    const std::string text = "__global__ void k(int *x) {\n  x[threadIdx.x + 1000] = 1;\n}\n";
    EXPECT_THAT(errors_of(text), Not(HasSubstr("\x1b")));
    EXPECT_THAT(
        errors_of(text, {"--color", "always"}),
        AllOf(HasSubstr("k.cu:2:3: \x1b[1;31merror:\x1b[0m invalid-address: "),
              HasSubstr("\n    \x1b[1;32m^\x1b[0m\n"), HasSubstr("k.cu: \x1b[1;36mnote:\x1b[0m x has ")));
    EXPECT_THAT(errors_of(text, {"--color=never"}), Not(HasSubstr("\x1b")));
    EXPECT_THAT(errors_of(text, {"--color", "sometimes"}), HasSubstr("'--color'"));
}

}  // namespace
}  // namespace musimd::golden
