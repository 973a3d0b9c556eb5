#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "cli/options.hpp"
#include "differential/backends/backend.hpp"

namespace musimd::cli {

/// What `--backends` asks for: a list of names, or `none`; where nothing is asked for, all that are
/// available, with these compilers. Those that are not available are skipped; standard error reports the
/// reason. Throws UsageError at an unknown name and at one that is repeated, and InputError if all
/// that are named are skipped.
std::vector<std::unique_ptr<differential::Backend>> pick_backends(const Options& options,
                                                                  std::string_view command,
                                                                  differential::Compilers compilers);

}  // namespace musimd::cli
