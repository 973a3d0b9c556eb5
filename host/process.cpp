#include "host/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>

#include "host/child_process.hpp"
#include "host/files.hpp"

namespace musimd::host {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kLongestSliceMs = 10;  // between two checks of the clock and of the process
constexpr unsigned kBriefUs = 200;

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
    const pid_t process = spawn(
        words, {.output = pipe_ends[1], .errors = limits.keeps_errors ? pipe_ends[1] : -1}, limits.temporary);
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
