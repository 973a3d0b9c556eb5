#include "semantics/models/groups.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace musimd::models {

bool Group::has(const Join& join) const {
    return std::ranges::find(joins, join) != joins.end();
}

ThreadSet Groups::threads() const {
    ThreadSet all;
    for (const Group& group : list) all |= group.active;
    for (const Group& group : arrived) all |= group.active;
    return all;
}

ThreadSet Groups::expected_at(const Join& join) const {
    ThreadSet all;
    for (const auto* some : {&list, &arrived}) {
        for (const Group& group : *some) {
            if (group.has(join)) all |= group.active;
        }
    }
    return all;
}

std::vector<ThreadSet> Groups::arrived_at(const Join& join) const {
    std::vector<ThreadSet> sets;
    for (const Group& group : arrived) {
        if (group.joins.back() == join) sets.push_back(group.active);
    }
    return sets;
}

const Group* Groups::with(Thread t) const {
    const auto found = std::ranges::find_if(list, [&](const Group& g) { return g.active.contains(t); });
    return found == list.end() ? nullptr : &*found;
}

namespace {

// `[a, b]`
template <typename List, typename F>
std::string bracketed(const List& list, F&& text_of) {
    std::string text;
    for (const auto& element : list) text += (text.empty() ? "" : ", ") + text_of(element);
    return "[" + text + "]";
}

}  // namespace

std::string to_string(const Groups& groups) {
    const auto set = [](const ThreadSet& threads) { return musimd::to_string(threads); };
    const auto join_text = [&](const Join& join) {
        return fmt::format("({}, {}, {}, {})", join.branch, join.at, set(groups.expected_at(join)),
                           bracketed(groups.arrived_at(join), set));
    };
    return bracketed(groups.list, [&](const Group& group) {
        const std::vector<Join> innermost_first(group.joins.rbegin(), group.joins.rend());
        std::string ahead;
        for (const auto& [t, pc] : group.ahead) ahead += fmt::format(", {} at {}", t, pc);
        return fmt::format("({}, {}, {}{})", set(group.active), group.pc,
                           bracketed(innermost_first, join_text), ahead);
    });
}

}  // namespace musimd::models
