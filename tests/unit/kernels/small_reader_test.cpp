// The reader of a part of CUDA C++ that needs no compiler: docs/kernel-language.md. Clang is its oracle: what
// both read has the same results and the same findings, with the same words.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <regex>
#include <sstream>

#include "engines/engines.hpp"
#include "kernels/cuda/launch_run.hpp"
#include "kernels/launch/arguments.hpp"
#include "kernels/launch/front_end.hpp"

namespace musimd::kernels::small_reader_test {
namespace {

namespace fs = std::filesystem;
using cuda::LaunchConfiguration;
using cuda::LaunchRun;
using testing::HasSubstr;

std::string text_of(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

reader::Source source_of(const std::string& text) {
    return {.file = "x.cu", .text = text, .function = "", .options = {}};
}

/// What `// Launched with:` says.
LaunchConfiguration launch_of(const std::string& text, openmp::GivenArguments& given) {
    LaunchConfiguration how{.block = {64, 1, 1}, .max_steps = 20'000};
    const std::regex word("--(grid|block|arg) (?:([a-z]+)=)?(\\d+(?::zeros)?)");
    for (auto at = std::sregex_iterator(text.begin(), text.end(), word); at != std::sregex_iterator(); ++at) {
        if ((*at)[1] == "arg")
            given[(*at)[2]] = (*at)[3];
        else
            ((*at)[1] == "grid" ? how.grid : how.block)[0] = static_cast<std::uint32_t>(std::stoul((*at)[3]));
    }
    return how;
}

/// How the run ends, what is reported, what it prints, and the arrays at the end.
std::string outcome_of(const dsl::cuda::KernelFunction& kernel, const std::string& text, ThreadModel model) {
    openmp::GivenArguments given;
    LaunchConfiguration how = launch_of(text, given);
    how.model = model;
    how.shared_bytes = 8 * dsl::count_of(how.block);
    for (const auto& variable : kernel.variables)
        given[kernel.code.parameters[variable.parameter].name] =
            std::to_string(variable.initial.size()) + ":zeros";
    const auto texts = openmp::argument_texts(kernel.code, given, 0, {.number = 64, .elements = 256});
    const auto arguments = openmp::read_arguments(kernel.code, texts);
    if (!arguments) return arguments.error();
    const LaunchRun run = run_launch(kernel, *arguments, how, *find_engine("fast"));
    std::ostringstream result;
    result << "ends: " << static_cast<int>(run.end) << " at line " << run.line.line << " " << run.message
           << "\n";
    for (const auto* list : {&run.findings, &run.warnings}) {
        for (const Finding& found : *list)
            result << found.kind << " at line " << found.line << ": " << found.message << "\n";
    }
    for (const auto& parameter : kernel.code.parameters) {
        if (!parameter.buffer || *parameter.buffer >= run.buffers.size()) continue;
        result << parameter.name << ":";
        for (const std::uint64_t word : run.buffers[*parameter.buffer]) result << " " << word;
        result << "\n";
    }
    return result.str() + run.printed;
}

/// Whether it reads the text; then it has the meaning that Clang's has.
bool agrees_with_clang(const std::string& text) {
    const auto small = read_small_kernel(source_of(text));
    if (!small || !small->kernel) return false;
    const auto whole = read_kernel(source_of(text));  // never by the small reader: Clang's part is there
    if (!whole || !whole->kernel) {
        ADD_FAILURE() << (whole ? whole->messages : whole.error());
        return true;
    }
    for (const ThreadModel model : {ThreadModel::lockstep, ThreadModel::volta}) {
        if (whole->kernel->everywhere_line != 0 && model == ThreadModel::volta) continue;
        EXPECT_EQ(outcome_of(*small->kernel, text, model), outcome_of(*whole->kernel, text, model))
            << to_string(model);
    }
    return true;
}

bool has_other_headers(const std::string& text) {
    return std::regex_search(text,
                             std::regex("#include [<\"](?!cuda_runtime|stdio|cstdio|musimd/everywhere)"));
}

TEST(SmallReader, KernelsHaveTheMeaningThatClangsHave) {
    if (const auto module = front_end_file(); !module) GTEST_SKIP() << module.error();
    std::size_t read = 0;
    for (const char* const folder : {"bugs", "paper"}) {
        const fs::path path = fs::path(MUSIMD_SOURCE_DIR) / "programs/kernels/cuda" / folder;
        for (const auto& entry : fs::directory_iterator(path)) {
            const std::string text = text_of(entry.path());
            if (entry.path().extension() != ".cu" || has_other_headers(text)) continue;
            SCOPED_TRACE(entry.path().filename().string());
            EXPECT_TRUE(agrees_with_clang(text)) << read_small_kernel(source_of(text))->messages;
            ++read;
        }
    }
    EXPECT_GE(read, 68u);
}

/// All that the language has.
constexpr const char* kEverything = R"(
__constant__ float coeff[3] = {0.25f, 0.5f, 0.25f};
__device__ int counter = 3;
__device__ unsigned table[2][2] = {{1, 2}, {3, 4}};
const int SIZE = 4 * 4;
const unsigned HALF = ~0u >> 1, THIRD = (0u - 1) / 3;
const unsigned long long LONG = 1ull << 40;
const int BELOW = -7 / 2 % 2;
#define FULL 0xffffffff
__device__ float blend(const float *p, int i) {
    float sum = 0;
    for (int k = -1; k <= 1; k++) sum += coeff[k + 1] * p[i + k];
    return sum;
}
__device__ void swap(int *p) { int t = p[0]; p[0] = p[1]; p[1] = t; }
__device__ int sum_of(const int *p, int n) { int s = 0; while (n-- > 0) s += *p++; return s; }
__global__ void k(int *a, float *f, unsigned long long *w, int n) {
    __shared__ int tile[SIZE][SIZE + 1];
    __shared__ int total;
    int local[4] = {1, 2};
    int reg[3];
    reg[0] = n; reg[1] = reg[0] * 2; reg[2] = reg[1] - 1;
    unsigned t = threadIdx.x;
    if (t == 0) total = 0;
    tile[t / SIZE % SIZE][t % SIZE] = (int)t * 3;
    __syncthreads();
    local[t % 4] += reg[2];
    atomicAdd(&total, local[t & 3]);
    atomicMax(&a[1], (int)t);
    bool odd = t & 1;
    unsigned char c = 250 + t;
    short s = -t;
    f[t] = t > 0 && t < 60 ? blend(f, t) : (float)c / s;
    __syncthreads();
    int *row = tile[3];
    a[t] = tile[(t + 1) % SIZE][2] + sum_of(row, 3) + (odd ? 7 : c) + total + counter + table[1][t % 2];
    w[t] = (1ull << (t % 64)) | __ballot_sync(FULL, odd);
    do { n -= 3; if (n % 5 == 2) continue; if (n < -20) break; a[t] ^= n; } while (n > 0);
    int v = __shfl_xor_sync(FULL, a[t], 1) >> 1;
    a[t] += v + __popc(t * 77u) + __clz(t) + __ffs(t) + min(v, 100) + max(3u, t);
    if (t == 5) printf("%d %5.2f %u %c\n", v, f[5] * 2.0, t, 'x');
    if (t < 2) swap(&a[2 * t]);
    int q = t; q <<= 2; q |= 1; --q; q = -q; q = ~q; q = !q + (q, 3);
    f[t] = sqrtf(f[t] * f[t]) + powf(2.0f, 3) + fabs(-1.5) + floorf(2.7f) + __int_as_float(0x3f800000) + fminf(1, t);
    a[t] += q + (t == 3 || a[t] / (int)(t + 1) > 4) + sizeof(float) + static_cast<int>(2.9) + int(3.2f);
    for (;;) { if (t++ > 70) break; }
    a[0] += row - &tile[0][0];
    const unsigned most = ~0u / 2;
    a[1] = HALF ^ THIRD ^ most ^ (int)(LONG >> 35) ^ BELOW;
    assert(n < 100);
}
)";

/// A variable that begins with the result of an instruction may share the result's place, but not with a
/// second variable.
TEST(SmallReader, TwoVariablesWithOneResultAreTwo) {
    const std::string text = R"(__global__ void k(unsigned* out, unsigned* count) {
    unsigned all = __ballot_sync(0xffffffffu, 1);
    unsigned rest = all;
    rest &= rest - 1;
    out[0] = all;
    out[1] = rest;
    unsigned old = atomicAdd(count, 1u), next = old;
    next += 5;
    out[2] = old;
})";
    const auto check = [&](const tl::expected<reader::KernelReading, std::string>& read) {
        ASSERT_TRUE(read && read->kernel);
        LaunchConfiguration one{.block = {1, 1, 1}, .max_steps = 1000};
        one.model = ThreadModel::volta;
        const LaunchRun run = run_launch(*read->kernel, {.buffers = {{9, 9, 9}, {7}}, .numbers = {0, 0}}, one,
                                         *find_engine("fast"));
        ASSERT_TRUE(run.findings.empty()) << run.findings.front().message;
        EXPECT_EQ(run.buffers[0], (std::vector<std::uint64_t>{1, 0, 7}));
    };
    check(read_small_kernel(source_of(text)));
    if (front_end_file()) check(read_kernel(source_of(text)));
}

TEST(SmallReader, EachConstructHasTheMeaningThatClangsHas) {
    if (const auto module = front_end_file(); !module) GTEST_SKIP() << module.error();
    EXPECT_TRUE(agrees_with_clang(kEverything)) << read_small_kernel(source_of(kEverything))->messages;
}

/// What one line of a kernel is refused with.
std::string errors_of(const std::string& line) {
    const auto read =
        read_small_kernel(source_of("__device__ int f(int x) { return x; }\n"
                                    "__global__ void k(int *a, const int *c, int n) {\n" +
                                    line + "\n}\n"));
    return read->kernel ? "" : read->messages;
}

TEST(SmallReader, ErrorsAreAtTheirTokensAndSayWhatWouldBeRight) {
    const std::pair<const char*, const char*> rows[] = {
        {"int x = 1", "x.cu:3:10: error: expected `;` after the declaration"},
        {"a[0] = y;", "x.cu:3:8: error: 'y' is not declared"},
        {"int count = 0; a[0] = cuont;", "3:23: error: 'cuont' is not declared; did you mean 'count'?"},
        {"if (n = 3) a[0] = 1;", "3:7: error: `=` assigns; write `==` to compare"},
        {"switch (n) {}", "3:1: error: `switch` is not read here; write `if` and `else if`"},
        {"a[0] = 1.5f % 2;", "3:13: error: `%` takes two integers; for floats there is fmodf(a, b)"},
        {"c[0] = 1;", "3:6: error: this is const, and cannot be assigned"},
        {"a = 1;", "3:1: error: 'a' cannot be assigned"},
        {"a[0] = c;", "3:8: error: this is a pointer, and a number of type 'int' is wanted"},
        {"a[0] = f(1, 2);", "3:8: error: 'f' takes 1 argument, and 2 are given"},
        {"a[0] = threadIdx;", "3:8: error: write threadIdx.x, threadIdx.y or threadIdx.z"},
        {"a[0] = threadIdx.w;", "3:8: error: 'threadIdx' has the members x, y and z"},
        {"int b[n];", "3:7: error: the size of an array must be a constant"},
        {"auto x = 1;", "3:1: error: `auto` is not read here; write the type"},
        {"vec x;", "3:1: error: 'vec' is no type here"},
        {"everywhere { return; }", "3:14: error: `return` cannot leave an `everywhere` block"},
        {"break;", "3:1: error: `break` is outside of a loop"},
        {"int x; int x;", "3:12: error: 'x' is declared twice in this block"},
        {"printf(\"%d\\n\");", "3:1: error: the text prints 1 value, and 0 are given"},
        {"printf(\"%f\\n\", n);", "3:16: error: `%f` prints a float or a double"},
        {"a[0] = 99999999999999999999;",
         "3:8: error: '99999999999999999999' is larger than any integer of C++"},
        {"undone(1);", "3:1: error: the function 'undone' is not known here"},
        {"a[0] = (1;", "3:10: error: expected `)`, found ';'"},
        {"k<<<1, 1>>>(a, c, n);", "3:2: error: a kernel cannot be launched here"},
    };
    for (const auto& [line, message] : rows) EXPECT_THAT(errors_of(line), HasSubstr(message)) << line;
    EXPECT_THAT(errors_of("int x = 1\nfloat y = 2\nx = y;"),
                testing::AllOf(HasSubstr("3:10:"), HasSubstr("4:12:")));
    EXPECT_THAT(read_small_kernel(source_of("int main() { }"))->messages,
                HasSubstr("x.cu:1:5: error: a program with a `main`"));
    EXPECT_THAT(read_small_kernel(source_of(""))->messages, HasSubstr("x.cu: error: the file has no kernel"));
}

TEST(SmallReader, WhatIsNestedTooDeeplyIsRefused) {
    const auto repeated = [](const std::string& part) {
        std::string text;
        for (int i = 0; i < 100'000; ++i) text += part;
        return text;
    };
    for (const std::string& line : {"a[0] = 1" + repeated(" + 1") + ";", "a[0] = " + repeated("(") + ";",
                                    "a" + repeated("[0]") + " = 1;", repeated("{"),
                                    repeated("if (n) {} else "), "a[0] = " + repeated("-") + "n;"})
        EXPECT_THAT(errors_of(line), HasSubstr("error: more than 2")) << line.substr(0, 30);
}

TEST(SmallReader, TextsWithMistakesAreReadOrRefused) {
    std::mt19937 random(11);
    constexpr const char* kWords[] = {"(", ")", "{", "}",  "[", "]",  ";",  "int ", "*",
                                      "&", "x", ",", "\"", "'", "/*", "? ", "-",    "t"};
    for (int i = 0; i < 2000; ++i) {
        std::string text = kEverything;
        const std::size_t at = random() % text.size();
        if (i % 3 == 0) text.erase(at, random() % 8);
        if (i % 3 == 1) text.insert(at, kWords[random() % std::size(kWords)]);
        if (i % 3 == 2) text[at] = static_cast<char>(random());
        const auto read = read_small_kernel(source_of(text));
        ASSERT_TRUE(read);
        EXPECT_NE(read->kernel.has_value(), read->messages.find("error: ") != std::string::npos) << text;
    }
}

}  // namespace
}  // namespace musimd::kernels::small_reader_test
