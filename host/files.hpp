#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace musimd::host {

/// The bytes of a file; empty if it cannot be read.
std::string read_file(const std::filesystem::path& path);

/// Replaces the file. False if not all of the text was written.
bool write_file(const std::filesystem::path& path, std::string_view text);

/// A new folder, which the destructor removes with all that is in it.
class TemporaryFolder {
  public:
    /// Throws std::system_error if it cannot be created.
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }

    /// Leaves the folder to the caller, who gets its path.
    std::filesystem::path release();

  private:
    std::filesystem::path path_;  ///< empty after release()
};

/// The text quoted for a shell.
std::string quoted(const std::string& text);

/// The word of a command line: quoted only if a shell needs that.
std::string shell_word(const std::string& word);

}  // namespace musimd::host
