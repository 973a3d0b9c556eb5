#include "analysis/divergence/transfer.hpp"

#include <algorithm>
#include <bit>

#include "analysis/divergence/comparison.hpp"
#include "isa/user_instruction.hpp"
#include "semantics/arithmetic.hpp"

namespace musimd {
namespace {

/// The facts about one instruction in the active threads.
class Transfer {
  public:
    Transfer(const Instruction& instruction, const Program& program, const VariableFacts& active)
        : i_(instruction), program_(program), active_(active) {}

    LaneFact result() const;

  private:
    LaneFact operand(std::size_t number) const { return fact_of(i_.operands[number], program_, active_); }
    bool are_uniform() const;
    LaneFact copy() const;
    LaneFact binary() const;
    LaneFact typed() const;
    LaneFact shift_left(const LaneFact& a, const LaneFact& b) const;
    bool reads_one_lane() const;
    bool is_common() const;
    LaneFact shuffle() const;

    const Instruction& i_;
    const Program& program_;
    const VariableFacts& active_;
};

LaneFact uniform_if(bool is_uniform) {
    return is_uniform ? LaneFact::uniform() : LaneFact::divergent();
}

LaneFact uniform_or_undefined() {
    LaneFact fact = LaneFact::uniform();
    fact.maybe_undefined = true;
    return fact;
}

// Under `volta`, it depends on which threads get there together.
bool sees_others(Opcode opcode) {
    return opcode == Opcode::ballot || opcode == Opcode::activemask || is_collective(opcode);
}

// Of all operands that threads read themselves.
bool Transfer::are_uniform() const {
    for (std::size_t o = 0; o < operand_count(i_); ++o) {
        if (!is_read_elsewhere(i_.opcode, o) && !operand(o).is_uniform()) return false;
    }
    return true;
}

// Threads in which the operand is undefined trap, so the result is defined.
LaneFact Transfer::copy() const {
    LaneFact fact = operand(0);
    if (fact.shape == LaneFact::Shape::undefined) return LaneFact::uniform();
    fact.maybe_undefined = false;
    return fact;
}

LaneFact Transfer::shift_left(const LaneFact& a, const LaneFact& b) const {
    const auto count = b.constant();
    const bool valid = count && 0 <= *count && *count < program_.word.width;
    if (!valid) return uniform_if(a.is_uniform() && b.is_uniform());
    return scaled(a, Integer{1} << static_cast<int>(*count), program_.word);
}

LaneFact Transfer::binary() const {
    const LaneFact a = operand(0);
    const LaneFact b = operand(1);
    if (const auto x = a.constant(), y = b.constant(); x && y) {
        const auto c = apply(i_.operation, *x, *y, program_.word);
        return c ? LaneFact::constant(*c) : LaneFact::uniform();  // it traps
    }
    if (is_comparison(i_.operation)) return compared(i_.operation, a, b, program_);
    if (i_.operation == Operation::add) return sum(a, b, program_.word);
    if (i_.operation == Operation::sub) return difference(a, b, program_.word);
    if (i_.operation == Operation::mul) return product(a, b, program_.word);
    if (i_.operation == Operation::shl) return shift_left(a, b);
    return uniform_if(a.is_uniform() && b.is_uniform());
}

// Integers, modulo 2^width.
LaneFact Transfer::typed() const {
    if (user_instruction_of(i_) != nullptr) return uniform_if(are_uniform());
    const TypedOperation op = i_.typed_operation;
    const int bits = width_of(i_.type);
    const LaneFact zero = LaneFact::constant(0);
    const bool is_integer = !is_float(i_.type) && !(op == TypedOperation::cvt && is_float(i_.from));
    if (!is_integer) return uniform_if(are_uniform());
    if (op == TypedOperation::cvt)
        return typed_sum(operand(0), zero, 1, std::min(bits, width_of(i_.from)), program_.word);
    if (op == TypedOperation::neg) return typed_sum(zero, operand(0), -1, bits, program_.word);
    const bool is_sum = op == TypedOperation::add || op == TypedOperation::addo;
    const bool is_difference = op == TypedOperation::sub || op == TypedOperation::subo;
    if (is_sum || is_difference)
        return typed_sum(operand(0), operand(1), is_sum ? 1 : -1, bits, program_.word);
    if (op == TypedOperation::mul || op == TypedOperation::mulo)
        return typed_product(operand(0), operand(1), bits, program_.word);
    return uniform_if(are_uniform());
}

// Whether all threads read one lane. A lane number is taken modulo a power of two, and one that is then not a
// lane stands for the own lane.
bool Transfer::reads_one_lane() const {
    const bool is_one_segment = i_.variant == Variant::idx && i_.width >= program_.threads;
    if (!is_one_segment || !operand(2).is_uniform()) return false;
    if (std::has_single_bit(program_.threads)) return true;
    const auto lane = operand(2).constant();
    const auto modulus = static_cast<Value>(std::bit_ceil(program_.threads));
    return lane && ((*lane % modulus) + modulus) % modulus < program_.threads;
}

// If the lane is not in the mask, v becomes undefined in all threads.
LaneFact Transfer::shuffle() const {
    return operand(0).is_uniform() && reads_one_lane() ? uniform_or_undefined() : LaneFact::divergent();
}

// One word for all threads, or for all that name the same mask.
bool Transfer::is_common() const {
    const Opcode opcode = i_.opcode;
    if (opcode == Opcode::ballot || opcode == Opcode::activemask || is_block_barrier(opcode)) return true;
    const bool of_mask = opcode == Opcode::vote || opcode == Opcode::match || opcode == Opcode::reduce ||
                         opcode == Opcode::typed_reduce;
    if (!of_mask || !operand(0).is_uniform()) return false;
    return opcode != Opcode::match || i_.variant == Variant::all || operand(1).is_uniform();
}

// What is not listed is divergent: atomics, in which the threads take turns, above all.
LaneFact Transfer::result() const {
    const Opcode opcode = i_.opcode;
    if (program_.model == ThreadModel::volta && sees_others(opcode)) return LaneFact::divergent();
    if (opcode == Opcode::copy) return copy();
    if (opcode == Opcode::bp) return binary();
    if (opcode == Opcode::shuffle) return shuffle();
    // All threads read the same Σ.
    if (opcode == Opcode::ld || is_unary(opcode)) return uniform_if(are_uniform());
    if (opcode == Opcode::typed) return typed();
    if (opcode == Opcode::shfl) return are_uniform() ? uniform_or_undefined() : LaneFact::divergent();
    return uniform_if(is_common());
}

// btid = tid + N · (the warp's number in its block)
LaneFact btid(const Program& program) {
    if (program.warps_per_block() == 1) return LaneFact::of(0, 1, 0, program.word);
    if (program.grid == 1) return LaneFact::of(0, 1, program.threads, program.word);
    return LaneFact::affine(1);
}

}  // namespace

LaneFact fact_of(const Operand& operand, const Program& program, const VariableFacts& variables) {
    switch (operand.kind) {
        case Operand::Kind::constant:
            return LaneFact::constant(operand.value);
        case Operand::Kind::variable:
            return variables[operand.variable];
        case Operand::Kind::tid:
            return LaneFact::of(0, 1, 0, program.word);
        case Operand::Kind::wid:
            return LaneFact::of(0, 0, program.warps == 1 ? 0 : 1, program.word);
        case Operand::Kind::bid:
            return program.grid == 1 ? LaneFact::constant(0) : LaneFact::uniform();
        case Operand::Kind::btid:
            return btid(program);
        case Operand::Kind::shared:  // it depends on the highest address of the run
            return LaneFact::uniform();
    }
    return LaneFact::divergent();
}

LaneFact result_of(const Instruction& instruction, const Program& program, const VariableFacts& active) {
    return Transfer(instruction, program, active).result();
}

// Valid addresses are in [0, 2^(n−1)), where n is the width of a word that wraps, or of what is known; and so
// are their differences in absolute value. Two such differences that are equal modulo 2^n are equal.
LaneFact fact_of_address(const LaneFact& operand, const Program& program) {
    if (!operand.is_affine() || (operand.bits == 0 && !program.word.wrap)) return operand;
    const bool is_typed = operand.bits != 0;
    if (is_typed && operand.bits < kAddressBits && operand.bits < program.word.width)
        return LaneFact::divergent();
    const Integer distance = operand.stride < 0 ? -Integer{operand.stride} : Integer{operand.stride};
    const Word modulus{is_typed ? int{operand.bits} : program.word.width, true};
    return distance * (program.threads - 1) <= modulus.max() ? operand : LaneFact::divergent();
}

}  // namespace musimd
