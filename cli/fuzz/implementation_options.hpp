#pragma once

#include <optional>

#include "cli/command/options.hpp"
#include "engines/foreign/implementation.hpp"

namespace musimd::cli {

/// The implementation by others that --impl or --impl-server names; nothing without them.
std::optional<foreign::ImplementationSetting> read_implementation_options(const Options& options,
                                                                          std::int64_t seconds);

}  // namespace musimd::cli
