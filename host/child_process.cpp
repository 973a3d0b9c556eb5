#include "host/child_process.hpp"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace musimd::host {

ChildProcess::~ChildProcess() {
    if (process_ > 0) {
        kill_all();
        wait_end();
    }
    close(from_);
}

std::optional<std::size_t> ChildProcess::read_some(std::span<char> block, int milliseconds) const {
    pollfd waiting{from_, POLLIN, 0};
    if (poll(&waiting, 1, milliseconds) <= 0) return std::nullopt;
    const ssize_t count = read(from_, block.data(), block.size());
    if (count < 0) return std::nullopt;
    return static_cast<std::size_t>(count);
}

std::optional<int> ChildProcess::poll_end() {
    int status = 0;
    const pid_t ended = waitpid(process_, &status, WNOHANG);
    if (ended == process_) return end(status);
    if (ended < 0 && errno != EINTR) return end(1 << 8);  // exit status 1: another waiter has reaped it
    return std::nullopt;
}

int ChildProcess::wait_end() {
    int status = 0;
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    return end(status);
}

void ChildProcess::kill_all() const {
    kill(-process_, SIGKILL);
    kill(process_, SIGKILL);
}

int ChildProcess::end(int status) {
    kill(-process_, SIGKILL);
    process_ = 0;
    return status;
}

}  // namespace musimd::host
