#pragma once

#include <ctime>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace musimd::benchmarks {

/// Seconds: the processor time of this process's threads, and wall-clock time.
struct Seconds {
    double processor = 0;
    double wall = 0;
};

inline double read_clock(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// The time of the work.
template <typename Work>
Seconds timed(Work&& work) {
    const double processor = read_clock(CLOCK_PROCESS_CPUTIME_ID);
    const double wall = read_clock(CLOCK_MONOTONIC);
    std::forward<Work>(work)();
    return {read_clock(CLOCK_PROCESS_CPUTIME_ID) - processor, read_clock(CLOCK_MONOTONIC) - wall};
}

/// The times of repeated runs.
struct Runs {
    Seconds first;               ///< including what happens only once: compiling, touching memory
    std::vector<Seconds> later;  ///< empty if one run is enough
};

/// Calls `run`, which returns its time: once, and then until the later runs together took `least` seconds of
/// wall-clock time, or ten times as long including their preparation; only once if `least` is 0.
inline Runs repeated(double least, const std::function<Seconds()>& run) {
    constexpr std::size_t kMaxRuns = 10'000;
    Runs runs;
    runs.first = run();
    const double start = read_clock(CLOCK_MONOTONIC);
    for (double total = 0; total < least && runs.later.size() < kMaxRuns; total += runs.later.back().wall) {
        runs.later.push_back(run());
        if (read_clock(CLOCK_MONOTONIC) - start > 10 * least) break;
    }
    return runs;
}

/// The peak memory of this process, in KiB; 0 if the system does not report it. (getrusage starts with the
/// memory of the parent process.)
inline long peak_kib() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("VmHWM:")) return std::stol(line.substr(6));
    }
    return 0;
}

/// {"set_up": processor seconds before the first run, "first": [processor, wall], "runs": [[processor, wall],
/// …], "peak_kib": …}
inline nlohmann::json to_json(const Runs& runs, double set_up) {
    const auto pair = [](const Seconds& run) { return nlohmann::json{run.processor, run.wall}; };
    nlohmann::json list = nlohmann::json::array();
    for (const Seconds& run : runs.later) list.push_back(pair(run));
    if (list.empty()) list.push_back(pair(runs.first));
    return {{"set_up", set_up}, {"first", pair(runs.first)}, {"runs", list}, {"peak_kib", peak_kib()}};
}

}  // namespace musimd::benchmarks
