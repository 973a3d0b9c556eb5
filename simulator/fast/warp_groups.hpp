#pragma once

#include <cstdint>
#include <vector>

#include "isa/program.hpp"
#include "semantics/models/joins.hpp"
#include "semantics/models/policy.hpp"

namespace musimd::fast {

/// A program under a model of section 12, as all of its warps see it.
struct GroupPlan {
    GroupPlan(const Program& program, bool target_first, std::uint32_t yield_after);

    models::Policy policy;
    models::Joins joins;              ///< empty if the model has no joins
    std::vector<bool> targets_first;  ///< of each branch: whether its target's side is the first
    std::uint32_t yield;              ///< jumps back between two yields; 0: never

    Label join_of(Label branch) const { return joins.empty() ? 0 : joins[branch]; }
};

/// G of a warp of up to 64 threads: the rules of semantics/models/group_rules.hpp on masks. The group that
/// steps is kept by the warp meanwhile.
class WarpGroups {
  public:
    /// (Θ, pc, J); J is its innermost join, which knows the next.
    struct Group {
        std::uint64_t active = 0;
        Label pc = 1;
        std::uint32_t join = 0;  ///< 0: none
        std::uint32_t rounds = 0;
        bool has_yielded = false;
        bool is_released = false;  ///< the barrier at which it stands has opened
    };
    struct Halves {
        std::uint64_t branching = 0;
        std::uint64_t going_on = 0;
        Label target = 0;
    };

    WarpGroups(const GroupPlan& plan, std::uint64_t active);

    const GroupPlan& plan() const { return plan_; }
    Group& current() { return list_[current_]; }
    const std::vector<Group>& all() const { return list_; }
    bool is_alone() const { return list_.size() == 1 && arrived_.empty(); }
    bool has_arrivals() const { return !arrived_.empty(); }
    bool is_in_block() const { return !blocks_.empty(); }
    /// Where the group that steps joins; 0: nowhere.
    Label join_at() const { return joins_[list_[current_].join].at; }
    /// The branch of that join, or 0.
    Label join_branch() const { return joins_[list_[current_].join].branch; }
    /// Under the lowest pc: that of the other groups; else more than any.
    Label lowest_other() const;

    // Rules; the group is the one that steps.
    void split(const Halves& halves);
    void end();
    void enter_block(std::uint64_t everybody, Label pc);
    void leave_block(Label pc);
    void unite_leavers(Label branch, std::uint64_t branched);
    /// It has jumped back.
    void count_round();
    /// Arrivals and unions after a step.
    void settle();
    /// YIELD. Returns false if nobody has yielded.
    bool open_for_yielded();

    /// Makes the next group the one that steps: of those for which not `waits(group)`, if the model lets
    /// groups wait. Returns false if nobody can step.
    template <typename F>
    bool choose(F&& waits) {
        current_ = list_.size() - 1;
        if (plan_.policy.next != models::Policy::Next::yielding) return !list_.empty();
        for (std::size_t k = list_.size(); k-- > 0;) {
            if (list_[k].has_yielded || waits(list_[k])) continue;
            current_ = k;
            return true;
        }
        return false;
    }
    /// The barrier at which all groups stand has opened.
    void release() {
        for (Group& group : list_) {
            group.is_released = true;
            group.has_yielded = false;
        }
    }
    /// All groups in G that are among these threads go on by one instruction. Returns how many.
    std::uint64_t step_together(std::uint64_t threads);

    /// The threads that are in some group, also of those outside of the blocks, or did `stop`.
    std::uint64_t threads() const;

    std::uint64_t stopped = 0;  ///< who did `stop`
    std::uint64_t exited = 0;   ///< and who did `exit`
    bool is_stuck = false;      ///< nobody can step: only the rules can say why

  private:
    /// (b, r, M, A); A are the sets in arrived_.
    struct Join {
        Label branch = 0;
        Label at = 0;
        std::uint32_t outer = 0;     ///< the next of J
        std::uint64_t expected = 0;  ///< M
    };
    struct Arrived {
        std::uint64_t active;
        std::uint32_t join;
    };
    struct Block {
        std::vector<Group> list;
        std::vector<Arrived> arrived;
        std::uint64_t base;
        std::size_t current;
    };

    std::uint32_t open(Label branch, Label at, std::uint32_t outer, std::uint64_t expected);
    bool opens_join(const Group& group, Label at) const;
    void arrive();
    bool arrive_one(std::size_t k);
    std::uint64_t arrived_at(std::uint32_t join) const;
    Group released(std::uint32_t join);
    void forget(std::uint32_t join);
    std::size_t let_go(std::size_t k, std::uint32_t join);
    bool has(std::uint32_t innermost, std::uint32_t join) const;
    bool may_open(std::uint32_t join) const;
    void sink(std::size_t k);
    std::vector<Group>::iterator place(std::size_t k) {
        return list_.begin() + static_cast<std::vector<Group>::difference_type>(k);
    }

    const GroupPlan& plan_;
    std::vector<Group> list_;  ///< G, its first group last; under the lowest pc, descending by pc
    std::size_t current_ = 0;
    std::vector<Arrived> arrived_;
    std::vector<Join> joins_;          ///< the first stands for none
    std::vector<std::uint32_t> free_;  ///< of joins_
    std::uint64_t base_;
    std::vector<Block> blocks_;
};

}  // namespace musimd::fast
