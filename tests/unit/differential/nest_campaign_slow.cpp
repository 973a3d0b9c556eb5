// Campaigns of random nests: planted defects are found and reduced to small nests.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <cstdlib>

#include "differential/openmp/reduce_nest.hpp"
#include "dsl/lowering/exits.hpp"
#include "host/files.hpp"
#include "kernels/compiled/toolchain.hpp"
#include "tests/unit/differential/nest_campaigns.hpp"

namespace musimd::differential::openmp::nest_campaign_slow {
namespace {

using namespace musimd::kernels;
using namespace musimd::kernels::openmp;
using namespace nest_campaigns;

using dsl::Statement;
using testing::Contains;
using testing::HasSubstr;

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

std::size_t statements_of(const NestCase& nest) {
    std::size_t count = 0;
    dsl::for_each_statement(nest.function.body, [&](const Statement&, bool) { ++count; });
    return count;
}

TEST(PlantedNestDefects, ACrashIsAFindingAndOtherNestsAreComparedNevertheless) {
    const Campaign campaign = campaign_of(12);
    const auto aborts = machine_target(kAborts, kSimd);
    const CampaignRun run = campaign_with(*aborts, campaign);
    ASSERT_FALSE(run.findings.empty());
    EXPECT_EQ(run.findings[0].fault, Fault::crash);
    EXPECT_THAT(run.findings[0].message, HasSubstr("signal 6"));
    EXPECT_LT(run.mismatches, run.cases);
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

TEST(PlantedNestDefects, AMiscompilationIsFoundAndReduced) {
    if (!is_runnable("gcc")) GTEST_SKIP() << "there is no gcc";
    const Miscompiler wrong;
    const Campaign campaign = campaign_of(48);
    const auto target = compiled_target({wrong.command(), {"-O0"}}, std::chrono::minutes(10));
    const CampaignRun run = campaign_with(*target, campaign);
    ASSERT_FALSE(run.findings.empty());
    EXPECT_EQ(run.findings[0].fault, Fault::difference);
    EXPECT_THAT(run.findings[0].targets, Contains("wrong-cc -O0"));
    EXPECT_THAT(run.findings[0].outline, HasSubstr("ceil"));
    EXPECT_TRUE(is_well_formed(run.findings[0].smallest.function));
    const std::string source = finding_source(NestKind({}, {}, 0), campaign, run.findings[0]);
    EXPECT_THAT(source, HasSubstr("// difference: wrong-cc -O0\n"));
    EXPECT_THAT(source, HasSubstr("// Found by: musimd fuzz --omp "));
    EXPECT_LE(statements_of(run.findings[0].smallest), 8U) << c_source(run.findings[0].smallest, "nest");
}

}  // namespace
}  // namespace musimd::differential::openmp::nest_campaign_slow
