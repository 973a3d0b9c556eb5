#pragma once

#include <cstddef>
#include <vector>

#include "analysis/control_graph.hpp"
#include "analysis/divergence/transfer.hpp"
#include "isa/program.hpp"

namespace musimd {

/// Facts about the groups of threads of a warp at a program point: the active ones, all, and for each open
/// entry those that its end, or a `sync`, makes active.
///
/// An instruction changes the variables of active threads only. A group that lies within them has the new
/// value; of one that does not, some threads have it and others keep the old one.
class GroupFacts {
  public:
    /// At the start of a program: everything is undefined.
    explicit GroupFacts(const Program& program);

    /// Θ
    const VariableFacts& active() const { return active_; }
    /// Θ_all: also threads that wait, and those that were never active
    const VariableFacts& all() const { return all_; }
    /// Whether a thread may wait in the innermost open branch, to be made active by a `sync`.
    bool has_waiting() const;

    /// Joins with the facts of another way to the same program point. Returns whether any fact changed.
    bool join(const GroupFacts& other);

    /// How the instruction's destination changes. `divides[n]` is whether entry n of those that are open is a
    /// branch whose threads may disagree.
    void assign(const Program& program, const Instruction& instruction, const std::vector<bool>& divides);

    /// A branch is executed whose entry is new.
    void push_branch();
    /// Some active threads join those that wait in the innermost open branch.
    void wait();
    /// SS: those that wait in it become active.
    void switch_to_waiting();
    /// SP: the threads of the innermost open branch continue together.
    void pop_branch();
    /// EB and EE
    void push_block();
    void pop_block();

    /// How many facts there are of each variable, with these entries open.
    static std::size_t groups(const Program& program, const OpenEntries& open);

  private:
    /// An entry of Π or Λ.
    struct Entry {
        bool is_block = false;
        VariableFacts members;  ///< for branches: all threads of its entry; for blocks: Θ at its begin
        VariableFacts waiting;  ///< for branches: Θ_todo
    };

    VariableFacts active_;
    VariableFacts all_;
    std::vector<Entry> entries_;  ///< outermost first
    bool starts_with_all_;        ///< Θ = Θ_all
};

}  // namespace musimd
