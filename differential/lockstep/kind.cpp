#include "differential/lockstep/kind.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

namespace musimd::differential::lockstep {

harness::Outcome LockstepKind::checked(std::uint64_t, const Drawn& kernel,
                                       std::span<const harness::MachineTarget> targets) const {
    auto checked = check(kernel, targets);
    const PlainRun& expected = checked.expected;
    harness::Outcome outcome{{harness::kFrontEnd}, {}, std::move(checked.mismatches)};
    outcome.counts["instances"] = kernel.instances.size();
    if (!kernel.mutation.empty()) outcome.counts["without_barrier"] = 1;
    if (!expected.is_clean() && !expected.is_too_long) outcome.counts["wrong"] = 1;
    if (kernel.mutation.empty() && !expected.is_clean())
        outcome.mismatches.push_back(
            {harness::kPlainRun, Fault::difference,
             expected.is_too_long ? "the kernel takes too long" : "the unmutated kernel has a defect"});
    return outcome;
}

std::vector<harness::Counter> LockstepKind::counters() const {
    return {{"instances", "instances"},
            {"without_barrier", "without one barrier"},
            {"wrong", "with a race that must be found"}};
}

std::string LockstepKind::before_source(const Drawn& kernel) const {
    std::set<std::uint32_t> workers;
    std::set<std::uint32_t> simd;
    for (const Instance& instance : kernel.instances) {
        workers.insert(instance.shape.workers);
        simd.insert(instance.shape.simd);
    }
    std::string text = fmt::format("// musimd: --grid {} --workers {} --simd {}\n", kernel.grid,
                                   fmt::join(workers, ","), fmt::join(simd, ","));
    for (const auto& [name, value] : arguments_of(kernel))
        text += fmt::format("// musimd: --arg {}={}\n", name, value);
    return text;
}

}  // namespace musimd::differential::lockstep
