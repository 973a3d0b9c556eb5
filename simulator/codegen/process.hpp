#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace musimd::codegen {

/// How a command ended.
struct CommandEnd {
    bool started = false;    ///< there was such a program
    bool timed_out = false;  ///< it was killed at the limit, with what it had started
    int status = -1;         ///< its exit status; −1 if it had none

    bool ok() const { return started && !timed_out && status == 0; }
};

/// Runs a program, found by $PATH, without a shell; what it writes goes to the file. Its input is empty.
CommandEnd run_program(const std::vector<std::string>& words, const std::filesystem::path& output,
                       std::chrono::milliseconds limit);

}  // namespace musimd::codegen
