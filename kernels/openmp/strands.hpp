#pragma once

#include <boost/container/flat_map.hpp>
#include <cstdint>
#include <memory>
#include <vector>

// Strands of a team, and what each knows about the others.

namespace musimd::kernels::openmp {

/// Code that some thread executes in the order of the program: the thread's own, or a part that another
/// thread may execute, such as an iteration or a task.
using Strand = std::uint32_t;

/// How far each strand was, when it last published what a strand knows. Copies share what they hold until one
/// of them changes.
class StrandClock {
  public:
    std::uint32_t of(Strand strand) const;  ///< 0: nothing is known
    void raise(Strand strand, std::uint32_t time);
    void join(const StrandClock& other);
    /// Whether one is a copy of the other, and neither has changed.
    bool is_same(const StrandClock& other) const { return times_ == other.times_; }

  private:
    using Times = boost::container::flat_map<Strand, std::uint32_t>;
    Times& own();
    std::shared_ptr<Times> times_;
};

struct StrandState {
    StrandClock known;      ///< what is known about other strands
    StrandClock published;  ///< by its last fence
    StrandClock seen;       ///< by atomic reads, and known from its next fence on
    std::uint32_t time = 1;

    /// What a strand that begins here knows; later accesses of this one are not part of it.
    StrandClock publish(Strand self);
};

/// The states of all strands: a fixed number, and those of tasks.
class Strands {
  public:
    explicit Strands(std::size_t fixed) : fixed_(fixed), states_(fixed) {}

    StrandState& operator[](Strand strand) { return states_[strand]; }
    const StrandState& operator[](Strand strand) const { return states_[strand]; }
    bool is_task(Strand strand) const { return strand >= fixed_; }
    Strand add_task();
    /// All that was comes before all that will be. `forget`: the tasks have ended.
    void begin_anew(bool forget);

  private:
    std::size_t fixed_;
    std::vector<StrandState> states_;
};

}  // namespace musimd::kernels::openmp
