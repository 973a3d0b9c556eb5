// Programs as sources of other languages. What backends make of them: program_source_slow.cpp.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gpu_backend/languages/test_source.hpp"
#include "simulator/fast/grid.hpp"
#include "tests/support/programs.hpp"

namespace musimd::languages::program_source_test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr Target kShader{Language::glsl, 8, 1024};
constexpr Target kOpenCl{Language::opencl, 0, 1024};
constexpr Target kHlsl{Language::hlsl, 8, 1024};

std::string source(const std::string& text, const Target& target, Form form = Form::natural) {
    const auto made = program_source(support::read(text), target, form);
    return made ? made->text.substr(made->prelude) : "error: " + made.error();
}

constexpr const char* kLoopWithBallot = R"(
.threads 8
        i = tid
head:   more = i < 5
        bz more, end
        votes = ballot more
        i = i + 1
        jump head
end:    sync
        stop
)";

TEST(ProgramSource, AShaderDivergesByItself) {
    const std::string text = source(kLoopWithBallot, kShader);
    EXPECT_THAT(text, HasSubstr("while (!(v_more == 0L)) {\n        BALLOT(mask, v_more != 0L);"));
    EXPECT_THAT(text, Not(HasSubstr("ANY(")));
}

TEST(ProgramSource, AWaveIsAWarpWhereItsThreadsDoSomethingTogether) {
    const std::string head = "[numthreads(THREADS, 1, 1)]\nvoid main(";
    EXPECT_THAT(source(kLoopWithBallot, kHlsl), HasSubstr("WAVE_SIZE(8)\n" + head));
    EXPECT_THAT(source(kLoopWithBallot, kHlsl), HasSubstr("while (!(v_more == 0LL)) {"));
    EXPECT_THAT(source(kLoopWithBallot, kHlsl, Form::explicit_), Not(HasSubstr("WAVE_SIZE")));
    EXPECT_THAT(source(".threads 8\n x = tid\n stop\n", kHlsl), Not(HasSubstr("WAVE_SIZE")));
}

TEST(ProgramSource, AnAtomicOfHlslIsAStatement) {
    const std::string atomic = ".threads 2\n.shared s 4\n x = fetch_max [s], tid\n stop\n";
    EXPECT_THAT(source(atomic, kHlsl),
                HasSubstr("#define CAS(to, a, old, new_) if ((a) >= SHARED_BEGIN) "
                          "InterlockedCompareExchange(shared_words[uint(uint((a) - SHARED_BEGIN) % "
                          "uint(SHARED_WORDS))], old, new_, to);"
                          " else InterlockedCompareExchange(sigma[uint((a))], old, new_, to)\n"));
    EXPECT_THAT(source(atomic, kHlsl), HasSubstr("CAS(found, (SHARED_BEGIN + 0LL), other, updated);\n"));
}

TEST(ProgramSource, WithoutSubgroupsAllThreadsComeToWhatTheyDoTogether) {
    const std::string text = source(kLoopWithBallot, kOpenCl);
    EXPECT_THAT(text, Not(HasSubstr("while (")));
    EXPECT_THAT(text, HasSubstr("if (mask == 0) break;"));
    EXPECT_THAT(text, HasSubstr("BALLOT(mask, inside_0 && v_more != 0L);"));
}

TEST(ProgramSource, TheExplicitFormHasAPc) {
    const std::string text = source(kLoopWithBallot, kShader, Form::explicit_);
    EXPECT_THAT(text, HasSubstr("switch (pc) {"));
    EXPECT_THAT(text, HasSubstr("todo_3 = todo_3 || (on && !stays);"));
}

TEST(ProgramSource, AConditionalThatNeedsNobodyElseStaysOne) {
    const std::string program =
        ".threads 8\n c = tid & 1\n bz c, even\n x = 1\n jump join\neven: x = 2\njoin: sync\n"
        " y = ballot x\n stop\n";
    EXPECT_THAT(source(program, kOpenCl),
                HasSubstr("    if (!(v_c == 0L)) {\n        v_x = 1L;\n    } else {\n"
                          "        v_x = 2L;\n    }\n    BALLOT(mask, v_x != 0L);"));
}

TEST(ProgramSource, SaysWhatATargetDoesNotHave) {
    EXPECT_EQ(source(".threads 16\n x = ballot 1\n stop\n", kShader),
              "error: a warp of 16 threads is wider than a sub-group of 8");
    EXPECT_EQ(source(".threads 2\n c = tid\n bz c, other\n sync\n stop\nother: sync\n stop\n", kShader),
              "error: line 3: its sides end in two `sync`s");
    EXPECT_EQ(source(".threads 2\n x = erf.f32 0\n stop\n", kShader),
              "error: GLSL has no function `erf` of f32");
    EXPECT_EQ(source(".threads 2\n x = fma.f32 0, 0, 0\n stop\n", kHlsl),
              "error: HLSL has no function `fma` of f32");
    EXPECT_EQ(source(".threads 2\n x = sqrt.f64 0\n stop\n", kHlsl),
              "error: HLSL has no function `sqrt` of f64");
    EXPECT_EQ(source(".threads 2\n.shared s 4093\n stop\n", kHlsl),
              "error: a group needs 4097 words of shared memory, and HLSL has 4096");
    EXPECT_EQ(source(".threads 2\n.warps 2\n barrier\n stop\n", kShader, Form::explicit_),
              "error: the explicit form has one warp in a block");
}

TEST(ProgramSource, KnowsWhatALanguageMayRound) {
    const auto is_exact = [](const std::string& text, const Target& target) {
        return program_source(support::read(text), target, Form::natural)->is_exact;
    };
    EXPECT_TRUE(is_exact(".threads 2\n x = div.f32 1, 2\n stop\n", kOpenCl));
    EXPECT_FALSE(is_exact(".threads 2\n x = div.f32 1, 2\n stop\n", kShader));
    EXPECT_FALSE(is_exact(".threads 2\n x = sin.f32 1\n stop\n", kOpenCl));
    EXPECT_TRUE(is_exact(".threads 2\n x = add.f32 1, 2\n stop\n", kShader));
    EXPECT_FALSE(is_exact(".threads 2\n x = add.f32 1, 2\n stop\n", kHlsl));
    EXPECT_TRUE(is_exact(".threads 2\n x = floor.f32 1\n stop\n", kHlsl));
}

std::string test_of(const Target& target) {
    const Program program =
        support::read(".threads 2\n.memory 0: 7\n x = [0]\n x = x + tid\n [1] = 5\n stop\n");
    const auto made = program_source(program, target, Form::natural);
    return *test_source(program, *made, target.language, fast::run_fast(program, {}, nullptr));
}

TEST(TestSource, HasTheInputsAndWhatIsExpected) {
    EXPECT_THAT(test_of(kShader),
                HasSubstr("EXPECT sigma IDX 8 EQ 5\nEXPECT bank IDX 0 EQ 7\nEXPECT bank IDX 8 EQ 8\n"
                          "EXPECT ends IDX 0 EQ 1\n"));
    EXPECT_THAT(test_of(kShader), HasSubstr("SHADER compute program GLSL\n#version"));
    EXPECT_THAT(test_of(kHlsl), HasSubstr("SHADER compute program HLSL\n#define"));
    EXPECT_THAT(test_of(kHlsl), HasSubstr("EXPECT sigma IDX 8 EQ 5\n"));
    EXPECT_THAT(test_of(kOpenCl), HasSubstr("static const struct row bank_wanted[] = {\n    {0, 7LL},\n"
                                            "    {1, 8LL},\n    {-1, 0LL},\n};"));
    EXPECT_THAT(test_of({Language::ispc, 8, 8}), HasSubstr("extern \"C\" uniform int main() {"));
}

}  // namespace
}  // namespace musimd::languages::program_source_test
