#pragma once

#include <functional>
#include <string>

#include "cli/command/options.hpp"

namespace musimd::cli {

/// The options that a file states for itself in lines `// musimd: --grid 2 --arg n=100`, without those that
/// `given`, the command line, has, and without those of launches that the command does not have. Throws
/// InputError for any other.
Arguments options_of_file(const Options& given, const std::string& file, const std::string& text);

/// `given` and the options of its operands that are readable files. `declare`: the command's.
Options with_options_of_files(Options (*declare)(), const Options& given, const Arguments& arguments);

}  // namespace musimd::cli
