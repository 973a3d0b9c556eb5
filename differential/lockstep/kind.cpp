#include "differential/lockstep/kind.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "differential/lockstep/reduce.hpp"

namespace musimd::differential::lockstep {
namespace {

using harness::Finding;
using harness::MachineTarget;
using harness::Mismatch;
using harness::Outcome;

/// The options that run the kernel, as annotations of its file.
std::string annotation(const Drawn& kernel) {
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

}  // namespace

LockstepKind::LockstepKind(const DrawnShape& shape, std::vector<harness::PlannedTarget> targets)
    : CheckedKind(std::move(targets)), shape_(shape) {}

// ---- running

Outcome LockstepKind::checked(std::uint64_t, const Drawn& kernel,
                              std::span<const MachineTarget> targets) const {
    Checked checked = check(kernel, targets);
    const PlainRun& expected = checked.expected;
    Outcome outcome{{harness::kFrontEnd}, {}, std::move(checked.mismatches)};
    outcome.counts["instances"] = kernel.instances.size();
    if (!kernel.mutation.empty()) outcome.counts["without_barrier"] = 1;
    if (!expected.is_clean() && !expected.is_too_long) outcome.counts["wrong"] = 1;
    if (kernel.mutation.empty() && !expected.is_clean())
        outcome.mismatches.push_back(
            {harness::kPlainRun, Fault::difference,
             expected.is_too_long ? "the kernel takes too long" : "the unmutated kernel has a defect"});
    return outcome;
}

// ---- reducing

std::vector<Mismatch> LockstepKind::mismatches_of(const Drawn& candidate, bool clean,
                                                  std::span<const MachineTarget> targets) const {
    Checked checked = check(candidate, targets);
    const PlainRun& expected = checked.expected;
    if (expected.is_clean() != clean || expected.is_too_long || expected.reads_unwritten ||
        expected.overflows)
        return {};
    return std::move(checked.mismatches);
}

bool LockstepKind::is_clean(const Drawn& kernel) const {
    return run_plainly(kernel).is_clean();
}

Drawn LockstepKind::reduced(const Drawn& kernel, const std::function<bool(const Drawn&)>& shows) const {
    return lockstep::reduced(kernel, shows);
}

std::string LockstepKind::outline_of(const Drawn& kernel) const {
    return lockstep::outline_of(kernel);
}

std::uint64_t LockstepKind::statements_of(const Drawn& kernel) const {
    return weight_of(kernel)[0];
}

// ---- printing

std::vector<harness::Counter> LockstepKind::counters() const {
    return {{"instances", "instances"},
            {"without_barrier", "without one barrier"},
            {"wrong", "with a race that must be found"}};
}

void LockstepKind::add_shape(harness::CommandText& command) const {
    const DrawnShape usual;
    command.option("statements", shape_.statements, usual.statements)
        .option("mutants", shape_.mutants, usual.mutants);
}

harness::Json LockstepKind::shape() const {
    return {{"statements", shape_.statements}, {"mutants", shape_.mutants}};
}

std::string LockstepKind::source(const Drawn& kernel) const {
    return source_of(kernel);
}

std::string LockstepKind::file_text(const Finding<Drawn>& finding, const std::string& file) const {
    const Drawn& kernel = finding.smallest;
    std::string text = fmt::format("// Run by: musimd lockstep {}\n", file);
    if (!kernel.mutation.empty()) text += fmt::format("// It has a mistake: {}\n", kernel.mutation);
    return text + annotation(kernel) + source_of(kernel);
}

void LockstepKind::add_members(harness::Json& json, const Finding<Drawn>& finding,
                               const std::string& file) const {
    json["mutation"] = finding.smallest.mutation;
    json["run"] = "musimd lockstep " + file;
}

}  // namespace musimd::differential::lockstep
