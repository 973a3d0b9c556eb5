#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "semantics/state.hpp"

namespace musimd::models {

/// A join (b, r, M, A) ahead of some groups: an open conditional. M and A follow from who has it ahead: those
/// that have arrived at r are in Groups::arrived, with this join as their innermost; all others are expected.
struct Join {
    Label branch = 0;          ///< b, the branch that has opened it
    Label at = 0;              ///< r, the instruction at which it joins
    std::uint64_t number = 0;  ///< distinguishes it from the others of the warp

    friend bool operator==(const Join& a, const Join& b) { return a.number == b.number; }
};

/// (Θ, pc, J): threads of a warp that step together.
struct Group {
    ThreadSet active;              ///< Θ, never empty
    Label pc = 1;                  ///< their next instruction
    std::vector<Join> joins = {};  ///< J, outermost first
    std::uint32_t rounds = 0;      ///< under `barriers`: how often it has jumped back since the last YIELD
    bool has_yielded = false;      ///< under `barriers`: others step first
    bool is_released = false;      ///< the barrier at which it stands has opened
    Value opened = 0;              ///< what that barrier yields
    /// Where its threads step one by one: those that are ahead of pc, with their next instructions.
    std::map<Thread, Label> ahead = {};

    Label pc_of(Thread t) const {
        const auto found = ahead.find(t);
        return found == ahead.end() ? pc : found->second;
    }

    bool has(const Join& join) const;
};

/// The threads of a warp, but for those that Λ has saved.
struct Groups {
    std::vector<Group> list;     ///< G
    std::vector<Group> arrived;  ///< the sets A of all joins; each has its join as its innermost
    ThreadSet base;              ///< Θ at the beginning of the program, or Θ_all at that of the block

    /// Whether the group is the only one of G, and nobody waits in the joins ahead of it.
    bool is_alone() const { return list.size() == 1 && arrived.empty(); }
    /// All threads of it.
    ThreadSet threads() const;
    /// M of a join: the threads that it expects, whether they have arrived or not.
    ThreadSet expected_at(const Join& join) const;
    /// A of a join.
    std::vector<ThreadSet> arrived_at(const Join& join) const;
    /// The group of G that has the thread, or null.
    const Group* with(Thread t) const;
};

/// What an `everywhere` block restores.
struct SavedGroups {
    Groups groups;
    std::size_t place = 0;  ///< in G, of the group that has opened the block
};

/// A warp of groups: M(G, β, Σ, Λ, P) without Σ and P.
struct GroupWarp {
    Warp state;  ///< β, Θ_all and Λ's masks; Θ and pc are those of the group that steps
    Groups groups;
    std::vector<SavedGroups> saved;     ///< by Λ's blocks, innermost last
    ThreadSet stopped;                  ///< the threads that did `stop`
    std::uint64_t opened = 0;           ///< joins so far
    std::optional<Thread> chosen = {};  ///< whose step is next; nothing: the policy and the order decide

    bool has_stopped() const { return groups.list.empty() && groups.arrived.empty() && saved.empty(); }
};

/// G as the rules write it: `[({0, 2}, 5, [(4, 9, {0-3}, [{1, 3}])])]`.
std::string to_string(const Groups& groups);

}  // namespace musimd::models
