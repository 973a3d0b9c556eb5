// Campaigns of random kernels of CUDA C++ find planted defects.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "differential/cuda/kind.hpp"
#include "differential/cuda/reduce.hpp"
#include "differential/harness/campaign_report.hpp"
#include "kernels/compiled/toolchain.hpp"
#include "kernels/launch/front_end.hpp"
#include "tests/unit/differential/broken_engines.hpp"

namespace musimd::differential::cuda::cuda_fuzz_slow {
namespace {

using namespace broken_engines;
using testing::Contains;
using testing::HasSubstr;

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

}  // namespace
}  // namespace musimd::differential::cuda::cuda_fuzz_slow
