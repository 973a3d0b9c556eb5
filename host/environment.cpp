#include "host/environment.hpp"

#include <cstdlib>

namespace musimd::host {

std::string environment(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? std::string() : std::string(value);
}

}  // namespace musimd::host
