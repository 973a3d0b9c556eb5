#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace musimd::codegen {

/// A command's first kKeptOutput bytes are kept. One that writes more than kMostOutput, or a file of more
/// than kMostFileBytes, is killed.
inline constexpr std::size_t kKeptOutput = std::size_t{1} << 18;
inline constexpr std::size_t kMostOutput = std::size_t{1} << 24;
inline constexpr std::size_t kMostFileBytes = std::size_t{1} << 28;

/// How a command ended.
struct CommandEnd {
    bool started = false;    ///< the program exists
    bool timed_out = false;  ///< it was killed at the limit, with what it had started
    bool flooded = false;    ///< it was killed since it wrote more than kMostOutput
    int signal = 0;          ///< the signal that ended it; 0 if none did
    int status = -1;         ///< its exit status; −1 if it had none
    std::string output;      ///< the beginning of its standard output and standard error

    bool ok() const { return started && !timed_out && !flooded && status == 0; }
};

/// Runs a program, found by $PATH, without a shell. Its input is empty.
CommandEnd run_program(const std::vector<std::string>& words, std::chrono::milliseconds limit);

}  // namespace musimd::codegen
