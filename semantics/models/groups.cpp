#include "semantics/models/groups.hpp"

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

}  // namespace musimd::models
