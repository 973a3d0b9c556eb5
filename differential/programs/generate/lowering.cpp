#include "differential/programs/generate/lowering.hpp"

#include <tuple>
#include <utility>

#include "differential/programs/generate/instructions.hpp"
#include "differential/programs/generate/regions.hpp"
#include "differential/programs/generate/writer.hpp"

namespace musimd::differential {
namespace {

using Kind = Statement::Kind;

/// The surroundings of a statement.
struct Context {
    bool in_block = false;
    bool open = false;   ///< a branch of this block, or of the program outside of blocks, is open
    Variable loops = 0;  ///< the loops around, outside of blocks too
    Variable level = 0;  ///< the blocks around
};

Context inside_branch(Context c) {
    c.open = true;
    return c;
}

Context inside_loop(Context c) {
    c.open = true;
    c.loops += 1;
    return c;
}

Context inside_block(Context c) {
    c.in_block = true;
    c.open = false;
    c.level += 1;
    return c;
}

class Lowering : private Writer {
  public:
    explicit Lowering(const Tree& tree) : Writer(tree), tree_(tree) {}

    Program run();

  private:
    // Statements. Each returns its exits.
    void level(const Block& statements, const Context& c);
    Exits block(Statements statements, const Context& c);
    Exits statement(const Statement& s, const Context& c);
    Exits instruction(const Instruction& i, const Context& c);
    Exits conditional(const Statement& s, const Context& c);
    Exits loop(const Statement& s, const Context& c);
    Exits top_loop(const Statement& s, const Context& c);
    Exits bottom_loop(const Statement& s, const Context& c);
    Exits select(const Statement& s, const Context& c);
    Exits options(const Statement& s, Statements list, const Context& c);
    Exits call(const Statement& s, const Context& c);
    Exits leave(const Statement& s);
    void everywhere(const Statement& s, const Context& c);
    Exits masked(const Statement& s, const Context& c);

    // Loops.
    void fill_up(const Statement& s, const Operand& outer);
    std::pair<Operand, bool> going_on(const Statement& s, Exits exits);
    Label branch_on(std::pair<Operand, bool> condition, bool when, bool inverted);

    // Leaving.
    Operand left() const { return Operand::of(left_); }
    Exits arrive(Exits exits, Exits here);

    const Tree& tree_;
    Regions regions_;
    Variable left_ = kLeft;  ///< of this level
    Variable match_ = kMatch;
};

// ---- programs and blocks

Program Lowering::run() {
    if (tree_.initial_everywhere && !tree_.initial.empty()) {
        emit(plain(Opcode::everywhere));
        emit(tree_.initial);
        emit(plain(Opcode::end_everywhere));
    } else {
        emit(tree_.initial);
    }
    regions_.enter(Region::call);
    level(tree_.body, {});
    emit(plain(Opcode::stop));
    return finish();
}

// The program outside of blocks, or a block.
void Lowering::level(const Block& statements, const Context& c) {
    left_ = kLeft + c.level;
    match_ = kMatch + c.level;
    if (leaves(statements)) emit(copy(left_, Operand::constant(0)));
    block(statements, c);
}

// After a statement that threads may leave, only those that stay execute the rest.
Exits Lowering::block(Statements statements, const Context& c) {
    for (std::size_t i = 0; i < statements.size(); ++i) {
        const Exits gone = statement(statements[i], c);
        const Statements rest = statements.subspan(i + 1);
        if (gone == 0) continue;
        if (rest.empty()) return gone;
        const Label branching = emit(branch(Opcode::bnz, left(), 0));
        const Exits more = block(rest, inside_branch(c));
        bind(branching, "next");
        emit(plain(Opcode::sync));
        return gone | more;
    }
    return 0;
}

Exits Lowering::statement(const Statement& s, const Context& c) {
    switch (s.kind) {
        case Kind::instruction:
            return instruction(s.instruction, c);
        case Kind::conditional:
            return conditional(s, c);
        case Kind::top_loop:
        case Kind::bottom_loop:
            return c.loops < kLoops ? loop(s, c) : block(s.first, c);
        case Kind::select:
            return select(s, c);
        case Kind::option:
            return block(s.first, c);
        case Kind::call:
            return call(s, c);
        case Kind::break_:
        case Kind::continue_:
        case Kind::return_:
            return leave(s);
        case Kind::everywhere:
            everywhere(s, c);
            return 0;
        case Kind::masked:
            return c.in_block ? masked(s, c) : block(s.first, c);
        case Kind::elect:
            elect(s);
            return 0;
        case Kind::observe:
            observe(s);
            return 0;
    }
    return 0;
}

Exits Lowering::instruction(const Instruction& i, const Context& c) {
    const bool misplaced =
        (i.opcode == Opcode::barrier && (c.in_block || c.open)) || (i.opcode == Opcode::stop && c.open);
    if (!misplaced) emit(i);
    return 0;
}

Exits Lowering::conditional(const Statement& s, const Context& c) {
    emit(s.before);
    const Label branching = emit(branch(s.inverted ? Opcode::bnz : Opcode::bz, s.operand, 0));
    Exits gone = block(s.first, inside_branch(c));
    if (s.second.empty()) {
        bind(branching, "join");
    } else {
        const Label jump = emit(jump_to(0));
        bind(branching, "else");
        gone |= block(s.second, inside_branch(c));
        bind(jump, "join");
    }
    emit(plain(Opcode::sync));
    return gone;
}

Exits Lowering::masked(const Statement& s, const Context& c) {
    emit(s.before);
    const Label branching = emit(branch(Opcode::branch_mask, s.operand, 0));
    Exits gone = block(s.second, c);
    const Label jump = emit(jump_to(0));
    bind(branching, "lane");
    gone |= block(s.first, c);
    bind(jump, "next");
    return gone;
}

// ---- loops

Exits Lowering::loop(const Statement& s, const Context& c) {
    const Operand outer = std::exchange(counter, Operand::of(kFuel + c.loops));
    regions_.enter(Region::loop);
    const std::size_t region = regions_.innermost();
    if (!s.endless) fill_up(s, outer);
    const Context inside = inside_loop(c);
    Exits gone = s.kind == Kind::top_loop ? top_loop(s, inside) : bottom_loop(s, inside);
    emit(plain(Opcode::sync));
    gone = arrive(gone, Regions::breaking(region));
    regions_.leave();
    counter = outer;
    return gone;
}

// The counter's first value: 0 to 3 trips, one more where the test is at the bottom. The trips may depend on
// the counter of the surrounding loop.
void Lowering::fill_up(const Statement& s, const Operand& outer) {
    const Variable fuel = counter.variable;
    const Operand trips = s.trips == Operand::of(kCounter) ? outer : s.trips;
    const bool constant = trips.kind == Operand::Kind::constant;
    emit(constant ? copy(fuel, trips) : binary(fuel, trips, Operation::and_, Operand::constant(3)));
    if (s.kind == Kind::bottom_loop) emit(binary(fuel, counter, Operation::add, Operand::constant(1)));
}

Exits Lowering::top_loop(const Statement& s, const Context& inside) {
    const Label head = here();
    const Exits staying = regions_.exits(s.first) & ~Regions::continuing(regions_.innermost());
    const Label branching = branch_on(going_on(s, staying), false, s.inverted);
    const Exits gone = arrive(block(s.first, inside), Regions::continuing(regions_.innermost()));
    if (!s.endless) emit(binary(counter.variable, counter, Operation::sub, Operand::constant(1)));
    bind(emit(jump_to(0)), head, "head");
    bind(branching, "exit");
    return gone;
}

Exits Lowering::bottom_loop(const Statement& s, const Context& inside) {
    const Label head = here();
    const Exits gone = arrive(block(s.first, inside), Regions::continuing(regions_.innermost()));
    if (!s.endless) emit(binary(counter.variable, counter, Operation::sub, Operand::constant(1)));
    bind(branch_on(going_on(s, gone), true, s.inverted), head, "again");
    return gone;
}

// Whether a thread continues the loop: an operand, and whether it must be nonzero or 0. A thread continues if
// it has a trip left, its condition holds, and it has not left.
std::pair<Operand, bool> Lowering::going_on(const Statement& s, Exits exits) {
    const bool always = s.operand == Operand::constant(1);
    if (always && exits == 0 && !s.endless) return {counter, true};
    if (always && exits != 0 && s.endless) return {left(), false};
    const Operand go = Operand::of(kCondition);
    if (!always) emit(s.before);
    emit(always ? copy(kCondition, s.operand)
                : binary(kCondition, s.operand, Operation::ne, Operand::constant(0)));
    if (!s.endless) emit(binary(kCondition, go, Operation::min, counter));
    if (exits == 0) return {go, true};
    emit(binary(kTest, left(), Operation::eq, Operand::constant(0)));
    emit(binary(kCondition, go, Operation::min, Operand::of(kTest)));
    return {go, true};
}

// Branches if the condition is `when`; if inverted, with the other instruction.
Label Lowering::branch_on(std::pair<Operand, bool> condition, bool when, bool inverted) {
    auto [operand, if_not_zero] = condition;
    if (inverted) {
        emit(binary(kCondition, operand, Operation::eq, Operand::constant(0)));
        operand = Operand::of(kCondition);
        if_not_zero = !if_not_zero;
    }
    return emit(branch(if_not_zero == when ? Opcode::bnz : Opcode::bz, operand, 0));
}

// ---- leaving

Exits Lowering::leave(const Statement& s) {
    const Exits gone = regions_.exits(s);
    if (gone != 0) emit(copy(left_, Regions::code(gone)));
    return gone;
}

// The threads of this exit have arrived and stay from here on. Returns the other exits.
Exits Lowering::arrive(Exits exits, Exits here) {
    if ((exits & here) == 0) return exits;
    if (exits == here) {
        emit(copy(left_, Operand::constant(0)));
        return 0;
    }
    emit(binary(kTest, left(), Operation::ne, Regions::code(here)));
    emit(binary(left_, left(), Operation::mul, Operand::of(kTest)));
    return exits & ~here;
}

Exits Lowering::call(const Statement& s, const Context& c) {
    regions_.enter(Region::call);
    const Exits gone = arrive(block(s.first, c), Regions::breaking(regions_.innermost()));
    regions_.leave();
    return gone;
}

Exits Lowering::select(const Statement& s, const Context& c) {
    if (regions_.innermost() + 1 >= Regions::kMax) return block(s.first, c);
    regions_.enter(Region::select);
    emit(copy(match_, Operand::constant(0)));
    const Exits gone = arrive(options(s, s.first, c), Regions::breaking(regions_.innermost()));
    regions_.leave();
    return gone;
}

// One option after the other: a thread executes the first that its selector matches, and the next one if that
// falls through, which leaves `match` at 1; else it breaks.
Exits Lowering::options(const Statement& s, Statements list, const Context& c) {
    if (list.empty()) return 0;
    const Statement& option = list.front();
    const Operand matches = Operand::of(match_);
    if (option.any) {
        emit(copy(match_, Operand::constant(1)));
    } else {
        emit(s.before);
        emit(binary(kTest, s.operand, Operation::eq, Operand::constant(option.label)));
        emit(binary(match_, matches, Operation::max, Operand::of(kTest)));
    }
    const Label branching = emit(branch(Opcode::bz, matches, 0));
    Exits gone = block(option.first, inside_branch(c));
    const bool breaks = !option.falls && list.size() > 1;
    if (breaks) {
        Statement out;
        out.kind = Kind::break_;
        if (gone != 0) {
            const Label guard = emit(branch(Opcode::bnz, left(), 0));
            leave(out);
            bind(guard, "next");
            emit(plain(Opcode::sync));
        } else {
            leave(out);
        }
        gone |= Regions::breaking(regions_.innermost());
    } else {
        emit(copy(match_, Operand::constant(1)));
    }
    bind(branching, "case");
    emit(plain(Opcode::sync));
    if (list.size() == 1) return gone;
    if (gone == 0) return options(s, list.subspan(1), c);
    const Label guard = emit(branch(Opcode::bnz, left(), 0));
    gone |= options(s, list.subspan(1), inside_branch(c));
    bind(guard, "next");
    emit(plain(Opcode::sync));
    return gone;
}

// ---- where threads meet

void Lowering::everywhere(const Statement& s, const Context& c) {
    const Context inside = inside_block(c);
    if (inside.level >= kLevels) return;
    const bool dormant = program().active.size() < program().threads;
    const bool prepares = s.prepares && !c.in_block && !tree_.initial_everywhere &&
                          program().registers == RegisterMode::restore && dormant;
    emit(plain(Opcode::everywhere));
    if (prepares) emit(tree_.initial);
    const std::size_t outer = regions_.enter_level();
    const auto saved = std::pair(left_, match_);
    level(s.first, inside);
    std::tie(left_, match_) = saved;
    regions_.leave_level(outer);
    emit(plain(Opcode::end_everywhere));
}

}  // namespace

Program lower(const Tree& tree) {
    return Lowering(tree).run();
}

}  // namespace musimd::differential
