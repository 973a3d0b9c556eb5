#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace musimd::support {

/// A command to run, and its limits.
struct Command {
    std::vector<std::string> arguments;  ///< the first is the program's path
    std::string input;                   ///< its standard input
    std::filesystem::path folder;        ///< working directory; the current one if empty
    std::string output_file;             ///< file for its standard output (`/dev/full`), if not captured
    unsigned seconds = 900;  ///< it is killed after this time, which a busy machine must not reach
    std::optional<std::uint64_t> bytes;   ///< its address space (RLIMIT_AS); see limits_memory()
    int signal = 0;                       ///< is sent to it once `is_ready` returns true
    std::function<bool(pid_t)> is_ready;  ///< asked every few milliseconds; see signal_after()
};

/// How a command ended.
struct Finished {
    std::optional<int> status;  ///< its exit status; nullopt if a signal ended it
    int signal = 0;             ///< the signal that ended it; SIGALRM if it ran out of time
    std::string output;
    std::string errors;
};

/// For test messages: how it ended, and the beginning of its output.
void PrintTo(const Finished& finished, std::ostream* out);

/// Runs the command and waits for it.
Finished run(const Command& command);

/// Sends the signal once the command catches it, and it and its children have had this much processor time
/// since. That does not depend on what else the machine does.
void signal_after(Command& command, int signal, std::chrono::milliseconds processor_time);

/// The `musimd` of this build with these arguments.
Command musimd(std::vector<std::string> arguments);

/// Whether Command::bytes has an effect: AddressSanitizer needs more address space than any limit.
bool limits_memory();

/// A folder that is removed with its object.
class TemporaryFolder {
  public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }

    /// Writes a file, creating the folders of its path; returns its path.
    std::filesystem::path write(const std::string& name, std::string_view text) const;

  private:
    std::filesystem::path path_;
};

/// The contents of a file.
std::string read_file(const std::filesystem::path& file);

}  // namespace musimd::support
