#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command/options.hpp"
#include "views/profile/profile.hpp"

// Profiles as `musimd profile` and the commands that run kernels write them.

namespace musimd::cli {

enum class ProfileFormat : std::uint8_t { text, html, callgrind, folded, json };

/// Their names, in the order of ProfileFormat.
inline const std::vector<std::string_view> kProfileFormats = {"text", "html", "callgrind", "folded", "json"};

/// The format that the option names; otherwise the one that is usual for the file's name, and text without a
/// file. Throws UsageError if the name has none.
ProfileFormat profile_format(const Options& options, const std::string& option,
                             const std::optional<std::string>& file);

/// The lines of a text, which have numbers from lines_before + 1.
views::ProfileSource profile_source(const std::string& file, std::uint32_t lines_before,
                                    const std::string& text);

/// Prints the profile; in colour if the stream is standard output and that is a terminal. `title`: what was
/// profiled.
void print_profile(const views::Profile& profile, ProfileFormat format, const std::string& title,
                   std::ostream& stream);

/// Writes it to the file; throws InputError if that fails.
void write_profile(const views::Profile& profile, ProfileFormat format, const std::string& title,
                   const std::string& file);

}  // namespace musimd::cli
