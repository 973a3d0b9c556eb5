#pragma once

#include <string>
#include <vector>

#include "semantics/result.hpp"
#include "semantics/state.hpp"
#include "semantics/trap.hpp"

namespace musimd {

/// What a machine waits for.
enum class Wait : std::uint8_t { nothing, barrier, block_barrier, collective };

/// Where threads of a warp are that others wait for: those of Θ at the next instruction, those in Π where
/// they continue, the others dormant. One entry for each place, by its lowest thread.
std::vector<Missing> places_of(const ThreadSet& threads, const Warp& warp, const Program& program);

/// A machine at its next instruction, which waits.
Waiting waiting_at(const Warp& warp, std::vector<Thread> threads, const Program& program);

/// Adds the entries to the list, joining those of one warp and one place, up to kMaxWaiting.
void add_missing(std::vector<Missing>& list, std::vector<Missing> more);

/// The texts of warnings.
std::string barrier_instructions_text();
std::string barrier_exited_text();
std::string collective_exited_text(const ThreadSet& exited);

/// Adds a warning at an instruction, unless there is one of its kind and instruction.
void warn_once(std::vector<RunWarning>& warnings, RunWarning warning);

/// Who waits for whom, in at most ten lines: `threads {0-15} wait at line 12 (shfl.down) for threads {16-31},
/// which wait at line 20 (block_barrier)`.
std::vector<std::string> who_waits_for_whom(const std::vector<Waiting>& waiting, const Program& program);

}  // namespace musimd
