#include "differential/programs/generate/regions.hpp"

#include <utility>

namespace musimd::differential {

using Kind = Statement::Kind;

std::size_t Regions::enter_level() {
    return std::exchange(first_, regions_.size());
}

// The destination of break, continue and return, if there is such a region.
std::optional<std::size_t> Regions::target(const Statement& s) const {
    int levels = s.levels;
    for (std::size_t i = regions_.size(); i > first_; --i) {
        const std::size_t region = i - 1 - first_;
        if (region >= kMax) continue;
        const Region kind = regions_[i - 1];
        if (s.kind == Kind::return_) {
            if (kind == Region::call) return region;
            continue;
        }
        if (kind == Region::call) return std::nullopt;
        if (s.kind == Kind::continue_ && kind == Region::select) continue;
        if (--levels <= 0) return region;
    }
    return std::nullopt;
}

Exits Regions::exits(Statements statements) {
    Exits all = 0;
    for (const Statement& s : statements) all |= exits(s);
    return all;
}

// The result of lowering the statement, without doing it.
Exits Regions::exits(const Statement& s) {
    switch (s.kind) {
        case Kind::break_:
        case Kind::continue_:
        case Kind::return_: {
            const auto region = target(s);
            if (!region) return 0;
            return s.kind == Kind::continue_ ? continuing(*region) : breaking(*region);
        }
        case Kind::everywhere:
            return 0;
        case Kind::top_loop:
        case Kind::bottom_loop:
        case Kind::select:
        case Kind::call: {
            enter(s.kind == Kind::select ? Region::select
                  : s.kind == Kind::call ? Region::call
                                         : Region::loop);
            const std::size_t region = innermost();
            const Exits all = exits(s.first);
            leave();
            return all & ~(continuing(region) | breaking(region));
        }
        default:
            return exits(s.first) | exits(s.second);
    }
}

bool leaves(const Block& block) {
    for (const Statement& s : block) {
        switch (s.kind) {
            case Kind::break_:
            case Kind::continue_:
            case Kind::return_:
            case Kind::select:
                return true;
            case Kind::everywhere:
                break;
            default:
                if (leaves(s.first) || leaves(s.second)) return true;
        }
    }
    return false;
}

}  // namespace musimd::differential
