#include "tests/support/program_mix.hpp"

#include <algorithm>

#include "semantics/machine.hpp"
#include "semantics/structure_check.hpp"
#include "simulator/observers/statistics.hpp"

namespace musimd::tests {
namespace {

// The statistics of a run, and the rules that it used.
class Watch final : public Observer {
  public:
    explicit Watch(const Program& program) : statistics_(program, 1) {}

    void on_step(const StepEvent& event) override {
        rules_ |= event.rules;
        statistics_.on_step(event);
    }

    const Statistics& statistics() const { return statistics_.statistics(); }
    RuleSet rules() const { return rules_; }

  private:
    StatisticsObserver statistics_;
    RuleSet rules_;
};

}  // namespace

double ProgramMix::stop_rate() const {
    return programs == 0 ? 0 : 100.0 * static_cast<double>(steps.size()) / static_cast<double>(programs);
}

std::uint64_t quantile(std::vector<std::uint64_t> values, double p) {
    if (values.empty()) return 0;
    const auto at = static_cast<std::ptrdiff_t>(p * static_cast<double>(values.size() - 1));
    std::ranges::nth_element(values, values.begin() + at);
    return values[static_cast<std::size_t>(at)];
}

ProgramMix run_mix(differential::Profile profile, std::uint64_t count, const differential::Shape& shape) {
    ProgramMix mix;
    mix.programs = count;
    mix.by_instruction.resize(instruction_table().size());
    for (std::uint64_t seed = 0; seed < count; ++seed) {
        const differential::Case generated = differential::generate(profile, seed, shape);
        Watch watch(generated.program);
        const Result result = run_rules(generated.program, generated.options, &watch);
        mix.rules |= watch.rules();
        mix.passes += check_structure(generated.program).ok() ? 1 : 0;
        mix.instruction_counts.push_back(generated.program.instructions.size());
        for (std::size_t i = 0; i < mix.by_instruction.size(); ++i) {
            mix.by_instruction[i] += watch.statistics().by_instruction[i];
        }
        if (result.outcome == Outcome::limit) mix.limits += 1;
        if (result.trap) mix.traps[result.trap->kind] += 1;
        if (result.outcome != Outcome::stop) continue;
        mix.steps.push_back(result.steps);
        mix.divergent_branches.push_back(watch.statistics().branches_divergent);
    }
    return mix;
}

}  // namespace musimd::tests
