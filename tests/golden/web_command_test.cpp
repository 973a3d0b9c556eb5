// Kernels for the page of `musimd web`: --add lowers them, --json prints them as the page holds them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "kernels/launch/front_end.hpp"
#include "tests/support/process.hpp"

namespace musimd::web_command_test {
namespace {

using nlohmann::json;
using support::Finished;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Optional;
using testing::StartsWith;

constexpr const char* kCuda =
    "__device__ int twice(int v) {\n    return 2 * v;\n}\n"
    "__global__ void k(const int* in, int* out) {\n    int i = threadIdx.x;\n    if (i < 3) {\n"
    "        out[i] = twice(in[i]);\n    }\n}\n";
constexpr const char* kOpenMp =
    "void scale(int n, const int* a, int* b) {\n#pragma omp target teams distribute parallel for\n"
    "    for (int i = 0; i < n; i++)\n        b[i] = a[i] + 1;\n}\n";

class WebCommand : public testing::Test {
  protected:
    void SetUp() override {
        if (const auto module = kernels::front_end_file(); !module) GTEST_SKIP() << module.error();
        folder_.write("k.cu", kCuda);
        folder_.write("scale.c", kOpenMp);
    }
    Finished run(std::vector<std::string> words) const {
        support::Command command = support::musimd(std::move(words));
        command.folder = folder_.path();
        return support::run(command);
    }
    /// The programs that the page would get.
    json programs(std::vector<std::string> words) const {
        words.insert(words.begin(), {"web", "--json"});
        const Finished finished = run(std::move(words));
        EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
        const json object = json::parse(finished.output, nullptr, false);
        return object.is_object() ? object["programs"] : json::array();
    }
    /// The memory after a run of the program, by address.
    json memory_after(const json& program) const {
        folder_.write("program.asm", program["text"].get<std::string>());
        const Finished finished = run({"run", "program.asm", "--json"});
        EXPECT_THAT(finished.status, Optional(0)) << finished.errors << finished.output;
        return json::parse(finished.output)["memory"];
    }
    /// A command that fails, and writes no page.
    std::string errors_of(std::vector<std::string> words) const {
        words.insert(words.begin(), {"web", "-o", "page"});
        const Finished finished = run(std::move(words));
        EXPECT_THAT(finished.status, Optional(2));
        EXPECT_THAT(finished.output, IsEmpty());
        EXPECT_FALSE(std::filesystem::exists(folder_.path() / "page"));
        return finished.errors;
    }
    support::TemporaryFolder folder_;
};

/// The lines in the order in which instructions have them, without repetitions.
std::vector<int> changes_of(const json& lines) {
    std::vector<int> result;
    for (const json& line : lines)
        if (result.empty() || result.back() != line) result.push_back(line);
    return result;
}

TEST_F(WebCommand, KernelOfCudaIsAProgramWithTheLinesOfItsSource) {
    const json list = programs(
        {"--add", "k.cu", "--block", "8", "--warp", "8", "--arg", "in=iota:8", "--arg", "out=zeros:8"});
    ASSERT_EQ(list.size(), 1U);
    EXPECT_EQ(list[0]["name"], "k.cu");
    EXPECT_EQ(list[0]["file"], "k.asm");
    EXPECT_THAT(list[0]["text"].get<std::string>(),
                AllOf(StartsWith(".threads 8\n.block 8\n"), HasSubstr("\n.iota 65536 8 0 1\n"),
                      HasSubstr("; 6: if (i < 3) {\n")));
    const json& source = list[0]["source"];
    EXPECT_EQ(source["language"], "CUDA");
    ASSERT_EQ(source["files"].size(), 1U);
    EXPECT_EQ(source["files"][0], json({{"name", "k.cu"}, {"lines_before", 0}, {"text", kCuda}}));
    EXPECT_THAT(changes_of(source["lines"]), ElementsAre(0, 5, 6, 7, 2, 7, 6));
    const json memory = memory_after(list[0]);
    std::vector<int> out;
    for (const auto& [address, word] : memory.items())
        if (std::stoll(address) >= 65536 + 8) out.push_back(word);
    EXPECT_THAT(out, ElementsAre(0, 2, 4, 0, 0, 0, 0, 0));
}

TEST_F(WebCommand, LoopOfOpenMpIsAProgramOfEachModel) {
    const json list = programs({"--add", "scale.c"});
    ASSERT_EQ(list.size(), 2U);
    EXPECT_EQ(list[0]["name"], "scale.c (spmd)");
    EXPECT_EQ(list[0]["file"], "scale-spmd.asm");
    EXPECT_THAT(list[0]["text"].get<std::string>(), StartsWith(".threads 8\n"));
    EXPECT_EQ(list[1]["name"], "scale.c (simd)");
    EXPECT_THAT(list[1]["text"].get<std::string>(), HasSubstr("\n.warps 8\n"));
    for (const json& program : list) {
        EXPECT_EQ(program["source"]["language"], "OpenMP");
        EXPECT_THAT(changes_of(program["source"]["lines"]), ElementsAre(3, 4));
    }
    EXPECT_EQ(programs({"--add", "scale.c", "--model", "spmd"}).size(), 1U);
}

TEST_F(WebCommand, FileStatesOptionsOfItsOwn) {
    folder_.write("own.cu", std::string("// musimd: --block 4 --arg in=iota:8\n") + kCuda);
    const json list = programs({"--add", "own.cu", "--warp", "4", "--add", "k.cu"});
    ASSERT_EQ(list.size(), 2U);
    EXPECT_THAT(list[0]["text"].get<std::string>(), StartsWith(".threads 4\n.block 4\n"));
    EXPECT_THAT(list[1]["text"].get<std::string>(), StartsWith(".threads 4\n.block 32\n"));
    const json given = programs({"--add", "own.cu", "--block", "2"});
    EXPECT_THAT(given[0]["text"].get<std::string>(), HasSubstr("\n.block 2\n"));
    folder_.write("wrong.cu", std::string("// musimd: --json 4\n") + kCuda);
    EXPECT_THAT(errors_of({"--add", "wrong.cu"}),
                StartsWith("wrong.cu:1: error: '--json' is not an option of a file"));
}

TEST_F(WebCommand, LinesOfAnIncludedFileAreOfThatFile) {
    folder_.write("inner/k.h", "__global__ void k(int* a) {\n    a[threadIdx.x] = 7;\n}\n");
    folder_.write("outer.cu", "#include \"inner/k.h\"\n");
    const json list = programs({"--add", "outer.cu", "--kernel", "k"});
    ASSERT_EQ(list.size(), 1U);
    const json& files = list[0]["source"]["files"];
    ASSERT_EQ(files.size(), 2U);
    EXPECT_EQ(files[1]["name"], "k.h");
    const int before = files[1]["lines_before"];
    EXPECT_EQ(list[0]["source"]["lines"].back(), before + 2);
    EXPECT_THAT(list[0]["text"].get<std::string>(), HasSubstr("; k.h:2: a[threadIdx.x] = 7;\n"));
}

TEST_F(WebCommand, ErrorsOfTheSourceAreThoseOfTheFrontEnd) {
    folder_.write("bad.cu", "__global__ void k(int* a) {\n    a[0] = ;\n}\n");
    folder_.write("none.cu", "int f(int n) { return n; }\n");
    folder_.write("main.cu", "__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n");
    folder_.write("other.c", kOpenMp);
    EXPECT_EQ(errors_of({"--add", "bad.cu"}),
              "bad.cu:2:12: error: expected expression\n    2 |     a[0] = ;\n      |            ^\n");
    EXPECT_THAT(errors_of({"--add", "none.cu"}), HasSubstr("none.cu has no kernel"));
    EXPECT_THAT(errors_of({"--add", "main.cu"}), HasSubstr("choose one of its kernels with --kernel"));
    EXPECT_THAT(errors_of({"--add", "other.c"}), HasSubstr("note: choose a function with --kernel"));
    EXPECT_THAT(errors_of({"--add", "k.cu", "--add", "bad.cu"}), StartsWith("bad.cu:2:12: error: "));
}

TEST_F(WebCommand, WhatAPageCannotRunIsAnError) {
    folder_.write("child.cu",
                  "#include <musimd/launch.h>\n__global__ void c() {}\n"
                  "__global__ void k() { musimd::launch(c, 1, 1); }\n");
    EXPECT_THAT(errors_of({"--add", "child.cu", "--kernel", "k"}), HasSubstr("kernel k launches grids"));
    EXPECT_THAT(errors_of({"--add", "k.cu", "--arg", "in=random:300000"}),
                HasSubstr("bytes, and a page reads programs of at most 1048576; use shorter arrays"));
    EXPECT_THAT(errors_of({"--add", "k.cu", "--model", "simd"}),
                HasSubstr("'--model simd' does not apply to CUDA kernels"));
    EXPECT_THAT(errors_of({"--add", "scale.c", "--block", "8"}),
                HasSubstr("'--block 8' does not apply to OpenMP kernels"));
}

}  // namespace
}  // namespace musimd::web_command_test
