#include <algorithm>
#include <array>

#include "differential/programs/reduce/edit.hpp"
#include "differential/programs/reduce/passes.hpp"
#include "differential/programs/reduce/weight.hpp"
#include "isa/variant.hpp"

namespace musimd::differential {
namespace {

constexpr std::size_t kMaxForPairs = 32;

Instruction copy_of(const Instruction& i, Operand operand) {
    Instruction result = i;
    result.opcode = Opcode::copy;
    result.operation = Operation::add;
    result.typed_operation = TypedOperation::add;
    result.fetch_operation = FetchOperation::add;
    result.type = result.from = Type::i8;
    result.operands = {operand};
    return result;
}

Instruction with_opcode(const Instruction& i, Opcode opcode) {
    Instruction result = i;
    result.opcode = opcode;
    return result;
}

Instruction loading(const Instruction& update) {
    Instruction load = with_opcode(update, Opcode::ld);
    load.fetch_operation = FetchOperation::add;
    load.type = Type::i8;
    load.operands = {update.operands[0]};
    return load;
}

Instruction jump_of(const Instruction& i) {
    Instruction result = with_opcode(i, Opcode::jump);
    result.operands = {};
    return result;
}

Instruction plain_barrier(const Instruction& i) {
    Instruction result = with_opcode(i, Opcode::block_barrier);
    result.variant = Variant::none;
    result.destination = 0;
    result.operands = {};
    return result;
}

// The same threads, which do nothing together.
Instruction meeting(const Instruction& collective) {
    Instruction result;
    result.opcode = Opcode::syncwarp;
    result.operands[0] = collective.operands[0];
    return result;
}

// A copy, a sum in place of what has as many operands or more, and the same of lighter types.
std::vector<Instruction> simpler_typed(const Instruction& i) {
    std::vector<Instruction> list = {copy_of(i, Operand::constant(0))};
    for (std::size_t o = 0; o < operand_count(i); ++o) list.push_back(copy_of(i, i.operands[o]));
    if (operand_count(i) > 1) {
        Instruction sum = i;
        sum.typed_operation = TypedOperation::add;
        sum.operands[2] = {};
        list.push_back(sum);
    }
    for (std::size_t t = 0; t < kTypes; ++t) {
        const auto type = static_cast<Type>(t);
        Instruction result = i;
        result.type = type;
        if (weigh(type) < weigh(i.type) && has_type(i.typed_operation, type)) list.push_back(result);
        result = i;
        result.from = type;
        if (i.typed_operation == TypedOperation::cvt && weigh(type) < weigh(i.from)) list.push_back(result);
    }
    return list;
}

// A sum, the same of a lighter type, and the same without a type.
std::vector<Instruction> simpler_fetch(const Instruction& i) {
    std::vector<Instruction> list;
    if (i.fetch_operation != FetchOperation::add) {
        list.push_back(i);
        list.back().fetch_operation = FetchOperation::add;
        list.back().operands[2] = {};
    }
    if (i.opcode == Opcode::fetch) return list;
    list.push_back(with_opcode(i, Opcode::fetch));
    list.back().type = Type::i8;
    for (std::size_t t = 0; t < kTypes; ++t) {
        const auto type = static_cast<Type>(t);
        if (weigh(type) >= weigh(i.type) || !has_type(i.fetch_operation, type)) continue;
        list.push_back(i);
        list.back().type = type;
    }
    return list;
}

// The same with a lighter word after its point, without a type, of whole warps; a barrier without a value.
std::vector<Instruction> simpler_variants(const Instruction& i) {
    std::vector<Instruction> list;
    if (i.opcode == Opcode::block_barrier_of) list.push_back(plain_barrier(i));
    if (is_collective(i.opcode) && i.opcode != Opcode::syncwarp) list.push_back(meeting(i));
    if (i.opcode == Opcode::typed_reduce) list.push_back(with_opcode(i, Opcode::reduce));
    for (const VariantInfo& row : variant_table()) {
        if (row.opcode != i.opcode || i.variant == Variant::none) continue;
        if (row.variant == i.variant) break;
        list.push_back(i);
        list.back().variant = row.variant;
    }
    return list;
}

// What does less than the instruction, and what each leaves.
std::vector<Instruction> simpler(const Instruction& i) {
    if (i.opcode == Opcode::typed) return simpler_typed(i);
    const InstructionInfo& row = info(i.opcode);
    std::vector<Instruction> list = simpler_variants(i);
    if (has_destination(row.format)) list.push_back(copy_of(i, Operand::constant(0)));
    if (row.memory == MemoryUse::updates) {
        list.push_back(loading(i));
        if (i.opcode != Opcode::atomic_inc) {
            const std::vector<Instruction> others = simpler_fetch(i);
            list.insert(list.end(), others.begin(), others.end());
        }
    } else if (has_destination(row.format)) {
        for (std::size_t o = 0; o < operand_count(i); ++o) list.push_back(copy_of(i, i.operands[o]));
    }
    if (i.opcode == Opcode::bp) {
        Instruction sum = i;
        sum.operation = Operation::add;
        list.push_back(sum);
    }
    if (has_target(row.format) && row.format.operands > 0) list.push_back(jump_of(i));
    if (i.opcode == Opcode::bnz) list.push_back(with_opcode(i, Opcode::bz));
    return list;
}

bool offer_instruction(Search& search, Label pc, const Instruction& instruction) {
    Program candidate = search.program();
    candidate.instructions[pc - 1] = instruction;
    return search.offer_program(std::move(candidate));
}

}  // namespace

void drop_instructions(Search& search) {
    for (std::size_t size = search.program().instructions.size(); size > 0; size /= 2) {
        // From the end: what is computed last is used least.
        for (std::size_t end = search.program().instructions.size(); end > 0;) {
            const std::size_t first = end > size ? end - size : 0;
            search.offer_program(
                without_range(search.program(), static_cast<Label>(first + 1), static_cast<Label>(end)));
            end = first;
        }
    }
}

void drop_pairs(Search& search) {
    const auto count = [&] { return search.program().instructions.size(); };
    if (count() > kMaxForPairs) return;
    for (std::size_t second = count(); second-- > 1;) {
        for (std::size_t first = second; first-- > 0 && second < count();) {
            Selection gone(count());
            gone[first] = gone[second] = true;
            search.offer_program(without(search.program(), gone));
        }
    }
}

void simplify_instructions(Search& search) {
    for (Label pc = 1; pc < search.program().end(); ++pc) {
        for (const Instruction& instruction : simpler(search.program().at(pc))) {
            if (offer_instruction(search, pc, instruction)) break;
        }
    }
}

void retarget(Search& search) {
    for (Label pc = 1; pc < search.program().end(); ++pc) {
        const Instruction i = search.program().at(pc);
        if (!has_target(info(i.opcode).format)) continue;
        for (const Value target : towards(i.target, pc + 1)) {
            Instruction result = i;
            result.target = static_cast<Label>(target);
            if (offer_instruction(search, pc, result)) break;
        }
    }
}

}  // namespace musimd::differential
