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

/// The processes of a campaign. They take programs from a shared counter, a few at a time. Each has a slot in
/// shared memory with its current program and its tally, so nothing is lost when one dies. Programs that
/// differ are reported through a pipe, by their numbers.
class Workers {
  public:
    Workers(const Campaign& campaign, const CampaignOptions& options);
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    CampaignRun run();

  private:
    /// The progress of a worker. Its parent reads this while it runs.
    struct WorkerSlot {
        std::atomic<std::uint64_t> turn = 0;      ///< the current program, by its number in the shard, from 0
        std::atomic<std::uint64_t> end = 0;       ///< the turns up to here are this worker's
        std::atomic<std::int64_t> since = 0;      ///< when it started the current program, in ms
        std::atomic<std::size_t> running = 0;     ///< 0: generating the program; else engine number + 1
        std::atomic<bool> preparing = false;      ///< an engine compiles all of its turns
        std::atomic<std::uint64_t> programs = 0;  ///< as in the tally
        std::atomic<bool> finished = false;       ///< no turns were left
        Tally tally;                              ///< read when the worker has ended
    };

    /// Shared by all workers.
    struct Shared {
        std::atomic<std::uint64_t> next = 0;     ///< the first turn that nobody has taken
        std::atomic<bool> stop = false;          ///< they end after the current program
        std::atomic<bool> failed = false;        ///< an engine is Unavailable
        std::array<char, 1024> failure{};        ///< the first error
        std::atomic<bool> warned = false;        ///< a worker has a warning,
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
    void poll_workers();
    void read_results(std::size_t number);
    void ended(std::size_t number);
    void watch(std::size_t number);
    void add_mismatch(Mismatch mismatch);
    std::uint64_t programs_done() const;
    void report_progress() const;
    bool any_left() const;
    void forward_warning();

    // In a worker.
    void work(WorkerSlot& slot, int to) noexcept;  // any other exception of an engine is a crash
    void run_assigned(WorkerSlot& slot, int to);
    void note_failure(const Unavailable& error);
    void note_warning(std::string_view text);
    bool take_turns(WorkerSlot& slot);
    void prepare(WorkerSlot& slot) const;
    void do_program(WorkerSlot& slot, int to);

    const Campaign& campaign_;
    const CampaignOptions& options_;
    std::uint64_t turns_;    ///< how many programs the shard has
    std::uint64_t at_once_;  ///< how many of them a worker takes at a time
    harness::Stopwatch clock_;
    host::MemoryMap memory_;
    Shared* shared_ = nullptr;
    WorkerSlot* slots_ = nullptr;
    std::vector<Worker> workers_;
    std::vector<pollfd> polled_;
    CampaignRun run_;
    bool has_warned_ = false;
};

}  // namespace musimd::differential
