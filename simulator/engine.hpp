#pragma once

#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "semantics/machine.hpp"

namespace musimd {

/// A run that is to come.
struct PlannedRun {
    const Program* program;
    MachineOptions options;
};

/// A way to run programs. All engines give the same Result.
struct Engine {
    std::string_view name;
    std::string_view meaning;  ///< one line of prose
    Result (*run)(const Program&, const MachineOptions&, Observer*);
    std::uint64_t (*estimated_bytes)(const Program&);
    /// Told of unobserved runs that are to come, all at once; null where that is of no use.
    void (*prepare)(std::span<const PlannedRun>) = nullptr;
    std::uint64_t at_once = 16;  ///< as many of them as it likes best
    /// Of programs that are run again and again, too: what it makes of them is kept.
    bool prepares_any = false;
    /// Why it can run nothing on this host; null where it always can. To be asked without any harm to
    /// children of this process that will run it.
    std::optional<std::string> (*why_not)() = nullptr;
    bool shows_steps = true;  ///< to an observer; else observed runs are the fast engine's
    /// Whether MachineOptions::interrupt always ends its runs soon, with the state reached.
    bool sees_interrupt = true;
};

/// Why an engine cannot run a program; a sentence for people that names the engine.
class Unavailable : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// That it can run others, and not this one.
class Unsupported : public Unavailable {
  public:
    using Unavailable::Unavailable;
};

/// Every engine that needs nothing else in order to run a program; the first is the quickest.
std::span<const Engine> engines();

/// All that have a name: `auto` first, which chooses between others, then those of engines(), then `native`,
/// which compiles programs before it runs them.
std::span<const Engine> named_engines();
const Engine* find_engine(std::string_view name);

/// Why this host cannot hold the program's state, with the sizes; nothing if it can.
std::optional<std::string> too_large(const Engine& engine, const Program& program);

}  // namespace musimd
