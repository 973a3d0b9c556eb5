#include "views/lanes/strip.hpp"

#include <algorithm>

namespace musimd::views {
namespace {

constexpr char kMixedLanes = '~';

/// Of a character of the strip, on a terminal.
const char* colour_of(char c) {
    if (c == '#') return "\x1b[1;32m";
    if (c == '+') return "\x1b[1;33m";
    if (c == '!') return "\x1b[1;31m";
    if (c == kMixedLanes) return "\x1b[36m";
    if ('A' <= c && c <= 'Z') return "\x1b[34m";
    return "\x1b[2m";
}

}  // namespace

char character_of(const Lane& lane, const LetterOf& letter_of) {
    switch (lane.state) {
        case LaneState::runs:
            return '#';
        case LaneState::woken:
            return '+';
        case LaneState::waits:
            return letter_of(lane.branch);
        case LaneState::at_sync:
            return static_cast<char>(letter_of(lane.branch) - 'a' + 'A');
        case LaneState::absent:
            return '.';
        case LaneState::exited:
            break;
    }
    return 'x';
}

std::string strip_of(const std::vector<Lane>& lanes, std::size_t lanes_per_character,
                     const LetterOf& letter_of) {
    std::string text;
    for (std::size_t t = 0; t < lanes.size(); ++t) {
        const char c = character_of(lanes[t], letter_of);
        if (t % lanes_per_character == 0)
            text += c;
        else if (text.back() != c)
            text.back() = kMixedLanes;
    }
    return text;
}

std::string coloured_strip(std::string_view strip) {
    std::string text;
    for (std::size_t i = 0; i < strip.size();) {
        const std::size_t end = std::min(strip.find_first_not_of(strip[i], i), strip.size());
        text += colour_of(strip[i]) + std::string(strip.substr(i, end - i)) + "\x1b[0m";
        i = end;
    }
    return text;
}

}  // namespace musimd::views
