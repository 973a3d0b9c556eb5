#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "views/profile/profile.hpp"

// Profiles for other programs. See docs/profile.md.

namespace musimd::views {

/// The annotated source as a page that needs no other files and no scripts. `title` is that of the page.
std::string profile_html(const Profile& profile, const std::string& title);

/// For KCachegrind and callgrind_annotate: costs by function and line. `command`: what has run.
std::string profile_callgrind(const Profile& profile, const std::string& command);

/// For tools that draw flame graphs: lines `NAME;FRAME;…;LINE COUNT` of steps. The profile has frames.
std::string profile_folded(const Profile& profile);

/// The member `profile` of a result: see docs/profile.md.
nlohmann::ordered_json profile_json(const Profile& profile);

}  // namespace musimd::views
