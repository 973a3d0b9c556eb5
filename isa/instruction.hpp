#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "isa/typed_operation.hpp"
#include "isa/word.hpp"

namespace musimd {

enum class Opcode : std::uint8_t {
#define MUSIMD_INSTRUCTION(opcode, mnemonic, format, family, rules, meaning) opcode,
#include "isa/instructions.def"
#undef MUSIMD_INSTRUCTION
};

enum class Operation : std::uint8_t {
#define MUSIMD_OPERATION(name, spelling, functor, meaning) name,
#include "isa/operations.def"
#undef MUSIMD_OPERATION
};

/// Which operands an instruction has, and how it is written.
enum class Format : std::uint8_t {
    none,         ///< `sync`
    branch,       ///< `bz v, l`
    mask_branch,  ///< `branch_mask o, l`
    jump,         ///< `jump l`
    store,        ///< `[a] = o`
    load,         ///< `v = [a]`
    atomic,       ///< `v = atomic_inc [a]`
    copy,         ///< `v = o`
    binary,       ///< `v = o1 ⊕ o2`
    typed,        ///< `v = op.T o1`, `v = op.T o1, o2`, `v = op.T o1, o2, o3`, `v = cvt.T.S o`
    shuffle,      ///< `shfl v, o`
    vote,         ///< `v = ballot o`
};

/// Whether an instruction has rules of its own or steps by rule IT.
enum class Family : std::uint8_t { control, data };

/// A row of the instruction table.
struct InstructionInfo {
    Opcode opcode;
    std::string_view name;      ///< in statistics: `ld`, `bp`, … (see counted_as)
    std::string_view mnemonic;  ///< the first word in assembly; empty where the form alone names it
    Format format;
    Family family;
    std::string_view rules;    ///< names of rules, separated by blanks
    std::string_view meaning;  ///< one line of prose
};

/// A row of the table of binary operations.
struct OperationInfo {
    Operation operation;
    std::string_view name;
    std::string_view spelling;  ///< `+`, `min`
    std::string_view functor;   ///< in a Prolog list; empty where it has none
    std::string_view meaning;

    constexpr bool is_word() const {
        return 'a' <= spelling.front() && spelling.front() <= 'z';
    }  ///< written `v = min a, b`
};

std::span<const InstructionInfo> instruction_table();
std::span<const OperationInfo> operation_table();
const InstructionInfo& info(Opcode opcode);
const OperationInfo& info(Operation operation);
std::optional<Opcode> opcode_of_mnemonic(std::string_view mnemonic);
std::optional<Operation> operation_of_spelling(std::string_view spelling);

/// The instruction under whose name `by_instruction` counts a step: typed operations are counted as bp.
constexpr Opcode counted_as(Opcode opcode) {
    return opcode == Opcode::typed ? Opcode::bp : opcode;
}

/// How the instruction is written, with v, o, a, l for its operands: `v = atomic_inc [a]`.
std::string_view syntax_of(Format format, std::string_view mnemonic);

/// The words that no label, variable or constant may have as its name.
bool is_reserved_word(std::string_view word);

/// A variable's index into Program::variables.
using Variable = std::uint32_t;

/// An instruction's number, from 1; n+1 is the place behind the last.
using Label = std::uint32_t;

/// What an instruction reads: a variable, the thread id, the warp id or a constant.
struct Operand {
    enum class Kind : std::uint8_t { constant, variable, tid, wid };

    Kind kind = Kind::constant;
    Variable variable = 0;  ///< of Kind::variable
    Value value = 0;        ///< of Kind::constant, in the program's word

    static constexpr Operand constant(Value c) { return {Kind::constant, 0, c}; }
    static constexpr Operand of(Variable v) { return {Kind::variable, v, 0}; }
    static constexpr Operand tid() { return {Kind::tid, 0, 0}; }
    static constexpr Operand wid() { return {Kind::wid, 0, 0}; }

    friend constexpr bool operator==(const Operand&, const Operand&) = default;
};

/// One instruction of a program. What its opcode's format does not use is zero.
struct Instruction {
    Opcode opcode = Opcode::stop;
    Operation operation = Operation::add;                  ///< of bp
    TypedOperation typed_operation = TypedOperation::add;  ///< of typed
    Type type = Type::i8;                                  ///< T of typed
    Type from = Type::i8;                                  ///< S of typed, of cvt.T.S alone
    Variable destination = 0;  ///< v of ld, atomic_inc, copy, bp, typed, shfl, ballot
    /// What it reads, in the order of the text: [v] of bz and bnz; [o] of branch_mask, copy, shfl and ballot;
    /// [a, o] of st; [a] of ld and atomic_inc; [o1, o2] of bp; [o1], [o1, o2] or [o1, o2, o3] of typed.
    std::array<Operand, 3> operands{};
    Label target = 0;          ///< l of bz, bnz, branch_mask and jump
    std::uint32_t line = 0;    ///< where its text stands, from 1; 0 where it has none
    std::uint32_t column = 0;  ///< of its first token after any label, in code points, from 1

    /// The same instruction, wherever its text stands.
    friend bool operator==(const Instruction& a, const Instruction& b) {
        return a.opcode == b.opcode && a.operation == b.operation && a.typed_operation == b.typed_operation &&
               a.type == b.type && a.from == b.from && a.destination == b.destination &&
               a.operands == b.operands && a.target == b.target;
    }
};

/// What an instruction of a format is made of.
struct FormatParts {
    std::size_t operands;  ///< how many of Instruction::operands it uses; of typed, at most
    bool destination;      ///< whether it has a v that it assigns
    bool target;           ///< whether it has an l
};

constexpr FormatParts parts_of(Format format) {
    switch (format) {
        case Format::none:
            return {0, false, false};
        case Format::branch:
        case Format::mask_branch:
            return {1, false, true};
        case Format::jump:
            return {0, false, true};
        case Format::store:
            return {2, false, false};
        case Format::load:
        case Format::atomic:
        case Format::copy:
        case Format::shuffle:
        case Format::vote:
            return {1, true, false};
        case Format::binary:
            return {2, true, false};
        case Format::typed:
            return {3, true, false};
    }
    return {};
}

constexpr bool has_destination(Format format) {
    return parts_of(format).destination;
}
constexpr bool has_target(Format format) {
    return parts_of(format).target;
}

/// How many of its operands the instruction uses.
std::size_t operand_count(const Instruction& instruction);

}  // namespace musimd
