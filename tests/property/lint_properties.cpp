// The lints compared with runs of random programs.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>

#include "analysis/lint/lint.hpp"
#include "semantics/machine.hpp"
#include "tests/support/generators.hpp"

namespace musimd::tests::lint_properties {
namespace {

constexpr std::uint64_t kSteps = 2'000;

/// The instructions that a run executes.
class Executed final : public Observer {
  public:
    void on_step(const StepEvent& event) override { pcs_.insert(event.pc); }
    bool contains(Label pc) const { return pcs_.contains(pc); }

  private:
    std::set<Label> pcs_;
};

RC_GTEST_PROP(Lint, ReportedDeadCodeIsNeverExecuted, ()) {
    const Program program = *any_program();
    Executed executed;
    run_rules(program, *machine_options(kSteps), &executed);
    for (const auto find : {find_dead_code, find_idle_syncs}) {
        for (const Warning& warning : find(program)) {
            RC_TAG(std::string(warning.id));
            RC_ASSERT(!executed.contains(warning.pc));
        }
    }
}

RC_GTEST_PROP(Lint, UnassignedVariablesNeverHaveAValue, ()) {
    const Program program = *any_program();
    const Result result = run_rules(program, *machine_options(kSteps));
    for (const Warning& warning : find_unassigned_variables(program)) {
        const std::string name = warning.message.substr(1, warning.message.find('\'', 1) - 1);
        const auto variable = std::ranges::find(program.variables, name);
        RC_ASSERT(variable != program.variables.end());
        for (const WarpResult& warp : result.warps) {
            for (Thread t = 0; t < program.threads; ++t)
                RC_ASSERT(warp.bank.find(t, static_cast<Variable>(variable - program.variables.begin())) ==
                          nullptr);
        }
    }
}

RC_GTEST_PROP(Lint, IsDeterministicAndReportsNothingTwice, ()) {
    const Program program = *any_program();
    const Warnings warnings = lint(program);
    const Warnings again = lint(program);
    RC_ASSERT(warnings.size() == again.size());
    std::set<std::string> seen;
    for (const Warning& warning : warnings) {
        if (warning.id == "unused-label" || warning.id == "unassigned-variable") continue;
        RC_ASSERT(seen.insert(std::string(warning.id) + std::to_string(warning.pc)).second);
    }
}

}  // namespace
}  // namespace musimd::tests::lint_properties
