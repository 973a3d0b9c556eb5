#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "views/lanes/lane_states.hpp"

// Lanes as characters: `#` runs, `+` runs in an everywhere block and is dormant outside, a letter waits in Π,
// `x` has exited, `!` has trapped.

namespace musimd::views {

/// The small letter of a branch.
using LetterOf = std::function<char(Label branch)>;

/// The character of a lane; the capital letter of a branch is that of its `sync`.
char character_of(const Lane& lane, const LetterOf& letter_of);

/// The lanes, several per character if that is more than 1; `~` stands for lanes that differ.
std::string strip_of(const std::vector<Lane>& lanes, std::size_t lanes_per_character,
                     const LetterOf& letter_of);

/// The strip in the colours of a terminal.
std::string coloured_strip(std::string_view strip);

}  // namespace musimd::views
