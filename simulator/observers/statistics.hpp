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
    std::uint32_t threads = 1;  ///< N; 1 where threads are machines
    std::uint64_t steps = 0;
    std::uint64_t active_lane_instructions = 0;  ///< the sum over steps of |Θ| before the step
    std::uint64_t branches_uniform = 0;          ///< bz and bnz steps by BT or BF
    std::uint64_t branches_divergent = 0;        ///< by BD
    std::uint64_t max_sync_depth = 0;            ///< entries of the current Π
    std::uint64_t max_context_depth = 0;         ///< entries of Λ
    std::uint64_t everywhere_blocks = 0;         ///< EB steps
    std::uint64_t lanes_woken = 0;               ///< the sum over EB of |Θ_all| − |Θ|
    std::uint64_t memory_requests = 0;           ///< LD, ST and AT steps
    std::uint64_t memory_transactions = 0;       ///< distinct aligned segments, summed over requests
    std::uint64_t block_barriers = 0;            ///< openings
    std::uint64_t collectives = 0;               ///< groups that stepped
    std::uint64_t fences = 0;                    ///< steps of FE
    std::uint64_t exits = 0;                     ///< threads that did EX
    std::uint64_t waits = 0;                     ///< turns that are no step
    std::uint64_t shared_requests = 0;           ///< LD, ST and AT steps with an address of shared memory
    std::uint64_t shared_transactions = 0;       ///< the most words of a bank, summed over shared_requests
    std::vector<std::uint64_t> by_instruction =  ///< steps, by opcode
        std::vector<std::uint64_t>(instruction_table().size(), 0);

    friend bool operator==(const Statistics&, const Statistics&) = default;

    /// Adds those of another part of the run, or of other warps.
    void add(const Statistics& other);

    /// active_lane_instructions / (steps × N); 1 if there are no steps.
    double simd_efficiency() const;

    /// A figure by its name, including `by_instruction.NAME`; nothing if the name is unknown.
    std::optional<double> figure(std::string_view name) const;
};

/// Computes a run's Statistics.
class StatisticsObserver final : public Observer {
  public:
    /// `segment`: words per aligned segment, at least 1. `max_address`: the highest address before those of
    /// shared memory, as in MachineOptions.
    StatisticsObserver(const Program& program, std::int64_t segment,
                       std::int64_t max_address = kDefaultMaxAddress)
        : segment_(segment), max_address_(max_address), uses_blocks_(uses_blocks(program)) {
        statistics_.threads = program.model == ThreadModel::volta ? 1 : program.threads;
    }

    void on_step(const StepEvent& event) override;
    void on_wait(std::uint32_t) override { statistics_.waits += 1; }
    const Statistics& statistics() const { return statistics_; }

  private:
    void count_blocks(const StepEvent& event);
    void count_shared(const StepEvent& event);

    Statistics statistics_;
    std::int64_t segment_;
    std::int64_t max_address_;
    bool uses_blocks_;
    std::vector<std::int64_t> segments_;  // segments of the current request
    std::vector<std::int64_t> shared_;    // the same: offsets in the block's shared memory
};

}  // namespace musimd
