#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "isa/fetch_operation.hpp"
#include "isa/strength.hpp"
#include "isa/typed_operation.hpp"
#include "isa/word.hpp"

namespace musimd {

enum class Opcode : std::uint8_t {
#define MUSIMD_INSTRUCTION(opcode, ...) opcode,
#include "isa/instructions.def"
};

enum class Operation : std::uint8_t {
#define MUSIMD_OPERATION(name, ...) name,
#include "isa/operations.def"
};

/// The word after the point of an instruction: `any` of `vote.any`.
enum class Variant : std::uint8_t {
#define MUSIMD_VARIANT(name) name,
#include "isa/variants.def"
};

/// Whether an instruction has rules of its own or steps by rule IT.
enum class Family : std::uint8_t { control, data };

/// How an instruction uses Σ.
enum class MemoryUse : std::uint8_t {
    none,
    reads,
    writes,
    updates,  ///< by an atomic, which reads, writes or both; two updates of an address never race
    copies,   ///< reads its second operand's address and writes its first's
};

/// Whether other warps can observe that an instruction was executed.
enum class Visibility : std::uint8_t { local, observable };

/// A piece of the syntax of an instruction: a hole for one of its parts, or text that stands for itself.
struct SyntaxPiece {
    enum class Kind : std::uint8_t { text, mnemonic, operation, destination, operand, target, width };
    Kind kind;
    std::string_view text;
};

/// Takes the first piece of the rest of a syntax, which must not be empty.
constexpr SyntaxPiece take_piece(std::string_view& rest, Family family) {
    using Kind = SyntaxPiece::Kind;
    const auto is_word = [](char c) {
        return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == '_' ||
               c == '.';
    };
    std::size_t length = 1;
    while (length < rest.size() && is_word(rest[length]) == is_word(rest[0])) ++length;
    const std::string_view text = rest.substr(0, length);
    rest.remove_prefix(length);
    if (!is_word(text[0])) return {Kind::text, text};
    if (text == "v")
        return {family == Family::data || rest.starts_with(" =") ? Kind::destination : Kind::operand, text};
    if (text == "l") return {Kind::target, text};
    if (text == "op" || text == "op.T" || text == "fetch_op" || text == "fetch_op.T")
        return {Kind::operation, text};
    if (text == "width") return {Kind::width, text};
    for (const std::string_view hole : {".variant", ".ORDER.SCOPE"})
        if (const std::size_t point = text.find(hole); point != std::string_view::npos)
            return {Kind::mnemonic, text.substr(0, point)};
    const bool is_operand = text == "a" || text == "o" || text == "o1" || text == "o2" || text == "o3" ||
                            text == "m" || text == "x";
    return {is_operand ? Kind::operand : Kind::mnemonic, text};
}

/// How an instruction is written, and which parts it has.
struct Format {
    std::string_view syntax;    ///< `v = atomic_inc [a]`; v, o, a and l are its parts
    std::string_view mnemonic;  ///< its word; empty where it has none
    std::size_t operands;       ///< how many of Instruction::operands it uses; of typed and fetch, at most
    bool destination;           ///< whether it has a v that it assigns
    bool target;                ///< whether it has an l
    bool address;               ///< whether its first operand is an address
    bool constants;             ///< whether its operands may be constants
    bool variants = false;      ///< whether its word is followed by one of variants.def
    bool strong = false;        ///< whether its word is followed by an order and a scope
};

constexpr Format format_of(std::string_view syntax, Family family) {
    Format format{syntax, {}, 0, false, false, false, true};
    for (std::string_view rest = syntax; !rest.empty();) {
        const SyntaxPiece piece = take_piece(rest, family);
        switch (piece.kind) {
            case SyntaxPiece::Kind::mnemonic:
                format.mnemonic = piece.text;
                break;
            case SyntaxPiece::Kind::destination:
                format.destination = true;
                break;
            case SyntaxPiece::Kind::operand:
                format.operands += rest.starts_with("…") ? 3 : 1;
                format.address |= piece.text == "a";
                format.constants &= piece.text != "v";
                break;
            case SyntaxPiece::Kind::target:
                format.target = true;
                break;
            case SyntaxPiece::Kind::text:
            case SyntaxPiece::Kind::operation:
            case SyntaxPiece::Kind::width:
                break;
        }
    }
    format.variants = syntax.find(".variant") != std::string_view::npos;
    format.strong = syntax.find(".ORDER.SCOPE") != std::string_view::npos;
    return format;
}

/// A row of the instruction table.
struct InstructionInfo {
    Opcode opcode;
    std::string_view name;  ///< in statistics: `ld`, `bp`, … (see counted_as)
    Family family;
    Format format;
    MemoryUse memory;
    Visibility visibility;
    std::string_view rules;    ///< names of rules, separated by blanks
    std::string_view meaning;  ///< one line of prose
};

/// What the operations of a group have in common.
enum class OperationGroup : std::uint8_t {
    arithmetic,
    bits,
    comparison,  ///< the result is 1 or 0
};

/// A row of the table of binary operations.
struct OperationInfo {
    Operation operation;
    std::string_view name;
    std::string_view spelling;  ///< `+`, `min`
    std::string_view functor;   ///< in a Prolog list; empty if it has none
    OperationGroup group;
    FailureMode failure;
    std::string_view meaning;

    constexpr bool is_word() const {
        return 'a' <= spelling.front() && spelling.front() <= 'z';
    }  ///< written `v = min a, b`
};

constexpr OperationGroup group_of(Operation operation) {
    constexpr OperationGroup kGroups[] = {
#define MUSIMD_OPERATION(name, spelling, functor, group, ...) OperationGroup::group,
#include "isa/operations.def"
    };
    return kGroups[static_cast<std::size_t>(operation)];
}
constexpr bool is_comparison(Operation operation) {
    return group_of(operation) == OperationGroup::comparison;
}
constexpr FailureMode failure_mode_of(Operation operation) {
    constexpr FailureMode kModes[] = {
#define MUSIMD_OPERATION(name, spelling, functor, group, failure, ...) FailureMode::failure,
#include "isa/operations.def"
    };
    return kModes[static_cast<std::size_t>(operation)];
}

std::span<const InstructionInfo> instruction_table();
std::span<const OperationInfo> operation_table();
const InstructionInfo& info(Opcode opcode);
const OperationInfo& info(Operation operation);
std::optional<Opcode> opcode_of_mnemonic(std::string_view mnemonic);
std::optional<Operation> operation_of_spelling(std::string_view spelling);

/// The instruction under whose name `by_instruction` counts a step: with and without a type
/// under the same.
constexpr Opcode counted_as(Opcode opcode) {
    if (opcode == Opcode::typed_fetch) return Opcode::fetch;
    if (opcode == Opcode::typed_reduce) return Opcode::reduce;
    if (opcode == Opcode::block_barrier_of) return Opcode::block_barrier;
    return opcode == Opcode::typed ? Opcode::bp : opcode;
}

/// Whether it is one of the rows MUSIMD_UNARY: a function of one word.
constexpr bool is_unary(Opcode opcode) {
    return false
#define MUSIMD_UNARY(name, ...) || opcode == Opcode::name
#include "isa/instructions.def"
        ;
}

/// Whether it is one of the rows MUSIMD_COLLECTIVE: the threads of a mask, its first operand, do it together.
constexpr bool is_collective(Opcode opcode) {
    return false
#define MUSIMD_COLLECTIVE(name, ...) || opcode == Opcode::name
#include "isa/instructions.def"
        ;
}

/// Whether it is one of `block_barrier` and its forms with a value.
constexpr bool is_block_barrier(Opcode opcode) {
    return opcode == Opcode::block_barrier || opcode == Opcode::block_barrier_of;
}

/// Whether it is an instruction of section 11: of blocks, exits, collectives and fences.
constexpr bool is_of_blocks(Opcode opcode) {
    return false
#define MUSIMD_OF_BLOCKS(name, ...) || opcode == Opcode::name
#include "isa/instructions.def"
        ;
}

/// The words that cannot name a label, variable or constant. The mnemonics of later instructions
/// are not among them, so that every program that could be read still can.
bool is_reserved_word(std::string_view word);

/// A variable's index into Program::variables.
using Variable = std::uint32_t;

/// An instruction's number, from 1; n+1 is the end of the program.
using Label = std::uint32_t;

/// What an instruction reads: a variable, a constant, or a number of the thread.
struct Operand {
    enum class Kind : std::uint8_t {
        constant,
        variable,
        tid,     ///< the lane
        wid,     ///< the number of the warp in the grid
        bid,     ///< the number of the block
        btid,    ///< the number of the thread in its block
        shared,  ///< the address of an object of the block's shared memory
    };

    Kind kind = Kind::constant;
    Variable variable = 0;  ///< for Kind::variable
    Value value = 0;  ///< for Kind::constant, in the program's word; for Kind::shared, the object's offset

    static constexpr Operand constant(Value c) { return {Kind::constant, 0, c}; }
    static constexpr Operand of(Variable v) { return {Kind::variable, v, 0}; }
    static constexpr Operand tid() { return {Kind::tid, 0, 0}; }
    static constexpr Operand wid() { return {Kind::wid, 0, 0}; }
    static constexpr Operand bid() { return {Kind::bid, 0, 0}; }
    static constexpr Operand btid() { return {Kind::btid, 0, 0}; }
    static constexpr Operand shared(Value offset) { return {Kind::shared, 0, offset}; }

    friend constexpr bool operator==(const Operand&, const Operand&) = default;
};

/// One instruction of a program. Members that its format does not use are zero.
struct Instruction {
    Opcode opcode = Opcode::stop;
    Operation operation = Operation::add;                  ///< for bp
    TypedOperation typed_operation = TypedOperation::add;  ///< for typed
    FetchOperation fetch_operation = FetchOperation::add;  ///< for fetch and typed_fetch
    Type type = Type::i8;                                  ///< T of typed, typed_fetch and typed_reduce
    Type from = Type::i8;                                  ///< S of typed; only for cvt.T.S
    Variant variant = Variant::none;                       ///< for instructions with variants
    MemoryOrder order = MemoryOrder::relaxed;              ///< for atomics and fences
    Scope scope = Scope::grid;                             ///< likewise
    std::uint32_t width = 0;   ///< for shuffle: the lanes of a segment, a power of two
    Variable destination = 0;  ///< v of those that have one
    /// What it reads, in the order of the text: as many as operand_count.
    std::array<Operand, 3> operands{};
    Label target = 0;          ///< l of bz, bnz, branch_mask and jump
    std::uint32_t line = 0;    ///< source line, from 1; 0 if it has none
    std::uint32_t column = 0;  ///< column of its first token after any label, in code points, from 1

    /// Equality ignores the location in the text.
    friend bool operator==(const Instruction& a, const Instruction& b) {
        return a.opcode == b.opcode && a.operation == b.operation && a.typed_operation == b.typed_operation &&
               a.fetch_operation == b.fetch_operation && a.type == b.type && a.from == b.from &&
               a.variant == b.variant && a.order == b.order && a.scope == b.scope && a.width == b.width &&
               a.destination == b.destination && a.operands == b.operands && a.target == b.target;
    }
};

constexpr bool has_destination(const Format& format) {
    return format.destination;
}
constexpr bool has_target(const Format& format) {
    return format.target;
}

/// How many operands instructions of each opcode have in the text, by opcode.
inline constexpr std::size_t kOperandCounts[] = {
#define MUSIMD_INSTRUCTION(opcode, family, syntax, ...) format_of(syntax, Family::family).operands,
#include "isa/instructions.def"
};

/// How many of its operands the instruction uses.
inline std::size_t operand_count(const Instruction& instruction) {
    const Opcode opcode = instruction.opcode;
    if (opcode == Opcode::typed) return info(instruction.typed_operation).operands;
    if (opcode == Opcode::fetch || opcode == Opcode::typed_fetch)
        return 1 + info(instruction.fetch_operation).operands;
    return kOperandCounts[static_cast<std::size_t>(opcode)];
}

constexpr bool is_fetch(Opcode opcode) {
    return opcode == Opcode::fetch || opcode == Opcode::typed_fetch;
}

constexpr bool is_store(Opcode opcode) {
    return opcode == Opcode::st || opcode == Opcode::strong_store;
}

/// Whether it is one of asynchronous copies, of section 13.4.
constexpr bool is_asynchronous(Opcode opcode) {
    return opcode == Opcode::copy_async || opcode == Opcode::async_commit || opcode == Opcode::async_wait;
}

/// Whether it has an order and a scope, which may be those that need not be written.
constexpr bool has_strength(Opcode opcode) {
    return is_fetch(opcode) || opcode == Opcode::strong_store || opcode == Opcode::fence;
}

/// Whether it only loads, with an order and a scope; of an instruction, or of one as it is written.
template <typename Spelled>
constexpr bool is_atomic_load(const Spelled& i) {
    return is_fetch(i.opcode) && i.fetch_operation == FetchOperation::load;
}

/// Whether it is what PTX's `volatile` is: a load or a store that is relaxed, for all.
constexpr bool is_volatile(const Instruction& i) {
    const bool is_load_or_store = i.opcode == Opcode::strong_store || is_atomic_load(i);
    return is_load_or_store && i.order == MemoryOrder::relaxed && i.scope == Scope::system;
}

/// Whether it needs section 13: an atomic load or store, an order that is not relaxed (of a fence: not
/// acq_rel), or a scope that is not the grid (of a fence: the system).
constexpr bool needs_strength(const Instruction& i) {
    if (i.opcode == Opcode::fence) return i.order != MemoryOrder::acq_rel || i.scope == Scope::system;
    if (is_fetch(i.opcode))
        return is_atomic_load(i) || i.order != MemoryOrder::relaxed || i.scope != Scope::grid;
    return i.opcode == Opcode::strong_store;
}

/// Whether it needs section 13.
constexpr bool orders_accesses(const Instruction& i) {
    return needs_strength(i) || is_asynchronous(i.opcode);
}

/// Whether a thread reads the operand in another lane than its own: the x of a shuffle.
constexpr bool is_read_elsewhere(Opcode opcode, std::size_t operand) {
    return opcode == Opcode::shuffle && operand == 1;
}

/// The operation of a reduction, as that of an atomic.
FetchOperation fetch_operation_of(Variant variant);

}  // namespace musimd
