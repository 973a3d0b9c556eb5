#include "host/environment.hpp"

#include <cstdlib>

namespace musimd::host {

std::string environment(const char* name) {
    return environment_if_set(name).value_or("");
}

std::optional<std::string> environment_if_set(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

}  // namespace musimd::host
