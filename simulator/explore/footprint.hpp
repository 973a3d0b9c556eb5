#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "semantics/machine.hpp"

namespace musimd::explore {

/// That a step of a warp's threads is an `activemask` or leads a thread to one.
struct Mark {
    std::uint32_t warp = 0;
    Label pc = 0;        ///< pc of the activemask
    bool takes = false;  ///< the step is this activemask
};

/// What the next step of a machine needs of what other machines can change: of Σ and the history of accesses
/// the addresses that it uses, ascending and without duplicates, and whether it only reads them; and who is
/// at an `activemask`. Nothing else affects whether it traps, or its result.
struct Footprint {
    std::vector<std::int64_t> addresses;
    bool reads = true;
    std::vector<Mark> marks = {};             ///< under `volta`, if the program has an `activemask`
    std::optional<std::uint32_t> opens = {};  ///< likewise: the block whose barrier it opens
    std::optional<FetchOperation> drops =
        {};  ///< it is an update with this operation that commutes (Commuting)
};

/// Whether the instruction uses Σ, so that its step may depend on what other machines do.
inline bool uses_memory(const Instruction& instruction) {
    return info(instruction.opcode).memory != MemoryUse::none;
}

/// The footprint of the step that a machine has just done or attempted: its use of Σ. A fetch_cas whose
/// comparison fails in all threads only reads.
inline Footprint footprint_of(const Machine& machine, const Step& step, const Instruction& instruction) {
    Footprint footprint;
    const bool is_done = std::holds_alternative<RuleId>(step);
    footprint.reads = info(instruction.opcode).memory == MemoryUse::reads ||
                      (is_done && std::ranges::all_of(machine.accesses(), &Access::only_reads));
    for (const Access& access : machine.accesses()) footprint.addresses.push_back(access.address);
    const auto* failure = std::get_if<Failure>(&step);
    if (failure != nullptr && failure->kind == TrapKind::undefined_memory) {
        footprint.addresses.push_back(failure->a);
    }
    std::ranges::sort(footprint.addresses);
    footprint.addresses.erase(std::unique(footprint.addresses.begin(), footprint.addresses.end()),
                              footprint.addresses.end());
    return footprint;
}

/// What either of two steps of a machine needs.
inline Footprint merged(Footprint a, const Footprint& b) {
    a.addresses.insert(a.addresses.end(), b.addresses.begin(), b.addresses.end());
    std::ranges::sort(a.addresses);
    a.addresses.erase(std::unique(a.addresses.begin(), a.addresses.end()), a.addresses.end());
    a.reads = a.reads && b.reads;
    a.marks.insert(a.marks.end(), b.marks.begin(), b.marks.end());
    if (!a.opens) a.opens = b.opens;
    if (a.drops != b.drops) a.drops.reset();
    return a;
}

/// Whether one of the lists has an `activemask`, and the other a thread that arrives there.
inline bool do_marks_meet(const std::vector<Mark>& a, const std::vector<Mark>& b) {
    for (const Mark& x : a) {
        for (const Mark& y : b) {
            if (x.warp == y.warp && x.pc == y.pc && (x.takes || y.takes)) return true;
        }
    }
    return false;
}

/// Whether two steps of different machines may have another effect in the other order: they share an address,
/// at least one of them writes, and they do not commute; or as described for Mark; or both open a barrier.
inline bool are_dependent(const Footprint& a, const Footprint& b) {
    if (do_marks_meet(a.marks, b.marks) || (a.opens && a.opens == b.opens)) return true;
    if ((a.reads && b.reads) || (a.drops && a.drops == b.drops)) return false;
    auto x = a.addresses.begin();
    auto y = b.addresses.begin();
    while (x != a.addresses.end() && y != b.addresses.end()) {
        if (*x == *y) return true;
        if (*x < *y) {
            ++x;
        } else {
            ++y;
        }
    }
    return false;
}

/// Decides whether two steps of different machines are dependent: are_dependent or, in tests that plant a
/// fault, one that misses something.
using Dependence = bool (*)(const Footprint&, const Footprint&);

}  // namespace musimd::explore
