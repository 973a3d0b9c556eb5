#pragma once

#include "cli/command/command.hpp"

namespace musimd::cli {

/// `musimd test --impl …`: runs the programs that have `.expect` lines on another implementation, and
/// compares each result with musimd's.
int test_of_implementation(const Arguments& arguments);

}  // namespace musimd::cli
