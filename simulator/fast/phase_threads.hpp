#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

namespace musimd::fast {

/// Host threads that help the caller with one piece of work after another: starting threads would take longer
/// than many phases between two barriers.
class PhaseThreads {
  public:
    /// Calls `work` on this many other threads and on this one, and returns when all calls have. It must not
    /// throw.
    void run(unsigned others, const std::function<void()>& work) {
        while (threads_.size() < others) threads_.emplace_back([this, from = piece_.load()] { help(from); });
        work_ = &work;
        busy_.store(static_cast<std::uint32_t>(threads_.size()), std::memory_order_relaxed);
        piece_.fetch_add(1, std::memory_order_release);
        piece_.notify_all();
        work();
        for (std::uint32_t busy = busy_.load(std::memory_order_acquire); busy != 0;
             busy = busy_.load(std::memory_order_acquire))
            busy_.wait(busy, std::memory_order_acquire);
    }

    PhaseThreads() = default;
    PhaseThreads(const PhaseThreads&) = delete;
    PhaseThreads& operator=(const PhaseThreads&) = delete;
    ~PhaseThreads() {
        work_ = nullptr;
        piece_.fetch_add(1, std::memory_order_release);
        piece_.notify_all();
        for (std::thread& thread : threads_) thread.join();
    }

  private:
    void help(std::uint32_t seen) {
        while (true) {
            piece_.wait(seen, std::memory_order_acquire);
            seen += 1;
            if (work_ == nullptr) return;
            (*work_)();
            if (busy_.fetch_sub(1, std::memory_order_release) == 1) busy_.notify_one();
        }
    }

    std::atomic<std::uint32_t> piece_ = 0;
    std::atomic<std::uint32_t> busy_ = 0;
    const std::function<void()>* work_ = nullptr;
    std::vector<std::thread> threads_;
};

}  // namespace musimd::fast
