#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>

#include "kernels/launch/call_memory.hpp"
#include "kernels/launch/kept_memory.hpp"
#include "kernels/launch/objects.hpp"
#include "kernels/launch/part.hpp"
#include "kernels/launch/prepared.hpp"
#include "kernels/launch/random_turns.hpp"
#include "kernels/launch/unwritten.hpp"
#include "kernels/openmp/device_memory.hpp"
#include "kernels/openmp/hints.hpp"
#include "kernels/openmp/host_files.hpp"
#include "kernels/openmp/long_loop_races.hpp"
#include "kernels/openmp/run.hpp"
#include "kernels/openmp/team_races.hpp"
#include "kernels/openmp/teams_races.hpp"

namespace musimd::kernels::openmp {

/// Thrown when a run ends early. FunctionRun says how.
struct Ended {};

/// A call of a function: runs parts of it on the machine, one after the other, in the call's memory.
class CallRun {
  public:
    CallRun(const dsl::openmp::LoopFunction& function, const CallArguments& arguments,
            const Configuration& configuration, const Engine& engine, const OnLaunch& on_launch);

    /// One thread runs the statements, and then computes the value, which may be null: its pattern, or 0.
    std::uint64_t execute(std::span<const dsl::Statement> statements, const dsl::Expr& value,
                          std::uint32_t line);
    /// The variable gets the value.
    void declare(dsl::VariableId variable, const dsl::Expr& value, std::uint32_t line);
    void declare_array(const dsl::Statement& array, std::int64_t elements);
    /// Host code is in a call until leave_call.
    void enter_call(const dsl::Statement& call) { host_calls_.push_back({call.function, call.line}); }
    void leave_call() { host_calls_.pop_back(); }
    /// Adds to the output of the run, or calls a function of the library.
    void print(const dsl::Statement& s);
    /// A trip of a loop of the host code with this line. Ends the run at the step limit.
    void take_step(std::uint32_t line);
    void launch(const dsl::Statement& loop, std::int64_t iterations);
    /// One thread executes all iterations.
    void launch_by_one(const dsl::Statement& loop, std::int64_t iterations);
    /// Of a `team` statement in host code, with its value.
    void mark_teams(const dsl::Statement& s, std::int64_t value) { teams_.mark(s, value); }
    /// Of a statement that is an act on the device's memory; see dsl/openmp/device.hpp.
    void act_on_device(const dsl::Statement& s);
    /// Of a statement that says whether a promise holds; see dsl/openmp/promise.hpp.
    void check_promise(const dsl::Statement& s);
    /// The iterations of the statement are threads by themselves.
    void run_threads(const dsl::Statement& region, std::int64_t threads);

    /// What has been run, and the memory. Afterwards, the run cannot be used.
    FunctionRun finish();

  private:
    using Key = std::tuple<const dsl::Statement*, std::size_t, const dsl::Expression*>;

    // host_calls.cpp
    void add_output(std::int64_t file, const std::string& text);
    template <typename F>
    void with_library(std::uint32_t line, const F& use);
    void call_library(const dsl::Statement& s);
    void set_text(const dsl::Statement& array);
    const Part& part(std::span<const dsl::Statement> statements, const dsl::Expr& value, std::uint32_t line);
    const Prepared& prepare(const Part& code, std::int64_t elements, const dsl::Statement* loop);
    const Part& part_of_parallel(const dsl::Statement& loop, std::int64_t iterations);
    void launch_in_order(const dsl::Statement& loop, std::int64_t iterations, bool races);
    bool may_show_schedule(const dsl::Statement& loop, const Program& program);
    void try_schedules(const dsl::Statement& loop, const LoopProgram& program, std::uint64_t steps);
    void note(const SimdRace& race, const LoopProgram& program);
    void allocate_locals(const Part& code, std::int64_t iterations, std::uint32_t line);
    void combine(const dsl::Statement& loop, std::int64_t iterations);
    // long_loops.cpp
    struct LongLoop {
        const dsl::Statement& loop;
        std::int64_t iterations = 0;
        const Part& body;
        std::optional<Cost> of_few = {};  ///< if all warps cost the same, and have no memory in common
        std::int64_t few = 0;             ///< iterations, of two warps
        bool by_warp = false;             ///< a warp is an iteration
        std::optional<std::pair<Cost, Cost>> of_combination = {};  ///< costs of combining one value, and two
    };
    void launch_in_parts(const dsl::Statement& loop, std::int64_t iterations);
    void run_part(LongLoop& run, std::int64_t iterations);
    std::optional<Cost> cost_of_few(LongLoop& run);
    bool run_all_alike(const LongLoop& run, std::int64_t iterations);
    void combine_part(LongLoop& run, std::int64_t iterations);
    Cost cost_of_combination(const dsl::Statement& loop, std::int64_t iterations);
    std::optional<std::uint64_t> combined(const dsl::Reduction& r, dsl::BufferId partial,
                                          std::int64_t iterations) const;
    Result run(const LoopProgram& program, CostObserver& cost, std::uint32_t line);
    Result run_by_engine(const Program& program, const MachineOptions& options, Observers& observers);
    MachineOptions options_for(const Program& program) const;
    void end_if_interrupted();
    void take_memory_of(const Part& code, const Result& result);
    struct TeamRun {
        const dsl::Statement& region;
        const dsl::TeamCode& code;
        const LoopProgram& program;
    };
    std::optional<Result> run_schedule(const TeamRun& run);
    Result run_watched(const Program& program, const MachineOptions& options, Observer& observer) const;
    TurnsEnd run_turns(const TeamRun& run, MachineOptions options, const TeamRaceObserver& races,
                       Observer& observer);
    std::vector<Schedule> other_schedules() const;
    void begin_schedule(const Schedule& schedule);
    void note(const std::vector<SpinningThread>& spinning, const TeamRun& run);
    void note_deadlock(const std::string& message, Label pc, const TeamRun& run, bool ends);
    TurnsEnd run_until_stuck(const Program& program, MachineOptions options, Observer& observer);
    std::vector<SpinningThread> threads_in_deadlock(const Program& program, MachineOptions options);
    std::vector<AddressRange> memory_of_threads(bool locals) const;
    TeamRaceObserver::Options options_of_races(const TeamRun& run) const;
    AddressRange heap() const;
    bool differs(const Part& body, const Result& first, const Result& other) const;
    void note(const TeamRace& race, const TeamRun& run);
    std::optional<Hint> hint_of(const TeamRace& race, const RacingLines& lines, const TeamRun& run) const;
    void note(const StuckThread& stuck, const TeamRun& run);
    void note(const MissedBarrier& missed, const TeamRun& run);
    std::optional<Hint> hint_of(const SimdRace& race, const LoopProgram& program,
                                const dsl::SimdLoopCode& loop) const;
    dsl::BufferId buffer_at(std::int64_t address) const;
    std::optional<Hint> hint_of(const dsl::Statement& loop, std::int64_t address, RacingLines race) const;
    void note(const LoopProgram& program, const ObjectObserver& objects, const SimdRaceObserver& races);
    void note(const UnwrittenObserver& unwritten, const LoopProgram& program);
    void note_races_of_teams(const LoopProgram& program);
    void note_device(const LoopProgram& program);
    void note(std::string_view kind, const std::string& message, std::uint32_t line,
              std::vector<dsl::InlinedCall> calls);
    bool looks_outside(const LoopProgram& program) const;
    [[noreturn]] void refuse(std::uint32_t line, std::string reason);
    void end_by_exit(std::uint32_t line);
    void end_early(const Result& result, const LoopProgram& program);

    /// A trap that an observer found, and the machine did not.
    struct Observed {
        std::string_view kind;  ///< its name
        std::string message;
        Label pc;
        std::uint32_t warp;
        Thread lane;
        std::optional<std::uint32_t> other = {};  ///< of a race: the line of the earlier access
        std::optional<Hint> hint = {};
    };

    const dsl::openmp::LoopFunction& function_;
    const Configuration& configuration_;
    const Engine& engine_;
    const OnLaunch& on_launch_;
    CallState state_;
    ElementNames names_{function_, state_};
    std::uint64_t steps_ = 0;  ///< steps of the host code
    /// That are left for random orders of turns, by all threads of all regions.
    std::uint64_t steps_of_schedules_ = 1'500'000;
    std::uint64_t patience_ = 500'000;  ///< steps without a write until threads may be stuck
    std::map<Key, Part> parts_;
    std::optional<Observed> observed_;
    /// By parallel loop and number of iterations.
    std::map<std::pair<const dsl::Statement*, std::int64_t>, Part> combinations_;
    PreparedParts prepared_;
    KeptMemory kept_;
    host::Arena* memory_ = nullptr;  ///< where the next run finds its words; null: in its program
    std::vector<dsl::InlinedCall> calls_around(const LoopProgram& program, Label pc) const;

    std::vector<dsl::InlinedCall> host_calls_;                     ///< outermost first
    const dsl::Statement* loop_ = nullptr;                         ///< that runs
    Schedule schedule_ = {};                                       ///< in which it runs
    std::string schedule_name_ = {};                               ///< empty: the first
    std::map<const dsl::Statement*, std::uint64_t> in_schedules_;  ///< launches of loops that were tried
    /// Of races: the lines of the loop, of the earlier access and of the later one.
    std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> noted_;
    TeamsRaces teams_;
    DeviceMemory device_;
    std::set<const dsl::Statement*> noted_promises_;
    LongLoopRaces* between_parts_ = nullptr;                            ///< for long loops
    std::set<std::pair<std::string_view, std::uint32_t>> noted_lines_;  ///< lines of other findings, by kind
    Unwritten unwritten_;
    FunctionRun run_;
    HostFiles files_;
};

}  // namespace musimd::kernels::openmp
