#pragma once

#include <cstdint>
#include <vector>

#include "isa/program.hpp"
#include "semantics/rule_id.hpp"
#include "semantics/state.hpp"
#include "simulator/fast/kernels.hpp"

namespace musimd::fast {

/// An instruction as the fast engine runs it.
struct Decoded {
    Opcode opcode = Opcode::stop;
    Operation operation = Operation::add;  ///< of bp
    bool broadcast_left = false;           ///< of bp: both operands are one word for all lanes
    bool behind_program = false;           ///< the place behind the last instruction
    Label target = 0;
    Variable destination = 0;
    std::uint32_t defined[2] = {};  ///< which masks of definedness the operands need: a variable's, or always()
    std::size_t row = 0;            ///< where the destination's row begins, in a warp's words
    std::size_t rows[2] = {};       ///< where the operands' rows begin
    const std::int64_t* fixed[2] = {};  ///< or the words of operands that are the same for all warps: constants, tid
    BinaryKernel kernel = nullptr;      ///< of bp
    TestKernel test = nullptr;          ///< of bp, if the next instruction branches on its result: for both at once
    Operand operands[2];
    RuleSet rules;  ///< data and operand rules that a step of it uses, but SV and SI
};

/// A program, decoded: what the warps of a grid share.
struct DecodedProgram {
    explicit DecodedProgram(const Program& source, const KernelSet& loops);
    DecodedProgram(const DecodedProgram&) = delete;  // the code points into it
    DecodedProgram& operator=(const DecodedProgram&) = delete;

    const Program& program;
    const Kernels& kernels;
    std::vector<Decoded> code;       ///< instruction number i is code[i − 1]; one more is behind_program
    std::size_t lanes;               ///< N, rounded up to a multiple of eight
    std::size_t mask_words;          ///< words of a lane mask
    std::vector<std::int64_t> tid;   ///< tid of each lane, in the program's word
    std::vector<std::uint64_t> all;  ///< Θ_all
    std::uint64_t sync_entry_bytes;  ///< of stack_bytes
    std::uint64_t context_entry_bytes;

    /// The words of a warp: a row for each variable, and behind them the one word of wid.
    std::size_t wid_row() const { return program.variables.size() * lanes; }
    std::size_t warp_words() const { return wid_row() + 8; }

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
