#include "tests/support/tree_interpreter.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "semantics/arithmetic.hpp"
#include "semantics/typed/arithmetic.hpp"
#include "semantics/update.hpp"

namespace musimd::tests {
namespace {

using namespace musimd::differential;
using Kind = Statement::Kind;

// How a statement ends: normally, or by leaving enclosing loops (and selects).
struct Signal {
    enum class Way { none, break_, continue_, return_ } way = Way::none;
    int levels = 0;
};
using Way = Signal::Way;

class Interpreter {
  public:
    Interpreter(const Tree& tree, Thread t, std::uint64_t most) : tree_(tree), tid_(t), left_(most) {
        for (const Preload& preload : tree.machine.preloads) {
            for (std::int64_t i = 0; i < preload.count; ++i)
                state_.memory[preload.address + i] = preload.word(i);
        }
    }

    std::optional<ThreadState> run() {
        for (const Instruction& i : tree_.initial) instruction(i);
        block(tree_.body);
        return failed_ ? std::nullopt : std::optional(state_);
    }

  private:
    Signal block(const Block& block) {
        for (const Statement& s : block) {
            const Signal signal = statement(s);
            if (failed_ || signal.way != Way::none) return signal;
        }
        return {};
    }

    Signal statement(const Statement& s) {
        if (left_ == 0) failed_ = true;
        if (failed_) return {};
        left_ -= 1;
        switch (s.kind) {
            case Kind::instruction:
                instruction(s.instruction);
                return {};
            case Kind::conditional:
                return (condition(s) != 0) != s.inverted ? block(s.first) : block(s.second);
            case Kind::top_loop:
            case Kind::bottom_loop:
                return loop(s);
            case Kind::select:
                return select(s);
            case Kind::call:
                return call(s);
            case Kind::break_:
                return s.levels <= breaks_ ? Signal{Way::break_, s.levels} : Signal{};
            case Kind::continue_:
                return s.levels <= continues_ ? Signal{Way::continue_, s.levels} : Signal{};
            case Kind::return_:
                return {Way::return_, 0};
            default:
                ADD_FAILURE() << "a single thread cannot execute this statement";
                failed_ = true;
                return {};
        }
    }

    Signal loop(const Statement& s) {
        const auto outer = counter_;
        Value trips = s.trips.kind == Operand::Kind::constant ? s.trips.value : value(s.trips) & 3;
        const bool bottom = s.kind == Kind::bottom_loop;
        if (bottom) trips += 1;
        counter_ = trips;
        breaks_ += 1;
        continues_ += 1;
        Signal signal;
        const auto goes_on = [&] {
            return !failed_ && (s.endless || *counter_ != 0) &&
                   (s.operand == Operand::constant(1) || condition(s) != 0);
        };
        if (bottom || goes_on()) {
            do {
                signal = block(s.first);
                if (signal.way == Way::continue_ && signal.levels == 1) signal = {};
                if (signal.way != Way::none) break;
                counter_ = *counter_ - 1;
            } while (goes_on());
        }
        breaks_ -= 1;
        continues_ -= 1;
        counter_ = outer;
        if (signal.way == Way::break_ || signal.way == Way::continue_) signal.levels -= 1;
        return signal.way == Way::break_ && signal.levels == 0 ? Signal{} : signal;
    }

    Signal select(const Statement& s) {
        breaks_ += 1;
        Signal signal;
        bool in = false;
        for (const Statement& option : s.first) {
            in = in || option.any || condition(s) == option.label;
            if (!in) continue;
            signal = block(option.first);
            if (signal.way != Way::none || !option.falls) break;
        }
        breaks_ -= 1;
        if (signal.way == Way::break_) signal.levels -= 1;
        return signal.way == Way::break_ && signal.levels == 0 ? Signal{} : signal;
    }

    Signal call(const Statement& s) {
        const int breaks = std::exchange(breaks_, 0);
        const int continues = std::exchange(continues_, 0);
        block(s.first);
        breaks_ = breaks;
        continues_ = continues;
        return {};
    }

    Value condition(const Statement& s) {
        for (const Instruction& i : s.before) instruction(i);
        return value(s.operand);
    }

    Value value(const Operand& o) {
        switch (o.kind) {
            case Operand::Kind::constant:
                return o.value;
            case Operand::Kind::tid:
                return tree_.machine.word.wrapped(tid_);
            case Operand::Kind::wid:
                return 0;
            case Operand::Kind::bid:
            case Operand::Kind::btid:
            case Operand::Kind::shared:
                ADD_FAILURE() << "generators make no programs with blocks";
                return 0;
            case Operand::Kind::variable:
                break;
        }
        if (o.variable == kCounter) return counter_.value_or(tree_.machine.word.wrapped(tid_));
        if (!state_.variables[o.variable]) failed_ = true;
        return state_.variables[o.variable].value_or(0);
    }

    void instruction(const Instruction& i) {
        const Value first = value(i.operands[0]);
        switch (i.opcode) {
            case Opcode::copy:
                return set(i.destination, first);
            case Opcode::bp: {
                const auto result = apply(i.operation, first, value(i.operands[1]), tree_.machine.word);
                if (!result) failed_ = true;
                return set(i.destination, result.value_or(0));
            }
            case Opcode::typed: {
                TypedOperands operands{};
                for (std::size_t o = 0; o < operand_count(i); ++o) operands[o] = value(i.operands[o]);
                const auto result = apply(i.typed_operation, i.type, i.from, operands);
                if (!result) failed_ = true;
                return set(i.destination, result.value_or(0));
            }
            case Opcode::strong_store:
            case Opcode::st:
                state_.memory[first] = value(i.operands[1]);
                return;
            case Opcode::ld:
                return set(i.destination, load(first));
            case Opcode::atomic_inc: {
                const auto result = to_word(Integer{load(first)} + 1, tree_.machine.word);
                if (!result) failed_ = true;
                state_.memory[first] = result.value_or(0);
                return set(i.destination, result.value_or(0));
            }
            case Opcode::fetch:
            case Opcode::typed_fetch:
                return fetch(i, first);
            case Opcode::assert_:
                if (first == 0) failed_ = true;
                return;
#define MUSIMD_UNARY(op, ...) \
    case Opcode::op:          \
        return set(i.destination, op(first, tree_.machine.word));
#include "isa/instructions.def"
            case Opcode::barrier:
                return;
            case Opcode::bz:
            case Opcode::bnz:
            case Opcode::branch_mask:
            case Opcode::jump:
            case Opcode::sync:
            case Opcode::stop:
            case Opcode::everywhere:
            case Opcode::end_everywhere:
            case Opcode::shfl:
            case Opcode::ballot:
#define MUSIMD_OF_BLOCKS(opcode, ...) case Opcode::opcode:
#include "isa/instructions.def"
                ADD_FAILURE() << "a single thread cannot execute this instruction";
                failed_ = true;
        }
    }

    void fetch(const Instruction& i, std::int64_t address) {
        const Value o1 = value(i.operands[1]);
        const Value o2 = operand_count(i) > 2 ? value(i.operands[2]) : 0;
        const auto updated = update(i, load(address), o1, o2, tree_.machine.word);
        if (!updated) failed_ = true;
        if (failed_) return;
        state_.memory[address] = updated->word;
        set(i.destination, updated->before);
    }

    Value load(std::int64_t address) {
        const auto found = state_.memory.find(address);
        if (found == state_.memory.end()) failed_ = true;
        return failed_ ? 0 : found->second;
    }

    void set(Variable v, Value c) {
        if (!failed_) state_.variables[v] = c;
    }

    const Tree& tree_;
    Thread tid_;
    std::uint64_t left_;
    ThreadState state_;
    std::optional<Value> counter_;
    int breaks_ = 0;
    int continues_ = 0;
    bool failed_ = false;
};

}  // namespace

std::optional<ThreadState> interpret(const Tree& tree, Thread t, std::uint64_t most_statements) {
    return Interpreter(tree, t, most_statements).run();
}

}  // namespace musimd::tests
