#pragma once

#include <optional>

#include "cli/options.hpp"
#include "differential/foreign/implementation.hpp"

namespace musimd::cli {

/// Declare and read the options that name an implementation by others: --impl, --impl-server, --impl-format,
/// --impl-memory. Nothing without them.
void declare_implementation_options(Options& options);
std::optional<differential::ImplementationSetting> read_implementation_options(const Options& options,
                                                                               std::int64_t seconds);

}  // namespace musimd::cli
