#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/process.hpp"

namespace musimd {

/// The installation of this build by `cmake --install`, in a folder that is removed with the object.
class Installation {
  public:
    Installation();

    std::filesystem::path operator/(const char* file) const { return prefix_.path() / file; }

    /// Configures a project that can find the installation, with the compiler options of this build.
    support::Finished configure(const std::filesystem::path& project,
                                const std::filesystem::path& build) const;

  private:
    support::TemporaryFolder prefix_;
};

/// Runs `cmake` with these arguments.
support::Finished cmake(std::vector<std::string> arguments);

/// Builds everything of a configured project.
support::Finished build(const std::filesystem::path& folder);

/// Runs a program with these arguments.
support::Finished run(const std::filesystem::path& program, std::vector<std::string> arguments = {});

}  // namespace musimd
