// `musimd omp --prove`: the verdicts of programs/kernels/prove/openmp, and loops that must not be proved.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "kernels/launch/front_end.hpp"
#include "tests/golden/stated_verdicts.hpp"

namespace musimd::omp_prove_test {
namespace {

namespace fs = std::filesystem;
using support::Finished;
using testing::HasSubstr;

const fs::path kFolder = fs::path(MUSIMD_SOURCE_DIR) / "programs/kernels/prove/openmp";

class OmpProve : public testing::Test {
  protected:
    void SetUp() override {
        if (!support::has_solver()) GTEST_SKIP() << "neither z3 nor cvc5 is installed";
        const auto module = kernels::front_end_file();
        if (!module) GTEST_SKIP() << module.error();
    }

    static Finished prove(const fs::path& file, std::vector<std::string> more) {
        more.insert(more.begin(), {"omp", file.string(), "--prove"});
        return support::run(support::musimd(std::move(more)));
    }

    support::TemporaryFolder folder_;
};

/// By kind of obligation: the worst verdict of all loops.
std::map<std::string, std::string> verdicts_of(const std::string& json) {
    std::map<std::string, std::string> result;
    const auto object = nlohmann::json::parse(json);
    for (const auto& loop : object.at("proof").at("loops")) {
        for (const auto& obligation : loop.at("obligations")) {
            std::string& worst = result.try_emplace(obligation.at("kind"), "proved").first->second;
            const std::string state = obligation.at("state");
            if (worst != "refuted" && state != "proved") worst = state;
        }
    }
    return result;
}

TEST_F(OmpProve, TheLoopsHaveTheVerdictsThatTheyState) {
    for (const auto& entry : fs::directory_iterator(kFolder)) {
        if (entry.path().extension() != ".c") continue;
        SCOPED_TRACE(entry.path().filename().string());
        std::vector<std::string> options = support::stated_words(entry.path(), "prove");
        options.emplace_back("--json");
        const Finished finished = prove(entry.path(), options);
        const std::vector<std::string> expected = support::stated_words(entry.path(), "verdict");
        ASSERT_FALSE(expected.empty());
        ASSERT_EQ(finished.status, support::status_of_verdict(expected[0]))
            << finished.output << finished.errors;
        const auto verdicts = verdicts_of(finished.output);
        for (std::size_t i = 1; i < expected.size(); ++i) EXPECT_EQ(verdicts.at(expected[i]), expected[0]);
    }
}

struct WrongLoop {
    const char* what;
    const char* text;
};

/// Each might be proved by a prover that forgets something.
constexpr WrongLoop kWrong[] = {
    {"a variable of the host that changes",
     "void f(int* a, int n) { int k = 1; for (int t = 0; t < n; t++) {\n"
     "#pragma omp parallel for\n"
     "for (int i = 0; i < n; i++) a[i * k] = i;\n k = 0; } }"},
    {"a declaration that an assignment follows",
     "void f(int* a, int n) { int k = 1; int m = k + 0; k = 0; m = k;\n"
     "#pragma omp parallel for\n"
     "for (int i = 0; i < n; i++) a[i * m] = i; }"},
    {"an array that all iterations of a simd loop share",
     "void f(int* a, int n) {\n"
     "#pragma omp parallel for\n"
     "for (int i = 0; i < n; i++) { int t[100]; for (int j = 0; j < 100; j++) t[j] = 0;\n"
     "#pragma omp simd\n"
     "for (int j = 1; j < 100; j++) t[j] = t[j - 1] + 1;\n"
     "a[i] = t[99]; } }"},
    {"the last value of a simd loop",
     "void f(int* a, int n) {\n"
     "#pragma omp parallel for\n"
     "for (int i = 0; i < n; i++) { int k = i;\n"
     "#pragma omp simd reduction(min: k)\n"
     "for (int j = 0; j < 4; j++) k = 0;\n"
     "a[k] = i; } }"},
    {"a step that is not the distance of the accesses",
     "void f(int* a, int n) {\n"
     "#pragma omp parallel for\n"
     "for (int i = 0; i < n; i += 2) { a[i] = 1; a[i + 2] = 2; } }"},
};

TEST_F(OmpProve, WhatIsWrongIsNotProved) {
    for (const WrongLoop& wrong : kWrong) {
        SCOPED_TRACE(wrong.what);
        folder_.write("x.c", wrong.text);
        const Finished finished = prove(folder_.path() / "x.c", {"--function", "f", "--json"});
        ASSERT_FALSE(finished.output.empty()) << finished.errors;
        EXPECT_NE(verdicts_of(finished.output).at("race"), "proved");
    }
}

TEST_F(OmpProve, AWrongAssumptionIsAnErrorThatSaysWhatIsKnown) {
    const Finished finished = prove(kFolder / "axpy.c", {"--function", "axpy", "--assume", "m > 3"});
    EXPECT_EQ(finished.status, 2);
    EXPECT_THAT(finished.errors, HasSubstr("m is not known here; known are "));
}

}  // namespace
}  // namespace musimd::omp_prove_test
