#include "host/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

extern char** environ;

namespace musimd::host {
namespace {

std::vector<char*> pointers_to(const std::vector<std::string>& words) {
    std::vector<char*> pointers;
    for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
    pointers.push_back(nullptr);
    return pointers;
}

// This process's environment, with another folder for temporary files unless that is empty.
std::vector<std::string> variables_with(const std::string& temporary) {
    std::vector<std::string> variables;
    for (char** each = environ; *each != nullptr; ++each) variables.emplace_back(*each);
    if (temporary.empty()) return variables;
    std::erase_if(variables, [](const std::string& variable) { return variable.starts_with("TMPDIR="); });
    variables.push_back("TMPDIR=" + temporary);
    return variables;
}

}  // namespace

pid_t spawn(const std::vector<std::string>& words, const Streams& streams, const std::string& temporary) {
    const std::vector<std::string> variables = variables_with(temporary);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    const int given[] = {streams.input, streams.output, streams.errors};
    for (int stream = 0; stream < 3; ++stream) {
        if (given[stream] >= 0)
            posix_spawn_file_actions_adddup2(&files, given[stream], stream);
        else
            posix_spawn_file_actions_addopen(&files, stream, "/dev/null", stream == 0 ? O_RDONLY : O_WRONLY,
                                             0);
    }
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    pid_t process = 0;
    const int wrong = posix_spawnp(&process, words[0].c_str(), &files, &attributes, pointers_to(words).data(),
                                   pointers_to(variables).data());
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    return wrong == 0 ? process : 0;
}

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
