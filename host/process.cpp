#include "host/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
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

#include "host/child_process.hpp"
#include "host/files.hpp"

extern char** environ;

namespace musimd::host {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kLongestSliceMs = 10;  // between two checks of the clock and of the process
constexpr unsigned kBriefUs = 200;

std::vector<char*> pointers_to(const std::vector<std::string>& words) {
    std::vector<char*> pointers;
    for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
    pointers.push_back(nullptr);
    return pointers;
}

// This process's, with another folder for temporary files unless that is empty.
std::vector<std::string> variables_with(const std::string& temporary) {
    std::vector<std::string> variables;
    for (char** each = environ; *each != nullptr; ++each) variables.emplace_back(*each);
    if (temporary.empty()) return variables;
    std::erase_if(variables, [](const std::string& variable) { return variable.starts_with("TMPDIR="); });
    variables.push_back("TMPDIR=" + temporary);
    return variables;
}

// A process in a process group of its own that writes to `output`, or 0.
pid_t spawn(const std::vector<std::string>& words, int output, const CommandLimits& limits) {
    const std::vector<char*> arguments = pointers_to(words);
    const std::vector<std::string> variables = variables_with(limits.temporary);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, output, 1);
    if (limits.keeps_errors)
        posix_spawn_file_actions_adddup2(&files, output, 2);
    else
        posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    pid_t process = 0;
    const int wrong = posix_spawnp(&process, arguments[0], &files, &attributes, arguments.data(),
                                   pointers_to(variables).data());
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

// Keeps the beginning of the output that comes within a time slice.
void read_output(const ChildProcess& command, const CommandLimits& limits, CommandEnd& end,
                 std::size_t& total, int milliseconds) {
    std::array<char, 65536> block{};
    const auto count = command.read_some(block, milliseconds);
    // It has closed its output: most commands end at once, others continue.
    if (count == 0U) usleep(milliseconds < kLongestSliceMs ? kBriefUs : 1000U * kLongestSliceMs);
    end.output.append(block.data(), std::min(count.value_or(0), limits.kept - end.output.size()));
    total += count.value_or(0);
    end.flooded = total > std::max(kMaxOutput, limits.kept);
}

}  // namespace

std::string with_file(std::string command, const std::string& file) {
    const std::string word = quoted(file);
    for (std::size_t at = 0; (at = command.find("{}", at)) != std::string::npos; at += word.size())
        command.replace(at, 2, word);
    return command;
}

std::string with_memory_limit(const std::string& command, std::uint64_t bytes) {
    return bytes == 0 ? command : fmt::format("ulimit -v {}\n{}", (bytes + 1023) / 1024, command);
}

CommandEnd run_program(const std::vector<std::string>& words, std::chrono::milliseconds limit) {
    CommandLimits limits;
    limits.time = limit;
    return run_program(words, limits);
}

CommandEnd run_program(const std::vector<std::string>& words, const CommandLimits& limits) {
    CommandEnd end;
    std::array<int, 2> pipe_ends{};
    if (words.empty() || pipe2(pipe_ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) return end;
    fcntl(pipe_ends[1], F_SETFL, 0);  // the command's writes wait
    const pid_t process = spawn(words, pipe_ends[1], limits);
    close(pipe_ends[1]);
    if (process == 0) {
        close(pipe_ends[0]);
        return end;
    }
    ChildProcess command(process, pipe_ends[0]);
    limit_files(process);
    const auto last = Clock::now() + limits.time;
    std::size_t total = 0;
    std::optional<int> status;
    for (int slice = 1; !status; slice = std::min(2 * slice, kLongestSliceMs)) {
        read_output(command, limits, end, total, slice);
        status = command.poll_end();
        if (status) break;
        if (Clock::now() >= last) end.timed_out = true;
        if (limits.cancelled && limits.cancelled()) end.cancelled = true;
        if (end.timed_out || end.flooded || end.cancelled) command.kill_all();
    }
    for (std::size_t before = SIZE_MAX; before != end.output.size();) {
        before = end.output.size();
        read_output(command, limits, end, total, 0);
    }
    if (WIFEXITED(*status)) end.status = WEXITSTATUS(*status);
    if (WIFSIGNALED(*status)) end.signal = WTERMSIG(*status);
    end.started = end.status != 127;
    return end;
}

}  // namespace musimd::host
