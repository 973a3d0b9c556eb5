#include "analysis/lint/lint.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace musimd {
namespace {

constexpr Lint kLints[] = {
    {"unassigned-variable", "a variable that is read but never assigned", find_unassigned_variables},
    {"dead-code", "instructions that control never reaches", find_dead_code},
    {"unused-label", "a label that no instruction targets", find_unused_labels},
    {"idle-sync", "a 'sync' that no branch reaches", find_idle_syncs},
    {"sleeping-lane", "a 'shfl' from a lane that may be outside the mask, whose variable is then read",
     find_sleeping_lanes},
    {"unsynchronised-sharing",
     "a word that one thread of a warp stores and another uses, with no barrier between",
     find_unsynchronised_sharing},
};

}  // namespace

std::span<const Lint> lints() {
    return kLints;
}

Warnings lint(const Program& program) {
    Warnings all;
    for (const Lint& lint : kLints) std::ranges::move(lint.find(program), std::back_inserter(all));
    std::ranges::stable_sort(all, {}, [](const Warning& warning) {
        return std::pair(warning.location.line, warning.location.column);
    });
    return all;
}

}  // namespace musimd
