#pragma once

#include <cstdint>
#include <vector>

#include "semantics/machine.hpp"
#include "simulator/explore/footprint.hpp"

namespace musimd::explore {

/// The machines that a step of one of them concerns.
struct Meeting {
    std::uint32_t machine = 0;         ///< the one whose turn it is
    std::vector<std::uint32_t> steps;  ///< those that step, or wait no longer; the machine is one
    std::vector<std::uint32_t> needs;  ///< those whose earlier steps come before, also if they have stopped
};

/// Who steps with whom, and which steps an `activemask` can distinguish.
class Meetings {
  public:
    Meetings(const Program& program, const MachineOptions& options);

    /// The next step of a machine that can_step.
    Meeting of(const Machine& machine, std::uint32_t m) const;

    /// Whether the machine waits at a block barrier.
    bool is_opening(const Machine& machine, std::uint32_t m) const;
    /// Whether the program has an `activemask` whose result depends on where other threads are.
    bool has_activemask() const { return !near_.empty(); }
    /// Whether the next step of the machine is such an `activemask`.
    bool is_activemask(const Machine& machine, std::uint32_t m) const;
    /// Whether the next step of the machine may lead to one.
    bool is_near(const Machine& machine, std::uint32_t m) const;
    /// Whether one of the machines that step may then be at one.
    bool is_near(const Machine& machine, const Meeting& meeting) const;

    /// Adds what the step, just done, has to do with `activemask`: where its machines have arrived.
    /// `before`: the state before it.
    void add_marks(const Machine& before, const Machine& after, const Meeting& meeting,
                   Footprint& footprint) const;

  private:
    const Program& program_;
    std::vector<bool> near_;  ///< for each instruction; empty without such an activemask
};

}  // namespace musimd::explore
