#include "host/child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <system_error>
#include <utility>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "host/child_process.hpp"

namespace musimd::host {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int kSliceMs = 50;  // between two checks of other events

[[noreturn]] void fail(const char* what) {
    throw std::system_error(errno, std::generic_category(), what);
}

void close_standard_streams() {
    const int null = open("/dev/null", O_RDWR);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(null, stream);
    if (null > STDERR_FILENO) close(null);
}

// A terminal's Ctrl-C reaches its parent alone; what it starts is killed with it.
ChildProcess start(const std::function<int(int)>& work) {
    const auto [process, from] = fork_worker([&](int to) {
        setpgid(0, 0);
        close_standard_streams();
        return work(to);
    });
    setpgid(process, process);
    return {process, from};
}

ChildEnd end_of(int status, std::string text) {
    using Kind = ChildEnd::Kind;
    if (WIFSIGNALED(status)) return {Kind::signalled, WTERMSIG(status), std::move(text)};
    return {Kind::exited, WEXITSTATUS(status), std::move(text)};
}

// Appends to the text what the child writes within a time slice; true at the end of the pipe.
bool read_some(const ChildProcess& child, std::string& text) {
    std::array<char, 65536> block{};
    const auto count = child.read_some(block, kSliceMs);
    text.append(block.data(), count.value_or(0));
    return count == 0U;
}

ChildEnd await(ChildProcess& child, const ChildOptions& options, bool until_closed) {
    const auto deadline = Clock::now() + options.limit;
    std::string text;
    while (true) {
        const bool closed = read_some(child, text);
        if (closed && until_closed) return end_of(child.wait_end(), std::move(text));
        if (closed) usleep(1000);  // a command may close what it inherits, and continue
        if (const auto status = child.poll_end()) {
            while (until_closed && !read_some(child, text)) {
            }
            return end_of(*status, std::move(text));
        }
        const bool cancelled = options.cancelled && options.cancelled();
        if (!cancelled && Clock::now() < deadline) continue;
        child.kill_all();
        child.wait_end();
        while (until_closed && !read_some(child, text)) {
        }
        return {cancelled ? ChildEnd::Kind::cancelled : ChildEnd::Kind::timed_out, 0, std::move(text)};
    }
}

bool write_all(int to, std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = write(to, text.data(), text.size());
        if (count < 0) return false;
        text.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

/// The bytes of this process's address space; 0 if that is not known.
std::uint64_t address_space() {
    std::uint64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

/// An allocation of more than these bytes fails from now on.
void limit_memory(std::uint64_t bytes) {
    const std::uint64_t used = address_space();
    if (bytes == 0 || used == 0) return;
    const rlimit limit{used + bytes, used + bytes};
    setrlimit(RLIMIT_AS, &limit);
}

}  // namespace

void init_worker_process() {
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
    std::signal(SIGINT, SIG_IGN);
    std::signal(SIGTERM, SIG_IGN);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

Forked fork_worker(const std::function<int(int)>& work) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) fail("no pipe");
    const pid_t process = fork();
    if (process < 0) {
        close(ends[0]);
        close(ends[1]);
        fail("no process");
    }
    if (process == 0) {
        close(ends[0]);
        init_worker_process();
        _exit(work(ends[1]));
    }
    close(ends[1]);
    return {process, ends[0]};
}

ChildEnd in_child(const std::function<std::string()>& work, const ChildOptions& options) {
    return in_sending_child([&](const Send& send) { send(work()); }, options);
}

ChildEnd in_sending_child(const std::function<void(const Send& send)>& work, const ChildOptions& options) {
    ChildProcess child = start([&](int to) -> int {
        try {
            limit_memory(options.memory);
            bool all_sent = true;
            work([&](std::string_view text) { all_sent = write_all(to, text) && all_sent; });
            return all_sent ? 0 : 1;
        } catch (...) {
            std::abort();
        }
    });
    return await(child, options, true);
}

ChildEnd run_command(const std::string& command, const ChildOptions& options) {
    ChildProcess child = start([&](int) -> int {
        std::signal(SIGINT, SIG_DFL);
        std::signal(SIGTERM, SIG_DFL);
        execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
        return 127;
    });
    return await(child, options, false);
}

std::string to_string(const ChildEnd& end) {
    switch (end.kind) {
        case ChildEnd::Kind::exited:
            return fmt::format("exit status {}", end.status);
        case ChildEnd::Kind::signalled:
            return fmt::format("signal {} ({})", end.status, strsignal(end.status));
        case ChildEnd::Kind::timed_out:
            return "did not end within the time limit";
        case ChildEnd::Kind::cancelled:
            return "cancelled";
    }
    return {};
}

}  // namespace musimd::host
