// `musimd cuda --prove`: the verdicts of programs/kernels/prove, and that the machine agrees with what is
// proved.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "kernels/launch/front_end.hpp"
#include "tests/support/process.hpp"

namespace musimd::prove_test {
namespace {

namespace fs = std::filesystem;
using support::Finished;
using testing::HasSubstr;

const fs::path kFolder = fs::path(MUSIMD_SOURCE_DIR) / "programs/kernels/prove";

bool has_command(const std::string& condition) {
    support::Command command;
    command.arguments = {"/bin/sh", "-c", condition};
    return support::run(command).status == 0;
}

/// The words after `// NAME: `; quotes hold words together.
std::vector<std::string> words_after(const fs::path& file, const std::string& name) {
    std::ifstream in(file);
    std::vector<std::string> words;
    for (std::string line; std::getline(in, line);) {
        const std::string prefix = "// " + name + ": ";
        if (!line.starts_with(prefix)) continue;
        bool is_quoted = false, is_new = true;
        for (const char c : line.substr(prefix.size())) {
            if (c == '\'') {
                is_quoted = !is_quoted;
            } else if (c == ' ' && !is_quoted) {
                is_new = true;
            } else {
                if (is_new) words.emplace_back();
                is_new = false;
                words.back() += c;
            }
        }
    }
    return words;
}

class Prove : public testing::Test {
  protected:
    void SetUp() override {
        if (!has_command("command -v z3 || command -v cvc5"))
            GTEST_SKIP() << "neither z3 nor cvc5 is installed";
        const auto module = kernels::front_end_file();
        if (!module) GTEST_SKIP() << module.error();
    }

    static Finished prove(const fs::path& file, std::vector<std::string> more) {
        std::vector<std::string> words = {"cuda", file.string(), "--prove"};
        words.insert(words.end(), more.begin(), more.end());
        return support::run(support::musimd(std::move(words)));
    }

    Finished prove_text(const std::string& text, std::vector<std::string> more = {}) {
        folder_.write("k.cu", text);
        return prove(folder_.path() / "k.cu", std::move(more));
    }

    support::TemporaryFolder folder_;
};

/// By kind of obligation: the worst verdict.
std::map<std::string, std::string> verdicts_of(const std::string& json) {
    std::map<std::string, std::string> result;
    const auto parsed = nlohmann::json::parse(json);
    const auto all = parsed.value("proofs", nlohmann::json::array({parsed}));  // of each launch
    for (const auto& launch : all) {
        for (const auto& obligation : launch.at("proof").at("obligations")) {
            std::string& worst = result.try_emplace(obligation.at("kind"), "proved").first->second;
            const std::string state = obligation.at("state");
            if (worst == "refuted" || state == "proved") continue;
            worst = state;
        }
    }
    return result;
}

TEST_F(Prove, TheKernelsHaveTheVerdictsThatTheyState) {
    for (const auto& entry : fs::directory_iterator(kFolder)) {
        if (entry.path().extension() != ".cu") continue;
        SCOPED_TRACE(entry.path().filename().string());
        std::vector<std::string> options = words_after(entry.path(), "prove");
        options.emplace_back("--json");
        const Finished finished = prove(entry.path(), options);
        const std::vector<std::string> expected = words_after(entry.path(), "verdict");
        ASSERT_FALSE(expected.empty());
        const int status = expected[0] == "proved" ? 0 : expected[0] == "refuted" ? 1 : 3;
        ASSERT_EQ(finished.status, status) << finished.output << finished.errors;
        const auto verdicts = verdicts_of(finished.output);
        for (std::size_t i = 1; i < expected.size(); ++i) EXPECT_EQ(verdicts.at(expected[i]), expected[0]);
    }
}

TEST_F(Prove, BothSolversProveTheSame) {
    if (!has_command("command -v z3 && command -v cvc5"))
        GTEST_SKIP() << "z3 and cvc5 are not both installed";
    for (const char* const name : {"vector_add.cu", "transpose.cu", "grid_stride.cu", "reduce.cu"}) {
        SCOPED_TRACE(name);
        std::vector<std::string> options = words_after(kFolder / name, "prove");
        options.insert(options.end(), {"--solver", "cvc5"});
        EXPECT_EQ(prove(kFolder / name, options).status, 0);
    }
}

TEST_F(Prove, ARefutationIsRepeatedByItsCommand) {
    const Finished finished = prove(kFolder / "grid_stride_wrong.cu", {"--length", "a=n", "--json"});
    std::string again = nlohmann::json::parse(finished.output).at("findings").at(0).at("again");
    std::erase(again, '\'');
    std::istringstream words(again.substr(again.find(' ') + 1));
    const std::vector<std::string> arguments(std::istream_iterator<std::string>(words), {});
    const Finished repeated = support::run(support::musimd(arguments));
    EXPECT_EQ(repeated.status, 1);
    EXPECT_THAT(repeated.output + repeated.errors, HasSubstr("error: race: "));
}

TEST_F(Prove, AWrongAssumptionIsAnErrorThatSaysWhatIsKnown) {
    const Finished finished =
        prove_text("__global__ void k(int* a, int n) { a[threadIdx.x] = n; }", {"--assume", "m > 3"});
    EXPECT_EQ(finished.status, 2);
    EXPECT_THAT(finished.errors, HasSubstr("m is not known here; known are blockDim.x"));
}

TEST_F(Prove, ALengthThatNobodyStatesIsUnknown) {
    const Finished finished =
        prove_text("__global__ void k(int* a, const unsigned* b) { a[b[threadIdx.x] % 3000000] = 1; }");
    EXPECT_THAT(finished.output, HasSubstr("unknown: bounds of a: the length of a is not known"));
}

/// Of the kind of a finding; nothing if it is of none.
std::string obligation_of(const std::string& finding) {
    if (finding == "race" || finding == "volatile-race") return "race";
    if (finding.starts_with("barrier-")) return "barrier";
    if (finding.starts_with("collective-")) return "collective";
    return finding == "invalid-address" ? "bounds" : finding == "assertion" ? "assertion" : "";
}

/// The launch that the file names, as options that `--prove` takes.
std::vector<std::string> launch_of(const fs::path& file) {
    std::vector<std::string> result;
    const std::vector<std::string> words = words_after(file, "Launched with");
    for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
        const bool is_number = words[i] == "--arg" && words[i + 1].starts_with("n=");
        if (is_number || words[i] == "--block" || words[i] == "--grid")
            result.insert(result.end(), {words[i], words[i + 1]});
    }
    if (std::ranges::find(result, "--block") == result.end()) result.insert(result.end(), {"--block", "64"});
    result.emplace_back("--json");
    return result;
}

TEST_F(Prove, BugsAreNotProvedAndTheirFixesNotRefuted) {
    for (const auto& entry : fs::directory_iterator(kFolder.parent_path() / "cuda/bugs")) {
        if (entry.path().extension() != ".cu") continue;
        SCOPED_TRACE(entry.path().filename().string());
        const std::string text = (std::stringstream() << std::ifstream(entry.path()).rdbuf()).str();
        const Finished finished = prove(entry.path(), launch_of(entry.path()));
        ASSERT_FALSE(finished.output.empty()) << finished.errors;
        if (entry.path().stem().string().ends_with("-fixed")) {
            EXPECT_NE(finished.status, 1) << finished.output;
            continue;
        }
        // A length that is required is not that of the launch.
        const auto proof = nlohmann::json::parse(finished.output).at("proof");
        const bool has_requirements = !proof.at("requirements").empty();
        EXPECT_TRUE(finished.status != 0 || has_requirements) << finished.output;
        for (const std::string model : {"lockstep: ", "volta: "}) {
            const std::size_t at = text.find(model);
            if (at == std::string::npos) continue;
            const std::size_t begin = at + model.size();
            const std::string kind =
                obligation_of(text.substr(begin, text.find_first_of(",\n ", begin) - begin));
            if (kind.empty() || (kind == "bounds" && has_requirements)) continue;
            EXPECT_NE(verdicts_of(finished.output).at(kind), "proved");
        }
    }
}

struct Wrong {
    const char* what;
    const char* kind;
    const char* text;
};

/// Each was, or might be, proved by a prover that forgets something.
constexpr Wrong kWrong[] = {
    {"a trip of a loop may pass no barrier", "race",
     "__global__ void k(const int* f, int* a) { __shared__ int s[1024]; int t = threadIdx.x;\n"
     "for (int i = 0; i < 4; ++i) { if (i == 0) s[t] = t; if (i == 2) a[t] = s[(t + 1) % blockDim.x];\n"
     "if (f[i]) __syncthreads(); } }"},
    {"what happens later in the first trip is not known in it", "bounds",
     "__global__ void k(int* a, int n) { __shared__ int s[4]; for (int i = 0; i < 1; ++i) { s[n] = 1;\n"
     "__syncthreads(); int m = 2147483644; m += n; s[0] = m; } }"},
    {"unsigned numbers wrap", "race",
     "__global__ void k(int* a, unsigned n) { unsigned i = (blockIdx.x * blockDim.x + threadIdx.x) * n; a[i "
     "/ 2] = "
     "1; }"},
    {"a break leaves a loop with other values", "race",
     "__global__ void k(int* a) { int i; for (i = 0; i < 100; i++) { if (i == threadIdx.x) { i = 7; break; } "
     "}\n"
     "a[i] = threadIdx.x; }"},
    {"a value that __syncwarp lets through", "race",
     "__global__ void k(int* a) { __shared__ int n[32]; int t = threadIdx.x; n[t % 32] = 0; "
     "__syncthreads();\n"
     "int x = n[0]; __syncwarp(); if (t == 0) n[0] = 1; __syncwarp(); int y = n[0]; a[x == y ? t : 0] = 1; "
     "}"},
    {"the last trip ends without a barrier", "race",
     "__global__ void k(int* a, int n) { __shared__ int s[1024]; int t = threadIdx.x, v = 0;\n"
     "for (int i = 0; i < n; ++i) { __syncthreads(); s[t] = i; } v += s[(t + 1) % blockDim.x];\n"
     "a[blockIdx.x * blockDim.x + t] = v; }"},
    {"the first trip begins without a barrier", "race",
     "__global__ void k(int* a, int n) { __shared__ int s[1024]; int t = threadIdx.x, v = 0; s[t] = 1;\n"
     "for (int i = 0; i < n; ++i) { v += s[(t + 1) % blockDim.x]; __syncthreads(); }\n"
     "a[blockIdx.x * blockDim.x + t] = v; }"},
    {"a loop may make no trip", "race",
     "__global__ void k(int* a, int n) { __shared__ int s[1024]; int t = threadIdx.x, v = 0; s[t] = 1;\n"
     "for (int i = 0; i < n; ++i) { __syncthreads(); } v += s[(t + 1) % blockDim.x];\n"
     "a[blockIdx.x * blockDim.x + t] = v; }"},
    {"a quotient of a negative number is rounded to 0", "race",
     "__global__ void k(int* a) { if (threadIdx.x == 0 || threadIdx.x == 2) { int i = (int)threadIdx.x - 1;\n"
     "a[i / 2 + 5] = i; } }"},
    {"a return in a loop before a barrier", "barrier",
     "__global__ void k(int* a, int n) { for (int i = 0; i < n; i++) { if (threadIdx.x == i) return; }\n"
     "__syncthreads(); a[threadIdx.x] = 1; }"},
    {"two trips of a loop of shuffles", "race",
     "__global__ void k(int n) { __shared__ int s[1024]; for (int j = 0; j < n; ++j) { s[threadIdx.x + j] = "
     "j;\n"
     "__shfl_xor_sync(0xffffffff, j, 1); } }"},
    {"a shuffle in a loop of varying trips", "collective",
     "__global__ void k(int* a) { int v = 0; for (int j = 0; j < threadIdx.x; ++j)\n"
     "v += __shfl_xor_sync(0xffffffff, v, 1); a[threadIdx.x] = v; }"},
    {"a shuffle after a return", "collective",
     "__global__ void k(int* a, int n) { if (threadIdx.x >= n) return;\n"
     "a[threadIdx.x] = __shfl_xor_sync(0xffffffff, n, 1); }"},
    {"a match differs from lane to lane", "collective",
     "__global__ void k(const int* a) { if (__match_any_sync(0xffffffff, a[threadIdx.x]) == 1) __syncwarp(); "
     "}"},
    {"a vote differs from warp to warp", "barrier",
     "__global__ void k(const int* a) { if (__any_sync(0xffffffff, a[threadIdx.x])) __syncthreads(); }"},
    {"another warp does not wait", "race",
     "__global__ void k(int* a) { __shared__ int s[1024]; s[threadIdx.x] = 1; __syncwarp();\n"
     "a[threadIdx.x] = s[1023 - threadIdx.x]; }"},
    {"lanes of two branches meet under volta", "race",
     "__global__ void k(int* a) { int t = threadIdx.x, v;\n"
     "if (t % 2) v = __shfl_sync(0xffffffff, t, 1); else v = __shfl_sync(0xffffffff, t + 40, 1);\n"
     "a[v + t % 2] = 1; }"},
    {"a counter that is set back", "race",
     "__global__ void k(int* a, int* n) { int i = atomicAdd(n, 1); a[i] = 1; if (i == 9) atomicExch(n, 0); "
     "}"},
    {"a counter that counts down, too", "race",
     "__global__ void k(int* a, int* n) { a[atomicAdd(n, 1)] = 1; atomicAdd(n, -1); }"},
    {"a counter that is set back after a barrier", "race",
     "__global__ void k(int* a) { __shared__ int n; int i = 0; if (threadIdx.x == 0) n = 0; "
     "__syncthreads();\n"
     "if (threadIdx.x < 3) i = atomicAdd(&n, 1); __syncthreads(); if (threadIdx.x == 0) n = 0; "
     "__syncthreads();\n"
     "if (threadIdx.x >= 3) i = atomicAdd(&n, 1); a[i] = 1; }"},
    {"counters of two blocks", "race",
     "__global__ void k(int* a) { __shared__ int n; if (threadIdx.x == 0) n = 0; __syncthreads();\n"
     "a[atomicAdd(&n, 1)] = blockIdx.x; }"},
    {"an atomic update and a store", "race",
     "__global__ void k(int* a) { if (threadIdx.x == 0) a[0] = 1; atomicAdd(&a[0], 1); }"},
    {"an index below 0", "bounds",
     "__global__ void k() { __shared__ int s[4]; if (threadIdx.x < 4) s[(int)threadIdx.x - 1] = 1; }"},
    {"a barrier in one branch", "race",
     "__global__ void k(int* a, int n) { __shared__ int s[1024]; int t = threadIdx.x; s[t] = t;\n"
     "if (n > 3) __syncthreads(); a[blockIdx.x * blockDim.x + t] = s[(t + 1) % blockDim.x]; }"},
    {"a barrier in the other branch", "race",
     "__global__ void k(int* a, int n) { __shared__ int s[1024]; int t = threadIdx.x; s[t] = t;\n"
     "if (n > 3) ; else __syncthreads(); a[blockIdx.x * blockDim.x + t] = s[(t + 1) % blockDim.x]; }"},
    {"a value that is stored between two barriers", "race",
     "__global__ void k(int n) { __shared__ int s[1], a[1024]; int t = threadIdx.x; if (t == 0) s[0] = 0;\n"
     "__syncthreads(); int x = s[0]; __syncthreads(); if (t == 0) s[0] = n; __syncthreads();\n"
     "a[x == s[0] ? t : 0] = 1; }"},
    {"a value that the trip before has loaded", "barrier",
     "__global__ void k(const int* f, int n) { int v = 0; for (int i = 0; i < n; ++i) {\n"
     "if (v != 0) __syncthreads(); v = f[i * blockDim.x + threadIdx.x]; } }"},
    {"a loop that is left with another value", "bounds",
     "__global__ void k(const int* f) { __shared__ int s[200]; int v = 0;\n"
     "for (int i = 0; i < 100; ++i) { if (f[i]) { v = 300; break; } } if (threadIdx.x == 0) s[v] = 1; }"},
    {"a sum that && guards", "assertion",
     "#include <assert.h>\n__global__ void k(int n, int m) { bool x = n < 40 && n + 2147483600 > m;\n"
     "assert(n < 48 || x); }"},
    {"a remainder may be negative", "assertion",
     "#include <assert.h>\n__global__ void k(int n) { assert(n % 4 >= 0); }"},
};

TEST_F(Prove, WhatIsWrongIsNotProved) {
    for (const Wrong& wrong : kWrong) {
        SCOPED_TRACE(wrong.what);
        const Finished finished = prove_text(wrong.text, {"--json"});
        ASSERT_FALSE(finished.output.empty()) << finished.errors;
        EXPECT_NE(verdicts_of(finished.output).at(wrong.kind), "proved");
    }
}

}  // namespace
}  // namespace musimd::prove_test
