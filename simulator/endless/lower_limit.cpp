#include "simulator/endless/lower_limit.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "semantics/models/policy.hpp"

namespace musimd::endless {
namespace {

constexpr std::uint64_t kLongestPeriod = 1'000'000;

// The runs that an engine makes: two where it compares what the model leaves open.
std::vector<MachineOptions> compared_runs(const Program& program, const MachineOptions& options) {
    std::vector<MachineOptions> runs(1, options);
    if (models::has_free_side(program.model) && !options.side) {
        runs.push_back(options);
        runs[0].side = Side::next;
        runs[1].side = Side::target;
    } else if (has_two_answers(program, options)) {
        runs.push_back(options);
        runs[1].smallest_activemask = true;
    }
    return runs;
}

// Of the runs to compare, one may end, if that is soon.
bool ends_within(const Program& program, MachineOptions options, std::uint64_t max_steps) {
    options.max_steps = max_steps;
    return Machine(program, options).run().outcome != Outcome::limit;
}

}  // namespace

std::optional<LowerLimit> lower_limit(const Program& program, const MachineOptions& options,
                                      const std::function<bool()>& goes_on) {
    const std::vector<MachineOptions> runs = compared_runs(program, options);
    std::optional<LowerLimit> found;
    std::vector<MachineOptions> others;  // that may end
    std::uint64_t period = 1;
    std::uint64_t begin = 10'000;  // for those
    for (const MachineOptions& run : runs) {
        const auto endless = why_endless(program, run, goes_on);
        if (!found && !endless) return std::nullopt;
        if (!found) found = LowerLimit{*endless, 0, 0};
        if (endless) {
            if (endless->each == 0) return std::nullopt;
            period = std::lcm(period, endless->each);
            begin = std::max(begin, endless->most);
        } else {
            others.push_back(run);
        }
        if (period > kLongestPeriod) return std::nullopt;
    }
    if (options.max_steps <= begin + period) return std::nullopt;
    const std::uint64_t periods = (options.max_steps - begin - 1) / period;
    found->max_steps = options.max_steps - periods * period;
    found->left_out = periods * (period / found->endless.each) * found->endless.steps;
    for (const MachineOptions& other : others)
        if (!ends_within(program, other, found->max_steps)) return std::nullopt;
    return found;
}

}  // namespace musimd::endless
