#include "host/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>

extern char** environ;

namespace musimd::host {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kLongestSliceMs = 10;  // between two checks of the clock and of the process

// A process in a process group of its own that writes to `output`, or 0.
pid_t spawn(const std::vector<std::string>& words, int output) {
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, output, 1);
    posix_spawn_file_actions_adddup2(&files, output, 2);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    pid_t process = 0;
    const int wrong = posix_spawnp(&process, arguments[0], &files, &attributes, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    return wrong == 0 ? process : 0;
}

// Set before the command can write much: its children inherit the limit.
void limit_files(pid_t process) {
#ifdef __linux__
    const rlimit most = {kMaxFileBytes, kMaxFileBytes};
    prlimit(process, RLIMIT_FSIZE, &most, nullptr);
#endif
}

// A running command, and the reading end of the pipe that it writes to.
class Running {
  public:
    Running(pid_t process, int from) : process_(process), from_(from) {}
    ~Running() { close(from_); }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

    // Reads what is available; waits for output for a while.
    void read_output(CommandEnd& end, int milliseconds) {
        pollfd waiting{from_, POLLIN, 0};
        if (poll(&waiting, 1, milliseconds) <= 0) return;
        std::array<char, 65536> block{};
        const ssize_t count = read(from_, block.data(), block.size());
        if (count <= 0) {  // it has closed its output and continues
            poll(nullptr, 0, milliseconds);
            return;
        }
        const auto bytes = static_cast<std::size_t>(count);
        end.output.append(block.data(), std::min(bytes, kKeptOutput - end.output.size()));
        read_ += bytes;
        end.flooded = read_ > kMaxOutput;
    }

    // Its wait status, if it has ended.
    std::optional<int> poll_end() const {
        int status = 0;
        const pid_t ended = waitpid(process_, &status, WNOHANG);
        if (ended == process_) return status;
        if (ended < 0 && errno != EINTR) return 1 << 8;  // exit status 1: another waiter has reaped it
        return std::nullopt;
    }
    void kill_all() const { kill(-process_, SIGKILL); }

  private:
    pid_t process_;
    int from_;
    std::size_t read_ = 0;
};

}  // namespace

CommandEnd run_program(const std::vector<std::string>& words, std::chrono::milliseconds limit) {
    CommandEnd end;
    std::array<int, 2> pipe_ends{};
    if (words.empty() || pipe2(pipe_ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) return end;
    fcntl(pipe_ends[1], F_SETFL, 0);  // the command's writes wait
    const pid_t process = spawn(words, pipe_ends[1]);
    close(pipe_ends[1]);
    Running running(process, pipe_ends[0]);
    if (process == 0) return end;
    limit_files(process);
    const auto last = Clock::now() + limit;
    std::optional<int> status;
    for (int slice = 1; !status; slice = std::min(2 * slice, kLongestSliceMs)) {
        running.read_output(end, slice);
        status = running.poll_end();
        if (!status && Clock::now() >= last) end.timed_out = true;
        if (end.timed_out || end.flooded) running.kill_all();
    }
    for (std::size_t before = SIZE_MAX; before != end.output.size();) {
        before = end.output.size();
        running.read_output(end, 0);
    }
    running.kill_all();  // processes that it left running
    if (WIFEXITED(*status)) end.status = WEXITSTATUS(*status);
    if (WIFSIGNALED(*status)) end.signal = WTERMSIG(*status);
    end.started = end.status != 127;
    return end;
}

}  // namespace musimd::host
