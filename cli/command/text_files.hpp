#pragma once

#include <string>
#include <string_view>

namespace musimd::cli {

/// The bytes of a file, or of standard input for `-`. Throws InputError if it cannot be read or is larger
/// than 64 MiB.
std::string read_text(const std::string& file);

/// Writes a file; throws InputError if that fails.
void write_text(const std::string& file, std::string_view text);

}  // namespace musimd::cli
