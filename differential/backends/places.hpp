#pragma once

#include <filesystem>
#include <string>

// Where what backends need is found, and where what they make is put.

namespace musimd::differential {

/// The folder in which `dsl/spmd/scalar.hpp` is: that of an installation (beside the program's, or the one it
/// was built for), else the project's sources. Empty if there is none any more.
std::filesystem::path header_folder();

/// A folder of this user's for what is made once and used again (precompiled headers): musimd in
/// $XDG_CACHE_HOME, else one in the temporary folder. It is there.
std::filesystem::path cache_folder();

/// A new folder, which is gone with the value.
class TemporaryFolder {
  public:
    explicit TemporaryFolder(const std::filesystem::path& parent = std::filesystem::temp_directory_path());
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

/// The text in quotes for a shell.
std::string quoted(const std::string& text);

}  // namespace musimd::differential
