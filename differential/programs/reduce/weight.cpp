#include "differential/programs/reduce/weight.hpp"

#include <bit>

#include "isa/variant.hpp"

namespace musimd::differential {
namespace {

// A copy is the lightest data instruction, and bz is lighter than bnz.
std::uint64_t opcode_weight(Opcode opcode) {
    const InstructionInfo& row = info(opcode);
    if (row.family == Family::control)
        return 2 * row.format.operands + (row.format.target ? 2 : 0) + (opcode == Opcode::bnz ? 1 : 0);
    if (opcode == Opcode::copy) return 1;
    return row.memory == MemoryUse::updates ? 4 : 3;
}

// How far a branch goes; backwards is heavier than forwards.
std::uint64_t distance(Label pc, Label target, const Program& program) {
    return target > pc ? target - pc - 1 : std::uint64_t{program.end()} + pc - target;
}

// 0, 1, −1, 2, −2, …
Integer magnitude(Value c) {
    return c > 0 ? Integer{c} * 2 - 1 : -Integer{c} * 2;
}

// What comes first in variants.def is the lightest.
std::uint64_t variant_weight(const Instruction& i) {
    const Opcode listed = i.opcode == Opcode::typed_reduce ? Opcode::reduce : i.opcode;
    std::uint64_t before = 0;
    for (const VariantInfo& row : variant_table()) {
        if (row.opcode != listed) continue;
        if (row.variant == i.variant) return before;
        ++before;
    }
    return 0;
}

void add_instruction(const Program& program, Label pc, Weight& weight) {
    const Instruction& i = program.at(pc);
    weight.parts += opcode_weight(i.opcode);
    if (i.opcode == Opcode::bp && i.operation != Operation::add) weight.parts += 1;
    if (i.opcode == Opcode::fetch || i.opcode == Opcode::typed_fetch)
        weight.parts += operand_count(i) + (i.fetch_operation != FetchOperation::add ? 1 : 0);
    if (i.opcode == Opcode::typed_fetch) weight.parts += weigh(i.type);
    weight.parts += variant_weight(i);
    if (i.opcode == Opcode::typed_reduce) weight.parts += 1 + weigh(i.type);
    if (i.opcode == Opcode::shuffle && i.width != std::bit_ceil(program.threads)) weight.parts += 1;
    if (i.opcode == Opcode::typed) {
        weight.parts += operand_count(i) + weigh(i.type) + (i.typed_operation != TypedOperation::add ? 1 : 0);
        if (i.typed_operation == TypedOperation::cvt) weight.parts += weigh(i.from);
    }
    if (has_target(info(i.opcode).format)) weight.parts += distance(pc, i.target, program);
    for (std::size_t o = 0; o < operand_count(i); ++o) {
        weight.parts += weigh(i.operands[o]);
        if (i.operands[o].kind == Operand::Kind::constant) weight.magnitude += magnitude(i.operands[o].value);
    }
}

void add_memory(const Program& program, Weight& weight) {
    for (const Preload& p : program.preloads) {
        weight.parts += 10 + static_cast<std::uint64_t>(p.count) + (p.step != 0 ? 1 : 0);
        weight.magnitude += magnitude(p.address) + magnitude(p.start) + magnitude(p.step);
        for (const Value c : p.words) weight.magnitude += magnitude(c);
    }
    for (const Buffer& b : program.buffers) weight.magnitude += magnitude(b.address) + magnitude(b.count);
    weight.parts += 10 * program.buffers.size();
    weight.parts += 10 * program.shared.size() + static_cast<std::uint64_t>(program.shared_words());
}

void add_directives(const Case& c, Weight& weight) {
    const Program& p = c.program;
    weight.parts += 10 * (p.variables.size() + p.expectations.size() + p.covers.size());
    if (!(p.active == ThreadSet::all(p.threads))) weight.parts += 1 + p.active.size();
    if (!(p.word == Word{})) weight.parts += 10;
    if (p.registers != RegisterMode::keep) weight.parts += 10;
    if (p.races != RaceMode::warp) weight.parts += 10;
    if (p.model != ThreadModel::lockstep) weight.parts += 10;
    weight.parts += 10 * static_cast<std::uint64_t>(c.options.order);
    if (c.options.max_address != kDefaultMaxAddress) weight.parts += 10;
    weight.magnitude += c.options.seed;
}

}  // namespace

std::uint64_t weigh(Type type) {
    return static_cast<std::uint64_t>(width_of(type) / 4) + static_cast<std::uint64_t>(kind_of(type));
}

std::uint64_t weigh(const Operand& operand) {
    switch (operand.kind) {
        case Operand::Kind::constant:
            return 0;
        case Operand::Kind::wid:
            return 1;
        case Operand::Kind::tid:
            return 2;
        case Operand::Kind::bid:
        case Operand::Kind::btid:
        case Operand::Kind::shared:
            return 3;
        case Operand::Kind::variable:
            return 4;
    }
    return 0;
}

Weight weigh(const Case& c) {
    Weight weight;
    weight.instructions = c.program.instructions.size();
    weight.warps = c.program.warps;
    weight.threads = c.program.threads;
    weight.block_threads = c.program.block_threads;
    for (Label pc = 1; pc < c.program.end(); ++pc) add_instruction(c.program, pc, weight);
    add_memory(c.program, weight);
    add_directives(c, weight);
    return weight;
}

}  // namespace musimd::differential
