#pragma once

#include <optional>
#include <string>

namespace musimd::host {

/// The value of an environment variable; empty if it is not set.
std::string environment(const char* name);

/// The same where an empty value has a meaning of its own; nullopt if the variable is not set.
std::optional<std::string> environment_if_set(const char* name);

}  // namespace musimd::host
