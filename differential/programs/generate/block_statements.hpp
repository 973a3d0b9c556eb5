#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "differential/programs/generate/block_maker.hpp"
#include "differential/programs/generate/instructions.hpp"

// The statements of a program with blocks; used by block_*.cpp only.

namespace musimd::differential {

/// How often each kind of statement occurs.
struct BlockMix {
    unsigned compute = 8;
    unsigned own_word = 4;  ///< a word of the thread's own
    unsigned conditional = 4;
    unsigned uniform = 2;  ///< a conditional or loop that whole blocks execute
    unsigned loop = 1;     ///< a loop that threads leave one after another
    unsigned exchange = 6;
    unsigned barrier = 2;
    unsigned exits = 2;
    unsigned atomic = 3;
    unsigned lock = 1;
    unsigned hand_over = 1;
    unsigned fence = 1;
    unsigned collective = 2;
    unsigned activemask = 1;
    unsigned everywhere = 1;
    unsigned apart = 0;  ///< what needs independent threads: halves that meet, turns
};

/// A condition that the generator can evaluate: `operand & number`, `operand < number` or
/// `operand == number`.
struct Test {
    Operand operand;
    Operation operation = Operation::and_;
    Value number = 1;

    bool is_data() const { return operand.kind == Operand::Kind::variable; }
    bool is_of_block() const { return operand.kind == Operand::Kind::bid; }
    bool holds(Value value) const;
};

/// Who executes a statement.
struct Context {
    std::vector<bool> who;     ///< by number in the block, of the threads that have not exited
    std::vector<bool> blocks;  ///< by number
    Operand mask;              ///< in each of them: those of its warp, and perhaps lanes that are no threads
    int depth = 0;             ///< number of conditionals and loops around
    bool uniform = true;       ///< whole blocks
    bool known = true;         ///< `who` and `blocks` are exact: nothing depends on data
    bool apart = false;        ///< in an everywhere block
};

class BlockMaker {
  public:
    BlockMaker(Profile profile, Dice& dice, const Shape& shape);
    BlockProgram make();

  private:
    // Each of the program's variables; those of a depth are used by the statement at that depth.
    enum : Variable { kX, kY, kZ, kGroup, kScratch, kAddress, kTemporary, kOwn, kMask };
    static constexpr int kDepths = 4;
    static Variable mask_of(int depth) { return kMask + static_cast<Variable>(depth); }
    static Variable condition_of(int depth) { return mask_of(depth) + kDepths; }
    static Variable counter_of(int depth) { return mask_of(depth) + 2 * kDepths; }
    static Variable trips_of(int depth) { return mask_of(depth) + 3 * kDepths; }

    // ---- block_maker.cpp: the frame, and statements that contain others
    void declare();
    void prologue();
    void fill_shared();
    Context whole() const;
    void statements(int count, const Context& c);
    void statement(const Context& c);
    void conditional(const Context& c);
    void uniform_conditional(const Context& c);
    void trips_from(Label head, Variable condition, Variable count, const Context& inside);
    void uniform_loop(const Context& c);
    void varying_loop(const Context& c);
    void everywhere(const Context& c);
    void exits();
    Context half(const Context& c, const Test& test, bool when) const;
    void mask_half(const Context& c, Context& inside, const Test& test, bool first);

    // ---- block_memory.cpp
    void own_word();
    void exchange(const Context& c);
    void exchange_in_warp();
    void exchange_in_grid();
    void atomic(const Context& c);
    void lock();
    void hand_over();
    void turns();

    // ---- block_collectives.cpp
    void barrier(const Context& c);
    void barrier_with_value();
    void collective(const Context& c);
    void shuffle(const Context& c, const Operand& mask);
    void reduce(const Operand& mask);
    void match(const Context& c, const Operand& mask);
    void active_mask(const Context& c);
    void halves_that_meet(const Context& c);
    void plant_masks(const Context& c, Label pc);

    // ---- instructions
    Label emit(const Instruction& i) {
        program_.instructions.push_back(i);
        return program_.end() - 1;
    }
    Label here() const { return program_.end(); }
    void bind(Label branch) { program_.instructions[branch - 1].target = here(); }
    Label emit_with_mask(Opcode opcode, Variant variant, Variable v, const Operand& mask,
                         const Operand& o = {});
    void add(Variable v, const Operand& left, const Operand& right) {
        emit(binary(v, left, Operation::add, right));
    }
    Operand data();
    Operand small();  ///< operand of few bits, so that sums fit
    Variable target() { return dice_.pick<Variable>({kX, kY, kZ}); }
    void compute();
    void compute_some();
    Test any_test();
    void emit_test(const Test& test, int depth);
    Instruction atomic_on(const Operand& address, FetchOperation operation, const Operand& o);

    // ---- who
    bool anybody(const Context& c) const;
    bool takes(std::uint32_t thread) const { return thread % program_.threads; }
    /// Threads of this machine's agents: a warp, or a thread.
    std::uint32_t agent(std::uint32_t thread) const;
    bool are_two_agents(const Context& c, bool in_grid) const;
    void plant(const MistakeSite& site) { sites_.push_back(site); }
    Operand all_lanes() const;
    Operand word_of(std::uint64_t bits) const;
    bool is_volta() const { return program_.model == ThreadModel::volta; }

    Dice& dice_;
    BlockMix mix_;
    Program program_;
    int count_;
    int most_depth_;
    std::vector<bool> alive_;
    std::vector<MistakeSite> sites_;
    bool collectives_ = true;
    bool comparable_ = true;  ///< nothing that depends on the model
    bool handed_over_ = false;
    bool took_turns_ = false;
    // Where the words of Σ begin: own words, those that blocks exchange, counters, lock and what it protects,
    // parts of blocks; and the offsets of the shared objects.
    std::int64_t exchanged_ = 0;
    std::int64_t counters_ = 0;
    std::int64_t lock_ = 0;
    std::int64_t parts_ = 0;
    std::int64_t shared_exchanged_ = 0;
    std::int64_t shared_own_ = 0;
    std::int64_t shared_counters_ = 0;
    std::int64_t shared_lock_ = 0;
    std::int64_t shared_held_ = 0;
    std::int64_t shared_turn_ = 0;
};

}  // namespace musimd::differential
