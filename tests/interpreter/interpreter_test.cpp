// The interpreter for devices gives what the fast engine and the rules give, on an emulated device: on every program
// under programs/, and on random ones.

#include "gpu_backend/interpreter.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "differential/comparison.hpp"
#include "differential/generator.hpp"
#include "simulator/fast/grid.hpp"
#include "tests/support/programs.hpp"

namespace musimd::tests {
namespace {

using gpu::Interpreted;
using interpreter::Reason;
using testing::IsEmpty;

struct Titled {
    std::string title;
    differential::Case run;
};

// A number that a longer run of the suite by hand sets.
std::uint64_t number(const char* name, std::uint64_t usual) {
    const char* const text = std::getenv(name);
    return text == nullptr ? usual : std::strtoull(text, nullptr, 10);
}

std::vector<Titled> random_cases(std::uint64_t seeds) {
    std::vector<Titled> cases;
    const std::uint64_t first = number("MUSIMD_INTERPRETER_FIRST", 0);
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        for (const differential::ProfileInfo& info : differential::profiles()) {
            cases.push_back({std::string(info.name) + ", seed " + std::to_string(seed),
                             differential::generate(info.profile, seed)});
        }
    }
    return cases;
}

std::vector<Interpreted> interpreted(const std::vector<Titled>& cases, std::uint64_t slice) {
    static const std::unique_ptr<gpu::Module> module = gpu::built_in_interpreter();
    std::vector<PlannedRun> runs;
    for (const Titled& each : cases) runs.push_back({&each.run.program, each.run.options});
    auto made = gpu::run_interpreted(gpu::emulated_device(), *module, runs, slice);
    if (!made) {
        ADD_FAILURE() << made.error();
        return std::vector<Interpreted>(cases.size());
    }
    return std::move(*made);
}

// What differs from the rules, a line for each program. A trap that the device says there is must be one, at
// that step.
std::vector<std::string> differences(const std::vector<Titled>& cases, const std::vector<Interpreted>& found,
                                     bool with_rules) {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const auto& [title, run] = cases[i];
        const Result expected = (with_rules ? run_rules : fast::run_fast)(run.program, run.options, nullptr);
        const std::string different =
            differential::differences(run.program, expected, "expected", found[i].result, "interpreter");
        if (!different.empty()) lines.push_back(title + ": " + different);
        if (run.program.warps > 1 || run.program.races == RaceMode::thread) continue;
        if (found[i].reason == Reason::trap &&
            (expected.outcome != Outcome::trap || expected.steps != found[i].device_steps)) {
            lines.push_back(title + ": a trap that is none, behind " + std::to_string(found[i].device_steps) +
                            " steps");
        }
    }
    return lines;
}

// What the batch was left to the fast engine for: how often.
std::map<Reason, std::size_t> reasons(const std::vector<Interpreted>& found) {
    std::map<Reason, std::size_t> counts;
    for (const Interpreted& each : found) counts[each.reason] += 1;
    return counts;
}

TEST(Interpreter, GivesWhatTheRulesGiveOnRandomPrograms) {
    const std::vector<Titled> cases = random_cases(number("MUSIMD_INTERPRETER_SEEDS", 8));
    const std::vector<Interpreted> found = interpreted(cases, gpu::kInterpretedSlice);
    EXPECT_THAT(differences(cases, found, true), IsEmpty());
    for (const auto& [reason, count] : reasons(found))
        std::cout << "reason " << static_cast<int>(reason) << ": " << count << "\n";
}

}  // namespace
}  // namespace musimd::tests
