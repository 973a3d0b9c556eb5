#include "differential/programs/generate/data_maker.hpp"

#include <algorithm>
#include <utility>

#include "differential/programs/generate/instructions.hpp"
#include "differential/programs/generate/machine_config.hpp"

namespace musimd::differential {

void DataMaker::add(Block& out, const Instruction& instruction) {
    out.emplace_back().instruction = instruction;
}

Value DataMaker::word() {
    return make_word(dice_, tree_.machine.word);
}

std::vector<Instruction> DataMaker::initial() {
    std::vector<Instruction> result;
    const unsigned undefined = fault() ? 30 : 0;
    for (Variable v = 0; v <= kShuffled; ++v) {
        if (dice_.chance(undefined)) continue;
        switch (dice_.weighted({3, 3, 1, 1})) {
            case 0:
                result.push_back(copy(v, small(-3, 9)));
                break;
            case 1:
                result.push_back(binary(v, Operand::tid(), Operation::mod, small(2, 8)));
                break;
            case 2:
                result.push_back(binary(v, Operand::tid(), Operation::and_, small(1, 7)));
                break;
            default:
                result.push_back(binary(v, Operand::tid(), Operation::lt, small(1, 7)));
                break;
        }
    }
    if (mix_.typed > 0) initial_typed(result);
    return result;
}

void DataMaker::simple(Block& out, const StatementContext& context) {
    if (!context.writes) return only_store(out);
    const bool outside = !context.in_block && !context.open;
    switch (dice_.weighted({mix_.compute, mix_.assign, mix_.store, mix_.load, mix_.atomic, mix_.shuffle,
                            mix_.ballot, outside ? 5 * mix_.barrier : 0, context.open ? 0 : mix_.stop,
                            mix_.typed, mix_.assertion})) {
        case 0:
            return compute(out);
        case 1:
            return assign(out);
        case 2:
            return store(out);
        case 3:
            return load(out);
        case 4:
            return atomic(out);
        case 5:
            return shuffle(out);
        case 6:
            return ballot(out);
        case 7:
            return add(out, plain(Opcode::barrier));
        case 8:
            return add(out, plain(Opcode::stop));
        case 9:
            return typed(out);
        default:
            return assertion(out);
    }
}

// An assertion that mostly holds.
void DataMaker::assertion(Block& out) {
    Instruction result = plain(Opcode::assert_);
    result.operands[0] = Operand::of(kAddress);
    if (fault()) {
        result.operands[0] = operand();
    } else {
        add(out, binary(kAddress, Operand::of(data()), Operation::or_, Operand::constant(1)));
    }
    add(out, result);
}

// What may be done where no variable may be written.
void DataMaker::only_store(Block& out) {
    const Operand own = dice_.chance(30) ? Operand::of(data()) : Operand::tid();
    if (dice_.chance(60)) return add(out, differential::store(Operand::tid(), own));
    const Operand value = constant();
    add(out, differential::store(small(0, 7), value));
}

void DataMaker::compute(Block& out) {
    if (dice_.chance(6)) {
        const Variable v = data();
        return add(out, unary(unary_opcode(dice_), v, operand()));
    }
    const auto operation = static_cast<Operation>(dice_.below(operation_table().size()));
    const Operand right = operand();
    const Operand left = operand();
    Instruction result = binary(data(), left, operation, right);
    avoid_trap(result);
    add(out, result);
    settle(out, result.destination);
}

// Counts of shifts, divisors and factors that do not trap, mostly.
void DataMaker::avoid_trap(Instruction& result) {
    if (fault()) {
        if (dice_.chance(25)) use_boundary_operands(dice_, tree_.machine.word, result);
        return;
    }
    const FailureMode mode = info(result.operation).failure;
    if (divides(mode)) result.operands[1] = small(1, 9);
    if (shifts(mode)) result.operands[1] = small(0, 3);
    if (result.operation == Operation::mul && narrow()) result.operands[0] = Operand::of(data());
}

// Keeps a value small, so that what is computed from it does not overflow.
void DataMaker::settle(Block& out, Variable v) {
    if (tree_.machine.word.wrap || fault()) return;
    add(out, binary(v, Operand::of(v), Operation::mod, Operand::constant(11)));
}

void DataMaker::assign(Block& out) {
    const Variable v = data();
    add(out, copy(v, operand()));
    settle(out, v);
}

Operand DataMaker::operand() {
    switch (dice_.weighted({10, 4, 1, 6})) {
        case 0:
            return Operand::of(data());
        case 1:
            return Operand::tid();
        case 2:
            return Operand::wid();
        default:
            return constant();
    }
}

// ---- typed words

void DataMaker::initial_typed(std::vector<Instruction>& out) {
    usual_ = dice_.pick(types_of(tree_.machine.word));
    for (Variable v = kTyped; v < kTyped + kTypedCount; ++v) {
        Instruction result = unary(Opcode::typed, v, Operand::tid());
        result.typed_operation = TypedOperation::cvt;
        result.type = usual_;
        result.from = Type::i8;
        out.push_back(dice_.chance(50) ? result : copy(v, pattern(usual_)));
    }
}

// An operation, mostly of the program's usual type; or its variables to and from memory.
void DataMaker::typed(Block& out) {
    switch (dice_.weighted({8, 1, 1})) {
        case 0:
            break;
        case 1: {
            const Operand value = Operand::of(typed_variable());
            return add(out, differential::store(own_address(out), value));
        }
        default: {
            const Operand from = own_address(out);
            return add(out, unary(Opcode::ld, typed_variable(), from));
        }
    }
    const std::optional<Type> type = dice_.chance(70) ? std::optional(usual_) : std::nullopt;
    Instruction result = make_typed(dice_, tree_.machine.word, type);
    for (std::size_t o = 0; o < operand_count(result); ++o) result.operands[o] = typed_operand(result);
    if (!fault()) {
        avoid_typed_trap(dice_, result);
    } else if (dice_.chance(70)) {
        use_typed_boundary_operands(dice_, result);
    }
    result.destination =
        is_comparison(result.typed_operation) && dice_.chance(50) ? data() : typed_variable();
    add(out, result);
}

Operand DataMaker::typed_operand(const Instruction& instruction) {
    switch (dice_.weighted({6, 3, 1, 1})) {
        case 0:
            return Operand::of(typed_variable());
        case 1:
            return pattern(instruction.typed_operation == TypedOperation::cvt ? instruction.from
                                                                              : instruction.type);
        case 2:
            return Operand::of(data());
        default:
            return Operand::tid();
    }
}

// ---- memory

Operand DataMaker::address(Block& out, bool own) {
    if (own) return own_address(out);
    return dice_.chance(mix_.faults / 2) ? operand() : shared_address(out);
}

// An address of this thread alone, or of it and its neighbours.
Operand DataMaker::own_address(Block& out) {
    if (tree_.machine.warps > 1) return of_warp(out, Operand::tid());
    if (mix_.shared == 0 || dice_.chance(60)) return Operand::tid();
    add(out, binary(kAddress, Operand::tid(), Operation::add, small(0, 7)));
    return Operand::of(kAddress);
}

// An address that threads may share.
Operand DataMaker::shared_address(Block& out) {
    const Operand uniform = small(0, tree_.machine.threads + 7);
    if (tree_.machine.warps > 1) return of_warp(out, uniform);
    if (dice_.chance(50)) return uniform;
    add(out, binary(kAddress, Operand::of(data()), Operation::and_, Operand::constant(7)));
    return Operand::of(kAddress);
}

// The address among those of the warp, which does not race with others but for a few.
Operand DataMaker::of_warp(Block& out, Operand address) {
    if (dice_.chance(mix_.faults / 2)) return address;
    add(out, binary(kAddress, Operand::wid(), Operation::mul, Operand::constant(tree_.span)));
    add(out, binary(kAddress, Operand::of(kAddress), Operation::add, address));
    return Operand::of(kAddress);
}

void DataMaker::store(Block& out) {
    const bool own = !dice_.chance(mix_.shared);
    const Operand to = address(out, own);
    add(out, differential::store(to, own || fault() ? operand() : constant()));
}

void DataMaker::load(Block& out) {
    const Operand from = address(out, !dice_.chance(mix_.shared));
    const Variable v = data();
    add(out, unary(Opcode::ld, v, from));
    settle(out, v);
}

void DataMaker::atomic(Block& out) {
    if (dice_.chance(50)) return fetch(out);
    const bool own = narrow() || !dice_.chance(2 * mix_.shared);  // many increments overflow a narrow word
    const Operand at = address(out, own);
    const Variable v = data();
    add(out, unary(Opcode::atomic_inc, v, at));
    settle(out, v);
}

// Operands are small, so that sums do not overflow, or patterns of the program's usual type.
void DataMaker::fetch(Block& out) {
    const bool is_typed = mix_.typed > 0 && dice_.chance(60);
    const Opcode opcode = is_typed ? Opcode::typed_fetch : Opcode::fetch;
    const std::optional<Type> type = dice_.chance(70) ? std::optional(usual_) : std::nullopt;
    Instruction result = make_fetch(dice_, tree_.machine.word, opcode, type);
    result.operands[0] = address(out, narrow() || !dice_.chance(2 * mix_.shared));
    for (std::size_t o = 1; o < operand_count(result); ++o) {
        result.operands[o] = fault() ? operand() : is_typed ? typed_operand(result) : small(-3, 9);
        if (!is_typed && !narrow() && dice_.chance(40)) result.operands[o] = Operand::of(data());
    }
    result.destination = is_typed ? typed_variable() : data();
    add(out, result);
    if (!is_typed) settle(out, result.destination);
}

// ---- other lanes

// What a lane outside of the mask leaves undefined is mostly not read again.
void DataMaker::shuffle(Block& out) {
    if (tree_.machine.threads > 1 && dice_.chance(10)) return shuffle_twice(out);
    if (tree_.machine.registers == RegisterMode::restore && dice_.chance(25))
        return shuffle_between_blocks(out);
    const Operand from = lane(out);
    if (dice_.chance(75)) {
        add(out, copy(kShuffled, dice_.chance(70) ? Operand::of(data()) : Operand::tid()));
        add(out, unary(Opcode::shfl, kShuffled, from));
        return;
    }
    const Variable v = data();
    add(out, unary(Opcode::shfl, v, from));
    if (from != Operand::tid() && !fault()) add(out, copy(v, Operand::tid()));
    settle(out, v);
}

// The first takes what the lane below has, so that the lowest thread is left without; the second heals that.
void DataMaker::shuffle_twice(Block& out) {
    add(out, copy(kShuffled, Operand::tid()));
    add(out, binary(kAddress, Operand::tid(), Operation::sub, Operand::constant(1)));
    add(out, unary(Opcode::shfl, kShuffled, Operand::of(kAddress)));
    add(out, unary(Opcode::shfl, kShuffled, small(1, tree_.machine.threads - 1)));
}

// Blocks with nothing but a shuffle between them: under `restore`, each has a β of its own to put back.
void DataMaker::shuffle_between_blocks(Block& out) {
    Statement block;
    block.kind = Statement::Kind::everywhere;
    block.prepares = false;
    const Variable v = data();
    out.push_back(block);
    add(out, unary(Opcode::shfl, v, small(0, tree_.machine.threads - 1)));
    out.push_back(block);
    settle(out, v);
}

Operand DataMaker::lane(Block& out) {
    switch (dice_.weighted({3, 3, 3, 1})) {
        case 0:
            return Operand::tid();
        case 1:
            return small(-1, tree_.machine.threads);
        case 2: {
            const Operand distance = small(1, 5);
            const auto operation = dice_.pick({Operation::xor_, Operation::add, Operation::sub});
            add(out, binary(kAddress, Operand::tid(), operation, distance));
            return Operand::of(kAddress);
        }
        default:
            return operand();
    }
}

void DataMaker::ballot(Block& out) {
    if (!can_vote(tree_.machine)) return shuffle(out);
    const Variable v = data();
    add(out, unary(Opcode::ballot, v, operand()));
    settle(out, v);
}

// ---- conditions

void DataMaker::condition(Statement& result, Block& out, const StatementContext& context) {
    if (!context.writes) {
        result.operand = dice_.chance(75) ? Operand::of(data()) : Operand::tid();
        return;
    }
    result.operand = Operand::of(kCondition);
    switch (dice_.weighted({mix_.lanes, mix_.data, mix_.masks, mix_.uniform,
                            context.counted ? 2 * mix_.counters : 0, mix_.elected, mix_.loaded})) {
        case 0:
            return on_value(result, Operand::tid(),
                            small(0, std::min<Value>(tree_.machine.threads - 1, 100)));
        case 1: {
            const Operand other = operand();
            return on_value(result, Operand::of(data()), other);
        }
        case 2:
            return on_mask(result);
        case 3:
            return on_uniform(result);
        case 4:
            return on_value(result, Operand::of(kCounter), small(0, 3));
        case 5:
            return on_elected(result, out);
        default:
            return on_loaded(result);
    }
}

// The value itself, some of its bits, or how it compares.
void DataMaker::on_value(Statement& result, Operand value, Operand other) {
    if (mix_.typed > 0 && dice_.chance(40)) return on_typed(result);
    if (dice_.chance(20)) {
        result.operand = value;
    } else if (dice_.chance(50)) {
        result.before = {compare(value, other)};
    } else {
        const auto operation = dice_.pick({Operation::and_, Operation::mod});
        result.before = {binary(kCondition, value, operation, small(1, 7))};
    }
}

void DataMaker::on_typed(Statement& result) {
    Instruction compares = unary(Opcode::typed, kCondition, Operand::of(typed_variable()));
    compares.typed_operation = dice_.pick({TypedOperation::lt, TypedOperation::le, TypedOperation::gt,
                                           TypedOperation::ge, TypedOperation::eq, TypedOperation::ne});
    compares.type = usual_;
    compares.operands[1] = typed_operand(compares);
    result.before = {compares};
}

Instruction DataMaker::compare(Operand left, Operand right) {
    const auto operation = dice_.pick(
        {Operation::lt, Operation::le, Operation::gt, Operation::ge, Operation::eq, Operation::ne});
    return binary(kCondition, left, operation, right);
}

// A constant set of lanes: bit tid modulo 8, or of some of its bits.
void DataMaker::on_mask(Statement& result) {
    const Operand bits = dice_.chance(70) ? Operand::constant(7) : small(1, 6);
    result.before = {binary(kCondition, Operand::tid(), Operation::and_, bits),
                     binary(kCondition, small(1, 127), Operation::shr, Operand::of(kCondition)),
                     binary(kCondition, Operand::of(kCondition), Operation::and_, Operand::constant(1))};
}

void DataMaker::on_uniform(Statement& result) {
    if (can_vote(tree_.machine) && mix_.ballot > 0 && dice_.chance(30)) {
        result.before = {unary(Opcode::ballot, kCondition, operand())};
    } else {
        const Operand right = small(0, 3);
        result.before = {compare(dice_.chance(50) ? Operand::wid() : small(0, 3), right)};
    }
}

void DataMaker::on_elected(Statement& result, Block& out) {
    Statement& elect = out.emplace_back();
    elect.kind = Statement::Kind::elect;
    elect.votes = mix_.ballot > 0 && dice_.chance(60);
    elect.inverted = dice_.chance(30);
    result.operand = Operand::of(kElected);
}

void DataMaker::on_loaded(Statement& result) {
    Block computed;
    const Operand from = address(computed, mix_.shared == 0 || dice_.chance(50));
    for (const Statement& s : computed) result.before.push_back(s.instruction);
    result.before.push_back(unary(Opcode::ld, kCondition, from));
}

}  // namespace musimd::differential
