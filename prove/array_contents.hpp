#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "prove/term.hpp"

// Contents of an array that fulfil what is assumed of them, with some elements given.

namespace musimd::prove {

struct ConcreteRules {
    bool is_distinct = false, is_sorted = false;
    Integer least, most;  ///< included
};

/// All elements; nothing if these given ones cannot be completed. Index of `given`: 0 … elements - 1.
std::optional<std::vector<Integer>> completed(const std::map<std::int64_t, Integer>& given,
                                              std::int64_t elements, const ConcreteRules& rules);

}  // namespace musimd::prove
