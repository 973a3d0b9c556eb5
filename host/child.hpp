#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

// Work that may crash or hang, done in a separate process.

namespace musimd::host {

/// How a child process ended.
struct ChildEnd {
    enum class Kind : std::uint8_t {
        exited,     ///< by itself, with `status`
        signalled,  ///< by the signal `status`
        timed_out,  ///< it was killed at the time limit
        cancelled,  ///< it was killed at the caller's request
    };
    Kind kind = Kind::exited;
    int status = 0;
    std::string text;  ///< what it wrote to its parent

    bool ok() const { return kind == Kind::exited && status == 0; }
};

struct ChildOptions {
    std::chrono::milliseconds limit = std::chrono::seconds(60);
    std::function<bool()> cancelled = {};  ///< polled while it runs; returning true ends it
    std::uint64_t memory = 0;  ///< bytes that in_child's work may allocate, about; 0: as many as there are
};

/// Does the work in a child process, without its standard streams. The result of the work is the child's
/// text; an exception counts as a crash (SIGABRT). Throws std::system_error if no process can be started.
ChildEnd in_child(const std::function<std::string()>& work, const ChildOptions& options = {});

/// Called by the work of a child process: the text is added to what its parent gets.
using Send = std::function<void(std::string_view text)>;

/// The same for work that sends its text in parts: those before a crash are in the child's text, too.
ChildEnd in_sending_child(const std::function<void(const Send& send)>& work,
                          const ChildOptions& options = {});

/// Runs a shell command, without its standard streams. Processes that it leaves running are killed.
ChildEnd run_command(const std::string& command, const ChildOptions& options = {});

/// Describes the end: `signal 6 (Aborted)`, `exit status 3`, `did not end within the time limit`.
std::string to_string(const ChildEnd& end);

/// A forked process, and the reading end of a pipe from it.
struct Forked {
    int process = 0;
    int from = -1;
};

/// Forks. The child calls init_worker_process and `work`, with the writing end of the pipe, and exits with
/// what it returns. Throws std::system_error if no process can be started.
Forked fork_worker(const std::function<int(int)>& work);

/// Called in a child process that does part of its parent's work: it writes no core file, ignores signals
/// that request termination (a scheduler sends them to every process), and ends when its parent does.
void init_worker_process();

}  // namespace musimd::host
