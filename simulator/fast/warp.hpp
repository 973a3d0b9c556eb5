#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "semantics/control_rules.hpp"
#include "semantics/observer.hpp"
#include "semantics/races.hpp"
#include "semantics/result.hpp"
#include "simulator/fast/decoded.hpp"
#include "simulator/fast/memory.hpp"

namespace musimd::fast {

/// What ends a stretch of a warp's steps.
enum class Event : std::uint8_t {
    stepped,   ///< nothing did
    stopped,   ///< STOP
    waits,     ///< at a barrier, which is not open
    failed,    ///< no rule applies: FastWarp::failure
    limited,   ///< the step limit, or that of the stacks
    conflict,  ///< an access whose outcome another order of the warps could change (speculation only)
};

/// How accesses of different warps, or threads, are told apart.
enum class RaceWatch : std::uint8_t {
    none,     ///< they cannot race: one warp, `.races warp`
    claims,   ///< speculation: any conflict ends the stretch, and the grid begins again in turns
    history,  ///< turns: a race is reported as the rules report it
};

/// What the warps of a grid share while they run.
struct Surroundings {
    const DecodedProgram& code;
    const MachineOptions& options;
    SharedMemory& memory;
    RaceWatch watch = RaceWatch::none;
    AccessHistory* history = nullptr;  ///< of RaceWatch::history
    bool record = false;               ///< keep Step::accesses and the stacks that observers see
};

/// Room that a warp needs while it runs, reused for the next one.
struct Workspace {
    std::vector<std::int64_t> lanes;      ///< Θ as a row: −1 in active lanes
    std::vector<std::int64_t> broadcast;  ///< one word in all lanes
    std::vector<Access> accesses;         ///< of the instruction at hand, ascending by thread
    std::vector<Access> sorted;
    std::vector<std::uint64_t> bits, more_bits;
    const class FastWarp* expanded = nullptr;  ///< whose Θ `lanes` holds
};

/// One warp: Θ, β, Π, Λ and pc as lane masks and rows of lanes.
class FastWarp {
  public:
    /// `rows` has room for V + 1 rows of code.lanes words, all 0; it outlives the warp.
    FastWarp(const DecodedProgram& code, std::uint32_t number, std::int64_t* rows);

    /// Steps until an event, or until `steps()` is `until`, which gives Event::stepped.
    Event run(Surroundings& around, Workspace& work, std::uint64_t until);

    std::uint64_t steps() const { return steps_; }
    Label pc() const { return pc_; }
    bool waits_at_barrier() const;
    void open_barrier() { barrier_open_ = true; }
    const Failure& failure() const { return failure_; }
    RuleId last_rule() const { return last_rule_; }
    RuleSet last_rules() const { return last_rules_; }

    ThreadSet active() const;
    WarpResult result() const;
    /// The warp as the rules know it, as far as reports of failures look at it.
    Warp for_report() const;
    std::uint32_t sync_depth() const { return static_cast<std::uint32_t>(sync_.size() - base_); }
    std::uint32_t context_depth() const { return static_cast<std::uint32_t>(contexts_.size()); }
    const SyncStack& seen_sync_stack() const { return seen_sync_; }
    const ContextStack& seen_context_stack() const { return seen_context_; }

  private:
    struct Sync {
        Label branch;
        Label next;
    };
    /// β at the entry of a block; shared by blocks between which nothing was written.
    struct SavedBank {
        std::vector<std::int64_t> words;
        std::vector<std::uint64_t> defined;
    };
    struct Context {
        Label block;
        std::uint32_t base;  ///< where the saved Π begins
        std::shared_ptr<const SavedBank> bank;
    };

    // One function an instruction. kNarrow: warps of up to 64 threads, whose masks are one word.
    template <bool kNarrow>
    Event run_until(Surroundings& around, Workspace& work, std::uint64_t until);
    template <bool kNarrow>
    Event branch(const Decoded& i, Surroundings& around, Workspace& work);
    Event branch_mask(const Decoded& i, Surroundings& around, Workspace& work);
    template <bool kNarrow>
    Event sync(Surroundings& around, Workspace& work);
    Event stop();
    Event everywhere(Surroundings& around, Workspace& work);
    Event end_everywhere(Surroundings& around, Workspace& work);
    Event barrier();
    template <bool kNarrow>
    Event copy(const Decoded& i, Workspace& work);
    template <bool kNarrow>
    Event binary(const Decoded& i, Workspace& work);
    Event load(const Decoded& i, Surroundings& around, Workspace& work);
    Event store(const Decoded& i, Surroundings& around, Workspace& work);
    Event atomic(const Decoded& i, Surroundings& around, Workspace& work);
    Event shuffle(const Decoded& i, Workspace& work);
    Event ballot(const Decoded& i, Workspace& work);
    template <bool kNarrow>
    Event dispatch(const Decoded& i, Surroundings& around, Workspace& work);

    // Operands.
    Source source(const Operand& operand) const;
    template <bool kNarrow>
    bool are_defined(std::uint32_t first, std::uint32_t second) const;  ///< masks; in every active lane
    bool lane_defined(const Operand& operand, std::size_t lane) const;
    std::int64_t lane_word(const Operand& operand, std::size_t lane) const;
    bool undefined_lane(const Operand& operand, std::size_t lane);  ///< and then the failure is MV

    // Failures.
    Event fail(const Failure& failure);
    Event fail_all(TrapKind kind, RuleId rule);
    Event binary_failure(const Decoded& i);
    Event store_race(Workspace& work);
    bool valid_address(std::int64_t address, const Surroundings& around) const;
    Event watch(RuleId rule, Use use, Surroundings& around, const Workspace& work);

    // State.
    template <typename F>
    bool each_active(F&& f) const;  ///< f(lane) for active lanes, ascending, until one gives false
    bool contains(const std::uint64_t* mask, std::int64_t lane) const;
    bool none(const std::uint64_t* mask) const;
    bool push_exceeds_limit(std::uint64_t sync, std::uint64_t contexts) const;
    template <bool kNarrow>
    void push(Label pc, Label next, const std::uint64_t* waiting, Surroundings& around);
    template <bool kNarrow>
    void write(Variable v);  ///< the scratch row becomes v's, defined in active lanes
    void expand(Workspace& work);
    std::uint64_t* done_of(std::size_t entry) { return &sync_masks_[2 * entry * words_]; }
    std::uint64_t* todo_of(std::size_t entry) { return &sync_masks_[(2 * entry + 1) * words_]; }
    const std::uint64_t* mask() const;
    ThreadSet set_of(const std::uint64_t* mask) const;

    const DecodedProgram& code_;
    std::size_t lanes_;
    std::size_t words_;
    std::uint32_t number_;
    Label pc_ = 1;
    bool barrier_open_ = false;
    RuleId last_rule_ = RuleId::IT;
    RuleSet last_rules_;
    std::uint64_t steps_ = 0;
    std::size_t variables_;
    std::vector<std::int64_t*> rows_;        ///< β: a row for each variable; behind them wid's word
    std::int64_t* scratch_;                  ///< one row more, where results are made
    std::vector<std::uint64_t> defined_;     ///< a mask for each variable, and one of ones
    std::vector<std::uint64_t> active_;      ///< Θ
    std::vector<Sync> sync_;                 ///< Π from base_ on; below it what Λ saved
    std::vector<std::uint64_t> sync_masks_;  ///< Θ_done and Θ_todo of each entry
    std::uint32_t base_ = 0;
    std::vector<Context> contexts_;             ///< Λ
    std::vector<std::uint64_t> context_masks_;  ///< Θ of each entry
    std::shared_ptr<const SavedBank> saved_;    ///< of the last block, while β is as it was
    Failure failure_;
    SyncStack seen_sync_;  ///< Π and Λ for observers, while they are recorded
    ContextStack seen_context_;
};

}  // namespace musimd::fast
