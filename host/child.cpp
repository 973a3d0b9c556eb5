#include "host/child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>
#include <system_error>
#include <utility>

#ifdef __linux__
#include <sys/prctl.h>
#endif

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

// A child process, and the reading end of the pipe that it writes to.
class Child {
  public:
    // `work` receives the writing end; the child exits with its result.
    explicit Child(const std::function<int(int)>& work) {
        std::array<int, 2> ends{};
        if (pipe(ends.data()) != 0) fail("no pipe");
        pid_ = fork();
        if (pid_ < 0) {
            close(ends[0]);
            close(ends[1]);
            fail("no process");
        }
        if (pid_ == 0) {
            setpgid(0, 0);  // a terminal's Ctrl-C goes only to the parent; processes that the child starts
                            // are killed with it
            close(ends[0]);
            init_worker_process();
            close_standard_streams();
            _exit(work(ends[1]));
        }
        setpgid(pid_, pid_);
        close(ends[1]);
        from_ = ends[0];
    }
    ~Child() {
        if (pid_ > 0) kill_and_wait();
        close(from_);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    // Reads what is available for a while; returns true at the end of the text.
    bool read_some(std::string& text) {
        pollfd waiting{from_, POLLIN, 0};
        if (poll(&waiting, 1, kSliceMs) <= 0) return false;
        std::array<char, 65536> block{};
        const ssize_t count = read(from_, block.data(), block.size());
        if (count > 0) text.append(block.data(), static_cast<std::size_t>(count));
        return count == 0;
    }

    // How it ended, if it has ended.
    std::optional<int> poll_end() {
        int status = 0;
        if (waitpid(pid_, &status, WNOHANG) != pid_) return std::nullopt;
        return end(status);
    }
    int wait_end() {
        int status = 0;
        while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
        }
        return end(status);
    }
    void kill_and_wait() {
        kill(-pid_, SIGKILL);
        kill(pid_, SIGKILL);
        wait_end();
    }

  private:
    // Kills the processes that it left running.
    int end(int status) {
        kill(-pid_, SIGKILL);
        pid_ = 0;
        return status;
    }

    pid_t pid_ = 0;
    int from_ = -1;
};

ChildEnd end_of(int status, std::string text) {
    using Kind = ChildEnd::Kind;
    if (WIFSIGNALED(status)) return {Kind::signalled, WTERMSIG(status), std::move(text)};
    return {Kind::exited, WEXITSTATUS(status), std::move(text)};
}

ChildEnd await(Child& child, const ChildOptions& options, bool until_closed) {
    const auto deadline = Clock::now() + options.limit;
    std::string text;
    while (true) {
        const bool closed = child.read_some(text);
        if (closed && until_closed) return end_of(child.wait_end(), std::move(text));
        if (closed) usleep(1000);  // a command may close its inherited streams and continue
        if (const auto status = child.poll_end()) {
            while (!child.read_some(text) && until_closed) {
            }
            return end_of(*status, std::move(text));
        }
        const bool cancelled = options.cancelled && options.cancelled();
        if (!cancelled && Clock::now() < deadline) continue;
        child.kill_and_wait();
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

ChildEnd in_child(const std::function<std::string()>& work, const ChildOptions& options) {
    Child child([&](int to) -> int {
        try {
            return write_all(to, work()) ? 0 : 1;
        } catch (...) {
            std::abort();
        }
    });
    return await(child, options, true);
}

ChildEnd run_command(const std::string& command, const ChildOptions& options) {
    Child child([&](int) -> int {
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
