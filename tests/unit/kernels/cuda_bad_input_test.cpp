// Files of CUDA C++ that are damaged: each one is read, with errors at its lines or as another kernel, and
// what is read runs to some end.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "engines/engines.hpp"
#include "kernels/cuda/launch_run.hpp"
#include "kernels/launch/arguments.hpp"
#include "kernels/launch/front_end.hpp"

namespace musimd::kernels::cuda::cuda_bad_input_test {
namespace {

namespace fs = std::filesystem;
using Random = std::mt19937;
using testing::AllOf;
using testing::HasSubstr;

std::size_t below(std::size_t n, Random& random) {
    return n == 0 ? 0 : random() % n;
}

std::vector<std::string> tokens_of(const std::string& text) {
    std::vector<std::string> tokens;
    const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at + 1;
        while (is_word(text[at]) && end < text.size() && is_word(text[end])) ++end;
        tokens.push_back(text.substr(at, end - at));
        at = end;
    }
    return tokens;
}

/// Words that a kernel seldom has where they come.
const std::vector<std::string>& rare_words() {
    static const std::vector<std::string> words = {"0",
                                                   "-1",
                                                   "4294967296",
                                                   "1e300",
                                                   "nullptr",
                                                   "struct",
                                                   "union",
                                                   "template",
                                                   "typename",
                                                   "*",
                                                   "&",
                                                   "&&",
                                                   "[0]",
                                                   "()",
                                                   "{}",
                                                   "}",
                                                   ";",
                                                   "return",
                                                   "goto x",
                                                   "switch",
                                                   "case 1:",
                                                   "__shared__",
                                                   "__device__",
                                                   "__global__",
                                                   "extern",
                                                   "static",
                                                   "volatile",
                                                   "half2",
                                                   "float4",
                                                   "auto",
                                                   "this",
                                                   "sizeof(int)",
                                                   "new int",
                                                   "operator",
                                                   "asm(\"\")",
                                                   "throw 1",
                                                   "if constexpr",
                                                   "for (;;)",
                                                   "#",
                                                   "\n#if 0\n",
                                                   "\"",
                                                   "/*",
                                                   "__syncthreads()",
                                                   "__shfl_sync(~0u, 1, 40)",
                                                   "atomicAdd"};
    return words;
}

/// The text with one thing different.
std::string damaged(const std::string& text, Random& random) {
    std::vector<std::string> tokens = tokens_of(text);
    const std::size_t at = below(tokens.size(), random);
    const std::size_t other = below(tokens.size(), random);
    std::string bytes = text;
    switch (random() % 8) {
        case 0:
            return text.substr(0, below(text.size(), random));
        case 1:
            bytes[below(bytes.size(), random)] = static_cast<char>(random() % 256);
            return bytes;
        case 2: {
            const auto first = tokens.begin() + static_cast<std::ptrdiff_t>(at);
            tokens.erase(first, first + static_cast<std::ptrdiff_t>(
                                            std::min(tokens.size() - at, 1 + below(6, random))));
            break;
        }
        case 3:
            std::swap(tokens[at], tokens[other]);
            break;
        case 4:
            tokens[at] = tokens[other];
            break;
        case 5:
            tokens[at] += " " + tokens[other];
            break;
        case 6:
            tokens[at] += " " + rare_words()[below(rare_words().size(), random)] + " ";
            break;
        default:
            tokens[at] = " " + rare_words()[below(rare_words().size(), random)] + " ";
            break;
    }
    std::string result;
    for (const std::string& token : tokens) result += token;
    return result;
}

/// The launch ends in some way.
void expect_end(const dsl::cuda::KernelFunction& kernel) {
    LaunchConfiguration how{.grid = {2, 1, 1}, .block = {40, 1, 1}, .max_steps = 2'000};
    if (why_not(kernel, how)) return;
    kernels::openmp::GivenArguments given;
    for (const auto& variable : kernel.variables)
        given[kernel.code.parameters[variable.parameter].name] =
            std::to_string(variable.initial.size()) + ":zeros";
    const auto arguments = kernels::openmp::read_arguments(
        kernel.code, kernels::openmp::argument_texts(kernel.code, given, 0, {.number = 40, .elements = 80}));
    ASSERT_TRUE(arguments) << arguments.error();
    for (const ThreadModel model : {ThreadModel::lockstep, ThreadModel::volta}) {
        if (model == ThreadModel::volta && kernel.everywhere_line != 0) continue;
        how.model = model;
        const LaunchRun run = run_launch(kernel, *arguments, how, *find_engine("fast"));
        EXPECT_TRUE(run.end != LaunchRun::End::refused || !run.message.empty());
    }
}

class CudaBadInput : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const auto file = kernels::front_end_file(); !file) GTEST_SKIP() << file.error();
    }

    /// Returns false if it is a kernel.
    static bool is_refused(const std::string& text) {
        const auto read = kernels::read_kernel({.file = "x.cu", .text = text, .function = "", .options = {}});
        EXPECT_TRUE(read) << read.error();
        if (!read || read->is_program) return true;
        if (read->kernel) {
            expect_end(*read->kernel);
            return false;
        }
        EXPECT_THAT(read->messages, HasSubstr("x.cu"));
        return true;
    }
};

TEST_F(CudaBadInput, DamagedKernelsAreReadOrRefused) {
    std::vector<fs::path> files;
    for (const auto& entry :
         fs::directory_iterator(fs::path(MUSIMD_SOURCE_DIR) / "programs/kernels/cuda/bugs")) {
        if (entry.path().extension() == ".cu") files.push_back(entry.path());
    }
    std::ranges::sort(files);
    ASSERT_GE(files.size(), 60u);
    Random random(1);
    std::size_t refused = 0;
    for (std::size_t n = 0; n < 90; ++n) {
        const fs::path& file = files[below(files.size(), random)];
        std::ostringstream text;
        text << std::ifstream(file).rdbuf();
        std::string bad = damaged(text.str(), random);
        if (n % 3 == 0) bad = damaged(bad, random);
        SCOPED_TRACE(file.filename().string() + ":\n" + bad);
        refused += is_refused(bad) ? 1 : 0;
        if (HasFailure()) return;
    }
    EXPECT_GE(refused, 20u);
    EXPECT_LE(refused, 80u);
}

TEST_F(CudaBadInput, AnyBytesAreRefused) {
    Random random(2);
    for (std::size_t n = 0; n < 10; ++n) {
        std::string bytes(1 + below(300, random), '\0');
        for (char& byte : bytes) byte = static_cast<char>(random() % 256);
        EXPECT_TRUE(is_refused(bytes));
    }
    EXPECT_TRUE(is_refused(""));
    EXPECT_TRUE(is_refused(std::string(1, '\0')));
    EXPECT_TRUE(is_refused("\xEF\xBB\xBF"));
}

TEST_F(CudaBadInput, DeepNestingIsAnErrorAndNoCrash) {
    const auto nested = [](const std::string& open, const std::string& middle, const std::string& close,
                           std::size_t depth) {
        std::string text = "__global__ void k(int *a) { ";
        for (std::size_t n = 0; n < depth; ++n) text += open;
        text += middle;
        for (std::size_t n = 0; n < depth; ++n) text += close;
        return text + " }";
    };
    is_refused(nested("{", "a[0] = 1;", "}", 200));
    is_refused(nested("if (a[0]) ", "a[0] = 1;", "", 200));
    EXPECT_TRUE(is_refused(nested("(", "a[0]", ")", 5000)));
    EXPECT_TRUE(is_refused(nested("{", "", "", 5000)));
}

TEST_F(CudaBadInput, KernelsThatDoNotEndReachTheLimitAtTheirLine) {
    const auto read = kernels::read_kernel({.file = "x.cu",
                                            .text = "__global__ void k(int *a) {\nint i = 0;\n"
                                                    "while (a[0] >= 0)\ni = 1 - i;\na[1] = i;\n}\n",
                                            .function = "",
                                            .options = {}});
    ASSERT_TRUE(read && read->kernel);
    const auto arguments = kernels::openmp::read_arguments(read->kernel->code, {"zeros[2]"});
    ASSERT_TRUE(arguments) << arguments.error();
    for (const ThreadModel model : {ThreadModel::lockstep, ThreadModel::volta}) {
        const LaunchRun run =
            run_launch(*read->kernel, *arguments, {.model = model, .max_steps = 5'000}, *find_engine("fast"));
        EXPECT_EQ(run.end, LaunchRun::End::limit);
        EXPECT_THAT(run.line, AllOf(testing::Ge(3u), testing::Le(4u)));
        EXPECT_THAT(run.message, HasSubstr("step limit of 5,000 reached"));
    }
}

}  // namespace
}  // namespace musimd::kernels::cuda::cuda_bad_input_test
