#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace musimd::host {

// Work may start child processes. With AddressSanitizer, a child waits forever if another thread held a lock
// of the sanitizer's allocator when it was forked.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr unsigned kMaxThreads = 1;
#else
inline constexpr unsigned kMaxThreads = ~0U;
#endif

/// Calls work(0) … work(count − 1) on this many threads at once; rethrows the first exception.
template <typename Work>
void in_parallel(unsigned threads, std::size_t count, const Work& work) {
    threads = std::min(threads, kMaxThreads);
    std::atomic<std::size_t> next = 0;
    std::exception_ptr failure;
    std::mutex mutex;
    const auto run_next = [&] {
        try {
            for (std::size_t i = next++; i < count; i = next++) work(i);
        } catch (...) {
            const std::lock_guard lock(mutex);
            if (!failure) failure = std::current_exception();
            next = count;
        }
    };
    std::vector<std::jthread> others;
    for (unsigned t = 1; t < threads && t < count; ++t) others.emplace_back(run_next);
    run_next();
    others.clear();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace musimd::host
