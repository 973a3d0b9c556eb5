#pragma once

#include <optional>
#include <vector>

#include "kernels/cuda/launch_program.hpp"
#include "kernels/launch/cost.hpp"
#include "semantics/tally.hpp"

namespace musimd::kernels::cuda {

/// What a launch costs, and whether all its accesses are inside of the objects that are meant, without a look
/// at each step. It says nothing about a run in which something is wrong: that one is run again, and
/// observed.
class LaunchTally final : public musimd::Tally {
  public:
    LaunchTally(const LaunchProgram& launch, const LaunchConfiguration& config);

    void begin(std::size_t instructions) override;
    void on_accesses(Label pc, std::uint32_t block, std::span<const std::int64_t> addresses) override;

    /// As of openmp::CostObserver; nothing if the run was not counted, or an access is not good.
    std::optional<openmp::Cost> cost() const;

  private:
    bool are_good(Label pc, std::uint32_t block, std::span<const std::int64_t> addresses) const;
    std::uint64_t segments_of(std::span<const std::int64_t> addresses);

    const LaunchProgram& launch_;
    const bool in_lock_step_;
    std::vector<openmp::AddressRange> constants_;
    std::vector<bool> is_free_;  ///< by instruction
    std::vector<bool> writes_;   ///< likewise
    std::vector<std::int64_t> segments_;
    std::uint64_t transactions_ = 0;
    bool is_good_ = true;
};

}  // namespace musimd::kernels::cuda
