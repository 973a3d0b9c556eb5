#include "simulator/time_limit.hpp"

#include <fmt/format.h>

#include <charconv>

#include "host/environment.hpp"
#include "isa/diagnostic.hpp"

namespace musimd {

tl::expected<std::chrono::seconds, std::string> time_limit(const char* variable, std::chrono::seconds usual) {
    constexpr int kMax = 86'400;
    const auto text = host::environment_if_set(variable);
    if (!text) return usual;
    int seconds = 0;
    const char* const last = text->data() + text->size();
    const auto [end, wrong] = std::from_chars(text->data(), last, seconds);
    if (wrong != std::errc() || end != last || seconds < 1 || seconds > kMax) {
        return tl::unexpected(fmt::format("invalid value '{}' for {}: expected seconds, 1 to {}\n",
                                          shown(*text), variable, kMax));
    }
    return std::chrono::seconds(seconds);
}

}  // namespace musimd
