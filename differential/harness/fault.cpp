#include "differential/harness/fault.hpp"

namespace musimd::differential::harness {

std::string_view to_string(Fault fault) {
    constexpr std::string_view kNames[] = {"none", "difference", "crash", "hang", "refused", "ending"};
    return kNames[static_cast<std::size_t>(fault)];
}

std::string_view words_for(Fault fault) {
    if (fault == Fault::refused) return "does not compile";
    if (fault == Fault::ending) return "another ending";
    return to_string(fault);
}

}  // namespace musimd::differential::harness
