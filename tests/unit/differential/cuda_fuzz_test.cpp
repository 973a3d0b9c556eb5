// Random kernels of CUDA C++: what they are, the plain run and mistakes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "differential/cuda/kind.hpp"
#include "differential/cuda/reduce.hpp"

namespace musimd::differential::cuda::cuda_fuzz_test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Kind = Statement::Kind;

// ---- kernels

TEST(CudaFuzz, AKernelIsAFunctionOfItsSeed) {
    EXPECT_EQ(source_of(random_kernel(7)), source_of(random_kernel(7)));
    EXPECT_NE(source_of(random_kernel(7)), source_of(random_kernel(8)));
}

TEST(CudaFuzz, KernelsWithoutMistakesHaveNoDefect) {
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        const Drawn kernel = random_kernel(seed, {.mutants = 0});
        EXPECT_TRUE(is_well_formed(kernel)) << source_of(kernel);
        const PlainRun run = run_plainly(kernel, elements_before(kernel));
        EXPECT_TRUE(run.is_clean()) << source_of(kernel) << testing::PrintToString(run.volta);
    }
}

TEST(CudaFuzz, KernelsHaveWhatTheyAreFor) {
    std::set<std::pair<Kind, Form>> seen;
    std::set<std::string> mistakes;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const Drawn kernel = random_kernel(seed);
        for_each_statement(kernel.body, [&](const Statement& s) { seen.emplace(s.kind, s.form); });
        if (!kernel.mutation.empty()) mistakes.insert(kernel.mutation);
    }
    for (const Form form : {Form::none, Form::count, Form::all, Form::any})
        EXPECT_THAT(seen, Contains(std::pair(Kind::barrier, form)));
    for (const Form form :
         {Form::shfl, Form::shfl_up, Form::shfl_down, Form::shfl_xor, Form::ballot, Form::all, Form::any,
          Form::match, Form::add, Form::min, Form::max, Form::andb, Form::orb, Form::xorb})
        EXPECT_THAT(seen, Contains(std::pair(Kind::collective, form)));
    for (const Form form :
         {Form::add, Form::min, Form::max, Form::andb, Form::orb, Form::xorb, Form::exchange, Form::compare})
        EXPECT_THAT(seen, Contains(std::pair(Kind::atomic, form)));
    for (const Kind kind :
         {Kind::syncwarp, Kind::if_, Kind::for_, Kind::break_, Kind::continue_, Kind::return_})
        EXPECT_THAT(seen, Contains(std::pair(kind, Form::none)));
    EXPECT_EQ(mistakes.size(), 9u) << testing::PrintToString(mistakes);
}

// ---- the plain run

/// `s[t] = t; BETWEEN; out[t] = s[(t + OTHER) % T]`
Drawn exchange(std::uint32_t threads, std::uint32_t other, const Block& between) {
    Drawn kernel;
    kernel.block = {threads, 1, 1};
    kernel.arrays = {{.name = "out", .type = Type::i32, .space = Array::Space::output, .elements = threads},
                     {.name = "s", .type = Type::i32, .space = Array::Space::shared, .elements = threads}};
    const Expr t = place(ThreadIndex::thread);
    const Expr next =
        apply(Op::rem, Type::i32,
              {apply(Op::add, Type::i32, {t, number(Type::i32, other)}), number(Type::i32, threads)});
    Statement write{.kind = Kind::store, .array = 1, .index = t, .value = t};
    const Expr element =
        std::make_shared<const Node>(Node{.op = Op::element, .type = Type::i32, .id = 1, .operands = {next}});
    Statement read{.kind = Kind::store, .array = 0, .index = t, .value = element};
    kernel.body = {write};
    kernel.body.insert(kernel.body.end(), between.begin(), between.end());
    kernel.body.push_back(read);
    return kernel;
}

PlainRun plain(const Drawn& kernel) {
    return run_plainly(kernel, elements_before(kernel));
}

TEST(CudaFuzz, APlainRunComputesWhatThreadsExchange) {
    const PlainRun run = plain(exchange(4, 1, {{.kind = Kind::barrier}}));
    EXPECT_TRUE(run.is_clean());
    EXPECT_THAT(run.buffers[0], ElementsAre(1, 2, 3, 0));
}

TEST(CudaFuzz, APlainRunKnowsWhatABarrierAndASyncwarpOrder) {
    const Statement sync{.kind = Kind::syncwarp, .mask = number(Type::u32, 0xFFFF'FFFF)};
    EXPECT_THAT(plain(exchange(64, 32, {})).lockstep, ElementsAre("race"));
    EXPECT_TRUE(plain(exchange(32, 1, {sync})).is_clean());
    EXPECT_THAT(plain(exchange(64, 32, {sync})).lockstep, ElementsAre("race"));
    EXPECT_THAT(plain(exchange(32, 1, {})).lockstep, IsEmpty());
    EXPECT_THAT(plain(exchange(32, 1, {})).volta, ElementsAre("race"));
}

TEST(CudaFuzz, AComparisonThatFailsOnlyReads) {
    Drawn kernel = exchange(64, 0, {{.kind = Kind::barrier}});
    const Expr zero = number(Type::i32, 0);
    const Expr first =
        std::make_shared<const Node>(Node{.op = Op::element, .type = Type::i32, .id = 1, .operands = {zero}});
    kernel.variables = {Type::i32};
    Statement swap{
        .kind = Kind::atomic, .form = Form::compare, .has_result = true, .array = 1, .index = zero};
    swap.value = first;
    swap.other = number(Type::i32, 5);  // it is 0
    kernel.body.push_back(swap);
    EXPECT_TRUE(plain(kernel).is_clean());
    kernel.body.back().other = zero;
    EXPECT_THAT(plain(kernel).lockstep, ElementsAre("race"));
}

TEST(CudaFuzz, APlainRunKnowsWhoSkipsABarrier) {
    Statement skipped{.kind = Kind::if_,
                      .value = apply(Op::lt, Type::i32, {place(ThreadIndex::thread), number(Type::i32, 5)})};
    skipped.body = {{.kind = Kind::barrier}};
    EXPECT_THAT(plain(exchange(32, 0, {skipped})).lockstep, ElementsAre("barrier-while-diverged"));
}

TEST(CudaFuzz, AProgramForAGpuHasAllKernels) {
    const std::vector<Drawn> kernels = {random_kernel(1), random_kernel(2)};
    const std::string text = program_of(kernels);
    EXPECT_THAT(text, HasSubstr("k1<<<"));
    EXPECT_THAT(text, HasSubstr("run_k0();\n    run_k1();"));
}

}  // namespace
}  // namespace musimd::differential::cuda::cuda_fuzz_test
