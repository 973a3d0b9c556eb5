#include "differential/programs/generate/writer.hpp"

#include <string>
#include <utility>

#include "differential/programs/generate/instructions.hpp"

namespace musimd::differential {

Writer::Writer(const Tree& tree) : tree_(tree), program_(tree.machine) {
    program_.variables = {"x",     "y",     "z",      "w",      "from",   "a",     "c",    "e",     "n",
                          "p",     "q",     "fuel",   "fuel2",  "fuel3",  "fuel4", "left", "left2", "left3",
                          "left4", "match", "match2", "match3", "match4", "t",     "lane"};
    program_.instructions.reserve(128);
    program_.labels.reserve(32);
}

Program Writer::finish() {
    make_canonical(program_);
    return std::move(program_);
}

Label Writer::emit(const Instruction& instruction) {
    Instruction& result = program_.instructions.emplace_back(instruction);
    for (Operand& operand : result.operands) operand = meant(operand);
    return here() - 1;
}

void Writer::emit(const std::vector<Instruction>& instructions) {
    for (const Instruction& i : instructions) emit(i);
}

void Writer::bind(Label pc, Label target, const char* name) {
    program_.labels.emplace_back(name + std::to_string(pc), target);
    program_.instructions[pc - 1].target = target;
}

// kAddress = the thread's word among those of the slot.
void Writer::own_slot(std::int64_t slot) {
    emit(binary(kAddress, Operand::tid(), Operation::add, Operand::constant(slot)));
    if (program_.warps == 1) return;
    emit(binary(kTest, Operand::wid(), Operation::mul, Operand::constant(tree_.span)));
    emit(binary(kAddress, Operand::of(kAddress), Operation::add, Operand::of(kTest)));
}

void Writer::elect(const Statement& s) {
    if (s.votes && can_vote()) return elect_by_vote(s.inverted);
    elect_in_block(s.inverted);
}

// The ballot has one bit for each active thread. The lowest bit is isolated; the highest has no bits above
// it.
void Writer::elect_by_vote(bool highest) {
    const Operand votes = Operand::of(kElected);
    emit(unary(Opcode::ballot, kElected, Operand::constant(1)));
    if (!highest) {
        emit(binary(kTest, Operand::constant(0), Operation::sub, votes));
        emit(binary(kElected, votes, Operation::and_, Operand::of(kTest)));
    }
    emit(binary(kElected, votes, Operation::shr, Operand::tid()));
    emit(binary(kElected, votes, Operation::eq, Operand::constant(1)));
}

// All threads test each lane in turn; the last one in Θ_mask is elected. Each thread stores it, in Σ if
// registers are restored.
void Writer::elect_in_block(bool highest) {
    const Operand lane = Operand::of(kLane);
    const auto last = static_cast<Value>(program_.threads) - 1;
    const bool restored = program_.registers == RegisterMode::restore;
    emit(plain(Opcode::everywhere));
    emit(copy(kLane, Operand::constant(highest ? 0 : last)));
    const Label head = here();
    const Label branching = emit(branch(Opcode::branch_mask, lane, 0));
    const Label jump = emit(jump_to(0));
    bind(branching, "lane");
    emit(copy(kElected, lane));
    bind(jump, "next");
    emit(binary(kTest, lane, Operation::ne, Operand::constant(highest ? last : 0)));
    emit(binary(kLane, lane, highest ? Operation::add : Operation::sub, Operand::of(kTest)));
    bind(emit(branch(Opcode::bnz, Operand::of(kTest), 0)), head, "again");
    emit(plain(Opcode::sync));
    if (restored) {
        own_slot(tree_.scratch);
        emit(store(Operand::of(kAddress), Operand::of(kElected)));
    }
    emit(plain(Opcode::end_everywhere));
    if (restored) {
        own_slot(tree_.scratch);
        emit(unary(Opcode::ld, kElected, Operand::of(kAddress)));
    }
    emit(binary(kElected, Operand::of(kElected), Operation::eq, Operand::tid()));
}

// By ballot: mixes the active mask into the word of each active thread. Else there is a word for each thread;
// all threads clear theirs, then the active ones set them.
void Writer::observe(const Statement& s) {
    const Operand own = Operand::of(kAddress);
    if (s.votes && can_vote()) {
        own_slot(s.slot);
        emit(unary(Opcode::ballot, kTest, s.operand));
        emit(unary(Opcode::ld, kLane, own));
        emit(binary(kLane, Operand::of(kLane), Operation::shr, Operand::constant(1)));
        emit(binary(kLane, Operand::of(kLane), Operation::xor_, Operand::of(kTest)));
        emit(store(own, Operand::of(kLane)));
        return;
    }
    emit(plain(Opcode::everywhere));
    own_slot(s.slot);
    emit(store(own, Operand::constant(0)));
    emit(plain(Opcode::end_everywhere));
    own_slot(s.slot);
    emit(store(own, s.operand));
}

}  // namespace musimd::differential
