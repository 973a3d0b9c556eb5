#include "simulator/codegen/process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

#include <cerrno>
#include <thread>

extern char** environ;

namespace musimd::codegen {
namespace {

using Clock = std::chrono::steady_clock;

// A process of a group of its own, or 0.
pid_t spawn(const std::vector<std::string>& words, const std::filesystem::path& output) {
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&files, 1, 2);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    pid_t process = 0;
    const int wrong = posix_spawnp(&process, arguments[0], &files, &attributes, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    return wrong == 0 ? process : 0;
}

}  // namespace

CommandEnd run_program(const std::vector<std::string>& words, const std::filesystem::path& output,
                       std::chrono::milliseconds limit) {
    CommandEnd end;
    if (words.empty()) return end;
    const pid_t process = spawn(words, output);
    if (process == 0) return end;
    end.started = true;
    const auto last = Clock::now() + limit;
    int status = 0;
    for (auto pause = std::chrono::microseconds(200);;
         pause = std::min<std::chrono::microseconds>(2 * pause, std::chrono::milliseconds(10))) {
        const pid_t ended = waitpid(process, &status, WNOHANG);
        if (ended == process) break;
        if (ended < 0 && errno != EINTR) return end;
        if (!end.timed_out && Clock::now() >= last) {
            end.timed_out = true;
            kill(-process, SIGKILL);
        }
        std::this_thread::sleep_for(pause);
    }
    if (WIFEXITED(status)) end.status = WEXITSTATUS(status);
    end.started = end.status != 127;
    return end;
}

}  // namespace musimd::codegen
