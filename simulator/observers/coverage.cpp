#include "simulator/observers/coverage.hpp"

#include <algorithm>

namespace musimd {

Coverage::Names Coverage::names() const {
    Names list;
    for (std::size_t i = 0; i < kRuleCount; ++i) {
        const auto rule = static_cast<RuleId>(i);
        if (rules_.contains(rule)) list.push_back(to_string(rule));
    }
    if (trap_) list.push_back(to_string(*trap_));
    return list;
}

bool Coverage::covers(std::string_view name) const {
    const Names list = names();
    return std::ranges::find(list, name) != list.end();
}

}  // namespace musimd
