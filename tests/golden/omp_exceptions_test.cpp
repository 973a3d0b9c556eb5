// `musimd omp`: exceptions of C++, beside g++.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "kernels/compiled/compilers.hpp"
#include "tests/golden/omp_programs.hpp"

namespace musimd::omp_exceptions_test {
namespace {

using support::Finished;
using testing::HasSubstr;
using testing::Not;
using testing::Optional;
using testing::StartsWith;

class OmpExceptions : public OmpFolder {
  protected:
    /// The text begins on line 5.
    Finished run(const std::string& text, const std::string& compilers = "none") const {
        folder_.write(
            "x.cpp",
            "#include <cstdio>\n#include <stdexcept>\n#include <string>\n#include <vector>\n" + text);
        return omp({"x.cpp", "--function", "main", "--compilers", compilers});
    }

    /// It prints this, as the program that g++ compiles does.
    void expect_output(const std::string& text, const std::string& output) const {
        const bool has_gcc = !kernels::openmp::command_of_compiler("gcc").empty();
        const Finished finished = run(text, has_gcc ? "gcc" : "none");
        EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
        EXPECT_THAT(finished.output, StartsWith(output)) << finished.errors;
        EXPECT_THAT(finished.output, Not(HasSubstr("differs")));
    }
};

TEST_F(OmpExceptions, GoToTheNearestHandlerOfTheirType) {
    expect_output(
        R"(
struct Base { int n; explicit Base(int k) : n(k) {} };
struct First { double x = 0.5; };
struct Derived : First, Base { explicit Derived(int k) : Base(k) {} };
static int check(int k) {
    if (k == 1) throw 7;
    if (k == 2) throw "text";
    if (k == 3) throw Derived(30);
    if (k == 4) throw 2.5;
    if (k == 5) throw std::out_of_range("outside");
    return k * 10;
}
static int twice(int k) { int n = 0; for (int i = 0; i < 2; ++i) n += check(k); return n; }
static int attempt(int k) {
    try {
        const int n = twice(k) + 1;
        std::printf("no exception %d\n", n);
        return n;
    } catch (int n) {
        std::printf("int %d\n", n);
    } catch (const char *text) {
        std::printf("%s\n", text);
    } catch (const Base &b) {
        std::printf("base %d\n", b.n);
        return 3;
    } catch (const std::logic_error &e) {
        std::printf("logic error %s\n", e.what());
    } catch (...) {
        std::printf("something\n");
    }
    return -1;
}
int main() { for (int k = 0; k < 6; ++k) std::printf("%d\n", attempt(k)); }
)",
        "no exception 1\n1\nint 7\n-1\ntext\n-1\nbase 30\n3\nsomething\n-1\nlogic error outside\n-1\n");
}

TEST_F(OmpExceptions, DestroyWhatTheyLeave) {
    expect_output(
        R"(
struct Noisy { int n; explicit Noisy(int k) : n(k) { std::printf("+%d ", n); } ~Noisy() { std::printf("-%d ", n); } };
static void inner(int k) { Noisy a(10 + k); if (k % 2) throw k; Noisy b(20 + k); }
int main() {
    for (int k = 0; k < 3; ++k) {
        Noisy outer(k);
        try {
            Noisy one(100 + k);
            inner(k);
            Noisy two(200 + k);
        } catch (int n) {
            std::printf("caught %d ", n);
            continue;
        }
        std::printf("went on\n");
    }
    std::printf("\n");
}
)",
        "+0 +100 +10 +20 -20 -10 +200 -200 -100 went on\n-0 +1 +101 +11 -11 -101 caught 1 -1 ");
}

TEST_F(OmpExceptions, AreThrownAgain) {
    expect_output(
        R"(
static int depth(int k) {
    try {
        try {
            if (k == 1) throw 1;
            if (k == 2) throw 2.0;
        } catch (int n) {
            if (n == 1) throw;
        }
    } catch (int n) {
        return 100 + n;
    } catch (double d) {
        try { throw std::string("in a handler"); } catch (const std::string &s) { std::printf("%s\n", s.c_str()); }
        return 200;
    }
    return 0;
}
int main() { std::printf("%d %d ", depth(0), depth(1)); std::printf("%d\n", depth(2)); }
)",
        "0 101 in a handler\n200\n");
}

TEST_F(OmpExceptions, StayInIterationsAndThreads) {
    expect_output(
        R"(
static int root(int n) { if (n % 3 == 0) throw std::runtime_error("three"); return n * n; }
int main() {
    std::vector<int> found(12);
#pragma omp parallel for
    for (int i = 0; i < 12; ++i) {
        try { found[i] = root(i); } catch (const std::runtime_error &) { found[i] = -1; }
    }
    for (int n : found) std::printf("%d ", n);
    int failed = 0;
#pragma omp parallel num_threads(4)
    {
        bool bad = false;
#pragma omp for
        for (int i = 0; i < 12; ++i) {
            try { root(i + 1); } catch (...) { bad = true; }
        }
#pragma omp critical
        failed += bad;
    }
    std::printf("%d\n", failed);
}
)",
        "-1 1 4 -1 16 25 -1 49 64 -1 100 121 4\n");
}

TEST_F(OmpExceptions, ThatNobodyCatchesAreFindings) {
    const std::string message = "an exception is thrown, which ends the program here";
    EXPECT_THAT(run("int main() {\n    throw 3;\n}\n").errors,
                HasSubstr("x.cpp:6: error: assertion: " + message));
    EXPECT_THAT(run("int main() {\n    try { throw 3; } catch (double) {}\n}\n").errors, HasSubstr(message));
    const Finished leaves =
        run("int main() {\n    try {\n#pragma omp parallel for\n        for (int i = 0; i < 4; ++i)\n"
            "            if (i == 2) throw 3;\n    } catch (int) {}\n}\n");
    EXPECT_THAT(leaves.errors, HasSubstr("x.cpp:9: error: assertion: " + message));
}

}  // namespace
}  // namespace musimd::omp_exceptions_test
