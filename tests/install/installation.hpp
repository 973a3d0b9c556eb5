#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/process.hpp"

namespace musimd {

/// What `cmake --install` makes of this build, in a folder that goes away with the object.
class Installation {
  public:
    Installation();

    std::filesystem::path operator/(const char* file) const { return prefix_.path() / file; }

    /// Configures a project that may find the installation, to be compiled as this build was.
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
