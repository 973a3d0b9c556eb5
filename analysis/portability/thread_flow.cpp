#include "analysis/portability/thread_flow.hpp"

#include "semantics/arithmetic.hpp"
#include "semantics/typed/arithmetic.hpp"

namespace musimd {

ThreadFlow::ThreadFlow(const Program& program, std::uint32_t warp, Thread lane)
    : program_(program), warp_(warp), lane_(lane), states_(program.instructions.size()) {
    arrive(1, State(program.variables.size()));
    while (!waiting_.empty()) {
        const Label pc = waiting_.back();
        waiting_.pop_back();
        step(pc);
    }
}

std::uint64_t ThreadFlow::work(const Program& program) {
    return std::uint64_t{program.instructions.size()} * (program.variables.size() + 1);
}

std::optional<Value> ThreadFlow::address(Label pc) const {
    const Fact fact = value_of(program_.at(pc).operands[0], *states_[pc - 1]);
    return fact.shape == Fact::Shape::constant ? std::optional(fact.value) : std::nullopt;
}

void ThreadFlow::arrive(Label pc, const State& state) {
    if (pc >= program_.end()) return;
    std::optional<State>& known = states_[pc - 1];
    const bool is_first = !known;
    bool changes = is_first;
    if (is_first) known = state;
    for (std::size_t v = 0; v < state.size(); ++v) {
        Fact& fact = (*known)[v];
        if (state[v] == fact || state[v].shape == Fact::Shape::undefined) continue;
        fact = fact.shape == Fact::Shape::undefined ? state[v] : Fact{Fact::Shape::unknown};
        changes = true;
    }
    if (changes) waiting_.push_back(pc);
}

void ThreadFlow::step(Label pc) {
    const Instruction& i = program_.at(pc);
    State state = *states_[pc - 1];
    if (i.opcode == Opcode::stop || i.opcode == Opcode::exit) return;
    if (i.opcode == Opcode::jump) return arrive(i.target, state);
    if (has_target(info(i.opcode).format)) return branch(pc, i, state);
    if (assign(i, state)) arrive(pc + 1, state);
}

void ThreadFlow::branch(Label pc, const Instruction& i, const State& state) {
    const Fact fact = value_of(i.operands[0], state);
    const bool is_known = i.opcode != Opcode::branch_mask && fact.shape == Fact::Shape::constant;
    const bool branches = (fact.value == 0) == (i.opcode == Opcode::bz);
    if (!is_known || branches) arrive(i.target, state);
    if (!is_known || !branches) arrive(pc + 1, state);
}

/// False if the instruction is a trap for the thread.
bool ThreadFlow::assign(const Instruction& i, State& state) const {
    if (!info(i.opcode).format.destination) return true;
    const Fact result = result_of(i, state);
    state[i.destination] = result;
    return result.shape != Fact::Shape::undefined;
}

ThreadFlow::Fact ThreadFlow::value_of(const Operand& operand, const State& state) const {
    const auto word = [&](Integer c) {
        const auto value = to_word(c, program_.word);
        return value ? Fact{Fact::Shape::constant, *value} : Fact{Fact::Shape::unknown};
    };
    const std::uint32_t block = program_.block_of(warp_);
    switch (operand.kind) {
        case Operand::Kind::constant:
            return {Fact::Shape::constant, operand.value};
        case Operand::Kind::variable:
            return state[operand.variable];
        case Operand::Kind::tid:
            return word(lane_);
        case Operand::Kind::wid:
            return word(warp_);
        case Operand::Kind::bid:
            return word(block);
        case Operand::Kind::btid:
            return word(Integer{warp_ % program_.warps_per_block()} * program_.threads + lane_);
        case Operand::Kind::shared:
            return word(Integer{kDefaultMaxAddress} + 1 + Integer{block} * program_.shared_words() +
                        operand.value);
    }
    return {Fact::Shape::unknown};
}

/// Undefined if the thread traps.
ThreadFlow::Fact ThreadFlow::result_of(const Instruction& i, const State& state) const {
    const Fact unknown{Fact::Shape::unknown};
    if (i.opcode != Opcode::copy && i.opcode != Opcode::bp && i.opcode != Opcode::typed) return unknown;
    TypedOperands operands{};
    for (std::size_t o = 0; o < operand_count(i); ++o) {
        const Fact fact = value_of(i.operands[o], state);
        if (fact.shape != Fact::Shape::constant) return fact;
        operands[o] = fact.value;
    }
    if (i.opcode == Opcode::copy) return {Fact::Shape::constant, operands[0]};
    const auto result = i.opcode == Opcode::bp ? apply(i.operation, operands[0], operands[1], program_.word)
                                               : apply(i.typed_operation, i.type, i.from, operands);
    return result ? Fact{Fact::Shape::constant, *result} : Fact{};
}

}  // namespace musimd
