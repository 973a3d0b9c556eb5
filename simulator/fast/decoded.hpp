#pragma once

#include <cstdint>
#include <vector>

#include "isa/program.hpp"
#include "semantics/rule_id.hpp"
#include "semantics/state.hpp"
#include "simulator/fast/kernels.hpp"

namespace musimd::fast {

struct GroupPlan;

/// How the step loop executes an instruction.
enum class Stepping : std::uint8_t {
    kernel,  ///< by its kernel: the usual case
    test,    ///< by its test, together with the branch after it
    memory,  ///< by its memory kernel or, where that fails, as others
    sync,
    jump,
    other,  ///< by a member function of the warp
};

/// How other warps can see a step.
using VisibleSet = std::uint8_t;
/// A load or store: in a run without races, nobody can tell when it was done.
inline constexpr VisibleSet kAccess = 1;
/// It updates Σ, orders accesses, waits, or ends threads: others can tell its turn.
inline constexpr VisibleSet kInOrder = 2;

/// An instruction as the fast engine executes it. Its size is a power of two, so that indexing is a shift.
struct alignas(128) Decoded : OperandSlots {
    Opcode opcode = Opcode::stop;
    bool end_sentinel = false;  ///< the entry after the last instruction
    Stepping stepping = Stepping::other;
    VisibleSet visible = 0;
    std::uint8_t steps = 1;  ///< two with a jump after it, which it includes
    Label target = 0;
    Label next = 0;               ///< where control goes after these steps, unless the instruction decides
    StepKernel kernel = nullptr;  ///< for instructions with operands that fail alone: bp, typed, copy, ballot
    MemoryKernel memory = nullptr;  ///< for ld and st
    TestKernel test = nullptr;      ///< for a bp whose result the next instruction branches on: executes both
    RuleSet rules;                  ///< data and operand rules that a step of it uses, except SV and SI
};

/// Words of 64 or 32 bits, as the rows of the program have.
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
    std::int64_t get(std::size_t lane) const { return wide_.empty() ? narrow_[lane] : wide_[lane]; }
    const void* at(std::size_t lane) const {
        return wide_.empty() ? static_cast<const void*>(&narrow_[lane]) : &wide_[lane];
    }

  private:
    std::vector<std::int64_t> wide_;
    std::vector<std::int32_t> narrow_;
};

/// How many make claims on words: the warps or, in programs that watch races between threads, these.
inline std::uint64_t agents_of(const Program& program) {
    return std::uint64_t{program.warps} * (program.races == RaceMode::thread ? program.threads : 1);
}

/// A decoded program, shared by the warps of a grid.
struct DecodedProgram {
    /// `groups`: of a program under a model of section 12, which is given as one under `lockstep`.
    explicit DecodedProgram(const Program& source, const KernelSet& set, const GroupPlan* groups = nullptr);
    DecodedProgram(const DecodedProgram&) = delete;  // the code points into it
    DecodedProgram& operator=(const DecodedProgram&) = delete;

    const Program& program;
    const GroupPlan* const plan;  ///< null if the warps are machines of one group
    /// Rows have 32-bit words: the program's word is no wider, and there are no typed operations.
    const bool short_rows;
    const KernelSet& loops;
    const Kernels& kernels;
    const TypedKernels& typed_kernels;
    std::vector<Decoded> code;  ///< instruction i is code[i − 1]; the last entry is the end sentinel
    std::size_t lanes;          ///< N, rounded up to whole vectors: see Registers
    std::size_t mask_words;     ///< words per lane mask
    Row tid;                    ///< tid of each lane, in the program's word
    Row constants;              ///< three per instruction, by operand
    /// As LaneMemory::buffers.
    std::vector<std::int64_t> buffers;
    std::uint64_t sync_entry_bytes;  ///< bytes of a sync entry in stack_bytes
    std::uint64_t context_entry_bytes;

    /// A bank: a row for each variable; the words of wid, bid and the addresses of shared objects; with
    /// `.block`, the row of btid. The offsets of their words, and the size of a bank in units of 64 bits.
    std::size_t wid_row() const { return program.variables.size() * lanes; }
    std::size_t bid_row() const { return wid_row() + 1; }
    std::size_t shared_row(std::size_t object) const { return wid_row() + 2 + object; }
    std::size_t btid_row() const { return (shared_row(program.shared.size()) + 15) / 16 * 16; }
    std::size_t bank_units() const {
        const std::size_t words = program.has_blocks() ? btid_row() + lanes : wid_row();
        return (short_rows ? (words + 1) / 2 : words) + 8;
    }

    /// The masks of a warp: Θ, definedness of each variable, always(), and Θ_all.
    std::size_t warp_masks() const { return program.variables.size() + 3; }
    /// Their words, in whole cache lines: host threads do not share these.
    std::size_t mask_units() const { return (warp_masks() * mask_words + 7) / 8 * 8; }

    /// The mask after those of the variables: definedness of operands that are always defined.
    std::uint32_t always() const { return static_cast<std::uint32_t>(program.variables.size()); }
};

/// Whether the operand is one word for all lanes of a warp.
constexpr bool is_scalar(const Operand& operand) {
    return operand.kind != Operand::Kind::variable && operand.kind != Operand::Kind::tid &&
           operand.kind != Operand::Kind::btid;
}

}  // namespace musimd::fast
