// One thread per worker, and a real barrier. Whatever the workers of a block must do together, and do not, is
// reported.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include <pmacc/host/dim.hpp>
#include <pmacc/host/shared.hpp>

namespace pmacc::host {

inline namespace PMACC_HOST_MODE {

inline thread_local Dim threadIdx{0, 0, 0};
inline thread_local Dim blockIdx{0, 0, 0};
inline Dim blockDim{1, 1, 1};
inline Dim gridDim{1, 1, 1};

/// The calls of ForEachIdx of a worker since the last barrier. All workers must pass the same ones.
struct Trail {
    uint64_t calls = 0;
    uint64_t hash = 0;
    Site last{};

    void add(const Site site) {
        ++calls;
        hash = (hash ^ site.line ^ reinterpret_cast<uintptr_t>(site.file)) * 0x9e3779b97f4a7c15u;
        last = site;
    }
    bool operator==(const Trail& other) const { return calls == other.calls && hash == other.hash; }
};

struct WorkerState {
    enum { runs, waits, ended } what = runs;
    Site barrier{};
    Trail trail;
};

/// `{0-3, 7}`
inline std::string setOf(const std::vector<uint32_t>& workers) {
    std::string result;
    for (size_t first = 0, last = 0; first < workers.size(); first = last + 1) {
        for (last = first; last + 1 < workers.size() && workers[last + 1] == workers[last] + 1;) ++last;
        result += (result.empty() ? "" : ", ") + std::to_string(workers[first]);
        if (last != first) result += "-" + std::to_string(workers[last]);
    }
    return "{" + result + "}";
}

inline std::string textOf(const Site site) {
    return std::string(site.file) + ":" + std::to_string(site.line);
}

/// The workers of the block that runs.
class Block {
  public:
    void start(const uint32_t workers) { states_.assign(workers, {}); }

    WorkerState& operator[](const uint32_t worker) { return states_[worker]; }

    /// Waits until all workers have called it. Returns for how many of them the predicate holds.
    uint32_t wait(const uint32_t worker, const Site site, const bool predicate) {
        std::unique_lock lock(mutex_);
        states_[worker].barrier = site;
        arrive(states_[worker], WorkerState::waits);
        sum_ += predicate;
        if (arrived_ < states_.size()) {
            const uint64_t phase = phase_;
            changed_.wait(lock, [&] { return phase != phase_; });
        } else {
            release();
        }
        return result_;
    }

    /// The worker has returned from the kernel: waits until all have, so that the next block may start.
    void end(const uint32_t worker) {
        std::unique_lock lock(mutex_);
        arrive(states_[worker], WorkerState::ended);
        if (arrived_ < states_.size()) {
            const uint64_t phase = phase_;
            changed_.wait(lock, [&] { return phase != phase_; });
        } else {
            release();
            sharedMemory.poison();
        }
    }

  private:
    void arrive(WorkerState& state, const decltype(WorkerState::what) what) {
        state.what = what;
        if (++arrived_ == states_.size()) check();
    }
    void release() {
        for (WorkerState& state : states_) state = {};
        result_ = static_cast<uint32_t>(sum_);
        sum_ = arrived_ = 0;
        ++phase_;
        changed_.notify_all();
    }

    /// Groups the workers, which have all arrived, by what differs.
    template <typename T_Same, typename T_Text>
    std::string groups(T_Same&& same, T_Text&& text) const {
        std::string result;
        std::vector<bool> seen(states_.size());
        for (size_t first = 0; first < states_.size(); ++first) {
            if (seen[first]) continue;
            std::vector<uint32_t> members;
            for (size_t i = first; i < states_.size(); ++i) {
                if (seen[i] || !same(states_[first], states_[i])) continue;
                seen[i] = true;
                members.push_back(static_cast<uint32_t>(i));
            }
            result +=
                (result.empty() ? "workers " : "; workers ") + setOf(members) + " " + text(states_[first]);
        }
        return result;
    }

    void check() const {
        const WorkerState& first = states_.front();
        const auto meet = [](const WorkerState& a, const WorkerState& b) {
            return a.what == b.what && (a.what == WorkerState::ended || a.barrier == b.barrier);
        };
        for (const WorkerState& state : states_) {
            if (!meet(first, state))
                fail((first.what == WorkerState::waits ? first : state).barrier,
                     "deadlock: block " + block() +
                         ": a barrier that not all workers reach: " + groups(meet, [](const WorkerState& of) {
                             return of.what == WorkerState::ended ? std::string("have ended")
                                                                  : "wait at " + textOf(of.barrier);
                         }));
        }
        const auto alike = [](const WorkerState& a, const WorkerState& b) { return a.trail == b.trail; };
        for (const WorkerState& state : states_) {
            if (!alike(first, state))
                fail((first.trail.calls >= state.trail.calls ? first : state).trail.last,
                     "block " + block() +
                         ": a ForEachIdx that not all workers pass: since the last barrier, " +
                         groups(alike, [](const WorkerState& of) {
                             return of.trail.calls == 0 ? std::string("have passed none")
                                                        : "have passed " + std::to_string(of.trail.calls) +
                                                              ", the last at " + textOf(of.trail.last);
                         }));
        }
    }
    static std::string block() {
        return "(" + std::to_string(blockIdx.x) + ", " + std::to_string(blockIdx.y) + ", " +
               std::to_string(blockIdx.z) + ")";
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<WorkerState> states_;
    size_t arrived_ = 0;  // those that wait or have ended
    size_t sum_ = 0;      // those whose predicate holds
    uint32_t result_ = 0;
    uint64_t phase_ = 0;
};
inline Block block;

inline uint32_t barrier(const Site site, const bool predicate = false) {
    return block.wait(threadIdx.x, site, predicate);
}

/// A domain, as messages have it.
struct Domain {
    uint32_t size, workers, simd;

    template <typename T_IdxConfig>
    static constexpr Domain of() {
        return {T_IdxConfig::domainSize, T_IdxConfig::workerSize, T_IdxConfig::simdSize};
    }
    bool operator==(const Domain& other) const {
        return size == other.size && workers == other.workers && simd == other.simd;
    }
    std::string text() const {
        return "IdxConfig<" + std::to_string(size) + ", " + std::to_string(workers) +
               (simd == 1 ? "" : ", " + std::to_string(simd)) + ">";
    }
};

/// The ForEachIdx in which this thread is.
struct RunningCall {
    Domain domain;
    Site site;
    uint32_t element = 0;
    RunningCall* outer;

    static inline thread_local RunningCall* innermost = nullptr;

    RunningCall(const Domain of, const uint32_t worker, const Site where)
        : domain(of), site(where), outer(innermost) {
        if (of.workers != blockDim.x)
            fail(where, of.text() + " is for " + std::to_string(of.workers) + " workers; the block has " +
                            std::to_string(blockDim.x) + " threads");
        if (worker >= of.workers)
            fail(where, "worker " + std::to_string(worker) + " in a ForEachIdx of " + of.text());
        block[threadIdx.x].trail.add(where);
        innermost = this;
    }
    RunningCall(const RunningCall&) = delete;
    ~RunningCall() { innermost = outer; }
};

/// A virtual worker has its own element of a context variable of its own domain.
template <typename T_IdxConfig>
void checkElement(const uint32_t element) {
    constexpr Domain domain = Domain::of<T_IdxConfig>();
    const RunningCall* const call = RunningCall::innermost;
    if (call == nullptr) return;
    if (!(call->domain == domain))
        fail(call->site,
             "a context variable of " + domain.text() + " is used in a ForEachIdx of " + call->domain.text());
    if (call->element != element)
        fail(call->site, "element " + std::to_string(element) +
                             " of a context variable is used where idx is " + std::to_string(call->element) +
                             "; it belongs to another virtual worker");
}

template <typename T_Call>
void runWorker(const Dim grid, const uint32_t worker, T_Call& call) {
    threadIdx = {worker, 0, 0};
    for (blockIdx.z = 0; blockIdx.z < grid.z; ++blockIdx.z)
        for (blockIdx.y = 0; blockIdx.y < grid.y; ++blockIdx.y)
            for (blockIdx.x = 0; blockIdx.x < grid.x; ++blockIdx.x) {
                call();
                block.end(worker);
            }
}

/// Calls the kernel once per block and worker: 1 ≤ workers ≤ 1,024. Blocks run one after another, in
/// ascending order.
template <typename T_Call>
void launch(const Dim grid, const uint32_t workers, T_Call&& call, const Site site = Site::here()) {
    if (workers < 1 || workers > 1024)
        fail(site, std::to_string(workers) + " workers; a block has 1 to 1024");
    gridDim = grid;
    blockDim = {workers, 1, 1};
    block.start(workers);
    sharedMemory.poison();
    std::vector<std::thread> threads;
    try {
        for (uint32_t i = 0; i < workers; ++i) threads.emplace_back([&, i] { runWorker(grid, i, call); });
    } catch (const std::system_error&) {
        fail(site, "the system has no " + std::to_string(workers) + " threads");
    }
    for (std::thread& thread : threads) thread.join();
}

/// Replaces a value by `next(value)`, which no other worker sees half done. Returns the old one.
template <typename T_Type, typename T_Next>
T_Type update(T_Type* address, T_Next&& next) {
    T_Type old, value;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do value = next(old);
    while (!__atomic_compare_exchange(address, &old, &value, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
    return old;
}
inline void fence() {
    std::atomic_thread_fence(std::memory_order_seq_cst);
}

}  // namespace PMACC_HOST_MODE
}  // namespace pmacc::host
