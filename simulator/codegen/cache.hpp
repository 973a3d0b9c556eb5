#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

// What was compiled while the program ran, kept in the user's cache.

namespace musimd::codegen {

/// A folder for compiled units, made with mode 0700 where it is not there: musimd in $XDG_CACHE_HOME, else in
/// ~/.cache. Empty where there is none that is this user's and that nobody else may write to: what somebody
/// else can put there is not loaded.
std::filesystem::path unit_cache();

/// A file name, without its end, for what is made of the source in this way: by what compiler, with what
/// flags, for what machine.
std::string unit_name(std::string_view source, std::string_view how);

/// What keep_unit was given for this file; nothing if it is not there, or not whole.
std::optional<std::string> read_unit(const std::filesystem::path& file);

/// Writes the file, with its own hash at its end, under another name, and renames it: whoever looks sees all
/// of it or nothing. That it cannot be kept is no fault.
void keep_unit(const std::string& bytes, const std::filesystem::path& file);

}  // namespace musimd::codegen
