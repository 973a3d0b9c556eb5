#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <cstring>

#include "differential/spmd/target.hpp"
#include "host/child.hpp"
#include "host/shared.hpp"

// Kernels on an engine, in a child process that sends their runs as text.

namespace musimd::differential::spmd {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kLongest = std::chrono::seconds(60);  // of a kernel; the step limit ends it much earlier

void put(std::string& text, std::uint64_t word) {
    text.append(reinterpret_cast<const char*>(&word), sizeof word);
}

void put(std::string& text, const Run& run) {
    put(text, static_cast<std::uint64_t>(run.kind));
    put(text, run.what.size());
    text += run.what;
    put(text, run.memory.size());
    for (const auto& buffer : run.memory) {
        put(text, buffer.size());
        text.append(reinterpret_cast<const char*>(buffer.data()), buffer.size() * sizeof buffer[0]);
    }
}

// Reads what `put` wrote.
class RunReader {
  public:
    explicit RunReader(std::string_view text) : rest_(text) {}

    Run next() {
        Run run;
        run.kind = static_cast<Run::Kind>(word());
        run.what.resize(word());
        bytes(run.what.data(), run.what.size());
        run.memory.resize(word());
        for (auto& buffer : run.memory) {
            buffer.resize(word());
            bytes(buffer.data(), buffer.size() * sizeof buffer[0]);
        }
        return run;
    }

  private:
    std::uint64_t word() {
        std::uint64_t word = 0;
        bytes(&word, sizeof word);
        return word;
    }

    void bytes(void* to, std::size_t count) {
        if (count != 0) std::memcpy(to, rest_.data(), count);
        rest_.remove_prefix(count);
    }

    std::string_view rest_;
};

// Whether a number that a child increments has been the same for too long.
class Watch {
  public:
    explicit Watch(const std::atomic<std::size_t>& running) : running_(running) {}

    bool has_stopped() {
        const std::size_t now = running_;
        if (now != last_) since_ = Clock::now();
        last_ = now;
        return Clock::now() - since_ > kLongest;
    }

  private:
    const std::atomic<std::size_t>& running_;
    std::size_t last_ = 0;
    Clock::time_point since_ = Clock::now();
};

Run run_of(const host::ChildEnd& end) {
    if (end.kind == host::ChildEnd::Kind::cancelled)
        return {Run::Kind::hang, fmt::format("no end within {} s", kLongest.count())};
    Run run{Run::Kind::crash, to_string(end)};
    if (end.kind == host::ChildEnd::Kind::signalled) run.signal = end.status;
    return run;
}

void run_and_add(std::span<const EngineRun> planned, std::vector<Run>& runs) {
    if (planned.empty()) return;
    const host::Shared<std::atomic<std::size_t>> running;
    Watch watch(*running.get());
    const auto work = [&] {
        std::string text;
        for (const EngineRun& one : planned) {
            put(text, run_kernel(*one.test, *one.engine));
            ++*running.get();
        }
        return text;
    };
    const host::ChildEnd end =
        host::in_child(work, {std::chrono::hours(24), [&] { return watch.has_stopped(); }});
    if (end.ok()) {
        RunReader reader(end.text);
        for (std::size_t i = 0; i < planned.size(); ++i) runs.push_back(reader.next());
        return;
    }
    // Nothing was sent: do those before the failing one again.
    const std::size_t failing = std::min<std::size_t>(*running.get(), planned.size() - 1);
    run_and_add(planned.first(failing), runs);
    runs.push_back(run_of(end));
    run_and_add(planned.subspan(failing + 1), runs);
}

}  // namespace

std::vector<Run> run_in_child(std::span<const EngineRun> planned) {
    std::vector<Run> runs;
    run_and_add(planned, runs);
    return runs;
}

}  // namespace musimd::differential::spmd
