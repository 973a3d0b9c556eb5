#include "semantics/models/group_rules.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace musimd::models {
namespace {

using Place = std::vector<Group>::difference_type;

auto at_place(Groups& groups, std::size_t place) {
    return groups.list.begin() + static_cast<Place>(place);
}

bool waits_at(const Group& arrived, const Join& join) {
    return arrived.joins.back() == join;
}

// Whether some thread that the join expects has not arrived.
bool expects_more(const Groups& groups, const Join& join) {
    const auto comes = [&](const Group& group) { return group.has(join); };
    const auto comes_later = [&](const Group& group) { return group.has(join) && !waits_at(group, join); };
    return std::ranges::any_of(groups.list, comes) || std::ranges::any_of(groups.arrived, comes_later);
}

// Those who wait at the join leave it, as one group: (A, r, J').
Group released(Groups& groups, const Join& join) {
    Group result;
    std::erase_if(groups.arrived, [&](const Group& group) {
        if (!waits_at(group, join)) return false;
        result.active |= group.active;
        result.pc = join.at;
        result.joins = group.joins;
        return true;
    });
    result.joins.pop_back();
    return result;
}

// The join is void: those who come later pass it.
void forget(Groups& groups, const Join& join) {
    for (Group& group : groups.list) std::erase(group.joins, join);
    for (Group& group : groups.arrived) std::erase(group.joins, join);
}

// The join is void: each set of those who wait goes on as a group of its own, from this place.
void let_go(Groups& groups, std::size_t place, const Join& join) {
    const auto stays = [&](const Group& group) { return !waits_at(group, join); };
    const auto gone = std::ranges::stable_partition(groups.arrived, stays);
    groups.list.insert(at_place(groups, place), std::make_move_iterator(gone.begin()),
                       std::make_move_iterator(gone.end()));
    groups.arrived.erase(gone.begin(), gone.end());
    forget(groups, join);
}

}  // namespace

/// Branch:   (Θ, pc, J) ∈ G    P[pc] = bz v, l    split(Θ, β, v) = (Θ0, Θn)    Θ0 ≠ ∅    Θn ≠ ∅
///           ────────────────────────────────────────────────────────────────────────────────
///           (Θ, pc, J)  →  (Θn, pc+1, J'), (Θ0, l, J')      or in the other order
///           J' = (pc, r, Θ, []) : J if the branch opens a join at r, and J if not
void split(Groups& groups, std::size_t place, const Halves& halves) {
    Group first = groups.list[place];
    if (halves.join) first.joins.push_back(*halves.join);
    Group second = first;
    first.active = halves.going_on;
    first.pc += 1;
    second.active = halves.branching;
    second.pc = halves.target;
    if (halves.target_first) std::swap(first, second);
    groups.list[place] = std::move(first);
    groups.list.insert(at_place(groups, place + 1), std::move(second));
}

bool opens_join(const Groups& groups, const Group& group, Label at, const Policy& policy) {
    if (at == 0) return false;
    if (policy.opens == Policy::Opens::if_split_and_whole && group.active != groups.base) return false;
    return group.joins.empty() || group.joins.back().at != at;
}

/// Arrival:  (Θ, r, (b, r, M, A) : J) ∈ G    M ⊈ A ∪ Θ          M = A ∪ Θ
///           ─────────────────────────────────────────   ─────────────────────────────
///           it leaves G, and A := A, Θ                  (Θ, r, …)  →  (M, r, J)
void arrive(Groups& groups) {
    for (std::size_t place = 0; place < groups.list.size();) {
        const Group& group = groups.list[place];
        if (group.joins.empty() || group.joins.back().at != group.pc) {
            ++place;
            continue;
        }
        const Join join = group.joins.back();
        groups.arrived.push_back(std::move(groups.list[place]));
        groups.list.erase(at_place(groups, place));
        if (!expects_more(groups, join)) groups.list.insert(at_place(groups, place), released(groups, join));
    }
}

/// End:      (Θ, pc, J) ∈ G    its threads have ended
///           ──────────────────────────────────────────────────────────────────────
///           it leaves G, and Θ the M of all joins of J; one whose A is now all of its M closes at its place
void end(Groups& groups, std::size_t place, const Policy& policy) {
    const std::vector<Join> ahead = std::move(groups.list[place].joins);
    groups.list.erase(at_place(groups, place));
    for (auto join = ahead.rbegin(); join != ahead.rend(); ++join) {
        if (policy.opens == Policy::Opens::if_split_and_whole) {
            let_go(groups, place, *join);
            continue;
        }
        const auto waits = [&](const Group& group) { return waits_at(group, *join); };
        if (std::ranges::any_of(groups.arrived, waits) && !expects_more(groups, *join)) {
            groups.list.insert(at_place(groups, place), released(groups, *join));
            break;
        }
    }
}

void unite_equal_pcs(Groups& groups) {
    std::vector<Group> united;
    for (Group& group : groups.list) {
        const auto same = std::ranges::find(united, group.pc, &Group::pc);
        if (same == united.end()) {
            united.push_back(std::move(group));
        } else {
            same->active |= group.active;
        }
    }
    groups.list = std::move(united);
}

void unite_leavers(Groups& groups, Label branch, const ThreadSet& branched) {
    for (std::size_t place = 0; place < groups.list.size();) {
        const Group& group = groups.list[place];
        const auto is_same = [&](const Group& other) {
            return &other != &group && other.pc == group.pc && other.joins == group.joins;
        };
        const bool may_leave = !group.joins.empty() && group.joins.back().branch == branch &&
                               branched.contains(group.active.front());
        const auto other = may_leave ? std::ranges::find_if(groups.list, is_same) : groups.list.end();
        if (other == groups.list.end()) {
            ++place;
            continue;
        }
        other->active |= group.active;
        groups.list.erase(at_place(groups, place));
    }
}

/// Yield:    no group of G can step    (b, r, M, A) is ahead of one    A ≠ ∅    all of M that are not in A
/// have yielded
///           ──────────────────────────────────────────────────────────────────────────────────────────────────
///           (A, r, J') at the front of G; the join is void for the others
void open_for_yielded(Groups& groups) {
    std::vector<Join> ahead;
    for (const Group& group : groups.list)
        ahead.insert(ahead.end(), group.joins.rbegin(), group.joins.rend());
    for (const Join& join : ahead) {
        const auto waits = [&](const Group& group) { return waits_at(group, join); };
        const auto holds_up = [&](const Group& group) { return group.has(join) && !group.has_yielded; };
        const auto is_further_in = [&](const Group& group) {
            return group.has(join) && !waits_at(group, join);
        };
        if (std::ranges::none_of(groups.arrived, waits) || std::ranges::any_of(groups.list, holds_up) ||
            std::ranges::any_of(groups.arrived, is_further_in))
            continue;
        Group opened = released(groups, join);
        forget(groups, join);
        groups.list.insert(groups.list.begin(), std::move(opened));
    }
    for (Group& group : groups.list) group.has_yielded = false;
}

}  // namespace musimd::models
