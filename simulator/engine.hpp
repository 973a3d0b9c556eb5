#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "host/arena.hpp"
#include "semantics/machine.hpp"
#include "semantics/unavailable.hpp"
#include "simulator/observers/statistics.hpp"

namespace musimd {

/// A run that will follow.
struct PlannedRun {
    const Program* program;
    MachineOptions options;
};

/// A way to run programs. All engines return the same Result. engines/engines.hpp lists them.
struct Engine {
    std::string_view name = {};
    std::string_view meaning = {};  ///< one-line description
    Result (*run)(const Program&, const MachineOptions&, Observer*) = nullptr;
    /// The same run without an observer, and the Statistics that a StatisticsObserver with this segment would
    /// compute. Null if it has no faster way than that.
    Result (*count)(const Program&, const MachineOptions&, std::int64_t segment, Statistics&) = nullptr;
    /// The same, for runs one after the other in the same Σ: the words at addresses that the arena has are Σ
    /// before the run, and after it; Result::memory is empty. The arena has claims and holds max_address;
    /// words have 64 bits; not for blocks and `volta`. Null if unsupported.
    Result (*run_in)(const Program&, const MachineOptions&, Observer*, host::Arena&) = nullptr;
    std::uint64_t (*estimated_bytes)(const Program&) = nullptr;
    /// Hint: these unobserved runs follow; may precompile them as a batch. Null if unsupported.
    void (*prepare)(std::span<const PlannedRun>) = nullptr;
    std::uint64_t preferred_batch = 16;  ///< the batch size it works best with
    /// Whether prepared programs stay prepared, for programs that are run many times.
    bool caches_prepared = false;
    /// Why it cannot run anything on this host; null if it always can. Calling it does not affect child
    /// processes that will use the engine.
    std::optional<std::string> (*why_not)() = nullptr;
    bool tallies = false;       ///< MachineOptions::tally, of programs with blocks whose N is at most 64
    bool leaves_zeros = false;  ///< a preload without words takes no memory where nothing is written
    bool shows_steps = true;    ///< steps are shown to observers; else the fast engine does observed runs
    /// Whether MachineOptions::interrupt always ends its runs soon, with the state reached.
    bool is_interruptible = true;
};

/// Throws Unsupported, with the engine's name, for a program under another model than `lockstep`: `rules`
/// runs all, and `fast` also `volta`.
void refuse_model(std::string_view engine, const Program& program);
/// The same for orders and scopes (section 13).
void refuse_strength(std::string_view engine, const Program& program);

/// Why this host cannot hold the program's state, with the sizes; nothing if it can.
std::optional<std::string> too_large(const Engine& engine, const Program& program);

}  // namespace musimd
