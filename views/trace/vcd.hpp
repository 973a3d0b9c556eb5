#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "semantics/observer.hpp"
#include "views/lanes/lane_states.hpp"

namespace musimd::views::trace {

/// Writes a warp of a run as a value change dump (IEEE 1364), as of a circuit: the time is the number of the
/// step. Signals: pc, line, rule (a string, as GTKWave reads it), the depths of Π and Λ, the threads of Θ as
/// a vector, and one signal for each lane: 1 runs, 0 waits in Π, z is dormant outside of the block that woke
/// it, x has exited or never runs.
class ValueChanges final : public Observer {
  public:
    using Write = std::function<void(std::string_view)>;
    ValueChanges(const Program& program, std::uint32_t warp, Write write);

    void on_step(const StepEvent& event) override;
    /// The time of the end.
    void finish();

  private:
    void declare(std::string_view type, std::size_t bits, std::string_view name);
    void set(std::size_t signal, std::string value);
    void set_lanes(const StepEvent& event);

    const std::uint32_t warp_;
    Write write_;
    std::vector<std::string> values_;  ///< values of each signal, as they were written last
    std::string changes_;              ///< changes in this step
    std::vector<char> lanes_;
    ThreadSet exited_;
    std::uint64_t last_ = 0;
};

}  // namespace musimd::views::trace
