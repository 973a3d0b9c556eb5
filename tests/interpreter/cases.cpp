#include "tests/interpreter/cases.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "differential/programs/compare/comparison.hpp"
#include "simulator/fast/grid.hpp"
#include "tests/support/block_programs.hpp"
#include "tests/support/programs.hpp"

namespace musimd::tests {

using gpu::Interpreted;

std::uint64_t number(const char* name, std::uint64_t usual) {
    const char* const text = std::getenv(name);
    return text == nullptr ? usual : std::strtoull(text, nullptr, 10);
}

std::vector<InterpreterCase> random_cases(std::uint64_t seeds, const differential::Shape& shape) {
    std::vector<InterpreterCase> cases;
    const std::uint64_t first = number("MUSIMD_INTERPRETER_FIRST", 0);
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        for (const differential::ProfileInfo& info : differential::profiles_without_blocks()) {
            cases.push_back({std::string(info.name) + ", seed " + std::to_string(seed),
                             differential::generate(info.profile, seed, shape)});
        }
    }
    return cases;
}

std::vector<InterpreterCase> random_block_cases(std::uint64_t seeds) {
    std::vector<InterpreterCase> cases;
    const std::uint64_t first = number("MUSIMD_INTERPRETER_FIRST", 0);
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        Program program = support::read(support::random_block_program(seed));
        MachineOptions options;
        options.order = program.order;
        options.seed = program.seed;
        options.max_steps = 5'000;
        const std::string title = ", seed " + std::to_string(seed);
        cases.push_back({"any blocks" + title, {std::move(program), options}});
        cases.push_back({"blocks" + title, differential::generate(differential::Profile::blocks, seed)});
        cases.push_back(
            {"collectives" + title, differential::generate(differential::Profile::collectives, seed)});
    }
    return cases;
}

std::vector<InterpreterCase> cases_under(const std::string& folder) {
    std::vector<InterpreterCase> cases;
    std::vector<support::ReadTest> all = support::programs_under(folder);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!all[i].read || all[i].read.program->model != ThreadModel::lockstep) continue;
        if (std::ranges::any_of(all[i].read.program->instructions, needs_strength)) continue;
        MachineOptions options;
        options.order = all[i].read.program->order;
        options.seed = all[i].read.program->seed;
        options.max_steps = 20'000;  // some never end
        cases.push_back(
            {all[i].test.file + " " + all[i].test.name, {std::move(*all[i].read.program), options}});
    }
    return cases;
}

std::vector<Interpreted> interpreted(const std::vector<InterpreterCase>& cases, std::uint64_t slice) {
    const std::unique_ptr<gpu::Module> module = gpu::built_in_interpreter();
    std::vector<PlannedRun> runs;
    for (const InterpreterCase& each : cases) runs.push_back({&each.run.program, each.run.options});
    auto results = gpu::run_interpreted(gpu::emulated_device(), *module, runs, slice);
    if (results) return std::move(*results);
    ADD_FAILURE() << results.error();
    return std::vector<Interpreted>(cases.size());
}

std::vector<std::string> differences(const std::vector<InterpreterCase>& cases,
                                     const std::vector<Interpreted>& found, bool by_rules) {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const auto& [title, run] = cases[i];
        const Result expected = (by_rules ? run_rules : fast::run_fast)(run.program, run.options, nullptr);
        const std::string different = differential::differences(
            run.program, expected, by_rules ? "rules" : "fast", found[i].result, "interpreter");
        if (!different.empty()) lines.push_back(title + ": " + different);
        const bool begins_again =
            run.program.warps > 1 || run.program.races == RaceMode::thread || uses_blocks(run.program);
        if (begins_again || found[i].reason != interpreter::Reason::trap) continue;
        if (expected.outcome != Outcome::trap || expected.steps != found[i].device_steps)
            lines.push_back(title + ": no trap after step " + std::to_string(found[i].device_steps));
    }
    return lines;
}

}  // namespace musimd::tests
