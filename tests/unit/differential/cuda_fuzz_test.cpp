// Random kernels of CUDA C++: what they are, the plain run, mistakes, and campaigns that find planted
// defects.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "differential/cuda/kind.hpp"
#include "differential/cuda/reduce.hpp"
#include "differential/harness/campaign_report.hpp"
#include "kernels/compiled/toolchain.hpp"
#include "kernels/launch/front_end.hpp"

namespace musimd::differential::cuda::cuda_fuzz_test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Kind = Statement::Kind;

const Engine& fast() {
    return *find_engine("fast");
}

/// A campaign of one engine.
struct Trial {
    Trial(const Engine& engine, std::uint64_t count) {
        plan.count = count;
        plan.reports = 1;
        setting.targets = {{{&engine, ThreadModel::lockstep}, 1}, {{&engine, ThreadModel::volta}, 1}};
    }

    CudaKind kind() const { return CudaKind(setting); }
    harness::CampaignRun<Drawn> run() const { return harness::run_campaign(kind(), plan); }
    harness::Json summary(const harness::CampaignRun<Drawn>& run) const {
        return harness::summary_of(kind(), plan, run, "1");
    }
    std::string table(const harness::CampaignRun<Drawn>& run) const {
        return harness::summary_table(summary(run), "kernel", kind().counters());
    }

    harness::CampaignPlan plan;
    KernelSetting setting;
};

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
    const Expr t = place(Place::thread);
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
                      .value = apply(Op::lt, Type::i32, {place(Place::thread), number(Type::i32, 5)})};
    skipped.body = {{.kind = Kind::barrier}};
    EXPECT_THAT(plain(exchange(32, 0, {skipped})).lockstep, ElementsAre("barrier-while-diverged"));
}

// ---- campaigns

class CudaFuzzCampaign : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const auto file = kernels::front_end_file(); !file) GTEST_SKIP() << file.error();
    }
};

TEST_F(CudaFuzzCampaign, FindsNothingWhereThereIsNothing) {
    Trial trial(fast(), 30);
    trial.setting.targets.push_back({{find_engine("rules"), ThreadModel::volta}, 10});
    const auto run = trial.run();
    EXPECT_EQ(run.cases, 30u);
    EXPECT_EQ(run.runs.at("fast volta"), 30u);
    EXPECT_EQ(run.runs.at("rules volta"), 3u);
    EXPECT_GT(run.counts.at("wrong"), 2u);
    EXPECT_EQ(run.mismatches, 0u) << trial.table(run);
}

TEST_F(CudaFuzzCampaign, OtherCompilersReadTheKernels) {
    std::vector<std::string> missing;
    Trial trial(fast(), 3);
    trial.setting.compilers = source_compilers(missing);
    trial.setting.compile_every = 1;
    if (trial.setting.compilers.empty()) GTEST_SKIP() << testing::PrintToString(missing);
    const auto run = trial.run();
    EXPECT_EQ(run.runs.at(trial.setting.compilers.front().name), 3u);
    EXPECT_EQ(run.mismatches, 0u) << trial.table(run);
}

// A machine that reads another lane in shuffles.
Result wrong_shuffle(const Program& program, const MachineOptions& options, Observer* observer) {
    Program wrong = program;
    for (Instruction& i : wrong.instructions)
        if (i.opcode == Opcode::shuffle) i.variant = i.variant == Variant::up ? Variant::down : Variant::up;
    return fast().run(wrong, options, observer);
}

std::uint64_t estimated(const Program& program) {
    return fast().estimated_bytes(program);
}

Engine broken(const char* name, Result (*run)(const Program&, const MachineOptions&, Observer*)) {
    Engine engine = fast();
    engine.name = name;
    engine.run = run;
    engine.estimated_bytes = estimated;
    return engine;
}

TEST_F(CudaFuzzCampaign, AWrongMachineIsFoundAndTheKernelReduced) {
    const Engine engine = broken("broken", wrong_shuffle);
    Trial trial(engine, 32);
    trial.setting.shape.mutants = 0;
    const auto run = trial.run();
    ASSERT_FALSE(run.findings.empty());
    const harness::Finding<Drawn>& found = run.findings.front();
    EXPECT_EQ(found.fault, Fault::difference);
    EXPECT_THAT(found.targets, Contains("broken lockstep"));
    const std::string source = finding_source(trial.kind(), trial.plan, found);
    EXPECT_THAT(source, HasSubstr("__shfl_"));
    EXPECT_THAT(source, HasSubstr("// Found by: musimd fuzz --cuda --seed "));
    EXPECT_THAT(source,
                HasSubstr("// Run by: musimd cuda " + harness::file_name(trial.kind(), found) + " --grid "));
    EXPECT_LE(weight_of(found.smallest)[0], 6u) << source;
    const harness::Json json = trial.summary(run);
    EXPECT_EQ(json["findings"][0]["source"], source_of(found.smallest));
    EXPECT_THAT(trial.table(run), HasSubstr("broken lockstep"));
}

// A machine that finds no races.
Result without_races(const Program& program, const MachineOptions& options, Observer* observer) {
    Result result = fast().run(program, options, observer);
    if (result.trap && result.trap->kind == TrapKind::race) {
        result.trap.reset();
        result.outcome = Outcome::stop;
    }
    return result;
}

TEST_F(CudaFuzzCampaign, ARaceThatIsNotReportedIsAFinding) {
    const Engine engine = broken("blind", without_races);
    Trial trial(engine, 40);
    trial.setting.shape.mutants = 100;
    const auto run = trial.run();
    ASSERT_FALSE(run.findings.empty());
    EXPECT_THAT(run.findings.front().message, HasSubstr("expected race"));
    EXPECT_LE(weight_of(run.findings.front().smallest)[0], 6u) << source_of(run.findings.front().smallest);
}

Result abort_at_votes(const Program& program, const MachineOptions& options, Observer* observer) {
    for (const Instruction& i : program.instructions)
        if (i.opcode == Opcode::match) std::abort();
    return fast().run(program, options, observer);
}

TEST_F(CudaFuzzCampaign, ACrashIsAFindingAndOtherKernelsAreComparedNevertheless) {
    const Engine engine = broken("aborts", abort_at_votes);
    Trial trial(engine, 24);
    const auto run = trial.run();
    ASSERT_FALSE(run.findings.empty());
    EXPECT_EQ(run.findings.front().fault, Fault::crash);
    EXPECT_THAT(run.findings.front().message, HasSubstr("signal 6"));
    EXPECT_LT(run.mismatches, run.cases);
}

TEST(CudaFuzz, AProgramForAGpuHasAllKernels) {
    const std::vector<Drawn> kernels = {random_kernel(1), random_kernel(2)};
    const std::string text = program_of(kernels);
    EXPECT_THAT(text, HasSubstr("k1<<<"));
    EXPECT_THAT(text, HasSubstr("run_k0();\n    run_k1();"));
}

}  // namespace
}  // namespace musimd::differential::cuda::cuda_fuzz_test
