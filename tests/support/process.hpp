#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace musimd::support {

/// A command to run, and what it may take.
struct Command {
    std::vector<std::string> arguments;  ///< the first is the program's path
    std::string input;                   ///< its standard input
    std::filesystem::path folder;        ///< where it runs; here, if empty
    std::string output_file;  ///< where its standard output goes (`/dev/full`), if it is not caught
    unsigned seconds = 120;   ///< it is killed after this time
    std::optional<std::uint64_t> bytes;  ///< its address space (RLIMIT_AS); see limits_memory()
};

/// How a command ended.
struct Finished {
    std::optional<int> status;  ///< its exit status; nothing if a signal ended it
    int signal = 0;             ///< the signal that ended it; SIGALRM if it ran out of time
    std::string output;
    std::string errors;
};

/// For messages of tests: how it ended, and the beginning of what it printed.
void PrintTo(const Finished& finished, std::ostream* out);

/// Runs the command and waits for it.
Finished run(const Command& command);

/// `musimd` with these arguments, as it was built with the tests.
Command musimd(std::vector<std::string> arguments);

/// Whether Command::bytes has an effect: AddressSanitizer needs more address space than any limit.
bool limits_memory();

/// A folder that goes away with its object.
class TemporaryFolder {
  public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }

    /// Writes a file, and the folders that its name names; gives its path.
    std::filesystem::path write(const std::string& name, std::string_view text) const;

  private:
    std::filesystem::path path_;
};

/// All of a file.
std::string read_file(const std::filesystem::path& file);

}  // namespace musimd::support
