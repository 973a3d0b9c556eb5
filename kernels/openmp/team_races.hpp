#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "dsl/lowering/lowering.hpp"
#include "kernels/openmp/simd_races.hpp"
#include "kernels/openmp/strands.hpp"
#include "kernels/openmp/task_order.hpp"
#include "semantics/observer.hpp"
#include "semantics/races.hpp"

// Races between the threads of a team, under any assignment of work to them. See docs/openmp-language.md,
// "Parallel regions".

namespace musimd::kernels::openmp {

/// Two accesses to one element that nothing orders, at least one of them writing, and not both atomic.
struct TeamRace {
    struct Side {
        std::uint32_t thread = 0;
        Label pc = 0;
        Use use = Use::read;
        Label task = 0;            ///< the act that begins its task; 0: it is in none
        std::uint64_t number = 0;  ///< of its task, or implicit task
    };
    std::int64_t address = 0;
    Side earlier;  ///< in the order of the run
    Side later;
    std::uint32_t generations = 0;  ///< from the task of the later one to that of the earlier one; 0: others
    bool outlives = false;          ///< the object may have ended; the earlier one is its declaration
};

/// A thread that waits for what never happens.
struct StuckThread {
    std::uint32_t thread = 0;
    Label pc = 0;
};

/// A barrier at which some threads wait, when another one has ended.
struct MissedBarrier {
    std::uint32_t waiting = 0;
    Label pc = 0;  ///< of the barrier
    std::uint32_t ended = 0;
    std::uint32_t barriers = 0;  ///< at which that thread has been
};

/// Finds the first race of a run, the first thread that is stuck, and the first barrier that threads miss.
class TeamRaceObserver final : public Observer {
  public:
    struct Options {
        std::uint32_t teams = 1;    ///< the threads are divided; locks order those of one team
        bool as_scheduled = false;  ///< a thread is one strand
        const std::atomic<bool>* interrupt = nullptr;  ///< see MachineOptions
        std::vector<AddressRange> private_memory;      ///< where each thread has a part of its own
        /// What a thread has here, its iterations use; another thread that executes them uses its own. Tasks
        /// share it.
        std::vector<AddressRange> memory_of_threads = {};
        /// Whether an access is to an element that depends on the number of the thread; null: none is.
        std::function<bool(Label pc, std::int64_t address)> is_own_element = nullptr;
    };
    TeamRaceObserver(const Program& program, const dsl::TeamCode& code, Options options);

    void on_step(const StepEvent& event) override;
    const std::optional<TeamRace>& race() const { return race_; }
    const std::optional<StuckThread>& stuck() const { return stuck_; }
    const std::optional<MissedBarrier>& missed() const { return missed_; }
    const TaskOrder& tasks() const { return tasks_; }
    /// Whether there is one of them, or the run is interrupted: for MachineOptions::interrupt.
    const std::atomic<bool>& ends() const { return ends_; }

  private:
    struct ThreadState {
        Strand strand = 0;
        bool combines = false;       ///< it accesses the original of a reduction
        std::uint32_t parts = 0;     ///< that it has begun
        std::vector<Strand> joined;  ///< iterations that come before what follows their loop
    };
    struct Entry {
        Strand strand = 0;
        std::uint32_t time = 0;
        TeamRace::Side side;
    };
    /// The accesses to an element since the last barrier that can still race.
    struct Element {
        std::uint32_t phase = 0;
        std::array<std::vector<Entry>, 4> by_use;
    };

    void note_end(const StepEvent& event, std::uint32_t thread);
    void act(dsl::TeamAct team_act, std::uint32_t thread, Label pc);
    void begin_part(std::uint32_t thread, bool knows_what_thread_knows);
    void end_part(std::uint32_t thread);
    void join_parts(std::uint32_t thread);
    void change_objects(const TaskOrder::Effects& effects);
    void end_object(const TaskOrder::Object& object, Strand by);
    void fence(std::uint32_t thread);
    void next_phase();
    void access(const Access& memory_access, const StepEvent& event, std::uint32_t thread);
    void order(const Access& memory_access, std::uint32_t thread, Label pc, Use use);
    bool is_ordered(const Entry& earlier, Strand self) const;
    bool is_own_element(std::int64_t address, const Entry& earlier, const Entry& later) const;
    bool is_memory_of(std::int64_t address, const Entry& earlier, const Entry& later) const;
    void keep(Element& element, const Entry& entry);
    StrandState& state(Strand strand) { return strands_[strand]; }
    StrandClock& lock_clock(std::int64_t address, std::uint32_t thread);

    const Program& program_;
    std::uint32_t thread_count_;
    Options options_;
    std::vector<std::optional<dsl::TeamAct>> acts_;  ///< by instruction
    std::vector<const dsl::TeamCode::Atomic*> atomics_;
    std::vector<ThreadState> threads_;
    Strands strands_;
    TaskOrder tasks_;
    std::map<std::pair<std::int64_t, std::uint32_t>, StrandClock> locks_;  ///< by address and team
    std::unordered_map<std::int64_t, Element> elements_;
    std::uint32_t phase_ = 0;  ///< phase of the run: barriers so far
    std::optional<TeamRace> race_;
    std::optional<StuckThread> stuck_;
    std::optional<MissedBarrier> missed_;
    std::optional<std::uint32_t> ended_;  ///< the first thread that has
    std::uint32_t barriers_at_end_ = 0;   ///< that had been opened then
    std::atomic<bool> ends_ = false;
};

/// What a user reads: the threads, the lines and the element.
std::string explain(const TeamRace& race, const Program& program, const ElementNames& names);

}  // namespace musimd::kernels::openmp
