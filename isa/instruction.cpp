#include "isa/instruction.hpp"

#include <algorithm>

namespace musimd {
namespace {

// Names that are C++ keywords end in an underscore, as `and_`.
constexpr std::string_view without_underscore(std::string_view name) {
    if (name.ends_with('_')) name.remove_suffix(1);
    return name;
}

constexpr InstructionInfo kInstructions[] = {
#define MUSIMD_INSTRUCTION(opcode, family, syntax, memory, visibility, rules, meaning)                  \
    {Opcode::opcode,    without_underscore(#opcode), Family::family, format_of(syntax, Family::family), \
     MemoryUse::memory, Visibility::visibility,      rules,          meaning},
#include "isa/instructions.def"
};

constexpr OperationInfo kOperations[] = {
#define MUSIMD_OPERATION(name, spelling, functor, group, failure, meaning) \
    {Operation::name,       without_underscore(#name), spelling, functor,  \
     OperationGroup::group, FailureMode::failure,      meaning},
#include "isa/operations.def"
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
        if (!mnemonic.empty() && row.format.mnemonic == mnemonic) return row.opcode;
    }
    return std::nullopt;
}

std::optional<Operation> operation_of_spelling(std::string_view spelling) {
    for (const auto& row : kOperations) {
        if (row.spelling == spelling) return row.operation;
    }
    return std::nullopt;
}

FetchOperation fetch_operation_of(Variant variant) {
    switch (variant) {
        case Variant::min:
            return FetchOperation::min;
        case Variant::max:
            return FetchOperation::max;
        case Variant::and_:
            return FetchOperation::and_;
        case Variant::or_:
            return FetchOperation::or_;
        case Variant::xor_:
            return FetchOperation::xor_;
        case Variant::add:
        case Variant::none:
        case Variant::count:
        case Variant::idx:
        case Variant::up:
        case Variant::down:
        case Variant::ballot:
        case Variant::any:
        case Variant::all:
            break;
    }
    return FetchOperation::add;
}

bool is_reserved_word(std::string_view word) {
    constexpr std::string_view kWords[] = {
        "bz",        "bnz",  "branch_mask", "jump",   "sync",   "stop",   "everywhere", "end_everywhere",
        "barrier",   "shfl", "atomic_inc",  "ballot", "min",    "max",    "tid",        "wid",
        "warp_size", "_",    "inff16",      "inff32", "inff64", "nanf16", "nanf32",     "nanf64"};
    return std::ranges::find(kWords, word) != std::end(kWords);
}

}  // namespace musimd
