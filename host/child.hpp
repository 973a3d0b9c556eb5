#pragma once

#include <chrono>
#include <functional>
#include <string>

// Work that may crash or hang, done in a process of its own.

namespace musimd::host {

/// How a child process ended.
struct ChildEnd {
    enum class Kind : std::uint8_t {
        exited,     ///< by itself, with `status`
        signalled,  ///< by the signal `status`
        timed_out,  ///< it was killed at the time limit
        cancelled,  ///< it was killed because its caller wanted so
    };
    Kind kind = Kind::exited;
    int status = 0;
    std::string text;  ///< what it wrote to its parent

    bool ok() const { return kind == Kind::exited && status == 0; }
};

struct ChildOptions {
    std::chrono::milliseconds limit = std::chrono::seconds(60);
    std::function<bool()> cancelled = {};  ///< asked now and then while it runs
};

/// Does the work in a child process, without its standard streams. What the work gives is the child's text;
/// an exception counts as a crash (SIGABRT). Throws std::system_error if there can be no process.
ChildEnd in_child(const std::function<std::string()>& work, const ChildOptions& options = {});

/// Runs a shell command, without its standard streams. The processes that it leaves are killed with it.
ChildEnd run_command(const std::string& command, const ChildOptions& options = {});

/// The end as people read it: `signal 6 (Aborted)`, `exit status 3`, `no end within 60 s`.
std::string to_string(const ChildEnd& end);

/// In a child process that does a part of its parent's work: it leaves no core file, signals that ask for an
/// end (a scheduler sends them to every process) are its parent's matter, and it ends when its parent does.
void init_worker_process();

}  // namespace musimd::host
