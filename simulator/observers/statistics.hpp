#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "semantics/observer.hpp"

namespace musimd {

/// The figures of `--stats`: sums and maxima over all warps.
struct Statistics {
    std::uint32_t threads = 1;  ///< N
    std::uint64_t steps = 0;
    std::uint64_t active_lane_instructions = 0;  ///< the sum over steps of |Θ| before the step
    std::uint64_t branches_uniform = 0;          ///< bz and bnz steps by BT or BF
    std::uint64_t branches_divergent = 0;        ///< by BD
    std::uint64_t max_sync_depth = 0;            ///< entries of the current Π
    std::uint64_t max_context_depth = 0;         ///< entries of Λ
    std::uint64_t everywhere_blocks = 0;         ///< EB steps
    std::uint64_t lanes_woken = 0;               ///< the sum over EB of N − |Θ|
    std::uint64_t memory_requests = 0;           ///< LD, ST and AT steps
    std::uint64_t memory_transactions = 0;       ///< distinct aligned segments, summed over requests
    std::vector<std::uint64_t> by_instruction =  ///< steps, by opcode
        std::vector<std::uint64_t>(instruction_table().size(), 0);

    /// active_lane_instructions / (steps × N); 1 if there are no steps.
    double simd_efficiency() const;

    /// A figure by its name, including `by_instruction.NAME`; nothing if the name is unknown.
    std::optional<double> figure(std::string_view name) const;
};

/// Computes a run's Statistics.
class StatisticsObserver final : public Observer {
  public:
    /// `segment`: words per aligned segment, at least 1.
    StatisticsObserver(const Program& program, std::int64_t segment) : segment_(segment) {
        statistics_.threads = program.threads;
    }

    void on_step(const StepEvent& event) override;
    const Statistics& statistics() const { return statistics_; }

  private:
    Statistics statistics_;
    std::int64_t segment_;
    std::vector<std::int64_t> segments_;  // of the current request
};

}  // namespace musimd
