#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "semantics/observer.hpp"

// What the accesses of a step cost. Lists are buffers of the caller, which keep their memory from step to
// step.

namespace musimd {

/// The addresses of the step up to `max_address`: those that are not of shared memory.
void take_addresses(const StepEvent& event, std::int64_t max_address, std::vector<std::int64_t>& addresses);

/// The step's addresses in shared memory, as offsets from the beginning of its block's.
void take_shared_offsets(const StepEvent& event, std::int64_t max_address,
                         std::vector<std::int64_t>& offsets);

/// How many aligned segments of so many words have these addresses, which it overwrites.
std::uint64_t count_segments(std::span<std::int64_t> addresses, std::int64_t segment);

/// How many passes read or write these words, not none, if word i is in bank i mod `banks` and a bank has one
/// word per pass: the most different words of a bank. It overwrites them.
std::uint64_t count_passes(std::span<std::int64_t> words, std::int64_t banks);

}  // namespace musimd
