#pragma once

#include <string>
#include <vector>

#include "cli/command/options.hpp"

namespace musimd::cli {

/// The program files under the paths of `musimd test`. Throws InputError if a path does not exist.
std::vector<std::string> test_files(const Options& options);

}  // namespace musimd::cli
