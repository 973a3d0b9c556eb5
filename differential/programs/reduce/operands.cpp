#include <bit>

#include "differential/programs/reduce/edit.hpp"
#include "differential/programs/reduce/passes.hpp"
#include "differential/programs/reduce/weight.hpp"

namespace musimd::differential {
namespace {

// Operands lighter than this one, the lightest first. A branch takes no constants; reading would refuse them.
std::vector<Operand> lighter(const Operand& operand, const Format& format) {
    std::vector<Operand> list;
    if (operand.kind == Operand::Kind::constant) {
        for (const Value c : towards(operand.value, 0)) list.push_back(Operand::constant(c));
        if (operand.value < 0 && operand.value != INT64_MIN)
            list.push_back(Operand::constant(-operand.value));
        return list;
    }
    if (format.constants) {
        list.push_back(Operand::constant(0));
        list.push_back(Operand::constant(1));
    }
    for (const Operand& other : {Operand::wid(), Operand::tid(), Operand::btid()}) {
        if (weigh(other) < weigh(operand)) list.push_back(other);
    }
    return list;
}

bool simplify(Search& search, Label pc, std::size_t o) {
    const Instruction& i = search.program().at(pc);
    for (const Operand& operand : lighter(i.operands[o], info(i.opcode).format)) {
        Program candidate = search.program();
        candidate.instructions[pc - 1].operands[o] = operand;
        if (search.offer_program(std::move(candidate))) return true;
    }
    return false;
}

Program with_merged(Program program, Variable from, Variable into) {
    for (Instruction& i : program.instructions) {
        const Format& format = info(i.opcode).format;
        if (has_destination(format) && i.destination == from) i.destination = into;
        for (std::size_t o = 0; o < operand_count(i); ++o) {
            Operand& operand = i.operands[o];
            if (operand.kind == Operand::Kind::variable && operand.variable == from) operand.variable = into;
        }
    }
    return program;
}

bool merge(Search& search, Variable from) {
    for (Variable into = 0; into < from; ++into) {
        if (search.offer_program(with_merged(search.program(), from, into))) return true;
    }
    return false;
}

}  // namespace

void simplify_operands(Search& search) {
    for (Label pc = 1; pc < search.program().end(); ++pc) {
        for (std::size_t o = 0; o < operand_count(search.program().at(pc)); ++o) {
            while (simplify(search, pc, o)) {
            }
        }
    }
}

// All lanes, the mask without its lowest lane, and without its highest.
void simplify_masks(Search& search) {
    const auto offer = [&](Label pc, std::uint64_t bits) {
        const int unused = 64 - search.program().word.width;
        Program candidate = search.program();
        candidate.instructions[pc - 1].operands[0] =
            Operand::constant(static_cast<Value>(bits << unused) >> unused);
        return search.offer_program(std::move(candidate));
    };
    const auto mask_at = [&](Label pc) { return search.program().at(pc).operands[0]; };
    for (Label pc = 1; pc < search.program().end(); ++pc) {
        if (!is_collective(search.program().at(pc).opcode)) continue;
        const std::uint64_t all = low_bits(search.program().threads);
        if (mask_at(pc).kind != Operand::Kind::constant) offer(pc, all);
        for (bool taken = true; taken && mask_at(pc).kind == Operand::Kind::constant;) {
            const std::uint64_t bits = static_cast<std::uint64_t>(mask_at(pc).value) & all;
            taken = bits != 0 && (offer(pc, bits & (bits - 1)) || offer(pc, bits & ~std::bit_floor(bits)));
        }
    }
}

void merge_variables(Search& search) {
    for (auto v = static_cast<Variable>(search.program().variables.size()); v-- > 1;) {
        if (v < search.program().variables.size()) merge(search, v);
    }
}

}  // namespace musimd::differential
