#include "simulator/time_limit.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <string_view>

#include "isa/diagnostic.hpp"

namespace musimd {

tl::expected<std::chrono::seconds, std::string> time_limit(const char* variable, std::chrono::seconds usual) {
    constexpr int kMax = 86'400;
    const char* const given = std::getenv(variable);
    if (given == nullptr) return usual;
    const std::string_view text(given);
    int seconds = 0;
    const auto [end, wrong] = std::from_chars(text.begin(), text.end(), seconds);
    if (wrong != std::errc() || end != text.end() || seconds < 1 || seconds > kMax) {
        return tl::unexpected(fmt::format("invalid value '{}' for {}: expected seconds, 1 to {}\n",
                                          shown(text), variable, kMax));
    }
    return std::chrono::seconds(seconds);
}

}  // namespace musimd
