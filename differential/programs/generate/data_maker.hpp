#pragma once

#include "differential/programs/generate/mix.hpp"
#include "differential/programs/generate/tree.hpp"
#include "differential/programs/generate/typed_maker.hpp"
#include "differential/random/dice.hpp"

namespace musimd::differential {

/// The surroundings of a statement in a random tree.
struct StatementContext {
    int depth = 0;  ///< surrounding compound statements
    bool in_block = false;
    bool open = false;     ///< a branch of this block, or of the program outside of blocks, is open
    bool writes = true;    ///< variables may be written
    Variable loops = 0;    ///< surrounding loops
    Variable level = 0;    ///< surrounding blocks
    bool counted = false;  ///< the innermost loop has a counter, which is defined in all active threads
    bool uniform = false;  ///< it is the same in all of them
    int breaks = 0;        ///< the loops and selects that may be broken out of
    int continues = 0;     ///< the loops that may be continued
    bool returns = true;   ///< return is possible
};

/// Makes the simple statements of random trees, and the conditions of compound ones.
class DataMaker {
  public:
    /// `tree` has its machine and its memory.
    DataMaker(Dice& dice, const Mix& mix, const Tree& tree) : dice_(dice), mix_(mix), tree_(tree) {}

    /// Initializes the data variables, mostly all of them.
    std::vector<Instruction> initial();

    /// Adds a statement, or a few that belong together.
    void simple(Block& out, const StatementContext& context);

    /// Sets what `result` branches on; what must stand before it goes to `out`.
    void condition(Statement& result, Block& out, const StatementContext& context);

    Operand constant() { return Operand::constant(word()); }
    Operand small(Value least, Value most) { return Operand::constant(dice_.between(least, most)); }
    Variable data() { return static_cast<Variable>(dice_.below(kData)); }
    void add(Block& out, const Instruction& instruction);

  private:
    void only_store(Block& out);
    void compute(Block& out);
    void assign(Block& out);
    void store(Block& out);
    void load(Block& out);
    void atomic(Block& out);
    void fetch(Block& out);
    void assertion(Block& out);
    void shuffle(Block& out);
    void shuffle_twice(Block& out);
    void shuffle_between_blocks(Block& out);
    void ballot(Block& out);
    Operand lane(Block& out);
    void settle(Block& out, Variable v);
    void avoid_trap(Instruction& result);

    void initial_typed(std::vector<Instruction>& out);
    void typed(Block& out);
    Operand typed_operand(const Instruction& instruction);
    Operand pattern(Type type) { return Operand::constant(make_pattern(dice_, type)); }
    Variable typed_variable() { return kTyped + static_cast<Variable>(dice_.below(kTypedCount)); }

    void on_value(Statement& result, Operand value, Operand other);
    void on_typed(Statement& result);
    void on_mask(Statement& result);
    void on_uniform(Statement& result);
    void on_elected(Statement& result, Block& out);
    void on_loaded(Statement& result);
    Instruction compare(Operand left, Operand right);

    Operand operand();
    Operand address(Block& out, bool own);
    Operand own_address(Block& out);
    Operand shared_address(Block& out);
    Operand of_warp(Block& out, Operand address);

    bool fault() { return dice_.chance(mix_.faults); }
    Value word();
    bool narrow() const { return tree_.machine.word.width == 8 && !tree_.machine.word.wrap; }

    Dice& dice_;
    const Mix& mix_;
    const Tree& tree_;
    Type usual_ = Type::i8;  ///< type of most typed operations
};

}  // namespace musimd::differential
