#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/process.hpp"

namespace musimd::golden {

/// Whether the tests accept the new output, instead of comparing.
inline bool updates() {
    return std::getenv("MUSIMD_UPDATE_GOLDEN") != nullptr;
}

/// Runs a script of docs/pictures with the program and these words, in the folder of the sources.
inline support::Finished run_script(const std::string& script, std::vector<std::string> words) {
    const std::filesystem::path sources = MUSIMD_SOURCE_DIR;
    support::Command command = support::musimd(std::move(words));
    command.arguments.insert(command.arguments.begin(), {"/usr/bin/env", "python3", "-B",
                                                         (sources / "docs/pictures" / script).string()});
    command.folder = sources;
    return support::run(command);
}

}  // namespace musimd::golden
