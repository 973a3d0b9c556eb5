#pragma once

#include <cstdint>
#include <vector>

#include "isa/program.hpp"
#include "semantics/rule_id.hpp"
#include "semantics/state.hpp"
#include "simulator/fast/kernels.hpp"

namespace musimd::fast {

/// How the loop over the steps runs an instruction.
enum class Stepping : std::uint8_t {
    kernel,  ///< by its kernel: most are
    test,    ///< by its test, with the branch behind it
    sync,
    jump,
    other,  ///< by a function of the warp
};

/// An instruction as the fast engine runs it. Its size makes that finding one by its number is a shift.
struct alignas(128) Decoded : Places {
    Opcode opcode = Opcode::stop;
    bool behind_program = false;  ///< the place behind the last instruction
    Stepping stepping = Stepping::other;
    bool visible = false;    ///< other warps can see when it is done: it accesses Σ, waits for them, or ends
    std::uint8_t steps = 1;  ///< with the jump behind it, if there is one: two
    Label target = 0;
    Label next = 0;               ///< where control is behind those steps, unless the instruction itself says
    StepKernel kernel = nullptr;  ///< of bp and typed
    TestKernel test = nullptr;    ///< of bp, if the next instruction branches on its result: for both at once
    RuleSet rules;                ///< data and operand rules that a step of it uses, but SV and SI
};

/// Words of 64 or of 32 bits, whichever the rows of the program have.
class Row {
  public:
    Row(bool is_short, std::size_t lanes) : wide_(is_short ? 0 : lanes), narrow_(is_short ? lanes : 0) {}

    void set(std::size_t lane, std::int64_t word) {
        if (wide_.empty()) {
            narrow_[lane] = static_cast<std::int32_t>(word);
        } else {
            wide_[lane] = word;
        }
    }
    const void* at(std::size_t lane) const {
        return wide_.empty() ? static_cast<const void*>(&narrow_[lane]) : &wide_[lane];
    }

  private:
    std::vector<std::int64_t> wide_;
    std::vector<std::int32_t> narrow_;
};

/// A program, decoded: what the warps of a grid share.
struct DecodedProgram {
    explicit DecodedProgram(const Program& source, const KernelSet& loops);
    DecodedProgram(const DecodedProgram&) = delete;  // the code points into it
    DecodedProgram& operator=(const DecodedProgram&) = delete;

    const Program& program;
    /// Rows have words of 32 bits: the program's word has no more, and there are no typed operations.
    const bool short_rows;
    const Kernels& kernels;
    const TypedKernels& typed_kernels;
    std::vector<Decoded> code;       ///< instruction number i is code[i − 1]; one more is behind_program
    std::size_t lanes;               ///< N, rounded up to whole vectors: see Registers
    std::size_t mask_words;          ///< words of a lane mask
    Row tid;                         ///< tid of each lane, in the program's word
    Row constants;                   ///< three for each instruction, by their operand
    std::vector<std::uint64_t> all;  ///< Θ_all
    /// As LaneMemory::buffers.
    std::vector<std::int64_t> buffers;
    std::uint64_t sync_entry_bytes;  ///< of stack_bytes
    std::uint64_t context_entry_bytes;

    /// Where wid's word is in a bank, and how large a bank is, in units of 64 bits.
    std::size_t wid_row() const { return program.variables.size() * lanes; }
    std::size_t bank_units() const { return (short_rows ? wid_row() / 2 : wid_row()) + 8; }

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
