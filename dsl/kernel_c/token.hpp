#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "dsl/kernel.hpp"
#include "isa/diagnostic.hpp"

namespace musimd::dsl::kernel_c {

struct Token {
    enum class Kind : std::uint8_t { name, integer, floating, character, text, symbol, end };
    Kind kind = Kind::end;
    std::string_view text = {};  ///< as it is written; of strings and characters, with their quotes
    SourcePoint at = {};         ///< of what a macro stands for: where the macro is used
};

/// The tokens of a text of CUDA C++, with `end` as the last. Macros without parameters are replaced, headers
/// of CUDA and C are left out, and other directives are errors. The tokens refer to the text.
std::vector<Token> tokens_of(std::string_view text, Diagnostics& errors);

}  // namespace musimd::dsl::kernel_c
