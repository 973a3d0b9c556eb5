#include <gmock/gmock.h>

#include <map>
#include <regex>
#include <set>

#include "differential/spmd/campaign/campaign.hpp"
#include "differential/spmd/campaign/summary.hpp"
#include "differential/spmd/generate/generator.hpp"
#include "differential/spmd/reduce/pattern.hpp"
#include "differential/spmd/reduce/reduce.hpp"
#include "dsl/portability.hpp"
#include "dsl/text/source.hpp"
#include "dsl/walk.hpp"
#include "engines/engines.hpp"
#include "semantics/structure_check.hpp"
#include "tests/support/faulty_engines.hpp"

namespace musimd::differential::spmd::kernel_fuzz_test {
namespace {

using namespace musimd::kernels;

using dsl::Block;
using dsl::Kernel;
using dsl::Statement;
using Kind = Statement::Kind;
using ::testing::HasSubstr;

constexpr std::uint64_t kKernels = 400;

std::uint64_t seed(std::uint64_t k) {
    return seed_of(KernelCampaign{}, k);
}

bool has(const Kernel& kernel, Kind kind) {
    bool found = false;
    visit(kernel.body, [&](const Statement& s) { found |= s.kind == kind; });
    return found;
}

TEST(RandomKernel, IsAFunctionOfItsSeed) {
    EXPECT_TRUE(same(random_kernel(5), random_kernel(5)));
    EXPECT_FALSE(same(random_kernel(5), random_kernel(6)));
    const KernelCase a = random_case(5);
    const KernelCase b = random_case(5);
    EXPECT_EQ(a.elements, b.elements);
    EXPECT_EQ(a.contents, b.contents);
}

TEST(RandomKernel, IsPortableAndWellFormed) {
    for (std::uint64_t k = 0; k < kKernels; ++k) {
        const Kernel kernel = random_kernel(seed(k));
        EXPECT_TRUE(is_well_formed(kernel)) << "seed " << seed(k);
        const auto places = dsl::non_portable(kernel);
        EXPECT_TRUE(places.empty()) << "seed " << seed(k) << ": " << places.front().reason;
    }
}

TEST(RandomKernel, LowersToAProgramThatStops) {
    int stopped = 0;
    for (std::uint64_t k = 0; k < kKernels; ++k) {
        const KernelCase test = random_case(seed(k));
        if (k % 4 == 0) {
            EXPECT_TRUE(check_structure(dsl::lower(test.kernel, launch_of(test))).ok());
        }
        const auto run = run_kernel(test, reference_engine());
        stopped += run.done() ? 1 : 0;
        if (k % 20 == 0) {
            const auto by_rules = run_kernel(test, *find_engine("rules"));
            EXPECT_EQ(run.kind, by_rules.kind);
            EXPECT_EQ(run.memory, by_rules.memory) << "seed " << seed(k);
        }
    }
    EXPECT_GE(stopped, 0.95 * kKernels);
}

TEST(RandomKernel, HasEveryConstruct) {
    std::map<Kind, int> with;
    int elseif = 0;
    int sets_conditions = 0;
    int scalars = 0;
    int nested = 0;
    int in_conditions_of_loops = 0;
    for (std::uint64_t k = 0; k < kKernels; ++k) {
        const Kernel kernel = random_kernel(seed(k));
        std::set<Kind> kinds;
        bool chain = false;
        bool condition = false;
        bool in_place = false;
        bool in_head = false;
        visit(kernel.body, [&](const Statement& s) {
            in_place |= s.in_place;
            in_head |= !s.head.empty();
            kinds.insert(s.kind);
            chain |= s.kind == Kind::if_ && s.otherwise.size() == 1 && s.otherwise[0].kind == Kind::if_;
            condition |= s.kind == Kind::set && kernel.variables[s.variable].type.condition;
        });
        for (const Kind kind : kinds) ++with[kind];
        elseif += chain ? 1 : 0;
        scalars += kernel.scalars.empty() ? 0 : 1;
        nested += in_place ? 1 : 0;
        in_conditions_of_loops += in_head ? 1 : 0;
        sets_conditions += condition ? 1 : 0;
    }
    const auto percent = [](int count) { return 100.0 * count / kKernels; };
    EXPECT_GE(percent(with[Kind::if_]), 60);
    EXPECT_GE(percent(with[Kind::while_]), 25);
    EXPECT_GE(percent(with[Kind::call]), 15);
    EXPECT_GE(percent(with[Kind::return_]), 20);
    EXPECT_GE(percent(with[Kind::break_]), 5);
    EXPECT_GE(percent(with[Kind::continue_]), 2);
    EXPECT_GE(percent(elseif), 5);
    EXPECT_GE(percent(sets_conditions), 20);
    EXPECT_GE(percent(scalars), 30);
    EXPECT_GE(percent(nested), 15);
    EXPECT_GE(in_conditions_of_loops, 2);
}

TEST(RandomKernel, HasUniformParametersAndNestedCallsInItsSource) {
    KernelShape shape;
    shape.scalars = 100;
    shape.nested = 100;
    std::string text;
    for (std::uint64_t k = 0; k < kKernels; ++k) text += dsl::print_source(random_kernel(seed(k), shape));
    EXPECT_THAT(text, ::testing::Not(HasSubstr("#error")));
    EXPECT_THAT(text, HasSubstr(", i32 s0"));
    for (const char* const stands :
         {"k_while \\(.*spmd_call_dev_func", "k_elseif \\(.*spmd_call_dev_func",
          "k_store\\(.*spmd_call_dev_func", "spmd_call_dev_func.*spmd_call_dev_func",
          "k_sh[lr]\\(.*, s[0-9]\\)", "k_while \\(n[0-9]* < s[0-9]\\)"}) {
        EXPECT_TRUE(std::regex_search(text, std::regex(stands))) << stands;
    }
}

TEST(RandomKernel, KeepsToItsShape) {
    KernelShape shape;
    shape.bits = 16;
    shape.statements = 3;
    shape.elements = 5;
    const KernelCase test = random_case(1, shape);
    EXPECT_EQ(test.kernel.bits, 16);
    EXPECT_EQ(test.elements, 5);
    for (const auto& buffer : test.kernel.buffers) EXPECT_EQ(width_of(buffer.element), 16);
}

TEST(GuardedKernels, HaveDivisorsThatAreZeroInDormantLanes) {
    KernelShape shape;
    shape.guarded = 100;
    std::string text;
    int stopped = 0;
    constexpr int kGuarded = 200;
    for (std::uint64_t k = 0; k < kGuarded; ++k) {
        const KernelCase test = random_case(seed(k), shape);
        EXPECT_TRUE(is_well_formed(test.kernel));
        text += dsl::print_source(test.kernel);
        const auto run = run_kernel(test, reference_engine());
        EXPECT_TRUE(run.done() || run.message == "the step limit") << run.message << "\n"
                                                                   << dsl::print_source(test.kernel);
        stopped += run.done() ? 1 : 0;
    }
    EXPECT_GE(stopped, 95 * kGuarded / 100);
    for (const char* const part : {"!= (i32)(-2147483647 - 1)", "k_div(k_load(", ", -1));", ", 33));"})
        EXPECT_NE(text.find(part), std::string::npos) << part;
}

TEST(RandomLaunch, IsLongerThanTwoVectorsAndHasATail) {
    int longer = 0;
    int unrolled = 0;
    constexpr int kLaunches = 200;
    for (std::uint64_t k = 0; k < kLaunches; ++k) {
        const KernelCase test = random_case(seed(k));
        const std::int64_t at_once = 512 / test.kernel.bits * test.unroll;
        longer += test.elements > 2 * at_once && test.elements % at_once != 0 ? 1 : 0;
        unrolled += test.unroll > 1 ? 1 : 0;
        EXPECT_GE(test.unroll, 1);
        EXPECT_LE(test.unroll, 4);
    }
    EXPECT_GE(longer, kLaunches / 3);
    EXPECT_GE(unrolled, kLaunches / 10);
    EXPECT_LE(unrolled, kLaunches / 3);
}

// ---- runs

// The order of the runs is that of the tests, whichever of them crash.
TEST(RunInChild, ContinuesAfterEachTestThatCrashes) {
    KernelShape few;
    few.statements = 3;
    std::vector<KernelCase> tests;
    for (std::uint64_t k = 0; k < 30; ++k) tests.push_back(random_case(k, few));
    std::vector<EngineRun> planned;
    for (const KernelCase& test : tests) planned.push_back({&test, &support::faulty::kAbortsAtBranches});
    const auto runs = run_in_child(planned);
    ASSERT_EQ(runs.size(), tests.size());
    std::size_t crashes = 0;
    for (std::size_t i = 0; i < tests.size(); ++i) {
        if (failed_on_machine(runs[i])) {
            ++crashes;
            continue;
        }
        const auto expected = run_kernel(tests[i], reference_engine());
        EXPECT_EQ(runs[i].kind, expected.kind) << i;
        EXPECT_EQ(runs[i].message, expected.message) << i;
        EXPECT_EQ(runs[i].memory, expected.memory) << i;
    }
    EXPECT_GE(crashes, 5U);
    EXPECT_LE(crashes, 25U);
}

TEST(KernelSummary, IsNotReadFromAnythingElse) {
    KernelCampaign campaign;
    const std::string text = to_json(summarise(campaign, {}, {}, "1"));
    for (const char* const name : {"format", "campaign", "shards", "interrupted", "kernels", "trapped",
                                   "left_out", "compared", "findings", "groups", "machine_seconds"}) {
        auto json = harness::Json::parse(text);
        json.erase(name);
        const auto read = harness::summary_of_json<KernelSummary>(json.dump());
        ASSERT_FALSE(read.has_value()) << name;
        EXPECT_THAT(read.error(), HasSubstr(name));
    }
}

// ---- reduction

TEST(KernelReduction, KeepsTheDefectAndTerminates) {
    KernelShape plain;
    plain.scalars = 0;
    plain.nested = 0;
    std::uint64_t k = 0;
    while (!has(random_kernel(seed(k), plain), Kind::break_)) ++k;
    const auto shows = [](const KernelCase& t) {
        return has(t.kernel, Kind::break_) && run_kernel(t, reference_engine()).done();
    };
    KernelReducer reduction(random_case(seed(k), plain));
    auto before = weight(reduction.best());
    for (auto proposal = reduction.propose(50); !proposal.empty(); proposal = reduction.propose(50)) {
        std::vector<bool> shown;
        for (const KernelCase& test : proposal) {
            EXPECT_TRUE(is_well_formed(test.kernel));
            EXPECT_LT(weight(test), before);
            shown.push_back(shows(test));
        }
        reduction.judged(proposal, shown);
        EXPECT_LE(weight(reduction.best()), before);
        before = weight(reduction.best());
    }
    EXPECT_TRUE(reduction.over());
    EXPECT_TRUE(shows(reduction.best()));
    EXPECT_EQ(outline(tidied(reduction.best()).kernel), "while { break }");
}

TEST(KernelReduction, FindsThePartsOfADefectInAnotherKernel) {
    const auto statement = [](Kind kind, Block body = {}) {
        Statement s;
        s.kind = kind;
        s.body = std::move(body);
        if (kind == Kind::if_ || kind == Kind::while_) s.value = dsl::literal(true);
        return s;
    };
    Kernel pattern;
    pattern.body = {statement(Kind::while_, {statement(Kind::continue_)})};
    Kernel deeper;
    deeper.body = {statement(
        Kind::if_, {statement(Kind::while_, {statement(Kind::if_, {statement(Kind::continue_)})})})};
    Kernel other;
    other.body = {statement(Kind::while_, {statement(Kind::break_)}), statement(Kind::return_)};
    EXPECT_TRUE(contains(deeper, pattern));
    EXPECT_FALSE(contains(other, pattern));
    EXPECT_FALSE(contains(pattern, deeper));
}

TEST(KernelReduction, RecognizesInvalidKernels) {
    Kernel kernel;
    kernel.buffers = {{"out", Type::i32}};
    kernel.variables = {{"v0", dsl::ValueType::number(Type::i32)}};
    Statement store;
    store.kind = Kind::store;
    store.value = dsl::read(0, kernel.variables[0].type);
    kernel.body = {store};
    EXPECT_FALSE(is_well_formed(kernel)) << "read without a declaration";
    Statement leave;
    leave.kind = Kind::break_;
    kernel.body = {leave};
    EXPECT_FALSE(is_well_formed(kernel)) << "break without a loop";
}

}  // namespace
}  // namespace musimd::differential::spmd::kernel_fuzz_test
