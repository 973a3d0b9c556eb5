#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "semantics/machine.hpp"

// Which step wrote what, and which put a thread to sleep, kept up to date while a run goes on.

namespace musimd::debugger {

/// Where a value is from.
struct Origin {
    std::uint64_t step = 0;  ///< that wrote it; of an edit, the next step at the time. 0: never written
    bool is_edit = false;    ///< it was set in the debugger

    friend bool operator==(const Origin&, const Origin&) = default;
};

/// The steps at which a thread stopped running; 0: it has not.
struct SleepSteps {
    std::uint64_t branch = 0;  ///< the branch that left it waiting for its half
    std::uint64_t sync = 0;    ///< the `sync`, or the step to the join, at which it waits
    std::uint64_t exit = 0;
};

/// For each variable of each thread and each address, the step of its last write. Copies share their parts
/// until one of them is written. Not thread-safe.
class LastWrites {
  public:
    LastWrites(const Program& program, std::uint32_t machines);

    /// A step, after which the machines are in this state.
    void add(const StepEvent& event, const Machine& machine);
    /// An edit before step `next`.
    void edit_variable(std::uint32_t machine, Thread t, Variable v, std::uint64_t next);
    void edit_word(std::int64_t address, std::uint64_t next);

    Origin of_variable(std::uint32_t machine, Thread t, Variable v) const;
    Origin of_word(std::int64_t address) const;
    SleepSteps sleep_of(std::uint32_t machine, Thread t) const;

    /// Its size in bytes, shared or not.
    std::uint64_t bytes() const;
    /// The pages of Σ that have been written, of kPage words each.
    std::size_t pages() const { return pages_.size(); }
    static constexpr std::int64_t kPage = 256;

  private:
    using Steps = std::vector<std::uint64_t>;  // by row
    using Column = std::shared_ptr<Steps>;     // null: all 0
    using Page = std::array<std::uint64_t, kPage>;
    using Sleeps = std::shared_ptr<std::vector<SleepSteps>>;

    /// What the end of an `everywhere` block restores.
    struct Context {
        std::vector<Column> variables;  ///< under `.registers restore`
        Sleeps sleeps;
    };
    struct OfMachine {
        std::vector<Column> variables;
        Sleeps sleeps;
        std::vector<Context> contexts;
    };

    std::size_t row(Thread t) const { return is_volta_ ? 0 : t; }
    Steps& own(Column& column) const;
    std::vector<SleepSteps>& own(Sleeps& sleeps) const;
    std::uint64_t& word(std::int64_t address);
    void add_control(const StepEvent& event, const Warp& after, OfMachine& writes);
    void add_arrivals(const StepEvent& event, const models::Groups& after, OfMachine& writes);

    bool is_volta_;
    bool restores_;
    std::size_t rows_;
    std::vector<OfMachine> machines_;
    std::unordered_map<std::int64_t, std::shared_ptr<Page>> pages_;
};

}  // namespace musimd::debugger
