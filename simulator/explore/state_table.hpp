#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "simulator/explore/liveness.hpp"
#include "simulator/explore/state.hpp"

namespace musimd::explore {

/// The states that a search has seen. Most parts of a state occur in many others, so a state is the numbers
/// of its parts: of each machine, Σ, and the history of accesses.
class StateTable {
  public:
    StateTable(const Program& program, const Liveness& liveness) : program_(program), liveness_(liveness) {}

    /// Adds the state; returns false if one that no continuation can distinguish from it is there.
    bool add(const State& state);

    /// Approximately.
    std::size_t bytes() const { return bytes_; }

  private:
    std::uint32_t number_of(std::string part);

    const Program& program_;
    const Liveness& liveness_;
    std::unordered_map<std::string, std::uint32_t> parts_;
    std::unordered_set<std::string> states_;
    std::size_t bytes_ = 0;
};

}  // namespace musimd::explore
