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
    Operand operands[2];
    const std::int64_t* fixed[2] =
        {};                      ///< the words of operands that are the same for all warps: constants, tid
    std::uint32_t rows[2] = {};  ///< else which of a warp's rows they are
    std::uint32_t defined[2] =
        {};  ///< which masks of definedness the operands need: a variable's, or always()
    Variable destination = 0;
    Label target = 0;
    Operation operation = Operation::add;  ///< of bp
    BinaryKernel kernel = nullptr;         ///< of bp
    bool broadcast_left = false;           ///< of bp: both operands are one word for all lanes
    RuleSet rules;                         ///< data and operand rules that a step of it uses, but SV and SI
};

/// A program, decoded: what the warps of a grid share.
struct DecodedProgram {
    explicit DecodedProgram(const Program& source, const KernelSet& loops);
    DecodedProgram(const DecodedProgram&) = delete;  // the code points into it
    DecodedProgram& operator=(const DecodedProgram&) = delete;

    const Program& program;
    const Kernels& kernels;
    std::vector<Decoded> code;       ///< instruction number i is code[i − 1]
    std::size_t lanes;               ///< N, rounded up to a multiple of eight
    std::size_t mask_words;          ///< words of a lane mask
    std::vector<std::int64_t> tid;   ///< tid of each lane, in the program's word
    std::vector<std::int64_t> wid;   ///< of each warp, in the program's word
    std::vector<std::uint64_t> all;  ///< Θ_all
    std::uint64_t sync_entry_bytes;  ///< of stack_bytes
    std::uint64_t context_entry_bytes;

    /// The row of a warp behind those of its variables: the one word of wid.
    std::uint32_t wid_row() const { return static_cast<std::uint32_t>(program.variables.size()); }

    /// The mask of definedness behind the variables': of operands that always are.
    std::uint32_t always() const { return static_cast<std::uint32_t>(program.variables.size()); }
};

/// Whether the operand is one word for all lanes of a warp.
constexpr bool is_scalar(const Operand& operand) {
    return operand.kind == Operand::Kind::constant || operand.kind == Operand::Kind::wid;
}

}  // namespace musimd::fast
