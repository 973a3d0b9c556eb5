#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/cuda/program/host_calls.hpp"

// What orders the host and the tasks of streams: launches, copies and memsets. The table of "Streams and the
// host" in docs/cuda.md.

namespace musimd_cuda {
enum class StreamCall : std::uint32_t;  // of dsl/cuda/headers/musimd_cuda_channel.h, which is not installed
}

namespace musimd::kernels::cuda {

/// Bytes that a task uses, in device memory or the host's.
struct UsedBytes {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    dsl::cuda::FileLine line = {};  ///< line of the kernel that does it, if known
};

/// Ascending, apart.
struct Uses {
    std::vector<UsedBytes> read;
    std::vector<UsedBytes> written;
};

struct Task {
    std::string what;  ///< `cudaMemcpyAsync`, `the kernel fill`
    HostCall call;
    Uses uses;                                ///< what it may use, if `exact` is there; else what it uses
    std::vector<UsedBytes> changed = {};      ///< what it writes at least, if `exact` is there
    std::function<const Uses*()> exact = {};  ///< returns null if that cannot be found out
};

/// Two uses of the same bytes, at least one a write, that nothing orders.
struct TaskRace {
    Task earlier;
    UsedBytes first;  ///< use of the earlier task
    bool first_writes = false;
    UsedBytes second;  ///< of the later one
    bool second_writes = false;
};

class TaskOrder {
  public:
    /// An answer of the runtime; see musimd_cuda::StreamCall.
    void order(musimd_cuda::StreamCall what, std::uint64_t a, std::uint64_t b);

    /// A task begins, and has ended. The first race with each earlier task.
    std::vector<TaskRace> add(std::uint64_t stream, Task task);

    /// The host uses a byte. The latest race.
    std::optional<TaskRace> host_uses(std::uint64_t address, bool is_written) const;
    /// Whether a use of one of these bytes by the host may race.
    bool may_race(std::uint64_t begin, std::uint64_t end) const;

    /// Bytes whose use by the host may be a race; of those that are read, only writes.
    Uses watched() const;

  private:
    /// By stream: so many of its tasks are ordered before.
    using Clock = std::map<std::uint64_t, std::uint64_t>;
    struct Pending {
        std::uint64_t stream = 0;
        std::uint64_t number = 0;  ///< in its stream, from 1
        std::shared_ptr<const Task> task;
    };
    static void join(const Clock& from, Clock& into);
    static bool is_before(const Pending& task, const Clock& clock);
    Clock before_next_of(std::uint64_t stream) const;
    const Clock& of_host() const { return in_function_ ? *in_function_ : host_; }
    void forget();

    std::map<std::uint64_t, Clock> streams_;  ///< before the next task of each
    std::map<std::uint64_t, std::uint64_t> counts_;
    std::map<std::uint64_t, bool> non_blocking_;
    std::map<std::uint64_t, Clock> events_;
    Clock host_;
    std::optional<Clock> in_function_;  ///< while the host is a function of a stream
    std::vector<Pending> pending_;      ///< not ordered before the host
};

}  // namespace musimd::kernels::cuda
