#include "host/served_program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>

namespace musimd::host {
namespace {

using Clock = std::chrono::steady_clock;

// Not too many: in between, the program looks whether it is interrupted.
int milliseconds_until(Clock::time_point last) {
    const auto rest = std::chrono::duration_cast<std::chrono::milliseconds>(last - Clock::now()).count();
    return static_cast<int>(std::clamp<std::int64_t>(rest, 0, 200));
}

// Descriptors that a new program keeps.
void keep(int descriptor) {
    fcntl(descriptor, F_SETFD, 0);
}

[[noreturn]] void become(const ServedProgram::Setting& setting, int socket, pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);
    if (!setting.output_file.empty()) {
        const int output = open(setting.output_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (output < 0 || dup2(output, 1) < 0) _exit(127);
    }
    keep(socket);
    std::string descriptors = std::to_string(socket);
    for (const SharedFile* file : setting.files) {
        keep(file->file());
        descriptors += "," + std::to_string(file->file());
    }
    setenv(setting.variable.c_str(), descriptors.c_str(), 1);
    std::vector<char*> arguments;
    for (const std::string& word : setting.words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    execv(arguments[0], arguments.data());
    _exit(127);
}

}  // namespace

SharedFile::SharedFile(std::uint64_t bytes) : bytes_(bytes) {
    file_ = memfd_create("musimd", MFD_CLOEXEC);
    if (file_ < 0 || ftruncate(file_, static_cast<off_t>(bytes)) != 0) return;
    void* const data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file_, 0);
    if (data != MAP_FAILED) data_ = static_cast<char*>(data);
}

SharedFile::~SharedFile() {
    if (data_ != nullptr) munmap(data_, bytes_);
    if (file_ >= 0) close(file_);
}

ServedProgram::ServedProgram(const Setting& setting) {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return;
    const pid_t parent = getpid();
    process_ = fork();
    if (process_ == 0) become(setting, ends[1], parent);
    close(ends[1]);
    socket_ = ends[0];
}

ServedProgram::~ServedProgram() {
    if (process_ > 0) {
        kill(process_, SIGKILL);
        while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
        }
    }
    if (socket_ >= 0) close(socket_);
}

ServedProgram::Got ServedProgram::receive(void* to, std::size_t bytes, Clock::time_point last) const {
    for (std::size_t done = 0; done < bytes;) {
        if (is_interrupted()) return Got::nothing;
        pollfd waiting{socket_, POLLIN, 0};
        const int ready = poll(&waiting, 1, milliseconds_until(last));
        if (ready == 0 && Clock::now() >= last) return Got::nothing;
        if (ready <= 0) continue;
        const ssize_t count = recv(socket_, static_cast<char*>(to) + done, bytes - done, 0);
        if (count == 0 || (count < 0 && errno != EINTR)) return Got::end;
        if (count > 0) done += static_cast<std::size_t>(count);
    }
    return Got::bytes;
}

bool ServedProgram::send(const std::string& bytes) const {
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t count = ::send(socket_, bytes.data() + done, bytes.size() - done, MSG_NOSIGNAL);
        if (count < 0 && errno != EINTR) return false;
        if (count > 0) done += static_cast<std::size_t>(count);
    }
    return true;
}

// It has closed its socket, or broken the protocol.
ServedProgram::Ending ServedProgram::wait(Clock::time_point last) {
    int status = 0;
    shutdown(socket_, SHUT_RDWR);
    for (int pause = 0;; pause = std::min(pause + 1, 10)) {
        const pid_t ended = waitpid(process_, &status, WNOHANG);
        if (ended == process_) break;
        if (Clock::now() >= last) return {End::timed_out, 0};
        poll(nullptr, 0, pause);
    }
    process_ = 0;
    if (WIFSIGNALED(status)) return {End::signalled, WTERMSIG(status)};
    return {End::exited, WEXITSTATUS(status)};
}

ServedProgram::Ending ServedProgram::serve(const Answer& answer, std::chrono::milliseconds limit,
                                           std::uint32_t most_bytes, const std::atomic<bool>* interrupt) {
    if (process_ <= 0) return {End::not_started, 0};
    interrupt_ = interrupt;
    const auto framed = [](const std::string& text) {
        const auto size = static_cast<std::uint32_t>(text.size());
        return std::string(reinterpret_cast<const char*>(&size), sizeof size) + text;
    };
    for (;;) {
        const auto last = Clock::now() + limit;
        std::uint32_t size = 0;
        Got got = receive(&size, sizeof size, last);
        std::string message;
        if (got == Got::bytes && size > most_bytes) got = Got::end;
        if (got == Got::bytes) {
            message.resize(size);
            got = receive(message.data(), size, last);
        }
        if (is_interrupted()) return {End::interrupted, 0};
        if (got == Got::nothing) return {End::timed_out, 0};
        if (got == Got::end) return wait(last);
        const auto text = answer(message);
        if (is_interrupted()) return {End::interrupted, 0};
        if (text) {
            if (!send(framed(*text))) return wait(last);
        }
    }
}

}  // namespace musimd::host
