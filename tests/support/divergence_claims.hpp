#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/divergence/divergence.hpp"
#include "semantics/machine.hpp"
#include "semantics/observer.hpp"

namespace musimd::tests {

/// Compares what the divergence analysis claims with every state of a run of the rules engine. The program's
/// model is `lockstep`.
class DivergenceClaims final : public Observer {
  public:
    DivergenceClaims(const Program& program, const MachineOptions& options);

    /// Runs the program; the first claim that is wrong, or empty.
    std::string first_wrong();

    void on_step(const StepEvent& event) override;

    /// How much was compared, so that a test sees that it compares something.
    struct Counts {
        std::uint64_t uniform = 0;  ///< values of more than one active thread
        std::uint64_t affine = 0;
        std::uint64_t branches = 0;
        std::uint64_t accesses = 0;
        std::uint64_t scalars = 0;
    };
    const Counts& counts() const { return counts_; }

  private:
    void check_state(std::uint32_t warp);
    void check_step(const StepEvent& event, std::uint32_t node);
    void check_threads(const LaneFact& fact, Variable v, const ThreadSet& threads, const Warp& warp);
    void check_value(const LaneFact& fact, Value value, Thread t, const Warp& warp,
                     std::optional<Integer>& c);
    void check_addresses(const StepEvent& event, const LaneFact& fact);
    std::optional<std::uint32_t> node_of(const Warp& warp) const;
    void wrong(const Warp& warp, const std::string& what);

    const Program& program_;
    ControlGraph graph_;
    DivergenceAnalysis analysis_;
    Machine machine_;
    std::vector<bool> scalar_;
    std::map<OpenEntries, std::uint32_t> contexts_;
    std::map<ProgramPoint, std::uint32_t> nodes_;
    std::vector<std::optional<std::uint32_t>> at_;  ///< by warp: the node of its last state
    std::string wrong_;
    Counts counts_;
};

}  // namespace musimd::tests
