// `everywhere` in CUDA C++: the blocks themselves, and structured control by macros, which does the same.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dsl/cuda/converged_source.hpp"
#include "gpu_backend/device/emulator.hpp"
#include "host/compiler.hpp"
#include "host/files.hpp"
#include "kernels/launch/front_end.hpp"
#include "simulator/codegen/host_settings.hpp"
#include "simulator/native/native.hpp"
#include "tests/support/cuda_kernels.hpp"
#include "tests/support/process.hpp"

namespace musimd::test::cuda_everywhere_slow {
namespace {

using kernels::cuda::LaunchRun;
using testing::AllOf;
using testing::HasSubstr;

constexpr int kLanes = 32;
const std::filesystem::path kHeaders = std::filesystem::path(MUSIMD_SOURCE_DIR) / "dsl/cuda/headers/musimd";

class CudaEverywhere : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const auto file = kernels::front_end_file(); !file) GTEST_SKIP() << file.error();
    }
};

std::string with_header(const std::string& text) {
    return "#include <musimd/everywhere.h>\n" + text;
}

/// Under lockstep.
void expect_everywhere(const std::string& text, const std::map<std::string, std::string>& arguments,
                       const std::map<std::string, Words>& expected,
                       kernels::cuda::LaunchConfiguration how = {.block = {kLanes, 1, 1}}) {
    how.model = ThreadModel::lockstep;
    const CudaKernelRun made = run_cuda(with_header(text), arguments, how);
    ASSERT_EQ(made.messages, "");
    ASSERT_EQ(made.run.end, LaunchRun::End::stop)
        << (made.run.findings.empty() ? made.run.message : made.run.findings.front().message);
    for (const auto& [buffer, words] : expected) EXPECT_EQ(made.buffers.at(buffer), words) << buffer;
}

template <typename F>
Words words_by_lane(const F& word, int count = kLanes) {
    std::vector<int> result;
    for (int t = 0; t < count; ++t) result.push_back(word(t));
    return patterns(result);
}

// ---- the blocks

TEST_F(CudaEverywhere, ABlockWakesTheThreadsOfTheOtherPath) {
    const char* const text =
        "__global__ void k(int *out, unsigned *woken) {\nconst int t = threadIdx.x;\nint x = t;\n"
        "if (t % 3 == 0) {\neverywhere_from(mask) {\nwoken[t] = mask;\neverywhere { x = x + 100; }\n}\n"
        "out[t] = x;\n} else {\nout[t] = -x;\n}\n}";
    unsigned mask = 0;
    for (int t = 0; t < kLanes; t += 3) mask |= 1U << t;
    expect_everywhere(text, {{"out", "32:zeros"}, {"woken", "32:zeros"}},
                      {{"out", words_by_lane([](int t) { return t % 3 == 0 ? t + 100 : -(t + 100); })},
                       {"woken", Words(kLanes, mask)}});
}

TEST_F(CudaEverywhere, ABlockOnAPathThatNobodyTakesIsNotExecuted) {
    expect_everywhere(
        "__global__ void k(int *out) { if (threadIdx.x > 99) everywhere { out[threadIdx.x] = 1; } }",
        {{"out", "32:zeros"}}, {{"out", Words(kLanes, 0)}});
}

TEST_F(CudaEverywhere, ThreadsThatHaveReturnedFromTheKernelAreGoneThoseOfAFunctionWait) {
    const char* const text =
        "__device__ void f(int *out, int t) {\nif (t < 20) return;\neverywhere { out[t] = out[t] + 10; }\n}\n"
        "__global__ void k(int *out) {\nconst int t = threadIdx.x;\nif (t < 8) return;\nf(out, t);\n"
        "out[t] = out[t] + 1;\n}";
    expect_everywhere(text, {{"out", "32:zeros"}},
                      {{"out", words_by_lane([](int t) { return t < 8 ? 0 : 11; })}});
}

TEST_F(CudaEverywhere, ABlockInALoopWakesThoseThatHaveLeftIt) {
    const char* const text =
        "__global__ void k(int *out) {\nconst int t = threadIdx.x;\nint trips = 0;\n"
        "for (int i = 0; i < t; ++i) {\nif (i == 5) break;\nif (i == 2) continue;\neverywhere { trips = "
        "trips + 1; }\n}\n"
        "out[t] = trips;\n}";
    expect_everywhere(text, {{"out", "32:zeros"}}, {{"out", Words(kLanes, 4)}});
}

TEST_F(CudaEverywhere, ABlockOfAPartialWarpWakesTheThreadsThatExist) {
    expect_everywhere(
        "__global__ void k(int *out) { if (threadIdx.x == 0) everywhere { out[threadIdx.x] = 1; } }",
        {{"out", "40:zeros"}}, {{"out", words_by_lane([](int t) { return t < 20 ? 1 : 0; }, 40)}},
        {.block = {20, 1, 1}});
}

TEST_F(CudaEverywhere, NothingLeavesABlock) {
    const std::string messages = cuda_messages(
        with_header("__global__ void k(int *a) {\nfor (int i = 0; i < 3; ++i) {\neverywhere {\nif (a[i]) "
                    "break;\nif (a[i] > 1) continue;\n"
                    "if (a[i] > 2) return;\nfor (int j = 0; j < 2; ++j) if (a[j]) break;\n}\n}\n}"));
    EXPECT_THAT(
        messages,
        AllOf(HasSubstr("x.cu:5:11: error: `break` cannot leave an `everywhere` block; let the block set a "
                        "variable, and test it after the block"),
              HasSubstr("x.cu:6:15: error: `continue` cannot"),
              HasSubstr("x.cu:7:15: error: `return` cannot")));
    EXPECT_THAT(messages, testing::Not(HasSubstr("x.cu:8")));
}

TEST_F(CudaEverywhere, ATrapInABlockIsReportedAtItsLine) {
    const CudaKernelRun made =
        run_cuda(with_header("__global__ void k(int *a) {\nint x;\nif (threadIdx.x < 4) {\nx = 1;\n"
                             "everywhere {\na[threadIdx.x] = x;\n}\n}\n}"),
                 {{"a", "32:zeros"}}, {.block = {kLanes, 1, 1}});
    ASSERT_EQ(made.run.findings.size(), 1U) << made.messages;
    EXPECT_EQ(made.run.findings[0].kind, "undefined-variable");
    EXPECT_EQ(made.run.findings[0].line, 7U);
}

// ---- structured control

/// What `structured` has between its macros, as plain code with `everywhere` blocks.
struct Pair {
    const char* name;
    const char* plain;
    const char* structured;
};

const Pair kPairs[] = {
    {"Conditionals",
     "if (t % 2) { everywhere { x = x + 1; a[t] = a[(t + 1) % 32]; } if (x > 9) { x = 2 * x; } "
     "else { everywhere { x = x + t; } } } else { x = -x; }",
     "MU_IF(t % 2) MU_EVERYWHERE x = x + 1; z = a[(t + 1) % 32]; MU_SYNCWARP a[t] = z; MU_END_EVERYWHERE "
     "MU_IF(x > 9) x = 2 * x; MU_ELSE MU_EVERYWHERE x = x + t; MU_END_EVERYWHERE MU_ENDIF MU_ELSE x = -x; "
     "MU_ENDIF"},
    {"Loops",
     "while (y < t) { y = y + 1; if (y == 20) break; if (y % 3 == 0) continue; everywhere { x = x + 2; } "
     "if (y == 11) { x = x + 1; break; } }",
     "MU_WHILE(y < t) y = y + 1; MU_IF(y == 20) MU_BREAK; MU_ENDIF if (y % 3 == 0) MU_CONTINUE; "
     "MU_EVERYWHERE x = x + 2; MU_END_EVERYWHERE MU_IF(y == 11) x = x + 1; MU_BREAK; MU_ENDIF MU_ENDWHILE"},
    {"NestedLoops",
     "while (y < t) { y = y + 7; int z = 0; while (z < y) { z = z + 5; if (z == 15) break; everywhere { x = "
     "x + 1; } } "
     "x = x + z; }",
     "MU_WHILE(y < t) y = y + 7; z = 0; MU_WHILE(z < y) z = z + 5; if (z == 15) MU_BREAK; MU_EVERYWHERE x = "
     "x + 1; "
     "MU_END_EVERYWHERE MU_ENDWHILE x = x + z; MU_ENDWHILE"},
    {"Returns",
     "if (t == 3) return; while (y < t) { y = y + 1; if (y == 12) return; everywhere { x = x + 1; } } "
     "everywhere { a[t] = a[t] + x; }",
     "if (t == 3) MU_RETURN; MU_WHILE(y < t) y = y + 1; MU_IF(y == 12) MU_RETURN; MU_ENDIF MU_EVERYWHERE x = "
     "x + 1; "
     "MU_END_EVERYWHERE MU_ENDWHILE MU_EVERYWHERE a[t] = a[t] + x; MU_END_EVERYWHERE"},
    {"Masks", "if (t & 4) everywhere_from(m) { x = x + (int)m; }",
     "MU_IF(t & 4) MU_EVERYWHERE_FROM(m) x = x + (int)m; MU_END_EVERYWHERE MU_ENDIF"},
    {"NobodyTakesThePath", "if (t > 99) everywhere { x = 77; }",
     "MU_IF(t > 99) MU_EVERYWHERE x = 77; MU_END_EVERYWHERE MU_ENDIF"},
};

std::string kernel_of(const std::string& body) {
    return with_header(
        "__global__ void k(int *out, int *a) {\nconst int t = threadIdx.x;\nint x = t, y = 0, z = 0;\n" +
        body + "\nout[t] = x + 1000 * y + z * 0;\n}\n");
}
std::string structured(const Pair& pair) {
    return kernel_of(std::string("MU_BEGIN ") + pair.structured +
                     "\nout[t] = x + 1000 * y; MU_END\nif (t >= 0) return;");
}

const std::map<std::string, std::string> kArguments = {{"out", "32:zeros"}, {"a", "32:iota"}};

class CudaStructuredControl : public CudaEverywhere, public testing::WithParamInterface<Pair> {};

TEST_P(CudaStructuredControl, DoesWhatBlocksDoUnderBothModels) {
    kernels::cuda::LaunchConfiguration how{.block = {kLanes, 1, 1}};
    const CudaKernelRun plain = run_cuda(kernel_of(GetParam().plain), kArguments, how);
    ASSERT_EQ(plain.messages, "");
    ASSERT_EQ(plain.run.end, LaunchRun::End::stop);
    for (const ThreadModel model : {ThreadModel::lockstep, ThreadModel::volta}) {
        how.model = model;
        const CudaKernelRun made = run_cuda(structured(GetParam()), kArguments, how);
        ASSERT_EQ(made.messages, "");
        ASSERT_EQ(made.run.end, LaunchRun::End::stop)
            << (made.run.findings.empty() ? made.run.message : made.run.findings.front().message);
        EXPECT_EQ(made.buffers, plain.buffers) << to_string(model);
    }
}

/// The kernel as C++, on the emulator of a warp.
TEST_P(CudaStructuredControl, RunsOnTheProcessor) {
    const std::string source = "#include \"gpu_backend/device/prelude/warp_emulated.hpp\"\n#include \"" +
                               (kHeaders / "warp_on_cpu.h").string() + "\"\n#include \"" +
                               (kHeaders / "everywhere.h").string() + "\"\n" +
                               structured(GetParam()).substr(with_header("").size()) +
                               "struct Arguments { int *out, *a; };\n"
                               "MUSIMD_KERNEL(run) { (void)warp; const auto* a = "
                               "static_cast<Arguments*>(argument); k(a->out, a->a); }\n"
                               "extern \"C\" __attribute__((visibility(\"default"
                               "\"))) void* emulator() { return &musimd::hardware::musimd_emulator; }\n";
    host::CompileSettings settings = codegen::host_settings();
    settings.flags = native::quick_flags();
    settings.flags.push_back(std::string("-I") + MUSIMD_SOURCE_DIR);
    settings.cache = {};
    const auto compiled = host::compile(source, settings);
    ASSERT_TRUE(compiled) << codegen::error_text(compiled.error());
    struct {
        int* out;
        int* a;
    } arguments{};
    std::vector<int> out(kLanes, 0), a(kLanes);
    for (int t = 0; t < kLanes; ++t) a[static_cast<std::size_t>(t)] = t;
    arguments = {out.data(), a.data()};
    const auto find = [&](const char* name) { return const_cast<void*>(compiled->library->find(name)); };
    const auto kernel = reinterpret_cast<gpu::EmulatedKernel>(find("run"));
    const auto current = reinterpret_cast<void* (*)()>(find("emulator"));
    const auto done =
        gpu::run_emulated_warp(kernel, &arguments, 0, static_cast<hardware::Emulator**>(current()));
    ASSERT_TRUE(done) << done.error();
    const CudaKernelRun plain = run_cuda(kernel_of(GetParam().plain), kArguments, {.block = {kLanes, 1, 1}});
    EXPECT_EQ(patterns(out), plain.buffers.at("out"));
    EXPECT_EQ(patterns(a), plain.buffers.at("a"));
}

INSTANTIATE_TEST_SUITE_P(All, CudaStructuredControl, testing::ValuesIn(kPairs),
                         [](const auto& one) { return std::string(one.param.name); });

TEST_F(CudaEverywhere, BarriersOfTheBlockDoNotWaitForThreadsThatHaveReturned) {
    const std::string text = with_header(
        "__global__ void k(int *out) {\n__shared__ int s[64];\nconst int t = threadIdx.x;\nint i = "
        "0;\nMU_BEGIN\n"
        "s[t] = t;\nif (t >= 32 && t < 40) MU_RETURN;\nMU_WHILE(i < 2)\ni = i + 1;\nMU_SYNCTHREADS\nMU_IF(t "
        "< 32)\n"
        "out[t] = s[t + 32 - 32 * (i - 1)];\nMU_ENDIF\nMU_ENDWHILE\nMU_END\n}");
    expect_words(text, {{"out", "32:zeros"}}, "out", words_by_lane([](int t) { return t; }),
                 {.block = {64, 1, 1}});
}

/// Each mistake is an error at its line.
TEST_F(CudaEverywhere, StructuredControlIsNotMixedWithPlainControl) {
    const auto error_of = [](const std::string& body) {
        return cuda_messages(with_header(
            "__global__ void k(int *a) {\nconst int t = threadIdx.x;\nMU_BEGIN\n" + body + "\nMU_END\n}"));
    };
    const std::string plain =
        "is in plain braces: an `if`, a loop or a block around it must be MU_IF or MU_WHILE";
    EXPECT_THAT(error_of("if (t) {\nMU_EVERYWHERE a[t] = 1; MU_END_EVERYWHERE\n}"),
                AllOf(HasSubstr("x.cu:6:1: error: "), HasSubstr("MU_EVERYWHERE " + plain)));
    EXPECT_THAT(error_of("while (t)\n{ MU_IF(t) MU_ENDIF }"),
                AllOf(HasSubstr("x.cu:6:3: error: "), HasSubstr("MU_IF " + plain)));
    EXPECT_THAT(error_of("if (t)\nreturn;\nMU_EVERYWHERE a[t] = 1; MU_END_EVERYWHERE"),
                HasSubstr("x.cu:6:1: error: "));
    EXPECT_THAT(error_of("MU_WHILE(t < 3)\nif (t) break;\nMU_ENDWHILE"), HasSubstr("x.cu:6:8: error: "));
    EXPECT_THAT(error_of("if (t) MU_BREAK;"),
                HasSubstr("MU_BREAK is outside of MU_WHILE, or leaves an everywhere block"));
    EXPECT_THAT(error_of("MU_WHILE(t < 3) MU_EVERYWHERE MU_CONTINUE; MU_END_EVERYWHERE MU_ENDWHILE"),
                HasSubstr("MU_CONTINUE is outside of MU_WHILE, or leaves an everywhere block"));
    EXPECT_THAT(error_of("MU_EVERYWHERE MU_RETURN; MU_END_EVERYWHERE"),
                HasSubstr("MU_RETURN leaves an everywhere block"));
}

// ---- as CUDA C++ over masks

std::string converged(const std::string& text) {
    const auto read = kernels::read_kernel({.file = "x.cu", .text = text, .function = "", .options = {}});
    if (!read || !read->kernel) return read ? read->messages : read.error();
    const auto reason = dsl::cuda::why_not_converged(*read->kernel);
    return reason ? "the kernel has " + *reason : dsl::cuda::print_converged(*read->kernel);
}

struct Kernel {
    const char* name;
    std::string text;
    unsigned threads = kLanes;
};

std::vector<Kernel> kernels() {
    std::vector<Kernel> all;
    for (const Pair& pair : kPairs) all.push_back({pair.name, kernel_of(pair.plain)});
    const auto add = [&](const char* name, const std::string& functions, const std::string& body,
                         unsigned threads = kLanes) {
        all.push_back({name,
                       with_header(functions +
                                   "__global__ void k(int *out, int *a) {\nconst int t = threadIdx.x;\n"
                                   "int x = t;\n" +
                                   body + "\nout[t] = x;\n}\n"),
                       threads});
    };
    add("NeighboursInLockStep", "", "a[t] = a[(t + 1) % 32]; x = a[t ^ 1]; a[t] = x + a[(t + 5) % 32];");
    add("Functions",
        "__device__ int f(int *a, int x) { if (x % 5 == 0) return 7;\n"
        "everywhere { const int t = threadIdx.x; a[t] = a[(t + 1) % 32]; }\nfor (int i = 0; i < x; ++i) if "
        "(i * i > x) return "
        "i;\nreturn x; }\n",
        "if (t & 2) x = f(a, x); else x = x + a[31 - t]; x = x + f(a, x);");
    add("Collectives", "",
        "if (t < 3) return; for (int i = 0; i < t; ++i) { if (i == 9) break; everywhere_from(m) { x = x + "
        "__popc(m) + "
        "__shfl_sync(0xfffffff8, x, 31) + __any_sync(0xfffffff8, t == i); } } x = x + "
        "(int)__ballot_sync(0xfffffff8, t % 3 == "
        "0);");
    add("Barriers", "",
        "__shared__ int s[64]; s[t] = a[t % 32]; if (t == 40) return; for (int i = 0; i < 3; ++i) { "
        "__syncthreads(); "
        "x = x + s[63 - t - (t == 23)]; int n = __syncthreads_count(t & 1); __syncthreads(); "
        "everywhere { s[t] = s[t] + n; } x = x + __syncthreads_and(t < 63) + __syncthreads_or(t == 9); }",
        64);
    add("AWarpThatReturns", "",
        "__shared__ int s[64]; s[t] = t; if (t >= 32) return; for (int i = 0; i < 3; ++i) { __syncthreads(); "
        "x = x + s[t]; if (t < 5) everywhere { s[t] = s[t] + 1; } }",
        64);
    add("APartialWarp", "", "if (t % 2) everywhere { x = x + __popc(__activemask()); }", 50);
    add("Atomics", "",
        "if (t % 3) everywhere { atomicAdd(&a[t % 4], t); atomicMax(&a[4 + t % 4], t); atomicCAS(&a[t], -1, "
        "5); "
        "atomicExch(&a[16 + t % 16], 3); }");
    add("Choices", "",
        "int n = 0; do { x = x * 3 % 17; switch (x % 4) { case 0: x = x + 1; break; case 1: everywhere { x = "
        "x + 5; } "
        "default: x = x + 2; } } while (x % 7 != 3 && x < 99 && n++ < 6);");
    return all;
}

class CudaConverged : public CudaEverywhere, public testing::WithParamInterface<Kernel> {};

TEST_P(CudaConverged, ComputesTheSameUnderBothModels) {
    kernels::cuda::LaunchConfiguration how{.block = {GetParam().threads, 1, 1}};
    const std::map<std::string, std::string> arguments = {{"out", "64:zeros"}, {"a", "64:iota"}};
    const CudaKernelRun original = run_cuda(GetParam().text, arguments, how);
    ASSERT_EQ(original.messages, "");
    ASSERT_EQ(original.run.end, LaunchRun::End::stop)
        << (original.run.findings.empty() ? original.run.message : original.run.findings.front().message);
    const std::string written = converged(GetParam().text);
    for (const ThreadModel model : {ThreadModel::lockstep, ThreadModel::volta}) {
        how.model = model;
        const CudaKernelRun made = run_cuda(written, arguments, how);
        ASSERT_EQ(made.messages, "") << written;
        ASSERT_EQ(made.run.end, LaunchRun::End::stop)
            << (made.run.findings.empty() ? made.run.message : made.run.findings.front().message) << "\n"
            << written;
        EXPECT_EQ(made.buffers, original.buffers) << to_string(model) << "\n" << written;
    }
}

INSTANTIATE_TEST_SUITE_P(All, CudaConverged, testing::ValuesIn(kernels()),
                         [](const auto& one) { return std::string(one.param.name); });

TEST_F(CudaEverywhere, WhatCannotBeWrittenOverMasksIsNamed) {
    EXPECT_EQ(converged("__global__ void k(int *a) {\na[0] = 0; int *p = a; p++; *p = 3;\n}"),
              "the kernel has pointers that are assigned, chosen or exchanged");
    EXPECT_EQ(converged("__global__ void k(unsigned *a) {\na[0] = 0;\natomicInc(a, 5u);\n}"),
              "the kernel has an atomic function that is a loop on the machine (line 3)");
    EXPECT_EQ(converged("struct S { int n; };\n__global__ void k(int *a, S s) { a[0] = s.n; }"),
              "the kernel has structure parameters");
}

// ---- the command

support::Finished musimd_in(const host::TemporaryFolder& folder, const std::string& text,
                            std::vector<std::string> words) {
    host::write_file(folder.path() / "x.cu", text);
    support::Command command = support::musimd(std::move(words));
    command.folder = folder.path();
    return support::run(command);
}

const char* const kHalf =
    "__global__ void k(int *a) {\nif (threadIdx.x < 9)\n    everywhere { a[threadIdx.x] = 1; }\n}\n";

TEST_F(CudaEverywhere, TheCommandRunsLockstepAloneAndRefusesOtherModels) {
    const host::TemporaryFolder folder;
    const support::Finished usual = musimd_in(folder, with_header(kHalf), {"cuda", "x.cu"});
    EXPECT_EQ(usual.status, 0) << usual.errors;
    EXPECT_EQ(
        usual.errors,
        "musimd cuda: note: the kernel has an `everywhere` block: it runs only under --model lockstep\n");
    EXPECT_THAT(usual.output, testing::Not(HasSubstr("volta")));
    EXPECT_EQ(musimd_in(folder, with_header(kHalf), {"cuda", "x.cu", "--model", "lockstep"}).errors, "");
    for (const char* const model : {"both", "volta"}) {
        const support::Finished refused =
            musimd_in(folder, with_header(kHalf), {"cuda", "x.cu", "--model", model});
        EXPECT_EQ(refused.status, 2);
        EXPECT_THAT(refused.errors,
                    HasSubstr("x.cu:4:5: error: `everywhere` wakes threads of the warp, which needs "
                              "`--model lockstep`"));
    }
}

TEST_F(CudaEverywhere, TheCommandWritesAKernelThatOtherCompilersTake) {
    const host::TemporaryFolder folder;
    const support::Finished written =
        musimd_in(folder, with_header(kHalf), {"compile", "x.cu", "--to", "cuda", "-o", "y.cu"});
    EXPECT_EQ(written.status, 0) << written.errors;
    const support::Finished again = musimd_in(folder, "", {"cuda", "y.cu"});
    EXPECT_EQ(again.status, 0) << again.errors;
    EXPECT_THAT(again.output, HasSubstr("volta"));
    EXPECT_EQ(musimd_in(folder, with_header(kHalf), {"compile", "x.cu"}).status, 2);
    EXPECT_EQ(musimd_in(folder, with_header(kHalf), {"compile", "x.cu", "--to", "cuda", "--main"}).status, 2);
    EXPECT_EQ(musimd_in(folder, "__global__ void k(", {"compile", "x.cu", "--to", "cuda"}).status, 2);
}

// ---- other compilers

/// Its messages; "" if it compiles the text for a GPU.
std::string messages_of(std::vector<std::string> command, const std::string& text) {
    const host::TemporaryFolder folder;
    std::filesystem::create_directories(folder.path() / "musimd");
    std::filesystem::copy_file(kHeaders / "everywhere.h", folder.path() / "musimd/everywhere.h");
    host::write_file(folder.path() / "x.cu", text);
    command.insert(command.end(), {"-I" + folder.path().string(), (folder.path() / "x.cu").string(), "-o",
                                   (folder.path() / "x.ptx").string()});
    support::Command compiler;
    compiler.arguments = std::move(command);
    const support::Finished done = support::run(compiler);
    if (done.status != 0) return done.output + done.errors;
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "x.ptx"));
    return "";
}

const char* const kEverywhere =
    "__global__ void k(int *a) {\nif (a[threadIdx.x])\neverywhere { a[0] = 1; }\n}";

TEST_F(CudaEverywhere, ClangCompilesStructuredControlForAGpuAndRefusesPlainBlocks) {
    const std::string compiler = host::find_command("clang++-19");
    if (compiler.empty()) GTEST_SKIP() << "clang++-19 is not installed";
    const support::TemporaryFolder no_cuda;
    const std::vector<std::string> command = {compiler,
                                              "-x",
                                              "cuda",
                                              "-std=c++17",
                                              "--cuda-device-only",
                                              "-nocudainc",
                                              "-nocudalib",
                                              "--cuda-gpu-arch=sm_70",
                                              "--cuda-path=" + no_cuda.path().string(),
                                              "-S",
                                              "-O1",
                                              "-I" + kHeaders.parent_path().string(),
                                              "-include",
                                              "cuda_runtime.h",
                                              "-UMUSIMD_CUDA",
                                              "-Wno-unknown-cuda-version"};
    for (const Pair& pair : kPairs)
        EXPECT_EQ(messages_of(command, "#undef MUSIMD_CUDA\n" + structured(pair)), "");
    EXPECT_THAT(messages_of(command, "#undef MUSIMD_CUDA\n" + with_header(kEverywhere)),
                AllOf(HasSubstr("x.cu:5:1: error: "), HasSubstr("`everywhere` needs musimd")));
}

TEST_F(CudaEverywhere, NvccCompilesStructuredControlAndRefusesPlainBlocks) {
    std::string compiler = host::find_command("nvcc");
    if (compiler.empty() && std::filesystem::exists("/usr/local/cuda/bin/nvcc"))
        compiler = "/usr/local/cuda/bin/nvcc";
    if (compiler.empty()) GTEST_SKIP() << "nvcc is not installed";
    const std::vector<std::string> command = {compiler, "-std=c++17", "-ptx"};
    EXPECT_EQ(messages_of(command, structured(kPairs[0])), "");
    EXPECT_EQ(messages_of(command, structured(kPairs[3])), "");
    for (const Kernel& kernel : kernels())
        EXPECT_EQ(messages_of(command, converged(kernel.text)), "") << kernel.name;
    EXPECT_THAT(messages_of(command, with_header(kEverywhere)), HasSubstr("x.cu(4): error"));
}

}  // namespace
}  // namespace musimd::test::cuda_everywhere_slow
