#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "isa/syntax.hpp"

namespace musimd {

/// A syntax error in a line: where it is, and what was expected.
struct SyntaxError {
    std::size_t offset = 0;  ///< bytes from the beginning of the line
    std::string message;
};

/// Reads one line of assembly; `number` is the line's number. The line's pieces point into `text`.
std::optional<SyntaxError> parse_line(std::string_view text, std::uint32_t number, syntax::Line& line);

/// Reads the tokens of a directive (after its dot), as parse_line does: for `%!` lines of a Prolog list.
std::optional<SyntaxError> parse_directive(std::string_view line, std::size_t offset,
                                           syntax::Directive& directive);

/// Reads tokens only, from `offset` to the end of the line: for lines `A: c c c …` of a memory file.
std::optional<SyntaxError> parse_tokens(std::string_view line, std::size_t offset,
                                        syntax::Directive& directive);

/// Whether the word is an instruction before operands, as in `v = WORD o`: for user_instruction.hpp.
void set_user_word(std::string_view word, bool is_instruction);

}  // namespace musimd
