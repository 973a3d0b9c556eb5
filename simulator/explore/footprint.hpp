#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "semantics/machine.hpp"

namespace musimd::explore {

/// What the next step of a warp needs of Σ and the history of accesses: the addresses that it uses, ascending
/// and without duplicates, and whether it only reads them. Nothing else that other warps can change affects
/// whether it traps, or its result.
struct Footprint {
    std::vector<std::int64_t> addresses;
    bool reads = true;
};

/// Whether the instruction uses Σ, so that its step may depend on what other warps do.
inline bool uses_memory(const Instruction& instruction) {
    return info(instruction.opcode).memory != MemoryUse::none;
}

/// The footprint of the step that a machine has just done or attempted.
inline Footprint footprint_of(const Machine& machine, const Step& step, const Instruction& instruction) {
    Footprint footprint;
    footprint.reads = info(instruction.opcode).memory == MemoryUse::reads;
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

/// Whether two steps of different warps may have another effect in the other order: they share an address,
/// and at least one of them writes.
inline bool are_dependent(const Footprint& a, const Footprint& b) {
    if (a.reads && b.reads) return false;
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

}  // namespace musimd::explore
