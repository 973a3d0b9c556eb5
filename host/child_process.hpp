#pragma once

#include <sys/types.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace musimd::host {

/// What the standard streams of a program are; −1: nothing comes from there, or is kept.
struct Streams {
    int input = -1;
    int output = -1;
    int errors = -1;
};

/// Starts a program, found in $PATH, as the leader of a process group of its own; 0 if that fails.
/// `temporary`: the folder of its temporary files, if not the usual one.
pid_t spawn(const std::vector<std::string>& words, const Streams& streams, const std::string& temporary = {});

/// A started process that leads a process group of its own, and the reading end of a pipe from it.
class ChildProcess {
  public:
    ChildProcess(pid_t process, int from) : process_(process), from_(from) {}
    /// Kills what is left of the group.
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// Waits for output for a while and reads some. The number of bytes; 0 at the end of the pipe; nothing if
    /// there was no output.
    std::optional<std::size_t> read_some(std::span<char> block, int milliseconds) const;

    /// Its wait status, if it has ended. What it left running is killed.
    std::optional<int> poll_end();
    int wait_end();

    /// Kills the group; the process still has to be waited for.
    void kill_all() const;

  private:
    int end(int status);

    pid_t process_;  ///< 0 after its end
    int from_;
};

}  // namespace musimd::host
