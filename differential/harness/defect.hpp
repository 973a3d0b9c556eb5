#pragma once

#include <algorithm>
#include <string>

namespace musimd::differential::harness {

/// What identifies a defect: cases that fail in the same way and have, reduced, the same outline are taken to
/// show the same one. The outline of a case is what remains of it without names, numbers and types.
struct Defect {
    std::string fault;  ///< the word for a Fault
    std::string
        detail;  ///< what else distinguishes failures: the engine or signal of a crash; empty: nothing
    std::string outline;  ///< empty if the case was not reduced: then it is like no other

    bool is_known() const { return !outline.empty(); }
    friend bool operator==(const Defect&, const Defect&) = default;
};

/// The first in the list that shows the defect; its end if none does.
template <typename List, typename DefectOf>
auto find_defect(List& list, const Defect& defect, const DefectOf& defect_of) {
    return std::ranges::find_if(
        list, [&](const auto& known) { return defect.is_known() && defect_of(known) == defect; });
}

}  // namespace musimd::differential::harness
