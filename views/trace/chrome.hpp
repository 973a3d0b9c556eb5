#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "semantics/observer.hpp"
#include "views/lanes/lane_states.hpp"

namespace musimd::views::trace {

/// Writes Chrome trace events, which Perfetto opens: a process per warp, a track per lane. A step takes one
/// microsecond; what a lane waits for is one slice from its last step to its next.
class ChromeEvents final : public Observer {
  public:
    using Write = std::function<void(std::string_view)>;
    explicit ChromeEvents(Write write);

    void on_step(const StepEvent& event) override;
    void on_trap(const Trap& trap) override;
    /// The slices that are open, and the end of the JSON text.
    void finish();

  private:
    /// A slice that goes on.
    struct Open {
        Lane lane;
        std::uint64_t since = 0;  ///< a step
        Label branch_line = 0;
    };
    struct WarpTracks {
        std::vector<Open> open;  ///< by lane
        ThreadSet exited;
    };

    WarpTracks& tracks_of(const StepEvent& event);
    void show(const StepEvent& event, Thread thread, const Lane& lane, Open& open);
    void close(std::uint32_t warp, Thread thread, const Open& open, std::uint64_t step);
    void put(std::string_view event);
    const std::string& name_of(const StepEvent& event);

    Write write_;
    bool is_first_ = true;
    std::map<std::uint32_t, WarpTracks> warps_;
    std::vector<std::string> names_;  ///< instructions as JSON, by pc; empty: not yet needed
    std::uint64_t last_ = 0;          ///< step
};

}  // namespace musimd::views::trace
