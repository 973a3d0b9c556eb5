#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "isa/word.hpp"

// Long lists of words as short texts.

namespace musimd::cli {

/// How much is printed.
struct Layout {
    std::size_t width = 80;  ///< columns of a line
    bool full = false;       ///< nothing is left out, however long
};

/// A list of words: element i, or null where it is undefined.
struct WordList {
    std::size_t size = 0;
    std::function<const Value*(std::size_t)> at;
};

/// `9`, or `_` for null.
std::string to_string(const Value* word);

/// A short form of the list, if it is regular and fits in `width` columns: `= 7 in all threads`, `= 0, 1, 2,
/// … 31` (equal steps), `= 7 in {0-15}, _ in {16-31}`.
std::optional<std::string> folded_threads(const WordList& words, std::size_t width);

/// Equal steps from the first word to the last: `= 0, 1, 2, … 31`.
std::string progression(Value first, Value second, Value third, Value last);

}  // namespace musimd::cli
