#pragma once

#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "semantics/observer.hpp"
#include "semantics/races.hpp"

namespace musimd::kernels::cuda {

/// Two accesses of a launch that nothing orders.
struct GridRace {
    std::int64_t address = 0;
    RacingAccess earlier;
    RacingAccess later;
    bool same_value = false;         ///< both write the same value, whenever the two instructions race
    bool between_volatiles = false;  ///< PTX has them as atomics, which do not race
};

/// Finds the races of a run that goes on after them, which MachineOptions::races turns off in the machine:
/// one of each pair of lines.
class GridRaceObserver final : public Observer {
  public:
    explicit GridRaceObserver(const Program& program);

    void on_step(const StepEvent& event) override;
    const std::vector<GridRace>& races() const { return races_; }

  private:
    void order(const StepEvent& event);
    void meet(const StepEvent& event);
    void note(const StepEvent& event, const AccessHistory::Conflict& conflict);

    const Program& program_;
    AccessHistory history_;
    std::vector<std::uint32_t> barriers_;             ///< by lane of the grid: grid barriers passed
    std::uint32_t opened_ = 0;                        ///< grid barriers
    std::vector<ThreadSet> exited_;                   ///< by warp
    std::unordered_map<std::int64_t, Value> stored_;  ///< by address: the last word
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> known_;  ///< by lines
    std::vector<GridRace> races_;
};

}  // namespace musimd::kernels::cuda
