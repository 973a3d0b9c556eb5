#pragma once

#include <string>
#include <vector>

#include "differential/harness/checked_kind.hpp"
#include "differential/lockstep/check.hpp"
#include "differential/lockstep/random_kernel.hpp"
#include "differential/lockstep/reduce.hpp"

namespace musimd::differential::lockstep {

/// Random kernels of the lockstep model: each runs on the machine in several instances, and as plain C++
/// computes it.
class LockstepKind final : public harness::CheckedKind<Drawn, DrawnShape> {
  public:
    using CheckedKind::CheckedKind;

    std::string command() const override { return "musimd fuzz --lockstep"; }
    std::vector<harness::Counter> counters() const override;

  protected:
    harness::Outcome checked(std::uint64_t number, const Drawn& kernel,
                             std::span<const harness::MachineTarget> targets) const override;
    std::string run_command(const Drawn& /*kernel*/, const std::string& file) const override {
        return "musimd lockstep " + file;
    }
    /// The options that run it, as annotations.
    std::string before_source(const Drawn& kernel) const override;
};

}  // namespace musimd::differential::lockstep
