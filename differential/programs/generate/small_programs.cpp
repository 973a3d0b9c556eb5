#include "differential/programs/generate/small_programs.hpp"

#include <cassert>

#include "differential/programs/generate/instructions.hpp"

namespace musimd::differential {
namespace {

constexpr Variable kX = 0;
constexpr Variable kY = 1;

// The control instructions of a program of that length, with each target; n+1 is the end.
void add_control(std::vector<Instruction>& list, int length) {
    const auto end = static_cast<Label>(length) + 1;
    for (Label l = 1; l <= end; ++l) {
        for (const Operand o : {Operand::of(kX), Operand::of(kY), Operand::tid()}) {
            list.push_back(branch(Opcode::bz, o, l));
            list.push_back(branch(Opcode::bnz, o, l));
        }
        list.push_back(branch(Opcode::branch_mask, Operand::constant(0), l));
        list.push_back(branch(Opcode::branch_mask, Operand::tid(), l));
        list.push_back(jump_to(l));
    }
    for (const Opcode opcode :
         {Opcode::sync, Opcode::stop, Opcode::everywhere, Opcode::end_everywhere, Opcode::barrier}) {
        list.push_back(plain(opcode));
    }
    for (const Variable v : {kX, kY}) {
        list.push_back(plain(Opcode::assert_));
        list.back().operands[0] = Operand::of(v);
    }
}

// Data instructions: each rule, with operands for its cases.
void add_data(std::vector<Instruction>& list) {
    for (const Variable v : {kX, kY}) {
        const Operand o = Operand::of(v);
        list.push_back(copy(v, Operand::constant(1)));
        list.push_back(copy(v, Operand::tid()));
        list.push_back(unary(Opcode::ld, v, Operand::tid()));
        list.push_back(unary(Opcode::ld, v, Operand::constant(1)));
        list.push_back(store(Operand::constant(0), o));
        list.push_back(store(Operand::tid(), o));
        list.push_back(unary(Opcode::atomic_inc, v, Operand::constant(0)));
        list.push_back(unary(Opcode::shfl, v, Operand::constant(0)));
        for (const Variable w : {kX, kY}) {
            list.push_back(binary(v, Operand::constant(1), Operation::sub, Operand::of(w)));
            list.push_back(unary(Opcode::shfl, v, Operand::of(w)));
            list.push_back(unary(Opcode::ballot, v, Operand::of(w)));
#define MUSIMD_UNARY(opcode, ...) list.push_back(unary(Opcode::opcode, v, Operand::of(w)));
#include "isa/instructions.def"
        }
    }
}

// Two threads; Σ(0) = 0 and Σ(1) = 0.
Program machine() {
    Program result;
    result.threads = 2;
    result.active = ThreadSet::all(2);
    result.preloads.push_back({0, 2, {}, 0, 0});
    return result;
}

// Where control may go from instruction pc. A `sync` goes to where the branch of its entry went, which is
// reached already.
void add_successors(const Program& program, Label pc, std::vector<Label>& list) {
    const Instruction& i = program.at(pc);
    if (has_target(info(i.opcode).format)) list.push_back(i.target);
    if (i.opcode != Opcode::jump && i.opcode != Opcode::stop) list.push_back(pc + 1);
}

bool all_reached(const Program& program) {
    std::vector<bool> reached(program.end() + 1, false);
    std::vector<Label> left{1};
    std::size_t count = 0;
    while (!left.empty()) {
        const Label pc = left.back();
        left.pop_back();
        if (pc == program.end() || reached[pc]) continue;
        reached[pc] = true;
        ++count;
        add_successors(program, pc, left);
    }
    return count == program.instructions.size();
}

// The variables that instructions mention, and no others.
void name_variables(Program& program, std::size_t seen) {
    if (seen > 0) program.variables.emplace_back("x");
    if (seen > 1) program.variables.emplace_back("y");
}

}  // namespace

std::optional<std::size_t> SmallPrograms::seen_after(const Instruction& instruction, std::size_t seen) {
    const auto mention = [&](Variable v) {
        if (v == seen) ++seen;
        return v < seen;
    };
    const Format& parts = info(instruction.opcode).format;
    if (parts.destination && !mention(instruction.destination)) return std::nullopt;
    for (std::size_t i = 0; i < parts.operands; ++i) {
        const Operand& o = instruction.operands[i];
        if (o.kind == Operand::Kind::variable && !mention(o.variable)) return std::nullopt;
    }
    return seen;
}

SmallPrograms::SmallPrograms(int length) : length_(length), below_(static_cast<std::size_t>(length) + 1) {
    assert(1 <= length && length <= kLongest);
    add_control(alphabet_, length);
    add_data(alphabet_);
    below_.back().fill(1);
    for (std::size_t i = static_cast<std::size_t>(length); i-- > 0;) {
        for (std::size_t seen = 0; seen <= kVariables; ++seen) {
            below_[i][seen] = 0;
            for (const Instruction& instruction : alphabet_) {
                if (const auto after = seen_after(instruction, seen))
                    below_[i][seen] += below_[i + 1][*after];
            }
        }
    }
}

std::optional<Program> SmallPrograms::program(std::uint64_t k) const {
    Program result = machine();
    std::size_t seen = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(length_); ++i) {
        for (const Instruction& instruction : alphabet_) {
            const auto after = seen_after(instruction, seen);
            if (!after) continue;
            const std::uint64_t ways = below_[i + 1][*after];
            if (k < ways) {
                result.instructions.push_back(instruction);
                result.instructions.back().line = static_cast<std::uint32_t>(i) + 1;
                seen = *after;
                break;
            }
            k -= ways;
        }
    }
    if (!all_reached(result)) return std::nullopt;
    name_variables(result, seen);
    return result;
}

SmallProgramsUpTo::SmallProgramsUpTo(int longest) {
    for (int length = 1; length <= longest; ++length) by_length_.emplace_back(length);
}

std::uint64_t SmallProgramsUpTo::count() const {
    std::uint64_t sum = 0;
    for (const SmallPrograms& programs : by_length_) sum += programs.count();
    return sum;
}

std::optional<Program> SmallProgramsUpTo::program(std::uint64_t k) const {
    for (const SmallPrograms& programs : by_length_) {
        if (k < programs.count()) return programs.program(k);
        k -= programs.count();
    }
    return std::nullopt;
}

}  // namespace musimd::differential
