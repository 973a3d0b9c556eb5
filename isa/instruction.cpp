#include "isa/instruction.hpp"

#include <algorithm>

namespace musimd {
namespace {

// Of names that are words of C++, `and_`.
constexpr std::string_view without_underscore(std::string_view name) {
    if (name.ends_with('_')) name.remove_suffix(1);
    return name;
}

constexpr InstructionInfo kInstructions[] = {
#define MUSIMD_INSTRUCTION(opcode, mnemonic, format, family, rules, meaning) \
    {Opcode::opcode, without_underscore(#opcode), mnemonic, Format::format, Family::family, rules, meaning},
#include "isa/instructions.def"
#undef MUSIMD_INSTRUCTION
};

constexpr OperationInfo kOperations[] = {
#define MUSIMD_OPERATION(name, spelling, functor, meaning) \
    {Operation::name, without_underscore(#name), spelling, functor, meaning},
#include "isa/operations.def"
#undef MUSIMD_OPERATION
};

constexpr bool rows_stand_in_order() {
    for (std::size_t i = 0; i < std::size(kInstructions); ++i) {
        if (static_cast<std::size_t>(kInstructions[i].opcode) != i) return false;
        if (kInstructions[i].rules.empty() || kInstructions[i].meaning.empty()) return false;
    }
    for (std::size_t i = 0; i < std::size(kOperations); ++i) {
        if (static_cast<std::size_t>(kOperations[i].operation) != i) return false;
    }
    return true;
}
static_assert(rows_stand_in_order());

}  // namespace

std::span<const InstructionInfo> instruction_table() {
    return kInstructions;
}
std::span<const OperationInfo> operation_table() {
    return kOperations;
}
const InstructionInfo& info(Opcode opcode) {
    return kInstructions[static_cast<std::size_t>(opcode)];
}
const OperationInfo& info(Operation operation) {
    return kOperations[static_cast<std::size_t>(operation)];
}

std::optional<Opcode> opcode_of_mnemonic(std::string_view mnemonic) {
    for (const auto& row : kInstructions) {
        if (!mnemonic.empty() && row.mnemonic == mnemonic) return row.opcode;
    }
    return std::nullopt;
}

std::optional<Operation> operation_of_spelling(std::string_view spelling) {
    for (const auto& row : kOperations) {
        if (row.spelling == spelling) return row.operation;
    }
    return std::nullopt;
}

std::string_view syntax_of(Format format, std::string_view mnemonic) {
    switch (format) {
        case Format::none:
            return mnemonic;
        case Format::branch:
            return mnemonic == "bz" ? "bz v, l" : "bnz v, l";
        case Format::mask_branch:
            return "branch_mask o, l";
        case Format::jump:
            return "jump l";
        case Format::store:
            return "[a] = o";
        case Format::load:
            return "v = [a]";
        case Format::atomic:
            return "v = atomic_inc [a]";
        case Format::copy:
            return "v = o";
        case Format::binary:
            return "v = o1 op o2";
        case Format::shuffle:
            return "shfl v, o";
        case Format::vote:
            return "v = ballot o";
        case Format::typed:
            return "v = op.T o…";
    }
    return {};
}

std::size_t operand_count(const Instruction& instruction) {
    const Format format = info(instruction.opcode).format;
    return format == Format::typed ? info(instruction.typed_operation).operands : parts_of(format).operands;
}

bool is_reserved_word(std::string_view word) {
    constexpr std::string_view kOthers[] = {"tid",    "wid",    "warp_size", "_",      "inff16",
                                            "inff32", "inff64", "nanf16",    "nanf32", "nanf64"};
    if (opcode_of_mnemonic(word) || std::ranges::find(kOthers, word) != std::end(kOthers)) return true;
    const auto operation = operation_of_spelling(word);
    return operation && info(*operation).is_word();
}

}  // namespace musimd
