#pragma once

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <memory>

#include "gpu_backend/device/cuda_driver.hpp"
#include "tests/software_cuda/wire.hpp"

namespace musimd::software_cuda {

using gpu::CUresult;

/// The device's process, and its memory as a file.
class Process {
  public:
    /// Null if it cannot be started.
    static std::unique_ptr<Process> begin() {
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return nullptr;
        const int memory = memfd_create("software-cuda", MFD_CLOEXEC);
        if (memory < 0 || ftruncate(memory, static_cast<off_t>(kMemoryBytes)) != 0) return nullptr;
        // Moved away from the numbers that the device's process uses.
        const int socket = fcntl(ends[1], F_DUPFD_CLOEXEC, 10);
        const int file = fcntl(memory, F_DUPFD_CLOEXEC, 10);
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, socket, kSocket);
        posix_spawn_file_actions_adddup2(&actions, file, kMemoryFile);
        char program[] = SOFTWARE_CUDA_DEVICE;
        char* const arguments[] = {program, nullptr};
        pid_t child = 0;
        const int wrong = posix_spawn(&child, program, &actions, nullptr, arguments, environ);
        posix_spawn_file_actions_destroy(&actions);
        for (const int used : {socket, file, ends[1]}) close(used);
        return wrong == 0 ? std::unique_ptr<Process>(new Process(ends[0], memory)) : nullptr;
    }

    int memory() const { return memory_; }
    bool idle() const { return unanswered_ == 0; }

    /// False if the device has ended.
    bool send(const Request& request) {
        if (::send(socket_, &request, sizeof request, MSG_NOSIGNAL) < 0) return false;
        ++unanswered_;
        return true;
    }
    /// The next answer; waits for it if asked to.
    CUresult receive(Answer& answer, bool wait) {
        pollfd ready{socket_, POLLIN, 0};
        if (!wait && poll(&ready, 1, 0) == 0) return kNotReady;
        if (recv(socket_, &answer, sizeof answer, 0) != static_cast<ssize_t>(sizeof answer))
            return kLaunchFailed;
        --unanswered_;
        return kSuccess;
    }

  private:
    Process(int socket, int memory) : socket_(socket), memory_(memory) {}

    int socket_;
    int memory_;
    int unanswered_ = 0;
};

}  // namespace musimd::software_cuda
