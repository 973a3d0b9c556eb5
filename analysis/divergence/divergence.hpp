#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/control_graph.hpp"
#include "analysis/divergence/group_facts.hpp"
#include "analysis/divergence/lane_fact.hpp"
#include "isa/program.hpp"

namespace musimd {

/// An analysis has at most this many facts.
inline constexpr std::size_t kMaxDivergenceFacts = 2'000'000;

/// Divergence analysis, after Coutinho, Sampaio, Pereira and Meira (PACT 2011): at each program point, which
/// variables have the same value in all threads, which are affine in `tid`, and which branches divide the
/// threads. docs/divergence-analysis.md defines what it claims.
///
/// Its claims hold in every run under the thread model `lockstep`. Those of a `volta` program are what they
/// would be in lock step, except that nothing is known of what threads see of each other.
class DivergenceAnalysis {
  public:
    /// Program and graph must outlive it.
    DivergenceAnalysis(const Program& program, const ControlGraph& graph);

    /// Whether anything is known. If the graph is unbounded or there would be more than kMaxDivergenceFacts
    /// facts, everything is divergent.
    bool is_complete() const { return !unbounded_ && !too_large_; }
    /// The branch or `everywhere` at which the graph is left because its entry is open already.
    std::optional<Label> unbounded() const { return unbounded_; }

    /// Whether control may get to the node.
    bool is_reached(std::uint32_t node) const { return !is_complete() || facts_[node].has_value(); }

    /// The operand in the active threads when control is at the node.
    LaneFact value(std::uint32_t node, const Operand& operand) const;
    /// The same in all threads of the warp, with those that wait or were never active.
    LaneFact value_in_warp(std::uint32_t node, const Operand& operand) const;
    /// The instruction's destination in the active threads after it.
    LaneFact result(std::uint32_t node) const;
    /// The address of the node's access in the active threads; see fact_of_address.
    LaneFact address(std::uint32_t node) const;

    /// Whether the active threads may disagree at the node's branch.
    bool may_divide(std::uint32_t node) const;
    /// Whether threads may disagree at the innermost entry of this context, which is a branch.
    bool divides(std::uint32_t context) const { return !is_complete() || divides_[context]; }

    /// Whether in every state of a run all threads of the warp have the same value of v, or none has one: one
    /// word per warp represents it.
    bool is_scalar(Variable v) const;

  private:
    /// What the nodes and contexts of the graph have to do with each other.
    struct Context {
        std::uint32_t parent = 0;          ///< without the innermost entry
        std::vector<std::uint32_t> syncs;  ///< nodes that end its innermost branch
        std::uint32_t waiting = 0;         ///< for branches: the node where waiting threads continue
        std::uint32_t begin = 0;           ///< for blocks: the node of its `everywhere`
        std::vector<std::uint32_t> ends;   ///< for blocks: the nodes of its `end_everywhere`s
    };

    void find_contexts();
    void find_limits();
    void solve();
    void leave(std::uint32_t node);
    void leave_branch(std::uint32_t node);
    void leave_sync(std::uint32_t node);
    void leave_block(std::uint32_t node);
    void exit(std::uint32_t node);
    void arrive(std::uint32_t node, const GroupFacts& facts);
    void wake(std::uint32_t node);
    void set_divides(std::uint32_t context);
    std::vector<bool> divided_entries(std::uint32_t context) const;
    bool is_pruned(const Instruction& branch, const LaneFact& operand, bool taken) const;
    const Instruction& at(std::uint32_t node) const { return program_.at(graph_.nodes[node].point.pc); }
    std::uint32_t context_of(std::uint32_t node) const { return graph_.nodes[node].point.context; }

    const Program& program_;
    const ControlGraph& graph_;
    std::vector<Context> contexts_;
    std::optional<Label> unbounded_;
    bool too_large_ = false;
    std::vector<std::optional<GroupFacts>> facts_;  ///< by node; nullopt if control does not get there
    std::vector<bool> divides_;                     ///< by context
    std::vector<std::uint32_t> waiting_;            ///< nodes to visit
    std::vector<bool> waits_;
};

}  // namespace musimd
