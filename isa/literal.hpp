#pragma once

#include <optional>
#include <string_view>

#include "isa/word.hpp"

namespace musimd {

/// An integer as written, decimal or 0x…; nullopt if the text is not one. Integers of 2^64 or more are
/// returned as 2^64, which fits no word.
std::optional<Integer> parse_integer(std::string_view digits);

/// The same with an optional sign: for the command line.
std::optional<Integer> parse_signed_integer(std::string_view text);

/// A name: letters, digits and `_`, not beginning with a digit.
bool is_identifier(std::string_view text);

}  // namespace musimd
