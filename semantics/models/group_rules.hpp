#pragma once

#include "semantics/models/groups.hpp"
#include "semantics/models/policy.hpp"

// What happens to the groups of a warp (section 12). One function per rule; the comment is the rule, as in
// RULES.md. Places are those in G.

namespace musimd::models {

/// Branch, of a group whose threads differ: those of `branching` go to l, the others to pc+1. `join` is what
/// the branch opens, if it opens one.
struct Halves {
    ThreadSet branching;
    ThreadSet going_on;
    Label target = 0;
    bool target_first = false;
    std::optional<Join> join;
};
void split(Groups& groups, std::size_t place, const Halves& halves);

/// Whether the branch of this group opens a join at r, if its threads differ.
bool opens_join(const Groups& groups, const Group& group, Label at, const Policy& policy);

/// Arrival, of each group that can: a group at the r of its innermost join waits there, and the last one that
/// the join expects closes it.
void arrive(Groups& groups);

/// End: the threads of the group have ended.
void end(Groups& groups, std::size_t place, const Policy& policy);

/// Unite, equal pc: groups of one pc become one.
void unite_equal_pcs(Groups& groups);

/// Unite, who leaves a loop: a group that has branched at b, the branch of its innermost join, becomes one
/// with another that has the same pc and joins.
void unite_leavers(Groups& groups, Label branch, const ThreadSet& branched);

/// YIELD, where no group can step, and one has yielded: joins that expect only such groups open for those who
/// wait, and no group has yielded any more.
void open_for_yielded(Groups& groups);

}  // namespace musimd::models
