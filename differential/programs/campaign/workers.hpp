#pragma once

#include <poll.h>
#include <sys/types.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string_view>
#include <vector>

#include "differential/programs/campaign/campaign.hpp"
#include "host/memory_map.hpp"

namespace musimd::differential {

/// The processes of a campaign. They share a counter of programs, of which each takes a few at a time, and
/// each has a slot in shared memory with its current program and its counts of outcomes, so that nothing is
/// lost when one dies. Differences come through a pipe, by their numbers.
class Workers {
  public:
    Workers(const Campaign& campaign, const CampaignOptions& options);
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    CampaignRun run();

  private:
    /// Where a worker is. Its parent reads this while it runs.
    struct Place {
        std::atomic<std::uint64_t> turn = 0;      ///< the current program is the shard's turn-th, from 0
        std::atomic<std::uint64_t> end = 0;       ///< the turns up to here are this worker's
        std::atomic<std::int64_t> since = 0;      ///< when it began with it, in ms
        std::atomic<std::size_t> running = 0;     ///< 0: the program is being made; else engine number + 1
        std::atomic<bool> preparing = false;      ///< an engine, for all of its turns
        std::atomic<std::uint64_t> programs = 0;  ///< as in the tally
        std::atomic<bool> finished = false;       ///< there was nothing left to do
        Tally tally;                              ///< read when the worker has ended
    };

    /// What all workers share.
    struct Shared {
        std::atomic<std::uint64_t> next = 0;     ///< the first turn that nobody has taken
        std::atomic<bool> stop = false;          ///< they end after the current program
        std::atomic<bool> failed = false;        ///< one can run nothing more: an engine is Unavailable
        std::array<char, 1024> failure{};        ///< why, by the first of them
        std::atomic<bool> warned = false;        ///< one has a warning,
        std::atomic<bool> warning_done = false;  ///< and has written it to
        std::array<char, 8192> warning{};
    };

    struct Worker {
        pid_t process = 0;  ///< 0: it has ended
        int from = -1;      ///< its pipe
        bool timed_out = false;
    };

    // In the parent.
    void start(std::size_t number);
    void wait_for_news();
    void read_news(std::size_t number);
    void ended(std::size_t number);
    void watch(std::size_t number);
    std::uint64_t program_at(std::uint64_t turn) const;
    void add_finding(Finding finding);
    std::uint64_t programs_done() const;
    bool any_left() const;
    void pass_warning_on();

    // In a worker.
    [[noreturn]] void work(Place& place, int to) noexcept;  // what else an engine throws is a crash
    void work_off(Place& place, int to);
    void note_failure(const Unavailable& error);
    void note_warning(std::string_view text);
    bool take_turns(Place& place);
    void prepare(Place& place) const;
    void do_program(Place& place, int to);
    bool time_is_up() const;

    const Campaign& campaign_;
    const CampaignOptions& options_;
    std::uint64_t turns_;    ///< how many programs the shard has
    std::uint64_t at_once_;  ///< how many of them a worker takes at a time
    std::chrono::steady_clock::time_point end_;
    host::MemoryMap memory_;
    Shared* shared_ = nullptr;
    Place* places_ = nullptr;
    std::vector<Worker> workers_;
    std::vector<pollfd> polled_;
    CampaignRun made_;
    bool has_warned_ = false;
};

}  // namespace musimd::differential
