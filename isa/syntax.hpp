#pragma once

#include <cstdint>
#include <list>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "isa/instruction.hpp"

/// A parsed text before names and numbers are resolved. Every string_view points into the text (or into
/// File::generated_names, for names that the Prolog reader makes up), so its address is its location.
namespace musimd::syntax {

/// An operand: a name or an integer, with its sign if one is written.
struct Operand {
    char sign = 0;           ///< '+', '-' or 0
    std::string_view word;   ///< letters and digits
    std::string_view whole;  ///< from the sign to the end
};

/// An instruction with its operands as written. Members that its format does not use are empty.
struct WrittenInstruction {
    Opcode opcode = Opcode::stop;
    Operation operation = Operation::add;                  ///< for bp
    TypedOperation typed_operation = TypedOperation::add;  ///< for typed
    FetchOperation fetch_operation = FetchOperation::add;  ///< for fetch and typed_fetch
    Type type = Type::i8;                                  ///< T of typed, typed_fetch and typed_reduce
    Type from = Type::i8;                                  ///< S of cvt.T.S
    Variant variant = Variant::none;                       ///< for instructions with variants
    MemoryOrder order = MemoryOrder::relaxed;              ///< for atomics and fences
    Scope scope = Scope::grid;                             ///< likewise
    std::string_view type_text;                            ///< T in the text
    std::string_view from_text;                            ///< S in the text
    std::string_view first;  ///< the first token, for the instruction's location
    std::string_view destination;
    Operand operands[3];
    Operand width;  ///< for shuffle, if it is written
    std::string_view target;
};

/// A directive: its name without the dot, and the tokens after it.
struct Directive {
    std::string_view name;
    std::vector<std::string_view> tokens;
};

/// One line of the text.
struct Line {
    std::uint32_t number = 0;  ///< from 1
    std::string_view text;     ///< all of it
    std::vector<std::string_view> labels;
    std::variant<std::monostate, WrittenInstruction, Directive> what;
    std::string_view comment;  ///< from its `;` (or `%`) to the end of the line
};

/// A parsed text. Lines with errors are left out.
struct File {
    std::vector<Line> lines;
    std::list<std::string> generated_names;  ///< names that are not in the text: `v0`, `L12`
};

// Lines point into `generated_names`: moving a File must not move the strings, and a vector must not copy it.
static_assert(std::is_nothrow_move_constructible_v<File>);

}  // namespace musimd::syntax
