#include "simulator/fast/decoded.hpp"

#include <algorithm>

#include "semantics/data_rules.hpp"
#include "simulator/fast/memory.hpp"
#include "simulator/fast/typed.hpp"

namespace musimd::fast {
namespace {

Fit fit_of(Word word, bool short_rows) {
    if (word.width == (short_rows ? 32 : 64)) return word.wrap ? Fit::wrap_whole : Fit::trap_whole;
    return word.wrap ? Fit::wrap_part : Fit::trap_part;
}

bool has_short_rows(const Program& program) {
    return program.word.width <= 32 && agents_of(program) <= SharedMemory::kMaxShortAgents &&
           std::ranges::none_of(program.instructions,
                                [](const Instruction& i) { return i.opcode == Opcode::typed; });
}

std::size_t whole_vectors(std::size_t threads, bool short_rows) {
    const std::size_t most = short_rows ? 16 : 8;  // lanes of the widest vector of any instruction set
    return (threads + most - 1) / most * most;
}

Shape shape_of(const Instruction& i) {
    if (is_scalar(i.operands[0]) && is_scalar(i.operands[1])) return Shape::scalar_scalar;
    if (is_scalar(i.operands[1])) return Shape::row_scalar;
    return is_scalar(i.operands[0]) ? Shape::scalar_row : Shape::row_row;
}

RuleSet rules_of(const Instruction& i) {
    RuleSet rules;
    if (info(i.opcode).family == Family::data) rules.insert(RuleId::TL);
    for (std::size_t o = 0; o < operand_count(i); ++o) {
        if (is_read_elsewhere(i.opcode, o)) continue;
        if (i.operands[o].kind == Operand::Kind::variable) rules.insert(RuleId::MV);
        const bool is_number =
            i.operands[o].kind != Operand::Kind::variable && i.operands[o].kind != Operand::Kind::constant;
        if (is_number) rules.insert(RuleId::MT);
    }
    const InstructionInfo& row = info(i.opcode);
    if (row.memory == MemoryUse::reads || row.memory == MemoryUse::copies ||
        (row.memory == MemoryUse::updates && i.opcode != Opcode::strong_store))
        rules.insert(RuleId::MM);
    if (i.opcode == Opcode::copy) {
        rules.insert(i.operands[0].kind == Operand::Kind::constant ? RuleId::CT : RuleId::AS);
    } else if (row.family == Family::data &&
               i.opcode != Opcode::shfl) {  // shfl: by its lanes, SV, SI or both
        rules.insert(only_rule_of(i.opcode));
    }
    return rules;
}

bool branches_on(const Instruction& i, Variable v) {
    return (i.opcode == Opcode::bz || i.opcode == Opcode::bnz) && i.operands[0] == Operand::of(v);
}

Stepping stepping_of(const Decoded& i) {
    if (i.test != nullptr) return Stepping::test;
    if (i.kernel != nullptr) return Stepping::kernel;
    if (i.memory != nullptr) return Stepping::memory;
    if (i.opcode == Opcode::sync) return Stepping::sync;
    return i.opcode == Opcode::jump ? Stepping::jump : Stepping::other;
}

// Where the word, or the row, of an operand is in a bank; of a constant and tid, which are elsewhere,
// anywhere.
std::size_t row_of(const Operand& operand, const DecodedProgram& code) {
    switch (operand.kind) {
        case Operand::Kind::variable:
            return operand.variable * code.lanes;
        case Operand::Kind::bid:
            return code.bid_row();
        case Operand::Kind::btid:
            return code.btid_row();
        case Operand::Kind::shared: {
            const auto object = std::ranges::find(code.program.shared, operand.value, &SharedObject::offset);
            return code.shared_row(static_cast<std::size_t>(object - code.program.shared.begin()));
        }
        case Operand::Kind::constant:
        case Operand::Kind::tid:
        case Operand::Kind::wid:
            break;
    }
    return code.wid_row();
}

VisibleSet visibility_of(const InstructionInfo& row) {
    if (row.visibility == Visibility::local) return 0;
    const bool is_atomic = row.memory == MemoryUse::none || row.memory == MemoryUse::updates;
    return is_atomic ? kInOrder : kAccess;
}

// The instruction with this index; `next` is the one after it, if any.
Decoded decode(std::size_t number, const Instruction& i, const Instruction* next, DecodedProgram& code) {
    Decoded decoded;
    decoded.opcode = i.opcode;
    decoded.visible = visibility_of(info(i.opcode));
    decoded.destination = i.destination;
    decoded.row = i.destination * code.lanes;
    decoded.target = i.target;
    decoded.rules = rules_of(i);
    for (std::size_t o = 0; o < i.operands.size(); ++o) {
        decoded.scalar[o] = is_scalar(i.operands[o]);
        const bool is_variable = i.operands[o].kind == Operand::Kind::variable;
        decoded.rows[o] = row_of(i.operands[o], code);
        decoded.defined[o] = is_variable ? i.operands[o].variable : code.always();
        if (i.operands[o].kind == Operand::Kind::tid) decoded.fixed[o] = code.tid.at(0);
        if (i.operands[o].kind == Operand::Kind::constant) {
            code.constants.set(3 * number + o, i.operands[o].value);
            decoded.fixed[o] = code.constants.at(3 * number + o);
        }
    }
#define MUSIMD_UNARY(op, ...) \
    if (i.opcode == Opcode::op) decoded.kernel = code.kernels.op[is_scalar(i.operands[0]) ? 1 : 0];
#include "isa/instructions.def"
    if (i.opcode == Opcode::copy) decoded.kernel = code.kernels.assign[is_scalar(i.operands[0]) ? 1 : 0];
    if (i.opcode == Opcode::ballot) decoded.kernel = code.kernels.ballot;
    if (i.opcode == Opcode::ld) decoded.memory = code.kernels.load;
    if (i.opcode == Opcode::st) decoded.memory = code.kernels.store;
    if (i.opcode == Opcode::typed)
        decoded.kernel = typed_kernel(code.typed_kernels, i.typed_operation, i.type, i.from);
    if (i.opcode != Opcode::bp) return decoded;
    const auto operation = static_cast<std::size_t>(i.operation);
    const auto shape = static_cast<std::size_t>(shape_of(i));
    const auto fit = static_cast<std::size_t>(fit_of(code.program.word, code.short_rows));
    decoded.kernel = code.kernels.binary[operation][shape][fit];
    if (next != nullptr && branches_on(*next, i.destination))
        decoded.test = code.kernels.test[operation][shape];
    return decoded;
}

/// The addresses of each and the first past its end, ascending.
std::vector<std::pair<std::int64_t, std::int64_t>> ranges_of(const std::vector<Buffer>& buffers) {
    std::vector<std::pair<std::int64_t, std::int64_t>> result;
    result.reserve(buffers.size());
    for (const Buffer& b : buffers) result.emplace_back(b.address, b.address + b.count);
    if (!std::ranges::is_sorted(result)) std::ranges::sort(result);
    return result;
}

}  // namespace

DecodedProgram::DecodedProgram(const Program& source, const KernelSet& set, const GroupPlan* groups)
    : program(source),
      plan(groups),
      short_rows(has_short_rows(source)),
      loops(set),
      kernels(loops.loops(short_rows, whole_vectors(source.threads, short_rows))),
      typed_kernels(loops.typed),
      lanes(whole_vectors(source.threads, short_rows)),
      mask_words((std::size_t{source.threads} + 63) / 64),
      tid(short_rows, lanes),
      constants(short_rows, 3 * source.instructions.size()),
      sync_entry_bytes(stack_bytes(source, 1, 0)),
      context_entry_bytes(stack_bytes(source, 0, 1)) {
    for (const auto& [first, end] : ranges_of(source.buffers)) buffers.insert(buffers.end(), {first, end});
    const std::vector<Instruction>& from = source.instructions;
    code.reserve(from.size() + 1);
    for (std::size_t i = 0; i < from.size(); ++i) {
        code.push_back(decode(i, from[i], i + 1 < from.size() ? &from[i + 1] : nullptr, *this));
    }
    code.emplace_back().end_sentinel = true;
    code.back().visible = kInOrder;
    for (std::size_t i = 0; i < from.size(); ++i) {
        const bool jumps = code[i + 1].opcode == Opcode::jump;
        code[i].stepping = stepping_of(code[i]);
        code[i].steps = jumps ? 2 : 1;
        code[i].next = jumps ? code[i + 1].target : static_cast<Label>(i + 2);
    }
    for (std::uint32_t t = 0; t < source.threads; ++t) tid.set(t, source.word.wrapped(t));
}

}  // namespace musimd::fast
