// Block barriers, and what the threads of a mask do together.

#include <algorithm>
#include <bit>

#include "differential/programs/generate/block_statements.hpp"
#include "differential/programs/generate/typed_maker.hpp"
#include "isa/variant.hpp"

namespace musimd::differential {

// ---- block barriers

void BlockMaker::barrier(const Context& c) {
    if (is_volta() && mix_.apart != 0 && dice_.chance(20)) {
        // One in each half: independent threads meet at them.
        comparable_ = false;
        emit_test(any_test(), c.depth);
        const Label branching = emit(branch(Opcode::bz, Operand::of(condition_of(c.depth)), 0));
        emit(plain(Opcode::block_barrier));
        const Label jump = emit(jump_to(0));
        bind(branching);
        compute_some();
        emit(plain(Opcode::block_barrier));
        bind(jump);
        emit(plain(Opcode::sync));
        return;
    }
    if (c.depth == 0 && dice_.chance(30)) {
        emit(plain(Opcode::barrier));
    } else if (dice_.chance(40)) {
        emit(plain(Opcode::block_barrier));
    } else {
        barrier_with_value();
    }
}

void BlockMaker::barrier_with_value() {
    Instruction i = unary(Opcode::block_barrier_of, target(), data());
    i.variant = dice_.pick({Variant::count, Variant::and_, Variant::or_});
    emit(i);
}

// ---- collectives

Label BlockMaker::emit_with_mask(Opcode opcode, Variant variant, Variable v, const Operand& mask,
                                 const Operand& o) {
    Instruction i = plain(opcode);
    i.variant = variant;
    i.destination = v;
    i.operands = {mask, o};
    return emit(i);
}

void BlockMaker::collective(const Context& c) {
    const Label first = here();
    switch (dice_.weighted({2, 4, 3, 3, 4})) {
        case 0:
            emit_with_mask(Opcode::syncwarp, Variant::none, 0, c.mask);
            break;
        case 1:
            emit_with_mask(Opcode::vote, dice_.pick({Variant::ballot, Variant::any, Variant::all}), target(),
                           c.mask, data());
            break;
        case 2:
            match(c, c.mask);
            break;
        case 3:
            reduce(c.mask);
            break;
        default:
            shuffle(c, c.mask);
    }
    for (Label pc = first; pc < here(); ++pc) {
        const Instruction& i = program_.at(pc);
        if (is_collective(i.opcode) && i.operands[0] == c.mask) return plant_masks(c, pc);
    }
}

// The threads with equal words, and perhaps something that they do together.
void BlockMaker::match(const Context& c, const Operand& mask) {
    if (dice_.chance(30)) {
        emit_with_mask(Opcode::match, Variant::all, target(), mask, dice_.chance(50) ? data() : small());
        return;
    }
    emit_with_mask(Opcode::match, Variant::any, kGroup, mask, dice_.chance(30) ? data() : small());
    const Operand group = Operand::of(kGroup);
    switch (dice_.index(4)) {
        case 0:
            emit(copy(target(), group));
            return;
        case 1:
            emit_with_mask(Opcode::syncwarp, Variant::none, 0, group);
            return;
        case 2:
            return reduce(group);
        default:
            return shuffle(c, group);
    }
}

void BlockMaker::reduce(const Operand& mask) {
    const Variant variant =
        dice_.pick({Variant::add, Variant::min, Variant::max, Variant::and_, Variant::or_, Variant::xor_});
    if (dice_.chance(30)) {
        Instruction i = plain(Opcode::typed_reduce);
        i.variant = variant;
        i.typed_operation = *typed_operation_named(to_string(variant));
        i.destination = target();
        do {
            i.type = dice_.pick(types_of(program_.word));
        } while (!has_kind(types_of_reduction(variant), i.type));
        i.operands = {mask, dice_.chance(50) ? data() : Operand::constant(make_pattern(dice_, i.type))};
        emit(i);
        return;
    }
    const bool fits = variant != Variant::add || program_.word.wrap;
    const Operand o = fits && dice_.chance(70) ? data() : small();
    emit_with_mask(Opcode::reduce, variant, target(), mask, o);
}

// Where a lane may be missing, the result may be undefined, and nothing reads it.
void BlockMaker::shuffle(const Context& c, const Operand& mask) {
    const bool everybody = c.known && mask == all_lanes() && std::ranges::count(c.who, false) == 0 &&
                           program_.block_threads % program_.threads == 0;
    Instruction i = plain(Opcode::shuffle);
    i.variant = dice_.pick({Variant::idx, Variant::up, Variant::down, Variant::xor_});
    i.width = std::bit_ceil(program_.threads);
    while (i.width > 1 && dice_.chance(25)) i.width /= 2;
    const bool own = !everybody && i.variant == Variant::idx && dice_.chance(30);
    i.destination = everybody || own ? target() : Variable{kScratch};
    i.operands = {mask, Operand::of(target()), own ? Operand::tid() : data()};
    emit(i);
}

// Independent threads may step alone.
void BlockMaker::active_mask(const Context& c) {
    comparable_ = false;
    const bool alone = is_volta();
    emit(unary(Opcode::activemask, alone ? Variable{kScratch} : Variable{kGroup}, {}));
    if (alone) return;
    const Operand group = Operand::of(kGroup);
    dice_.chance(50) ? reduce(group) : shuffle(c, group);
}

// The same operation in both halves: independent threads meet there.
void BlockMaker::halves_that_meet(const Context& c) {
    comparable_ = false;
    emit_test(any_test(), c.depth);
    const Label branching = emit(branch(Opcode::bz, Operand::of(condition_of(c.depth)), 0));
    const Variant variant = dice_.pick({Variant::ballot, Variant::any, Variant::all});
    compute_some();
    emit_with_mask(Opcode::vote, variant, target(), c.mask, data());
    const Label jump = emit(jump_to(0));
    bind(branching);
    compute_some();
    emit_with_mask(Opcode::vote, variant, target(), c.mask, data());
    bind(jump);
    emit(plain(Opcode::sync));
}

// ---- masks that are wrong

void BlockMaker::plant_masks(const Context& c, Label pc) {
    const auto with = [&](const Operand& mask, bool effective) {
        plant({.mistake = Mistake::wrong_mask,
               .pc = pc,
               .change = MistakeSite::Change::operand,
               .operand = mask,
               .effective = effective});
    };
    with(Operand::constant(0), anybody(c));
    if (program_.threads < static_cast<std::uint32_t>(program_.word.width))
        with(word_of(low_bits(program_.threads + 1)), anybody(c));
    // In lock step, all lanes of the warp do not come to a half; independent threads may meet later.
    bool lacks = false;
    for (std::uint32_t t = 0; t < program_.block_threads; ++t) {
        const std::uint32_t warp = t / program_.threads * program_.threads;
        for (std::uint32_t s = warp; s < std::min(warp + program_.threads, program_.block_threads); ++s)
            lacks |= c.who[t] && alive_[s] && !c.who[s];
    }
    with(all_lanes(), anybody(c) && lacks && !is_volta());
}

}  // namespace musimd::differential
