#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "semantics/observer.hpp"

namespace musimd::views::trace {

/// Numbers as ranges, ends included.
using Ranges = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

bool contains(const Ranges& ranges, std::uint64_t number);

/// Which steps of a trace are shown; a part that is not set allows all.
struct Filter {
    std::optional<Ranges> threads = {};  ///< one of them is active
    std::optional<Ranges> pcs = {};
    std::optional<Ranges> lines = {};
    std::optional<RuleSet> rules = {};  ///< it uses one of them
    std::optional<Ranges> warps = {};
    std::uint64_t from = 1;  ///< numbers of steps, both included
    std::uint64_t until = std::numeric_limits<std::uint64_t>::max();

    bool allows(const StepEvent& event) const;
};

/// Shows the events that a filter allows: steps; of turns that wait and traps, those of its warps.
class Filtered final : public Observer {
  public:
    Filtered(Filter filter, Observer& observer) : filter_(std::move(filter)), observer_(observer) {}

    void on_step(const StepEvent& event) override;
    void on_wait(std::uint32_t warp) override;
    void on_failing_state(const StepEvent& state) override;
    void on_trap(const Trap& trap) override;

  private:
    bool allows_now(std::uint32_t warp) const;

    Filter filter_;
    Observer& observer_;
    std::uint64_t number_ = 0;  ///< number of the last step
};

}  // namespace musimd::views::trace
