#include "simulator/fast/decoded.hpp"

namespace musimd::fast {
namespace {

Fit fit_of(Word word) {
    if (word.width == 64) return word.wrap ? Fit::wrap64 : Fit::trap64;
    return word.wrap ? Fit::wrap : Fit::trap;
}

Shape shape_of(const Instruction& i) {
    if (is_scalar(i.operands[1])) return Shape::row_scalar;  // two scalars: the left one is made a row
    return is_scalar(i.operands[0]) ? Shape::scalar_row : Shape::row_row;
}

RuleSet rules_of(const Instruction& i) {
    RuleSet rules;
    if (info(i.opcode).family == Family::data) rules.insert(RuleId::TL);
    for (std::size_t o = 0; o < operand_count(info(i.opcode).format); ++o) {
        if (i.operands[o].kind == Operand::Kind::variable) rules.insert(RuleId::MV);
        if (i.operands[o].kind == Operand::Kind::tid || i.operands[o].kind == Operand::Kind::wid) {
            rules.insert(RuleId::MT);
        }
    }
    switch (i.opcode) {
        case Opcode::copy:
            rules.insert(i.operands[0].kind == Operand::Kind::constant ? RuleId::CT : RuleId::AS);
            break;
        case Opcode::ld:
            rules.insert(RuleId::LD);
            rules.insert(RuleId::MM);
            break;
        case Opcode::st:
            rules.insert(RuleId::ST);
            break;
        case Opcode::atomic_inc:
            rules.insert(RuleId::AT);
            rules.insert(RuleId::MM);
            break;
        case Opcode::bp:
            rules.insert(RuleId::BP);
            break;
        case Opcode::ballot:
            rules.insert(RuleId::BL);
            break;
        case Opcode::shfl:  // by its lanes: SV, SI or both
        case Opcode::bz:
        case Opcode::bnz:
        case Opcode::branch_mask:
        case Opcode::jump:
        case Opcode::sync:
        case Opcode::stop:
        case Opcode::everywhere:
        case Opcode::end_everywhere:
        case Opcode::barrier:
            break;
    }
    return rules;
}

Decoded decode(const Instruction& i, const DecodedProgram& code) {
    Decoded made;
    made.opcode = i.opcode;
    made.operands[0] = i.operands[0];
    made.operands[1] = i.operands[1];
    made.destination = i.destination;
    made.target = i.target;
    made.operation = i.operation;
    made.rules = rules_of(i);
    for (std::size_t o = 0; o < 2; ++o) {
        made.rows[o] =
            i.operands[o].kind == Operand::Kind::variable ? i.operands[o].variable : code.wid_row();
        if (i.operands[o].kind == Operand::Kind::tid) made.fixed[o] = code.tid.data();
        made.defined[o] =
            i.operands[o].kind == Operand::Kind::variable ? i.operands[o].variable : code.always();
    }
    if (i.opcode == Opcode::bp) {
        made.broadcast_left = is_scalar(i.operands[0]) && is_scalar(i.operands[1]);
        made.kernel =
            code.kernels.binary[static_cast<std::size_t>(i.operation)][static_cast<std::size_t>(shape_of(i))]
                               [static_cast<std::size_t>(fit_of(code.program.word))];
    }
    return made;
}

}  // namespace

DecodedProgram::DecodedProgram(const Program& source, const KernelSet& loops)
    : program(source),
      kernels(loops.for_lanes((std::size_t{source.threads} + 7) / 8 * 8)),
      lanes((std::size_t{source.threads} + 7) / 8 * 8),
      mask_words((std::size_t{source.threads} + 63) / 64),
      tid(lanes, 0),
      wid(source.warps, 0),
      all(mask_words, ~std::uint64_t{0}),
      sync_entry_bytes(stack_bytes(source, 1, 0)),
      context_entry_bytes(stack_bytes(source, 0, 1)) {
    code.reserve(source.instructions.size());
    for (const Instruction& i : source.instructions) {
        Decoded& made = code.emplace_back(decode(i, *this));
        for (std::size_t o = 0; o < 2; ++o) {
            if (made.operands[o].kind == Operand::Kind::constant) made.fixed[o] = &made.operands[o].value;
        }
    }
    for (std::uint32_t w = 0; w < source.warps; ++w) wid[w] = source.word.wrapped(w);
    for (std::uint32_t t = 0; t < source.threads; ++t) tid[t] = source.word.wrapped(t);
    if (source.threads % 64 != 0) all.back() = (std::uint64_t{1} << (source.threads % 64)) - 1;
}

}  // namespace musimd::fast
