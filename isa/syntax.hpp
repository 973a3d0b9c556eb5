#pragma once

#include <cstdint>
#include <list>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "isa/instruction.hpp"

/// A text as its lines say it, before names and numbers are looked up. Every string_view points into the text
/// (or into File::made, for what the Prolog reader names), so a piece's place is the place of its bytes.
namespace musimd::syntax {

/// An operand: a name or an integer, with its sign if one is written.
struct Operand {
    char sign = 0;           ///< '+', '-' or 0
    std::string_view word;   ///< letters and digits
    std::string_view whole;  ///< from the sign to the end
};

/// An instruction with its operands as written. What its format does not use is empty.
struct Statement {
    Opcode opcode = Opcode::stop;
    Operation operation = Operation::add;                  ///< of bp
    TypedOperation typed_operation = TypedOperation::add;  ///< of typed
    Type type = Type::i8;                                  ///< T of typed
    Type from = Type::i8;                                  ///< S of cvt.T.S
    std::string_view type_text;                            ///< where T stands
    std::string_view from_text;                            ///< where S stands
    std::string_view first;                                ///< the first token: where the instruction stands
    std::string_view destination;
    Operand operands[3];
    std::string_view target;
};

/// A directive: its name without the dot, and the tokens behind it.
struct Directive {
    std::string_view name;
    std::vector<std::string_view> tokens;
};

/// One line of the text.
struct Line {
    std::uint32_t number = 0;  ///< from 1
    std::string_view text;     ///< all of it
    std::vector<std::string_view> labels;
    std::variant<std::monostate, Statement, Directive> what;
    std::string_view comment;  ///< from its `;` (or `%`) to the end of the line
};

/// A text, read. Lines that have errors are left out.
struct File {
    std::vector<Line> lines;
    std::list<std::string> made;  ///< names that no text holds: `v0`, `L12`
};

// Lines point into `made`: where a File is moved its strings must stay, and a vector must not copy it
// instead.
static_assert(std::is_nothrow_move_constructible_v<File>);

}  // namespace musimd::syntax
