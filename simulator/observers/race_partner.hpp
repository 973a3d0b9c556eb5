#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "semantics/observer.hpp"
#include "semantics/result.hpp"

namespace musimd {

/// Finds the other access of a race by observing the run once more: the last one before the trap, by another
/// instruction, that conflicts with the access that traps.
class RacePartner final : public Observer {
  public:
    struct AccessSite {
        std::uint32_t warp = 0;
        Thread thread = 0;
        Label pc = 0;
    };

    /// `raced`: the result of the run, which must have ended in a race of one thread with an earlier access.
    RacePartner(const Program& program, const Result& raced);

    void on_step(const StepEvent& event) override;

    /// Nothing if both accesses belong to one instruction (`.races thread`).
    std::optional<AccessSite> found() const;

  private:
    bool conflicts(const StepEvent& event, const Access& access) const;

    const Program& program_;
    const Trap& trap_;
    std::int64_t address_;                 ///< the address of the race
    std::vector<std::uint64_t> barriers_;  ///< passed by each warp
    std::optional<AccessSite> last_;
    std::uint64_t barriers_before_last_ = 0;  ///< passed by its warp
};

/// Whether the result ended in a race with an earlier access.
bool races_with_earlier_access(const Result& result);

}  // namespace musimd
