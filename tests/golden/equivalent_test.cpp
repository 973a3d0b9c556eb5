// `musimd equivalent`: the results of programs/kernels/equivalent, and pairs that differ.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "kernels/launch/front_end.hpp"
#include "tests/golden/stated_verdicts.hpp"

namespace musimd::equivalent_test {
namespace {

namespace fs = std::filesystem;
using support::Finished;
using testing::HasSubstr;

const fs::path kFolder = fs::path(MUSIMD_SOURCE_DIR) / "programs/kernels/equivalent";

class Equivalent : public testing::Test {
  protected:
    void SetUp() override {
        if (!support::has_solver()) GTEST_SKIP() << "neither z3 nor cvc5 is installed";
        const auto module = kernels::front_end_file();
        if (!module) GTEST_SKIP() << module.error();
    }

    static Finished compare(const fs::path& file, std::vector<std::string> more) {
        more.insert(more.begin(), {"equivalent", file.string()});
        return support::run(support::musimd(std::move(more)));
    }

    Finished compare_text(const std::string& text, std::vector<std::string> more = {}) {
        folder_.write("k.cu", text);
        more.insert(more.begin(), {"--kernel", "f", "--other", "g"});
        return compare(folder_.path() / "k.cu", std::move(more));
    }

    support::TemporaryFolder folder_;
};

TEST_F(Equivalent, ThePairsHaveTheResultsThatTheyState) {
    for (const auto& entry : fs::directory_iterator(kFolder)) {
        if (entry.path().extension() != ".cu") continue;
        SCOPED_TRACE(entry.path().filename().string());
        const Finished finished = compare(entry.path(), support::stated_words(entry.path(), "equivalent"));
        const std::vector<std::string> expected = support::stated_words(entry.path(), "verdict");
        ASSERT_EQ(expected.size(), 1u);
        EXPECT_EQ(finished.status, support::status_of_verdict(expected[0]))
            << finished.output << finished.errors;
        EXPECT_THAT(finished.output, HasSubstr("\n  " + expected[0]));
    }
}

TEST_F(Equivalent, ADifferenceIsRepeatedByBothCommands) {
    const Finished finished =
        compare(kFolder / "last_one_missing.cu", {"--kernel", "before", "--other", "after", "--json"});
    const auto commands = nlohmann::json::parse(finished.output).at("difference").at("commands");
    ASSERT_EQ(commands.size(), 2u);
    for (std::string command : commands) {
        std::erase(command, '\'');
        std::istringstream words(command.substr(command.find(' ') + 1));
        const std::vector<std::string> arguments(std::istream_iterator<std::string>(words), {});
        EXPECT_EQ(support::run(support::musimd(arguments)).status, 0) << command;
    }
}

TEST_F(Equivalent, OtherParametersAreAnError) {
    const Finished finished = compare_text("__global__ void f(int* a) {} __global__ void g(float* a) {}");
    EXPECT_EQ(finished.status, 2);
    EXPECT_THAT(finished.errors, HasSubstr("parameter a of f and a of g have different types"));
}

TEST_F(Equivalent, OneFileNeedsTwoKernels) {
    const Finished finished = compare(kFolder / "guard.cu", {"--kernel", "before"});
    EXPECT_EQ(finished.status, 2);
    EXPECT_THAT(finished.errors, HasSubstr("one file needs two kernels"));
}

struct Different {
    const char* what;
    const char* text;
};

/// Each might be proved by a comparison that forgets something.
constexpr Different kDifferent[] = {
    {"one trip stores something else",
     "__global__ void f(int* a) { for (int j = 0; j < 9; ++j) a[9 * threadIdx.x + j] = 1; }\n"
     "__global__ void g(int* a) { for (int j = 0; j < 9; ++j) a[9 * threadIdx.x + j] = j == 3 ? 2 : 1; }"},
    {"another number of trips",
     "__global__ void f(int* a, int n) { int s = 0; for (int j = 0; j < n; ++j) s += 2; a[threadIdx.x] = s; "
     "}\n"
     "__global__ void g(int* a, int n) { int s = 0; for (int j = 0; j <= n; ++j) s += 2; a[threadIdx.x] = s; "
     "}"},
    {"a sum begins with another value",
     "__global__ void f(const int* b, int* a, int n) { int s = 0; for (int j = 0; j < n; ++j) s ^= b[j]; "
     "a[threadIdx.x] = "
     "s; }\n"
     "__global__ void g(const int* b, int* a, int n) { int s = 1; for (int j = 0; j < n; ++j) s ^= b[j]; "
     "a[threadIdx.x] = "
     "s; }"},
    {"a later loop must not explain an earlier one",
     "__global__ void f(const int* b, int* a) { int s = 0; for (int j = 0; j < 4; ++j) s ^= b[j];\n"
     "int t = s; for (int j = 0; j < 4; ++j) t += 1; a[threadIdx.x] = s; }\n"
     "__global__ void g(const int* b, int* a) { int s = 0; for (int j = 0; j < 4; ++j) s ^= b[j + 1];\n"
     "int t = s; for (int j = 0; j < 4; ++j) t += 1; a[threadIdx.x] = s; }"},
    {"a loop that only some threads execute",
     "__global__ void f(int* a) { if (threadIdx.x > 3) for (int j = 0; j < 4; ++j) a[4 * threadIdx.x + j] = "
     "1; }\n"
     "__global__ void g(int* a) { for (int j = 0; j < 4; ++j) a[4 * threadIdx.x + j] = 1; }"},
    {"what a thread reads after its own store",
     "__global__ void f(int* a, int* b) { int t = threadIdx.x; a[t] = 7; b[t] = a[t]; }\n"
     "__global__ void g(int* a, int* b) { int t = threadIdx.x; b[t] = a[t]; a[t] = 7; }"},
    {"the order of the parameters",
     "__global__ void f(int* a, int n, int m) { a[threadIdx.x] = n - m; }\n"
     "__global__ void g(int* a, int m, int n) { a[threadIdx.x] = n - m; }"},
    {"unsigned numbers wrap",
     "__global__ void f(unsigned* a, unsigned n) { a[threadIdx.x] = (n + 1) / 2; }\n"
     "__global__ void g(unsigned* a, unsigned n) { a[threadIdx.x] = n / 2 + n % 2; }"},
    {"a loop after the store",
     "__global__ void f(int* a) { a[threadIdx.x] = 5; for (int j = 0; j < 2; ++j) a[threadIdx.x] = j; }\n"
     "__global__ void g(int* a) { for (int j = 0; j < 2; ++j) a[threadIdx.x] = j; a[threadIdx.x] = 5; }"},
    {"floats are added in another order",
     "__global__ void f(const float* b, float* a) { a[threadIdx.x] = b[0] + b[1] + b[2]; }\n"
     "__global__ void g(const float* b, float* a) { a[threadIdx.x] = b[0] + (b[1] + b[2]); }"},
};

TEST_F(Equivalent, WhatDiffersIsNotProved) {
    for (const Different& pair : kDifferent) {
        SCOPED_TRACE(pair.what);
        const Finished finished = compare_text(pair.text);
        EXPECT_TRUE(finished.status == 1 || finished.status == 3) << finished.output << finished.errors;
    }
}

}  // namespace
}  // namespace musimd::equivalent_test
