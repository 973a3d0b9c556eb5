#include "kernels/spmd/dry_run_recording.hpp"

#include <fmt/format.h>
#include <sys/time.h>

#include <array>
#include <atomic>
#include <csignal>

#include "dsl/spmd/recording.hpp"
#include "host/child.hpp"
#include "host/shared.hpp"

namespace musimd::kernels {
namespace {

using Line = std::atomic<std::uint32_t>;

Line* telling = nullptr;  // for the child's signal handler

extern "C" void tell_line(int signal) {
    *telling = spmd::line_being_recorded();
    std::signal(signal, SIG_DFL);  // raise it again with the default action
    std::raise(signal);
}

// On a separate stack: a device function that calls itself exhausts the normal one.
void tell_line_of_signals(Line* line) {
    telling = line;
    static std::array<char, 65536> stack;
    stack_t other{};
    other.ss_sp = stack.data();
    other.ss_size = stack.size();
    sigaltstack(&other, nullptr);
    struct sigaction action {};
    action.sa_handler = tell_line;
    action.sa_flags = SA_ONSTACK | SA_NODEFER;
    for (const int signal : {SIGPROF, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
        sigaction(signal, &action, nullptr);
}

void end_after(std::chrono::milliseconds time) {
    itimerval timer{};
    timer.it_value.tv_sec = time.count() / 1000;
    timer.it_value.tv_usec = time.count() % 1000 * 1000;
    setitimer(ITIMER_PROF, &timer, nullptr);
}

}  // namespace

std::optional<RecordingError> dry_run_recording(const std::function<void()>& record,
                                                std::chrono::milliseconds limit) {
    const host::Shared<Line> line;
    const auto work = [&] {
        tell_line_of_signals(line.get());
        end_after(limit);
        record();
        return std::string();
    };
    // A sleeping child uses no processor time, so the wall-clock limit ends it.
    const host::ChildEnd end = host::in_child(work, {limit * 10 + std::chrono::seconds(1)});
    if (end.ok()) return std::nullopt;
    const bool late = end.kind == host::ChildEnd::Kind::timed_out ||
                      (end.kind == host::ChildEnd::Kind::signalled && end.status == SIGPROF);
    RecordingError trouble;
    trouble.line = *line.get();
    trouble.message =
        late
            ? fmt::format("recording did not end within {} s: C++'s own loops run while a kernel is recorded",
                          std::chrono::duration<double>(limit).count())
            : fmt::format(
                  "recording ended with {}: C++ of the kernel runs while it is recorded, and has "
                  "neither elements nor memory",
                  to_string(end));
    return trouble;
}

}  // namespace musimd::kernels
