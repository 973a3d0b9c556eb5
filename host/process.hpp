#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace musimd::host {

/// The first kKeptOutput bytes of a command's output are kept. A command that writes more than kMaxOutput,
/// or a file larger than kMaxFileBytes, is killed.
inline constexpr std::size_t kKeptOutput = std::size_t{1} << 18;
inline constexpr std::size_t kMaxOutput = std::size_t{1} << 24;
inline constexpr std::size_t kMaxFileBytes = std::size_t{1} << 28;

/// How a command ended.
struct CommandEnd {
    bool started = false;    ///< false if the program was not found
    bool timed_out = false;  ///< it was killed at the limit, with the processes it had started
    bool flooded = false;    ///< it was killed for writing more than kMaxOutput
    bool cancelled = false;  ///< it was killed because CommandLimits::cancelled
    int signal = 0;          ///< the signal that killed it; 0 if none
    int status = -1;         ///< its exit status; −1 if none
    std::string output;      ///< the start of its standard output and standard error

    bool ok() const { return started && !timed_out && !flooded && !cancelled && status == 0; }
};

/// What a command may take.
struct CommandLimits {
    std::chrono::milliseconds time = std::chrono::seconds(60);
    std::size_t kept = kKeptOutput;        ///< bytes of output that are kept
    bool keeps_errors = true;              ///< keep standard error too; else it is discarded
    std::string temporary = {};            ///< the folder of its temporary files, if not the usual one
    std::function<bool()> cancelled = {};  ///< asked every few milliseconds; when true, the command is killed
};

/// Runs a program, found in $PATH, without a shell and with empty input.
CommandEnd run_program(const std::vector<std::string>& words, const CommandLimits& limits);
CommandEnd run_program(const std::vector<std::string>& words, std::chrono::milliseconds limit);

/// The shell command with the file's name, quoted, in place of each `{}`.
std::string with_file(std::string command, const std::string& file);

/// The shell command, each of whose processes may have this many bytes of address space; 0: no limit.
std::string with_memory_limit(const std::string& command, std::uint64_t bytes);

}  // namespace musimd::host
