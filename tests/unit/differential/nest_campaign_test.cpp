// Campaigns of random nests: planted defects are found and reduced to small nests.

#include "differential/openmp/nest_campaign.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "differential/openmp/nest_report.hpp"
#include "differential/openmp/reduce_nest.hpp"
#include "dsl/lowering/exits.hpp"
#include "host/files.hpp"
#include "kernels/compiled/toolchain.hpp"
#include "semantics/machine.hpp"

namespace musimd::differential::openmp::nest_campaign_test {
namespace {

using dsl::LoopModel;
using dsl::Statement;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr Configuration kSpmd = {
    .model = LoopModel::spmd, .width = 16, .native_lanes = 8, .max_steps = 300'000};
constexpr Configuration kSimd = {
    .model = LoopModel::simd, .width = 16, .native_lanes = 8, .max_steps = 300'000};

const Engine& fast() {
    return *find_engine("fast");
}

Result abort_at_shuffles(const Program& program, const MachineOptions& options, Observer* observer) {
    for (const Instruction& i : program.instructions) {
        if (i.opcode == Opcode::shfl) std::abort();
    }
    return fast().run(program, options, observer);
}

std::uint64_t estimated_bytes(const Program& program) {
    return fast().estimated_bytes(program);
}

const Engine kAborts = {
    .name = "aborts", .meaning = "", .run = abort_at_shuffles, .estimated_bytes = estimated_bytes};

/// The machine under both models, and a third target.
NestCampaignRun campaign_with(const NestTarget& third, NestCampaign& campaign) {
    const auto spmd = machine_target(fast(), kSpmd);
    const auto simd = machine_target(fast(), kSimd);
    const PlannedTarget targets[] = {{spmd.get(), 1}, {simd.get(), 1}, {&third, 1}};
    campaign.trip_every = 0;
    campaign.shape.statements = 6;
    return run_nest_campaign(campaign, targets);
}

std::size_t statements_of(const NestCase& nest) {
    std::size_t count = 0;
    dsl::for_each_statement(nest.function.body, [&](const Statement&, bool) { ++count; });
    return count;
}

TEST(NestCampaign, FindsNothingWhereThereIsNothing) {
    NestCampaign campaign;
    campaign.count = 40;
    const auto rules = machine_target(*find_engine("rules"), kSimd);
    const NestCampaignRun run = campaign_with(*rules, campaign);
    EXPECT_EQ(run.nests, 40U);
    EXPECT_EQ(run.runs.at("rules simd"), 40U);
    EXPECT_EQ(run.mismatches, 0U);
    EXPECT_THAT(run.findings, IsEmpty());
}

TEST(NestCampaign, ACrashIsAFindingAndOtherNestsAreComparedNevertheless) {
    NestCampaign campaign;
    campaign.count = 12;
    campaign.reports = 1;
    const auto aborts = machine_target(kAborts, kSimd);
    const NestCampaignRun run = campaign_with(*aborts, campaign);
    ASSERT_FALSE(run.findings.empty());
    EXPECT_EQ(run.findings[0].fault, Fault::crash);
    EXPECT_THAT(run.findings[0].what, HasSubstr("signal 6"));
    EXPECT_LT(run.mismatches, run.nests);
    EXPECT_LE(statements_of(run.findings[0].smallest), 6U) << c_source(run.findings[0].smallest, "nest");
}

/// A compiler that takes one function for another.
class Miscompiler {
  public:
    Miscompiler() {
        const std::string text =
            "#!/bin/sh\nexec gcc -D__builtin_ceil=__builtin_floor -D__builtin_ceilf=__builtin_floorf "
            "\"$@\"\n";
        EXPECT_TRUE(host::write_file(command(), text));
        chmod(command().c_str(), 0700);
    }
    std::string command() const { return (folder_.path() / "wrong-cc").string(); }

  private:
    host::TemporaryFolder folder_;
};

TEST(NestCampaign, AMiscompilationIsFoundAndReduced) {
    if (!is_runnable("gcc")) GTEST_SKIP() << "there is no gcc";
    const Miscompiler wrong;
    NestCampaign campaign;
    campaign.count = 48;
    campaign.reports = 1;
    const auto target = compiled_target({wrong.command(), {"-O0"}}, std::chrono::minutes(10));
    const NestCampaignRun run = campaign_with(*target, campaign);
    ASSERT_FALSE(run.findings.empty());
    EXPECT_EQ(run.findings[0].fault, Fault::difference);
    EXPECT_THAT(run.findings[0].targets, Contains("wrong-cc -O0"));
    EXPECT_THAT(run.findings[0].outline, HasSubstr("ceil"));
    EXPECT_TRUE(is_well_formed(run.findings[0].smallest.function));
    const std::string source = finding_source(campaign, run.findings[0]);
    EXPECT_THAT(source, HasSubstr("// difference: wrong-cc -O0\n"));
    EXPECT_THAT(source, HasSubstr("// Found by: musimd fuzz --omp "));
    EXPECT_LE(statements_of(run.findings[0].smallest), 8U) << c_source(run.findings[0].smallest, "nest");
}

TEST(NestCampaign, RandomNestsReadNoVariableWithoutAValue) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const NestCase nest = random_nest(seed);
        EXPECT_TRUE(is_well_formed(nest.function)) << c_source(nest, "nest");
    }
}

TEST(NestCampaign, ANestThatReadsAVariableWithoutAValueIsNotWellFormed) {
    dsl::openmp::LoopFunction function;
    function.buffers = {{"a", Type::i32}};
    function.variables = {{"x", dsl::ValueType::number(Type::i32)}};
    Statement declares;
    Statement sets;
    sets.kind = Statement::Kind::set;
    sets.value = dsl::literal(Type::i32, 1);
    Statement stores;
    stores.kind = Statement::Kind::store;
    stores.value = dsl::read(0, function.variables[0].type);
    stores.index = dsl::literal(Type::i32, 0);
    Statement branches;
    branches.kind = Statement::Kind::if_;
    branches.value = dsl::literal(true);
    branches.body = {sets};
    function.body = {declares, branches, stores};
    EXPECT_FALSE(is_well_formed(function));
    function.body[1].otherwise = {sets};
    EXPECT_TRUE(is_well_formed(function));
}

TEST(NestCampaign, TheSummaryHasTheFindings) {
    NestCampaign campaign;
    campaign.seed = 7;
    campaign.count = 3;
    NestFinding finding;
    finding.nest = 2;
    finding.fault = Fault::difference;
    finding.targets = {"gcc -O3", "fast simd"};
    finding.what = "a0[1] is 2, expected 3";
    finding.smallest = random_nest(1);
    NestCampaignRun run;
    run.nests = 3;
    run.mismatches = 1;
    run.findings = {finding};
    const auto json = nlohmann::json::parse(summary_json(campaign, {}, run, "1.0"));
    EXPECT_EQ(json.at("nests"), 3);
    EXPECT_EQ(json.at("findings").at(0).at("file"), "difference-2-gcc--O3.c");
    EXPECT_EQ(json.at("findings").at(0).at("command"), replay_command(campaign, finding));
    EXPECT_THAT(summary_table(campaign, run),
                HasSubstr("difference: gcc -O3, fast simd (1 nests)\n    a0[1] is 2"));
}

}  // namespace
}  // namespace musimd::differential::openmp::nest_campaign_test
