#include "prove/array_contents.hpp"

#include <algorithm>
#include <set>

namespace musimd::prove {
namespace {

bool fulfil(const std::vector<Integer>& contents, const ConcreteRules& rules) {
    const auto is_outside = [&](const Integer& x) { return x < rules.least || x > rules.most; };
    if (std::ranges::any_of(contents, is_outside)) return false;
    if (rules.is_sorted && !std::ranges::is_sorted(contents)) return false;
    return !rules.is_distinct ||
           std::set<Integer>(contents.begin(), contents.end()).size() == contents.size();
}

/// Elements before a given one are as large as it allows, those after it as small.
std::vector<Integer> ascending(const std::map<std::int64_t, Integer>& given, std::int64_t elements,
                               const ConcreteRules& rules) {
    const Integer step = rules.is_distinct ? 1 : 0;
    std::vector<Integer> result;
    for (std::int64_t i = 0; i < elements; ++i) {
        if (const auto at = given.find(i); at != given.end()) {
            result.push_back(at->second);
            continue;
        }
        Integer next = result.empty() ? rules.least : Integer(result.back() + step);
        if (result.empty() && !given.empty()) next = given.begin()->second - step * given.begin()->first;
        result.push_back(next);
    }
    return result;
}

std::vector<Integer> unordered(const std::map<std::int64_t, Integer>& given, std::int64_t elements,
                               const ConcreteRules& rules) {
    std::set<Integer> used;
    for (const auto& [index, value] : given) used.insert(value);
    std::vector<Integer> result;
    Integer next = std::clamp(Integer(0), rules.least, rules.most);
    if (rules.is_distinct && rules.most - next < elements) next = rules.least;
    for (std::int64_t i = 0; i < elements; ++i) {
        const auto at = given.find(i);
        if (at == given.end() && rules.is_distinct) {
            while (used.contains(next)) ++next;
            used.insert(next);
        }
        result.push_back(at != given.end() ? at->second : next);
    }
    return result;
}

}  // namespace

std::optional<std::vector<Integer>> completed(const std::map<std::int64_t, Integer>& given,
                                              std::int64_t elements, const ConcreteRules& rules) {
    if (rules.least > rules.most) return std::nullopt;
    std::vector<Integer> result =
        rules.is_sorted ? ascending(given, elements, rules) : unordered(given, elements, rules);
    return fulfil(result, rules) ? std::optional(std::move(result)) : std::nullopt;
}

}  // namespace musimd::prove
