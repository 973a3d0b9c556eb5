#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "kernels/findings/finding.hpp"

namespace musimd::kernels {

/// Unless the list has it, or one of the same cause.
inline void add_new(Finding found, std::vector<Finding>& to) {
    const auto repeats = [&](const Finding& known) { return is_same(known, found); };
    if (std::ranges::none_of(to, repeats)) to.push_back(std::move(found));
}

inline void merge(std::vector<Finding> from, std::vector<Finding>& into) {
    for (Finding& found : from) add_new(std::move(found), into);
}

}  // namespace musimd::kernels
