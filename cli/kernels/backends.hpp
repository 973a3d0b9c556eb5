#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "cli/command/options.hpp"
#include "kernels/compiled/backend.hpp"

namespace musimd::cli {

/// The backends that `--backends` selects: a list of names, or `none`; by default all that are available with
/// these compilers. Unavailable backends are skipped, and the reason is printed on standard error. Throws
/// UsageError for an unknown or repeated name, and InputError if all named backends are skipped.
std::vector<std::unique_ptr<kernels::Backend>> pick_backends(const Options& options, std::string_view command,
                                                             kernels::Compilers compilers);

}  // namespace musimd::cli
