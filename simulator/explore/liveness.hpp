#pragma once

#include <vector>

#include "semantics/data_rules.hpp"
#include "semantics/models/groups.hpp"
#include "semantics/state.hpp"

namespace musimd::explore {

/// Which variables of a thread matter: a word is dead if the thread overwrites it before it is read. No trap,
/// and no result of a run, depends on dead words.
///
/// A thread follows the program as its own instructions lead it: from a `sync` to the instruction after any
/// `sync`, since the other half of its conditional may end at another one. An `everywhere` has threads do
/// instructions in between, so in a program with one, and under printed rules, everything is live.
class Liveness {
  public:
    /// For each variable, whether it is live.
    using Live = std::vector<bool>;

    Liveness(const Program& program, const MachineOptions& options);

    /// Of a thread whose next instruction is number pc.
    const Live& at(Label pc) const { return pc < at_.size() ? at_[pc] : all_; }
    /// Of each thread of a machine, from the lowest of its bank on.
    std::vector<const Live*> of(const Warp& machine, bool has_stopped, Thread first) const;
    std::vector<const Live*> of(const models::GroupWarp& warp) const;

  private:
    void solve(const Program& program);
    Live before(const Program& program, Label pc) const;

    Live all_;
    Live after_sync_;
    Live elsewhere_;        ///< read in other lanes
    std::vector<Live> at_;  ///< live sets of each instruction; empty: all are live
};

}  // namespace musimd::explore
