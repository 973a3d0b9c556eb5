#pragma once

#include <filesystem>
#include <string>
#include <vector>

// Where what backends need is found, and where what they make is put.

namespace musimd::differential {

/// The folder in which `dsl/spmd/scalar.hpp` is: that of an installation (beside the program's, or the one it
/// was built for), else the project's sources. Empty if there is none any more.
std::filesystem::path header_folder();

/// The headers in it of which those that define the DSL are made, sorted.
std::vector<std::filesystem::path> dsl_headers();

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
