#include "tests/install/installation.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace musimd {

using support::Finished;

Finished run(const std::filesystem::path& program, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), program.string());
    support::Command command;
    command.arguments = std::move(arguments);
    return support::run(command);
}

Finished cmake(std::vector<std::string> arguments) {
    return run(MUSIMD_CMAKE, std::move(arguments));
}

Finished build(const std::filesystem::path& folder) {
    return cmake({"--build", folder.string()});
}

Installation::Installation() {
    const Finished installed = cmake({"--install", MUSIMD_BUILD_DIR, "--prefix", prefix_.path().string()});
    EXPECT_EQ(installed.status, 0) << testing::PrintToString(installed);
}

Finished Installation::configure(const std::filesystem::path& project,
                                 const std::filesystem::path& build) const {
    return cmake({"-C", MUSIMD_BUILD_CACHE, "-S", project.string(), "-B", build.string(), "-G",
                  MUSIMD_GENERATOR, "-Dmusimd_ROOT=" + prefix_.path().string()});
}

}  // namespace musimd
