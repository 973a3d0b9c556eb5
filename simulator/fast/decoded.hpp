#pragma once

#include <cstdint>
#include <vector>

#include "isa/program.hpp"
#include "semantics/rule_id.hpp"
#include "semantics/state.hpp"
#include "simulator/fast/kernels.hpp"

namespace musimd::fast {

/// An instruction as the fast engine runs it. Its size makes that finding one by its number is a shift.
struct alignas(128) Decoded : Places {
    Opcode opcode = Opcode::stop;
    bool behind_program = false;  ///< the place behind the last instruction
    Label target = 0;
    StepKernel kernel = nullptr;  ///< of bp and typed
    TestKernel test = nullptr;    ///< of bp, if the next instruction branches on its result: for both at once
    RuleSet rules;                ///< data and operand rules that a step of it uses, but SV and SI
};

/// A program, decoded: what the warps of a grid share.
struct DecodedProgram {
    explicit DecodedProgram(const Program& source, const KernelSet& loops);
    DecodedProgram(const DecodedProgram&) = delete;  // the code points into it
    DecodedProgram& operator=(const DecodedProgram&) = delete;

    const Program& program;
    const Kernels& kernels;
    const TypedKernels& typed_kernels;
    std::vector<Decoded> code;       ///< instruction number i is code[i − 1]; one more is behind_program
    std::size_t lanes;               ///< N, rounded up to a multiple of eight
    std::size_t mask_words;          ///< words of a lane mask
    std::vector<std::int64_t> tid;   ///< tid of each lane, in the program's word
    std::vector<std::uint64_t> all;  ///< Θ_all
    std::uint64_t sync_entry_bytes;  ///< of stack_bytes
    std::uint64_t context_entry_bytes;

    /// Where wid's word is in a bank, and the words of a bank.
    std::size_t wid_row() const { return program.variables.size() * lanes; }
    std::size_t bank_words() const { return wid_row() + 8; }

    /// The masks of a warp: Θ, one of definedness for each variable, and that of always().
    std::size_t warp_masks() const { return program.variables.size() + 2; }

    /// The mask of definedness behind the variables': of operands that always are.
    std::uint32_t always() const { return static_cast<std::uint32_t>(program.variables.size()); }
};

/// Whether the operand is one word for all lanes of a warp.
constexpr bool is_scalar(const Operand& operand) {
    return operand.kind == Operand::Kind::constant || operand.kind == Operand::Kind::wid;
}

}  // namespace musimd::fast
