#pragma once

#include <string>

namespace musimd::host {

/// The value of an environment variable; empty if it is not set.
std::string environment(const char* name);

}  // namespace musimd::host
