// Text that nvcc accepts, as Clang accepts it.

#include "kernels/launch/nvcc_text.hpp"

#include <gtest/gtest.h>

namespace musimd::kernels::nvcc_text_test {
namespace {

TEST(NvccText, LaunchesThatAnEditorHasFormatted) {
    EXPECT_EQ(as_clang_accepts("k << <1, 32 >> > (x);"), "k <<< 1, 32 >>>  (x);");
    EXPECT_EQ(as_clang_accepts("k << < f(a >> 1), 32 >> >(x); y = (a >> 2) > 3;"),
              "k <<<  f(a >> 1), 32 >>> (x); y = (a >> 2) > 3;");
    EXPECT_EQ(as_clang_accepts("k<int> <<<1, 2>> >();"), "k<int> <<<1, 2>>> ();");
}

TEST(NvccText, OtherBracketsStay) {
    for (const char* const text :
         {"k<<<1, 32>>>(x);", "vector<vector<vector<int> > > a;", "vector<vector<vector<int>> > a;",
          "friend ostream& operator<< <T>(ostream&, T);", "// k << <1, 2 >> > ()\n", "\"k << <1, 2 >> > ()\"",
          "/* << < */ a = b << c;", "R\"x(k << <1)x\"", "n = 1'000 << 2; c = '<';", "\"unfinished", "'",
          "/*"})
        EXPECT_EQ(as_clang_accepts(text), text);
}

TEST(NvccText, AlignmentOfSharedMemory) {
    EXPECT_EQ(as_clang_accepts("extern __shared__ alignas(16) char s[];"),
              "extern __shared__ alignAs(16) char s[];");
    EXPECT_EQ(as_clang_accepts("struct alignas(16) S { alignas(8) int x; };"),
              "struct alignas(16) S { alignas(8) int x; };");
}

TEST(NvccText, ManagedVariablesAreTheHostsToo) {
    EXPECT_EQ(as_clang_accepts("__device__ __managed__ int x = 5;"), "           __managed__ int x = 5;");
    EXPECT_EQ(as_clang_accepts("__managed__ __device__ int x;"), "__managed__            int x;");
    EXPECT_EQ(as_clang_accepts("__device__ int x; __managed__ int y;"),
              "__device__ int x; __managed__ int y;");
}

}  // namespace
}  // namespace musimd::kernels::nvcc_text_test
