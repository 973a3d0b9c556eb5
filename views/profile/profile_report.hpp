#pragma once

#include <cstddef>
#include <string>

#include "views/profile/profile.hpp"

namespace musimd::views {

/// How a profile is printed in a terminal.
struct ProfileLayout {
    std::size_t width = 80;   ///< columns
    bool has_colour = false;  ///< escape sequences of a terminal
};

/// The source with the counts of each line before it: what the columns mean, the lines, the sums.
std::string profile_text(const Profile& profile, const ProfileLayout& layout);

}  // namespace musimd::views
