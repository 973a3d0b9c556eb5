#include "host/line_server.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include "host/child_process.hpp"
#include "host/process.hpp"

namespace musimd::host {
namespace {

using Clock = std::chrono::steady_clock;

}  // namespace

LineServer::LineServer(const Setting& setting) : setting_(setting) {
    std::signal(SIGPIPE, SIG_IGN);
    std::array<int, 2> input{};
    std::array<int, 2> output{};
    if (pipe2(input.data(), O_CLOEXEC) != 0) return;
    if (pipe2(output.data(), O_CLOEXEC) != 0) {
        close(input[0]);
        close(input[1]);
        return;
    }
    process_ = spawn({"/bin/sh", "-c", with_memory_limit(setting.command, setting.memory)},
                     {.input = input[0], .output = output[1]});
    close(input[0]);
    close(output[1]);
    to_ = input[1];
    from_ = output[0];
    fcntl(to_, F_SETFL, O_NONBLOCK);
    fcntl(from_, F_SETFL, O_NONBLOCK);
    start_guard();
}

/// It waits for the end of a pipe that only this process holds open.
void LineServer::start_guard() {
    std::array<int, 2> ends{};
    if (process_ <= 0 || pipe2(ends.data(), O_CLOEXEC) != 0) return;
    guard_ = spawn({"/bin/sh", "-c", fmt::format("read -r line; kill -KILL -{}", process_)},
                   {.input = ends[0], .output = -1});
    close(ends[0]);
    guarded_ = ends[1];
}

LineServer::~LineServer() {
    finish(End::ended);
}

LineServer::Answer LineServer::finish(End end) {
    Answer answer{end, {}, 0};
    if (process_ > 0) {
        // A command that ends by itself may still be about to: its status says more than a signal.
        const auto last = Clock::now() + std::chrono::milliseconds(closed_ ? 200 : 0);
        while (waitpid(process_, &answer.status, WNOHANG) == 0) {
            if (Clock::now() >= last) kill(process_, SIGKILL);
            usleep(1000);
        }
        kill(-process_, SIGKILL);
    }
    if (guard_ > 0) {
        kill(guard_, SIGKILL);
        waitpid(guard_, nullptr, 0);
    }
    process_ = guard_ = 0;
    for (int* const file : {&to_, &from_, &guarded_}) {
        if (*file >= 0) close(*file);
        *file = -1;
    }
    return answer;
}

void LineServer::send(std::string line) {
    if (sent_ == output_.size()) {
        output_.clear();
        sent_ = 0;
    }
    output_ += line;
    output_ += '\n';
    if (to_ >= 0) write_some();
}

std::optional<LineServer::Answer> LineServer::line_of_input() {
    const std::size_t end = input_.find('\n', searched_);
    if (end == std::string::npos) {
        searched_ = input_.size();
        return std::nullopt;
    }
    Answer answer{End::answered, input_.substr(0, end), 0};
    input_.erase(0, end + 1);
    searched_ = 0;
    return answer;
}

LineServer::Answer LineServer::receive(std::chrono::milliseconds limit) {
    const auto last = Clock::now() + limit;
    while (true) {
        if (auto answer = line_of_input()) return std::move(*answer);
        if (input_.size() > setting_.longest) return finish(End::too_long);
        if (process_ == 0 || closed_) return finish(End::ended);
        const bool is_interrupted = setting_.interrupt != nullptr && *setting_.interrupt;
        if (is_interrupted || !exchange(last)) return finish(End::timed_out);
    }
}

/// Sends and receives something; false at the limit.
bool LineServer::exchange(Clock::time_point last) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(last - Clock::now()).count();
    if (left <= 0) return false;
    const bool writes = to_ >= 0 && sent_ < output_.size();
    std::array<pollfd, 2> waiting = {pollfd{from_, POLLIN, 0}, pollfd{writes ? to_ : -1, POLLOUT, 0}};
    const int ready = poll(waiting.data(), waiting.size(), static_cast<int>(std::min<long>(left, 1000)));
    if (ready <= 0) return Clock::now() < last;
    if (waiting[1].revents != 0) write_some();
    if (waiting[0].revents != 0 && !read_some()) closed_ = true;
    return true;
}

void LineServer::write_some() {
    const ssize_t count = write(to_, output_.data() + sent_, output_.size() - sent_);
    if (count > 0) sent_ += static_cast<std::size_t>(count);
    if (count >= 0 || errno == EAGAIN || errno == EINTR) return;
    close(to_);  // it does not read any more; what it has answered still counts
    to_ = -1;
}

/// False at the end of its output.
bool LineServer::read_some() {
    std::array<char, 65536> block{};
    const ssize_t count = read(from_, block.data(), block.size());
    if (count > 0) input_.append(block.data(), static_cast<std::size_t>(count));
    return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
}

}  // namespace musimd::host
