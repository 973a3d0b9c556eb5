#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "simulator/explore/liveness.hpp"
#include "simulator/explore/state.hpp"

namespace musimd::explore {

/// The states that a search has seen. Most parts of a state occur in many others, so a state is the numbers
/// of its parts: of each machine, Σ, and the history of accesses.
class StateTable {
  public:
    StateTable(const Program& program, const Liveness& liveness) : program_(program), liveness_(liveness) {}

    /// A visit of a state.
    struct Visit {
        bool is_new;           ///< no state that no continuation can distinguish from it was visited before
        std::uint64_t asleep;  ///< the machines that slept at all earlier visits; all if it is new
    };
    /// Of machines, those that can be recorded are the first 64.
    static constexpr std::size_t kMachines = 64;

    /// Visits the state; the bits of `asleep` are the machines that need not be tried in it this time.
    Visit visit(const State& state, std::uint64_t asleep);

    /// Approximately.
    std::size_t bytes() const { return bytes_; }

  private:
    std::uint32_t number_of(std::string part);

    const Program& program_;
    const Liveness& liveness_;
    std::unordered_map<std::string, std::uint32_t> parts_;
    std::unordered_map<std::string, std::uint64_t> states_;  ///< and who has slept at all visits
    std::size_t bytes_ = 0;
};

}  // namespace musimd::explore
