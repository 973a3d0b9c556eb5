// Random programs with blocks: the engines agree on everything that a result says.

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "isa/reader.hpp"
#include "semantics/machine.hpp"
#include "simulator/fast/grid.hpp"
#include "simulator/observers/statistics.hpp"
#include "tests/support/block_programs.hpp"

namespace musimd::block_properties {
namespace {

constexpr std::uint64_t kPrograms = 3000;

Program read(const std::string& text) {
    ReadResult read = read_program(text, "random.asm");
    EXPECT_TRUE(read) << read.errors << text;
    return read ? std::move(*read.program) : Program();
}

MachineOptions options_of(const Program& program) {
    MachineOptions options;
    options.order = program.order;
    options.seed = program.seed;
    options.max_steps = 400;
    return options;
}

std::string said(const Result& result) {
    return result.trap ? result.trap->message : std::string(result.limit ? "limit" : "stop");
}

TEST(BlockPrograms, FastGivesWhatTheRulesGive) {
    std::map<std::string, int> ends;
    for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
        const std::string text = support::random_block_program(seed);
        const Program program = read(text);
        const MachineOptions options = options_of(program);
        const Result rules = run_rules(program, options);
        const Result fast = fast::run_fast(program, options);
        ASSERT_EQ(rules, fast) << "rules: " << said(rules) << "\nfast: " << said(fast) << "\n; seed " << seed
                               << "\n"
                               << text;
        ends[rules.trap ? std::string(to_string(rules.trap->kind)) : rules.limit ? "limit" : "stop"] += 1;
    }
    // The programs are worth running: they end in every way that concerns blocks.
    for (const char* end :
         {"stop", "collective-mask", "barrier-while-diverged", "race", "exit-inside-everywhere"})
        EXPECT_GT(ends[end], 0) << end;
}

TEST(BlockPrograms, FastShowsTheStepsThatTheRulesShow) {
    for (std::uint64_t seed = 0; seed < kPrograms / 4; ++seed) {
        const std::string text = support::random_block_program(seed);
        const Program program = read(text);
        const MachineOptions options = options_of(program);
        StatisticsObserver of_rules(program, 16, options.max_address);
        StatisticsObserver of_fast(program, 16, options.max_address);
        ASSERT_EQ(run_rules(program, options, &of_rules), fast::run_fast(program, options, &of_fast))
            << seed << "\n"
            << text;
        for (const std::string_view name : statistic_names()) {
            ASSERT_EQ(of_rules.statistics().figure(name), of_fast.statistics().figure(name))
                << name << "\n; seed " << seed << "\n"
                << text;
        }
    }
}

TEST(BlockPrograms, FastGivesWhatTheRulesGiveToThreadsOfTheirOwn) {
    ReadOptions options_of_volta;
    options_of_volta.model = ThreadModel::volta;
    int read = 0;
    for (std::uint64_t seed = 0; seed < kPrograms / 2; ++seed) {
        const std::string text = support::random_block_program(seed);
        const ReadResult result = read_program(text, "random.asm", options_of_volta);
        if (!result) continue;  // a block of lock step
        read += 1;
        const MachineOptions options = options_of(*result.program);
        ASSERT_EQ(run_rules(*result.program, options), fast::run_fast(*result.program, options))
            << "; seed " << seed << "\n"
            << text;
    }
    EXPECT_GT(read, 500);
}

}  // namespace
}  // namespace musimd::block_properties
