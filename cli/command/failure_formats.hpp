#pragma once

#include <string>
#include <string_view>

#include "cli/command/command.hpp"
#include "cli/command/failure.hpp"

// A command that ends with bad input still writes a complete document in the format that it was asked for.

namespace musimd::cli {

/// The value of --format, or of --json, even if the arguments are invalid otherwise; `text` if the command
/// has no such format.
std::string wanted_format(const Command& command, const Arguments& arguments);

/// The failure as SARIF, JUnit or as compute-sanitizer prints it; empty for other formats. Errors without a
/// file are located at the file that the arguments name.
std::string formatted_failure(const Failure& failure, std::string_view format, std::string_view command,
                              const Arguments& arguments);

}  // namespace musimd::cli
