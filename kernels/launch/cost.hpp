#pragma once

#include <cstdint>
#include <vector>

#include "semantics/observer.hpp"

namespace musimd::kernels::openmp {

inline constexpr std::int64_t kSegment = 32;  ///< the elements of a memory transaction

/// What a run costs on hardware whose vectors have h lanes.
struct Cost {
    std::uint64_t steps = 0;                ///< instructions of a warp
    std::uint64_t slots = 0;                ///< an instruction of w lanes takes ⌈w ÷ h⌉
    std::uint64_t active_lanes = 0;         ///< summed over the steps that take slots
    std::uint64_t memory_transactions = 0;  ///< aligned segments of 32 elements, summed over the requests
    std::uint64_t branches_divergent = 0;

    Cost& operator+=(const Cost& other);
    /// This often, and as much more than `once`.
    Cost times(std::uint64_t n) const;
    Cost more_than(const Cost& once) const;
    /// active_lanes ÷ (slots × h); 1 if there are no steps.
    double efficiency(std::uint32_t native_lanes) const;
};

/// By instruction: how wide it is. One in the `everywhere` block of a simd loop is as wide as the loop, one
/// in a block inside of that, where lane 0 combines partial values, has width 1; the others are as wide as
/// `outside`. `simd_widths`: of the loops, in the order of the program's text.
std::vector<std::uint32_t> widths_of_instructions(const Program& program, std::uint32_t outside,
                                                  const std::vector<std::uint32_t>& simd_widths);

/// By instruction: whether hardware does not have it. Blocks begin and end at no cost, and so do the checks
/// of indices of local arrays, and of signed overflow in atomic updates.
std::vector<bool> free_instructions(const Program& program);

/// Counts the cost of a run.
class CostObserver final : public Observer {
  public:
    CostObserver(const Program& program, std::uint32_t outside, const std::vector<std::uint32_t>& simd_widths,
                 std::uint32_t native_lanes);

    void on_step(const StepEvent& event) override;
    const Cost& cost() const { return cost_; }

  private:
    Cost cost_;
    std::vector<std::uint32_t> slots_;  ///< by instruction
    std::vector<std::int64_t> segments_;
};

}  // namespace musimd::kernels::openmp
