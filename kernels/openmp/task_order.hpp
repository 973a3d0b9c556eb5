#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "dsl/kernel.hpp"
#include "kernels/openmp/simd_races.hpp"
#include "kernels/openmp/strands.hpp"

// What orders the tasks of a team. See docs/openmp-language.md, "Tasks".

namespace musimd::kernels::openmp {

/// The tasks that each thread executes, innermost last: its implicit task, and those that it has begun. A
/// thread executes a task where it meets the construct, but the task's strand is ordered only as in any
/// schedule.
class TaskOrder {
  public:
    /// `at_once`: every task is undeferred.
    TaskOrder(Strands& strands, std::uint32_t threads, bool at_once);

    struct Object {
        AddressRange range;
        Label declaration = 0;
    };
    /// What an act does to objects.
    struct Effects {
        Strand by = 0;                        ///< that the thread has executed before the act
        std::vector<Object> ended{};          ///< their lives end here
        std::optional<AddressRange> begun{};  ///< what was there before is another object
    };
    /// `strand` is that of the thread, which may become another one; `pc` is where the act is.
    Effects act(dsl::TeamAct act, std::uint32_t thread, Strand& strand, Label pc);
    void note_store(std::uint32_t thread, std::int64_t value);
    /// A part of the thread's implicit task, which another thread may execute, begins and ends.
    void begin_part(std::uint32_t thread);
    Effects end_part(std::uint32_t thread, Strand part);
    /// The thread has come to the end of the region.
    Effects end(std::uint32_t thread, Strand strand);
    /// All threads have waited for all tasks. Whether none goes on.
    bool barrier();

    /// The act that begins the task which the thread executes; 0: it is its implicit one.
    Label task_of(std::uint32_t thread) const { return threads_[thread].tasks.back().begin; }
    std::uint64_t number_of(std::uint32_t thread) const { return threads_[thread].tasks.back().number; }
    /// How many tasks there are from the task to an earlier one that has made it, or a task around it; 0:
    /// none.
    std::uint32_t generations(std::uint64_t task, std::uint64_t from) const;
    /// Whether `mutexinoutset` keeps the two from running at the same time.
    bool exclude(Strand a, Strand b) const;
    /// Whether a task has been executed before the event of one on which it depends.
    bool comes_too_early() const { return comes_too_early_; }
    bool has_exclusion() const { return !exclusions_.empty(); }

  private:
    enum class Kind : std::uint8_t { in, out, mutex, set };
    static constexpr std::int64_t kAllMemory = -1;
    static constexpr std::uint64_t kNone = ~std::uint64_t{0};
    struct Dependence {
        std::int64_t address = 0;
        Kind kind = Kind::in;
    };
    /// A task that has ended.
    struct Ended {
        Strand strand = 0;
        std::uint32_t time = 0;
        StrandClock more;  ///< what it knows that it did not know when it began
        std::int64_t event = 0;
    };
    using Group = std::vector<Ended>;
    /// What siblings that depend on an object have done, by the kind of their dependence, and the events
    /// before which they are not complete.
    struct Dependent {
        std::array<StrandClock, 4> known{};
        std::array<std::vector<std::int64_t>, 4> events{};
    };
    struct Task {
        std::uint64_t number = 0;
        Label begin = 0;
        Strand outside = 0;  ///< strand of the thread before it
        bool deferred = false;
        bool final = false;
        std::int64_t event = 0;       ///< before which it is not complete; 0: none
        StrandClock begin_knowing{};  ///< what its strand knew then
        std::vector<Dependence> dependences{};
        std::shared_ptr<Group> around{};               ///< the group that waits for it
        std::vector<std::shared_ptr<Group>> groups{};  ///< of its own, innermost last
        std::vector<Ended> children{};                 ///< for which it has not waited
        std::map<std::int64_t, Dependent> dependents{};
        std::vector<Object> objects{};      ///< automatic ones that live
        std::vector<std::size_t> scopes{};  ///< numbers of objects around
    };
    struct Thread {
        std::vector<Task> tasks;
        std::vector<Dependence> dependences;  ///< of the next task
        std::array<std::int64_t, 2> stored{};
        AddressRange object{};  ///< that is the newest
    };

    std::uint64_t next_number(std::uint64_t parent);
    void begin_task(Thread& thread, Strand& strand, Label pc, bool deferred);
    void end_task(Thread& thread, Strand& strand, Effects& effects);
    void wait_for_dependences(const Task& parent, const std::vector<Dependence>& list, StrandState& state);
    void add_dependents(Task& parent, const Task& task, const StrandClock& end) const;
    void wait_for_event(std::int64_t event, StrandState& state) const;
    void wait_for(const std::vector<Ended>& tasks, StrandState& state) const;
    static void end_objects(Task& task, std::size_t from, Effects& effects);
    static void new_object(Thread& thread, Effects& effects);

    Strands& strands_;
    bool at_once_;
    bool comes_too_early_ = false;
    std::vector<Thread> threads_;
    std::vector<std::uint64_t> parents_{};        ///< of all tasks so far, by their numbers
    std::map<std::int64_t, StrandClock> events_;  ///< that have happened
    /// Of strands: what their tasks have for themselves, as parents and addresses.
    std::map<Strand, std::vector<std::pair<std::uint64_t, std::int64_t>>> exclusions_;
};

}  // namespace musimd::kernels::openmp
