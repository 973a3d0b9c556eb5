#pragma once

#include <string>
#include <vector>

#include "differential/harness/checked_kind.hpp"
#include "differential/lockstep/check.hpp"
#include "differential/lockstep/random_kernel.hpp"

namespace musimd::differential::lockstep {

/// Random kernels of the lockstep model: each runs on the machine in several instances, and as plain C++
/// computes it.
class LockstepKind final : public harness::CheckedKind<Drawn> {
  public:
    LockstepKind(const DrawnShape& shape, std::vector<harness::PlannedTarget> targets);

    Drawn draw(std::uint64_t seed) const override { return random_kernel(seed, shape_); }

    std::string name() const override { return "kernel"; }
    std::string suffix() const override { return ".cu"; }
    std::string command() const override { return "musimd fuzz --lockstep"; }
    std::vector<harness::Counter> counters() const override;
    void add_shape(harness::CommandText& command) const override;
    harness::Json shape() const override;
    std::string source(const Drawn& kernel) const override;
    std::string file_text(const harness::Finding<Drawn>& finding, const std::string& file) const override;
    void add_members(harness::Json& json, const harness::Finding<Drawn>& finding,
                     const std::string& file) const override;

  protected:
    harness::Outcome checked(std::uint64_t number, const Drawn& kernel,
                             std::span<const harness::MachineTarget> targets) const override;
    std::vector<harness::Mismatch> mismatches_of(
        const Drawn& candidate, bool clean, std::span<const harness::MachineTarget> targets) const override;
    bool is_clean(const Drawn& kernel) const override;
    Drawn reduced(const Drawn& kernel, const std::function<bool(const Drawn&)>& shows) const override;
    std::string outline_of(const Drawn& kernel) const override;
    std::uint64_t statements_of(const Drawn& kernel) const override;

  private:
    DrawnShape shape_;
};

}  // namespace musimd::differential::lockstep
