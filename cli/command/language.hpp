#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// Which command runs a file, so that the wrong one can name the right one.

namespace musimd::cli {

/// What a file is written in.
enum class Language : std::uint8_t { unknown, machine, cuda, lockstep, spmd, openmp, c, cpp };

/// By the file's extension and, where that leaves a choice, by its text.
Language language_of(const std::string& file, std::string_view text);

/// Whether the text of C or C++ has what looks like a `main`.
bool seems_to_have_main(std::string_view text);

/// `this is CUDA C++; run 'musimd cuda two.cu'`, if `command` does not read the file's language; nullopt if
/// it does, or if the language is unknown.
std::optional<std::string> why_wrong_command(std::string_view command, const std::string& file,
                                             std::string_view text);

/// Throws InputError with that, if there is a reason.
void refuse_wrong_command(std::string_view command, const std::string& file, std::string_view text);

}  // namespace musimd::cli
