#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "isa/program.hpp"

// Data instructions that a user of the libraries defines: `v = NAME o1, …`, with one to three operands. The
// rules execute them by rule BP, with the user's function as the operation.
//
// One is encoded as a `typed` instruction whose `target` is the number of its definition. So the static
// check, the lints, pictures and observers, which treat data instructions alike, need no case for it. Only
// the rules can run it: before a run with another engine, ask uses_user_instructions.

namespace musimd {

/// Why a user instruction has no result: which trap it is.
enum class UserFailure : std::uint8_t { overflow, division_by_zero, assertion };

struct UserInstruction {
    std::string name;
    std::size_t operands = 1;
    /// The result for the operands of one thread; it must fit the word. Its value may depend on nothing else,
    /// because a debugger repeats steps. It is called by the thread of the run.
    std::function<tl::expected<Value, UserFailure>(std::span<const Value>, Word)> apply;
};

/// Programs that are read from now on have the instruction; those read before keep what they have. A name of
/// an earlier one is defined again, and a mnemonic that is not reserved is hidden, as that of `popc`. Returns
/// what is wrong with the definition, if anything is. Not while another thread reads a program.
std::optional<std::string> define_user_instruction(UserInstruction instruction);

/// Programs that are read from now on do not have it. False if the name is not defined.
bool remove_user_instruction(std::string_view name);

/// The number of the definition that programs have now, from 1; 0 if the name is not defined.
std::uint32_t user_instruction_number(std::string_view name);

/// The definition of that number, which exists.
const UserInstruction& user_instruction(std::uint32_t number);

/// Its definition, or null if it is not a user instruction.
inline const UserInstruction* user_instruction_of(const Instruction& instruction) {
    const bool is_one = instruction.opcode == Opcode::typed && instruction.target != 0;
    return is_one ? &user_instruction(instruction.target) : nullptr;
}

/// The operation of a `typed` instruction that has as many operands.
TypedOperation carrier_of(const UserInstruction& instruction);

bool uses_user_instructions(const Program& program);

}  // namespace musimd
