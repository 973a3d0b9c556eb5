#include "prove/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace musimd::prove {

std::string_view name_of(Kind kind) {
    switch (kind) {
        case Kind::race:
            return "race";
        case Kind::barrier:
            return "barrier";
        case Kind::collective:
            return "collective";
        case Kind::bounds:
            return "bounds";
        case Kind::assertion:
            return "assertion";
        case Kind::arithmetic:
            break;
    }
    return "arithmetic";
}

std::optional<Kind> kind_of_finding(std::string_view finding) {
    using Row = std::pair<std::string_view, Kind>;
    static constexpr std::array kRows = {Row{"race", Kind::race},
                                         Row{"volatile-race", Kind::race},
                                         Row{"barrier-while-diverged", Kind::barrier},
                                         Row{"barrier-instructions", Kind::barrier},
                                         Row{"barrier-exited", Kind::barrier},
                                         Row{"collective-mask", Kind::collective},
                                         Row{"collective-exited", Kind::collective},
                                         Row{"invalid-address", Kind::bounds},
                                         Row{"null-pointer", Kind::bounds},
                                         Row{"assertion", Kind::assertion},
                                         Row{"overflow", Kind::arithmetic},
                                         Row{"division-by-zero", Kind::arithmetic},
                                         Row{"invalid-shift", Kind::arithmetic}};
    const auto at = std::ranges::find(kRows, finding, &Row::first);
    return at == kRows.end() ? std::nullopt : std::optional(at->second);
}

Verdict worst_of(const std::vector<Obligation>& obligations, std::optional<Kind> kind) {
    Verdict worst = Verdict::proved;
    for (const Obligation& o : obligations) {
        if (kind && o.kind != *kind) continue;
        if (o.verdict == Verdict::refuted) return Verdict::refuted;
        if (o.verdict == Verdict::unknown) worst = Verdict::unknown;
    }
    return worst;
}

std::vector<std::string> assumed_in(const Premises& premises) {
    std::vector<std::string> result = premises.assumptions;
    for (const auto& [name, length] : premises.lengths)
        result.push_back(fmt::format("{} elements of {}", length, name));
    return result;
}

std::string_view claim_of(Kind kind) {
    switch (kind) {
        case Kind::race:
            return "no race";
        case Kind::barrier:
            return "every barrier is uniform";
        case Kind::collective:
            return "all lanes of masks take part";
        case Kind::bounds:
            return "accesses are within their arrays";
        case Kind::assertion:
            return "assertions hold";
        case Kind::arithmetic:
            break;
    }
    return "every operation has a result";
}

std::string_view name_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::proved:
            return "proved";
        case Verdict::refuted:
            return "refuted";
        case Verdict::unknown:
            break;
    }
    return "unknown";
}

std::string what_of(const Obligation& o) {
    std::string text(name_of(o.kind));
    if (has_array(o)) text += " of " + o.array;
    if (o.other.line != 0 && o.other.line != o.line.line) text += fmt::format(" with line {}", o.other.line);
    if (o.kind != Kind::race) return text;
    switch (o.level) {
        case Level::warp:
            return text + ", in a warp";
        case Level::block:
            return text + ", in a block";
        case Level::grid:
            break;
    }
    return text + ", of two blocks";
}

std::string_view name_of(Level level) {
    switch (level) {
        case Level::warp:
            return "warp";
        case Level::block:
            return "block";
        case Level::grid:
            break;
    }
    return "grid";
}

bool has_array(const Obligation& o) {
    return !o.array.empty() && (o.kind == Kind::race || o.kind == Kind::bounds);
}

}  // namespace musimd::prove
