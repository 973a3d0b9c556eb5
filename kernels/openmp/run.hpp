#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "dsl/lowering/lowering.hpp"
#include "dsl/openmp/loop_function.hpp"
#include "engines/engines.hpp"
#include "kernels/findings/finding.hpp"
#include "kernels/launch/cost.hpp"
#include "kernels/launch/schedules.hpp"
#include "kernels/openmp/simd_races.hpp"
#include "semantics/observer.hpp"

// Runs a C function with parallel loops on the machine. See docs/openmp-language.md.

namespace musimd::kernels::openmp {

/// A model, and its width: the lanes of a warp under SPMD.
struct Configuration {
    /// Whether warps are not in lock step, which some engines need.
    bool has_other_warps() const {
        return reconvergence.value_or(ThreadModel::lockstep) != ThreadModel::lockstep;
    }

    dsl::LoopModel model = dsl::LoopModel::spmd;
    /// Of the warps of a parallel loop under SPMD: the model of reconvergence, if not `lockstep`.
    std::optional<ThreadModel> reconvergence = {};
    std::uint32_t width = 16;        ///< for SPMD; the SIMD model takes that of each loop
    std::uint32_t native_lanes = 8;  ///< h
    bool signed_wraps = false;       ///< signed overflow; else it is a trap
    bool undefined_is_zero = false;  ///< elements that were never written; else reading one is a trap
    bool reports_unwritten = false;  ///< with undefined_is_zero: reading such an element is a finding
    bool has_margins = false;        ///< what is a little outside of an object may be accessed
    /// Ascending lines on which signed overflow wraps in any case.
    std::vector<std::uint32_t> wrapping_lines = {};
    bool all_races = false;  ///< what observers find does not end the run
    /// Parallel loops that one thread runs in the order of C; null: none.
    const std::set<const dsl::Statement*>* in_order = nullptr;
    /// Parallel regions whose threads wait for each other run under so many orders of turns, and so do
    /// parallel loops with atomics, if they are short, in their first launches.
    std::uint32_t schedules = 50;
    bool tries_all = false;                 ///< loops that are long, and all launches
    std::optional<Schedule> schedule = {};  ///< beside the first, it is the only one
    bool unified = false;                   ///< the host and the device have one memory
    bool as_scheduled = false;  ///< races are those of the assignment of work to threads in the run
    std::uint64_t max_steps = 10'000'000;  ///< limit for a warp in a parallel loop, and for the host code
    const std::atomic<bool>* interrupt = nullptr;  ///< see MachineOptions
    Observer* watch = nullptr;  ///< sees the steps of parallel loops, in the first order of turns
    /// A parallel loop of more iterations is run in parts of so many.
    std::int64_t most_at_once = kMaxWarps;
    std::int64_t part = 65'536;
};

/// The arguments of a call, as patterns of their types.
struct CallArguments {
    std::vector<std::vector<std::uint64_t>> buffers;  ///< the elements, by BufferId
    std::vector<std::uint64_t> numbers;               ///< by parameter; 0 for a pointer
};

/// The program of a parallel loop, in the memory of the call.
struct LoopProgram {
    Program program;
    std::uint32_t outside = 1;  ///< the lanes of an instruction outside of simd loops
    std::vector<std::uint32_t> simd_widths =
        {};                       ///< widths of the `everywhere` blocks, in the order of the text
    std::int64_t iterations = 0;  ///< 0: host code
    std::vector<dsl::SimdLoopCode> simd_loops = {};
    /// By simd loop: the addresses that it may write; see SimdRaceObserver.
    std::vector<std::vector<AddressRange>> written = {};
    std::vector<AddressRange> objects = {};  ///< see ObjectObserver
    dsl::InlinedCalls calls = {};
    /// The most that a warp holds in registers; 0 if unknown, and of host code. Of the first program of the
    /// loop: later ones differ in the number of iterations.
    std::uint64_t register_bytes = 0;
};

/// The kind of finding of threads that wait for each other; also the name of the machine's trap.
inline constexpr std::string_view kDeadlock = "deadlock";

/// That of a lock that a thread unsets without having it.
inline constexpr std::string_view kInvalidLock = "invalid-lock";

/// That of a recursive function that needs more memory than its stack has.
inline constexpr std::string_view kStackOverflow = "stack-overflow";

/// That of a call without a declaration, whose definition takes or returns other types.
inline constexpr std::string_view kWrongCall = "wrong-call";

/// How a run ends.
enum class RunEnd : std::uint8_t { stop, trap, limit, refused, interrupted };

/// A run of the function: it ends early at a trap or a limit.
struct FunctionRun {
    using End = RunEnd;
    End end = End::stop;
    std::string trap;                          ///< the kind's name
    std::string message;                       ///< for all but stop
    std::uint32_t line = 0;                    ///< for all but stop; 0 if unknown
    std::optional<std::uint32_t> other = {};   ///< of a race: the line of the earlier access
    std::optional<Hint> hint = {};             ///< for traps
    std::string schedule = {};                 ///< in which it ends; empty: the first
    std::vector<dsl::InlinedCall> calls = {};  ///< around a trap, innermost first
    std::int64_t iteration = -1;               ///< for traps in a parallel loop, from 0
    const dsl::Statement* loop = nullptr;      ///< for traps: the parallel loop
    std::vector<Finding>
        findings;  ///< after which the run went on; with all_races: a race of each pair of lines
    std::vector<std::vector<std::uint64_t>> buffers;  ///< after the run, as in CallArguments
    std::optional<std::uint64_t> returned;            ///< the pattern of the returned value
    std::string output;                               ///< what host code prints, at most 1 MiB
    std::string standard_output;                      ///< the same without standard error
    bool depends_on_order = false;                    ///< memory differs among orders of turns
    std::uint32_t widest = 0;                         ///< the lanes of a warp, in the widest loop
    std::uint64_t launches = 0;                       ///< launches of parallel loops
    std::int64_t in_flight = 0;  ///< iterations that may run at once: the most of a launch
    std::uint64_t register_bytes =
        0;      ///< register bytes of a hardware thread: the maximum over the parallel loops
    Cost cost;  ///< cost of the parallel loops
    Cost host;  ///< cost of the code around them, which one thread runs
};

/// The function as a tree to print; it cannot be lowered.
dsl::Kernel tree_of(const dsl::openmp::LoopFunction& function);

/// Called with each parallel loop before it runs, and with its program.
using OnLaunch = std::function<void(const dsl::Statement& loop, const LoopProgram& program)>;

FunctionRun run_function(const dsl::openmp::LoopFunction& function, const CallArguments& arguments,
                         const Configuration& configuration, const Engine& engine,
                         const OnLaunch& on_launch = {});

}  // namespace musimd::kernels::openmp
