#include "views/pictures/palette.hpp"

#include <fmt/format.h>

#include <iterator>

namespace musimd::views {
namespace {

// Neighbours differ, also for readers who see red and green alike. Orange is left to everywhere
// blocks, red to traps.
constexpr const char* kBase[] = {"#2f7fe0", "#2da44e", "#8250df", "#c69a10", "#1b9e9e", "#d6408f",
                                 "#8a8f1f", "#3fb1e3", "#a8593f", "#4553c4", "#6cae1c", "#a63fa8"};
static_assert(2 * std::size(kBase) == kColours);

/// The colour on a background: the second half of the numbers is farther from the page.
Colour colour_on(const char* page, std::size_t number) {
    const Colour base = kBase[number % std::size(kBase)];
    if (number < std::size(kBase)) return base;
    return mixed(base, page == kLightPage ? "#000000" : "#ffffff", 0.35);
}

/// The first one is that of steps without an open branch; green, of lanes that run, is the last.
std::size_t hue_of_branch(std::size_t number) {
    return 1 + (number + 1) % (std::size(kBase) - 1);
}

constexpr const char* kAsleepGrey = "#8c959f";

std::string css(const Colour& colour) {
    return fmt::format("fill: {0}; stroke: {0}", colour);
}

}  // namespace

Colour base_colour(std::size_t number) {
    return kBase[number % std::size(kBase)];
}

std::string strong(Svg& svg, std::size_t number) {
    const std::size_t n = number % kColours;
    std::string name = fmt::format("c{}", n);
    svg.style(name, css(colour_on(kLightPage, n)), css(colour_on(kDarkPage, n)));
    return name;
}

std::string no_branch(Svg& svg) {
    return strong(svg, 0);
}

std::string of_branch(Svg& svg, std::size_t number, bool is_second_side) {
    return strong(svg, hue_of_branch(number) + (is_second_side ? std::size(kBase) : 0));
}

std::string asleep(Svg& svg, std::size_t number) {
    const std::size_t n = hue_of_branch(number);
    std::string name = fmt::format("w{}", n);
    const Colour tinged = mixed(kAsleepGrey, kBase[n], 0.3);
    svg.style(name, css(mixed(tinged, kLightPage, 0.6)), css(mixed(tinged, kDarkPage, 0.6)));
    return name;
}

}  // namespace musimd::views
