#include "differential/harness/fault.hpp"

#include <algorithm>
#include <iterator>

namespace musimd::differential::harness {

namespace {

constexpr std::string_view kNames[] = {"none", "difference", "crash", "hang", "refused", "ending"};

}  // namespace

std::string_view to_string(Fault fault) {
    return kNames[static_cast<std::size_t>(fault)];
}

Fault fault_named(std::string_view name) {
    return static_cast<Fault>(std::ranges::find(kNames, name) - std::begin(kNames));
}

std::string_view words_for(Fault fault) {
    if (fault == Fault::refused) return "does not compile";
    if (fault == Fault::ending) return "another ending";
    return to_string(fault);
}

}  // namespace musimd::differential::harness
