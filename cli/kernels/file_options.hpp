#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/command/options.hpp"

namespace musimd::cli {

/// The options that a file states for itself in lines `// musimd: --grid 2 --arg n=100`, without those that
/// the command line gives. `names`: the options that a file may state. Throws InputError for any other.
Arguments options_of_file(const Options& options, const std::string& file, const std::string& text,
                          const std::vector<std::string_view>& names);

}  // namespace musimd::cli
