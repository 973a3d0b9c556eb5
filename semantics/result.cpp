#include "semantics/result.hpp"

namespace musimd {

bool are_different(const Result& a, const Result& b) {
    if (a.outcome != b.outcome) return true;
    if (a.outcome == Outcome::trap) return a.trap->kind != b.trap->kind || a.trap->line != b.trap->line;
    if (a.outcome != Outcome::stop) return false;
    return a.warps != b.warps || a.memory != b.memory || a.shared != b.shared;
}

}  // namespace musimd
