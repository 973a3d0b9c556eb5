#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "semantics/control_rules.hpp"
#include "semantics/observer.hpp"
#include "semantics/races.hpp"
#include "semantics/result.hpp"
#include "semantics/tally.hpp"
#include "simulator/fast/atomic_log.hpp"
#include "simulator/fast/decoded.hpp"
#include "simulator/fast/fetch.hpp"
#include "simulator/fast/memory.hpp"
#include "simulator/fast/race_filter.hpp"
#include "simulator/fast/snapshot.hpp"
#include "simulator/fast/warp_groups.hpp"

namespace musimd::fast {

/// The event that ends a stretch of a warp's steps.
enum class Event : std::uint8_t {
    stepped,      ///< none
    stopped,      ///< STOP
    waits,        ///< at a barrier that is not open
    failed,       ///< no rule applies: FastWarp::failure
    step_limit,   ///< MachineOptions::max_steps are taken
    stack_limit,  ///< the next step would make the stacks exceed kMaxStackBytes
    conflict,     ///< an access whose outcome depends on the order of the warps (speculation only)
    log_full,     ///< the next step is an atomic, and its log is full
};

/// What conflicting accesses of different warps, or threads, mean.
enum class RaceWatch : std::uint8_t {
    none,         ///< there are none: one warp, `.races warp`
    increments,   ///< as speculation, but only for increments (for benchmarks)
    speculation,  ///< conflicts, and increments of one address by two warps, end the stretch: the grid starts
                  ///< again in turns
    turns,        ///< a race, reported as by the rules
};

/// What the warps of a grid share while they run.
struct GridContext {
    const DecodedProgram& code;
    const MachineOptions& options;
    SharedMemory& memory;
    RaceWatch watch = RaceWatch::none;
    bool record = false;   ///< record Step::accesses and the stacks for observers
    VisibleSet stops = 0;  ///< Event::stepped before a step of these kinds

    /// Of programs with blocks: accesses and what orders them, in place of claims; else null.
    AccessHistory* history = nullptr;
    RaceFilter* filter = nullptr;  ///< in place of the history, of runs that are repeated if anything fails
    Tally* tally = nullptr;        ///< counts steps and sees accesses, of narrow warps; or null
    /// In a speculation: the logs of all warps, in which their atomics go; null: these are executed.
    AtomicLog* logs = nullptr;

    /// Whether accesses are recorded in Workspace::accesses.
    bool sees_accesses() const { return record || history != nullptr; }
    /// Whether loads and stores may be done by kernels; otherwise they go lane by lane.
    bool may_use_kernels() const { return history == nullptr; }
    /// Whether addresses are looked at before the access. Whatever fails later, the run is repeated.
    bool sees_addresses() const { return filter != nullptr || tally != nullptr; }
    bool watches_races() const { return watch == RaceWatch::speculation || watch == RaceWatch::turns; }
};

/// Scratch memory of a running warp, reused for the next one.
struct Workspace {
    explicit Workspace(const DecodedProgram& code)
        : row(code.short_rows, code.lanes), bits(code.mask_words), more_bits(code.mask_words) {}

    Row row;                       ///< the new value of a variable, or one word in all lanes
    std::vector<Access> accesses;  ///< accesses of the current instruction, ascending by thread
    std::vector<std::int64_t> addresses;
    std::vector<Access> sorted;
    std::vector<std::pair<SharedMemory::Location, Value>> undo;  ///< for an atomic_inc that traps halfway
    std::vector<std::uint64_t> bits, more_bits;
    LaneMemory lanes;  ///< for the kernels, with these buffers, of
    std::vector<std::int64_t> buffers;
    const void* lanes_of = nullptr;  ///< this warp
    std::uint64_t lanes_phase = 0;   ///< in this phase
    std::uint64_t named = 0;         ///< the lanes that the masks of the last collective name
    std::uint32_t groups = 0;        ///< and its groups
};

/// One warp: Θ, β, Π, Λ and pc as lane masks and rows of lanes. Host threads do not share its cache lines.
class alignas(64) FastWarp {
  public:
    /// `bank` has code.bank_units() units of 64 bits, `masks` has code.warp_masks() lane masks, all 0; both
    /// must outlive the warp.
    FastWarp(const DecodedProgram& code, std::uint32_t number, void* bank, std::uint64_t* masks);

    /// The address of the block's shared memory.
    void set_shared_base(std::int64_t base);

    /// Sets the warp to the snapshot. It must not have run yet.
    void take(const Snapshot& snapshot);

    // Of a warp of one thread (thread_warps.hpp):

    void assign(Variable variable, Value word);
    /// An operand of its next instruction.
    bool is_operand_defined(std::size_t o) const { return lane_defined(operand(o), 0); }
    Value operand_word(std::size_t o) const { return lane_word(code_.code[pc_ - 1], o, 0); }
    /// Its next instruction is executed elsewhere, which counts as a step; what it assigns, if anything.
    void step_over();
    void step_over(Value word);
    void step_over_undefined();

    // Of the warp in which a group of such threads executes a collective (thread_collectives.hpp):

    void set_lane(Variable variable, std::size_t lane, Value word, bool is_defined);
    bool is_lane_defined(Variable variable, std::size_t lane) const {
        return lane_defined(Operand::of(variable), lane);
    }
    Value lane_value(Variable variable, std::size_t lane) const {
        return word({bank_word(variable * r_.lanes), false}, lane);
    }
    /// Executes the instruction with these lanes alone. Returns false if it fails.
    bool step_once(Label pc, std::uint64_t lanes, GridContext& grid, Workspace& work);

    /// Steps until an event, or until `steps()` is `until`: then returns Event::stepped.
    Event run(GridContext& grid, Workspace& work, std::uint64_t until);

    // For an observer:

    void begin_watching() { seen_active_ = active(); }
    /// One step, shown to the observer as step `number` of the run. The context records.
    Event watch(GridContext& grid, Workspace& work, std::uint64_t number, Observer& observer);

    std::uint32_t number() const { return number_; }
    std::uint64_t steps() const { return steps_; }
    Label pc() const { return pc_; }
    bool waits_at_barrier() const;
    void open_barrier() {
        barrier_open_ = true;
        if (groups_ != nullptr) groups_->release();
    }
    /// Executes a logged step at its turn. Returns false if it fails; then some updates may be done.
    bool execute_logged(const AtomicLog::Step& step, std::span<const AtomicLog::Update> updates,
                        const SharedMemory& memory);
    /// Whether the next instruction is a block barrier at which none of its own checks fails, and which is
    /// not open.
    bool waits_at_block_barrier() const;
    /// Opens the block barrier at which it waits; the barrier yields the value.
    void open_block_barrier(Value value) {
        barrier_open_ = true;
        opened_ = value;
    }
    /// Whether the operand of its next instruction is not 0 in the lane, in which it is defined.
    bool votes(Thread t) const { return lane_word(code_.code[pc_ - 1], 0, t) != 0; }
    ThreadSet all() const { return set_of(all_); }
    ThreadSet exited() const;
    const Failure& failure() const { return failure_; }
    RuleId last_rule() const { return last_rule_; }
    RuleSet last_rules() const { return last_rules_; }

    ThreadSet active() const;
    unsigned active_lanes() const;  ///< |Θ|
    WarpResult result() const;
    /// Adds a warp of one thread to a result, as this lane, with as many variables as that has.
    void add_to(WarpResult& result, Thread lane) const;
    /// The warp as a state of the rules, with the parts that failure reports use.
    Warp for_report() const;
    std::uint32_t sync_depth() const { return static_cast<std::uint32_t>(sync_.size() - base_); }
    std::uint32_t context_depth() const { return static_cast<std::uint32_t>(contexts_.size()); }
    const SyncStack& seen_sync_stack() const { return seen_sync_; }
    const ContextStack& seen_context_stack() const { return seen_context_; }

  private:
    struct Sync {
        Label branch;
        Label next;
        std::uint64_t done;  ///< Θ_done and Θ_todo, in warps of up to 64 threads
        std::uint64_t todo;
        std::uint32_t masks =
            0;  ///< in wider warps: the number of its pair in wide_masks_, from 1; 0 while both are ∅
        Label join = 0;  ///< where Θ_done waits
    };
    /// β at the entry of a block; shared by blocks if nothing was written between them.
    struct SavedBank {
        std::vector<std::byte> rows;
        std::vector<std::uint64_t> defined;
    };
    struct Context {
        Label block;
        std::size_t base;  ///< the start of the saved Π
        std::size_t mask;  ///< the index of its Θ in context_masks_
        std::shared_ptr<const SavedBank> bank;
    };

    // One function per instruction. kNarrow: warps of up to 64 threads, whose masks are one word.
    template <bool kNarrow, bool kTallies>
    Event run_until(GridContext& grid, Workspace& work, std::uint64_t until);
    /// The position of a warp, held in registers outside of the object.
    struct Here {
        Label pc;
        std::uint64_t steps;
    };
    bool branch_narrow(const Decoded& branch, std::uint64_t not_zero, Here& here);
    bool sync_narrow(const Decoded& i, Here& here);
    template <bool kTallies>
    Event run_narrow(GridContext& grid, Workspace& work, std::uint64_t last);
    struct Stretch;
    bool branch_group(const Decoded& branch, std::uint64_t not_zero, Here& here, Stretch& stretch) const;
    Event run_group(GridContext& grid, Workspace& work, std::uint64_t last, Stretch& stretch);
    Event run_groups(GridContext& grid, Workspace& work, std::uint64_t until);
    Event data_of_group(const Decoded& i, GridContext& grid, Workspace& work);
    Event control_of_group(const Decoded& i, GridContext& grid, Workspace& work);
    Event collective_of_groups(const Decoded& i, GridContext& grid, Workspace& work);
    Event end_group(const Decoded& i);
    void begin_group();
    bool may_wait(const Decoded& i) const;
    bool groups_wait_at_barrier() const;
    bool waits_in_group(const WarpGroups::Group& group) const;
    std::uint64_t meeting_of(const WarpGroups::Group& group) const;
    void count(Tally& tally, Label pc, std::uint64_t steps, std::uint64_t active) const;
    bool see_addresses(const Decoded& i, Use use, GridContext& grid, Workspace& work) const;
    std::span<const std::int64_t> addresses_of(const Decoded& i, Workspace& work) const;
    template <bool kNarrow>
    Event dispatch(const Decoded& i, GridContext& grid, Workspace& work);
    template <bool kNarrow>
    Event branch(const Decoded& i, GridContext& grid, Workspace& work);
    template <bool kNarrow>
    Event diverge(const Decoded& i, GridContext& grid, Workspace& work);
    template <bool kNarrow>
    Event test_and_branch(const Decoded& i, GridContext& grid, Workspace& work);
    void take_bank(const Snapshot::Bank& bank);
    void take_entry(const Snapshot::Entry& entry);
    void push(Label branch, Label next);
    void give_masks(Sync& entry);
    void note_sync_entry();
    struct Shown;
    void show(const Shown& step, Observer& observer) const;
    Event watch_data(const Decoded& i, GridContext& grid, Workspace& work, std::uint64_t number,
                     Observer& observer);
    Event watch_control(const Decoded& i, GridContext& grid, Workspace& work, std::uint64_t number,
                        Observer& observer);
    Event dispatch_watched(const Decoded& i, GridContext& grid, Workspace& work);
    Event branch_mask(const Decoded& i);
    template <bool kNarrow>
    Event sync(GridContext& grid);
    Event stop();
    Event everywhere(GridContext& grid);
    Event end_everywhere(GridContext& grid);
    Event barrier();
    Event check(const Decoded& i, Workspace& work);
    Event exit(GridContext& grid);
    void resume(GridContext& grid);
    Event block_barrier(const Decoded& i, Workspace& work);
    Event active_mask(const Decoded& i, Workspace& work);
    Event fence(GridContext& grid);
    Event copy_async(const Decoded& i, GridContext& grid, Workspace& work);
    bool see_copies(GridContext& grid, Workspace& work) const;
    bool may_copy(const Decoded& i, const GridContext& grid, Workspace& work);
    Event commit_copies(GridContext& grid);
    Event wait_for_copies(GridContext& grid);
    struct Masks;
    Event collective(const Decoded& i, GridContext& grid, Workspace& work);
    bool masks_are_good(const Decoded& i, Masks& masks);
    bool fails_mask(std::size_t lane, std::uint64_t missing);
    Event finish_collective(const Decoded& i, std::uint64_t defined, Workspace& work);
    Event warp_shuffle(const Decoded& i, const Masks& masks, Workspace& work);
    Event vote(const Decoded& i, const Masks& masks, Workspace& work);
    Event match(const Decoded& i, const Masks& masks, Workspace& work);
    Event reduce(const Decoded& i, const Masks& masks, Workspace& work);
    Event raced(RuleId rule, const AccessHistory::Conflict& conflict);
    Event may_race(RuleId rule);
    Event next() {  ///< rule IT
        pc_ += 1;
        return Event::stepped;
    }
    void note_accesses(const Decoded& i, bool stores, Workspace& work) const;
    Event load(const Decoded& i, GridContext& grid, Workspace& work);
    Event load_each(const Decoded& i, GridContext& grid, Workspace& work);
    Event store(const Decoded& i, GridContext& grid, Workspace& work);
    bool are_stores_valid(const Decoded& i, const GridContext& grid, Workspace& work);
    Event store_each(const Decoded& i, GridContext& grid, Workspace& work);
    Event atomic_store(const Decoded& i, GridContext& grid, Workspace& work);
    const LaneMemory& lane_memory(GridContext& grid, Workspace& work) const {
        if (work.lanes_of != this || work.lanes_phase != grid.memory.phase()) find_lane_memory(grid, work);
        return work.lanes;
    }
    void find_lane_memory(GridContext& grid, Workspace& work) const;
    void find_entry_mask();
    Event atomic(const Decoded& i, GridContext& grid, Workspace& work);
    bool may_update(const Decoded& i, const GridContext& grid, Workspace& work);
    template <typename F>
    bool each_in_order(const GridContext& grid, Workspace& work, F&& f) const;
    Event log_atomic(const Decoded& i, GridContext& grid, Workspace& work);
    Event update(const Decoded& i, GridContext& grid, Workspace& work);
    Event shuffle(const Decoded& i, GridContext& grid, Workspace& work);
    Event shuffle_each(const Decoded& i, Workspace& work);

    // Operands.
    LaneOperand source(const Decoded& i, std::size_t o) const {
        return {i.fixed[o] != nullptr ? i.fixed[o] : bank_word(i.rows[o]), i.scalar[o]};
    }
    /// The address of word number `word` of the bank.
    void* bank_word(std::size_t word) const {
        return static_cast<std::byte*>(r_.bank) + word * (code_.short_rows ? 4 : 8);
    }
    std::int64_t word(LaneOperand s, std::size_t lane) const {
        const std::size_t i = s.scalar ? 0 : lane;
        return code_.short_rows ? static_cast<const std::int32_t*>(s.words)[i]
                                : static_cast<const std::int64_t*>(s.words)[i];
    }
    const Operand& operand(std::size_t o) const { return code_.program.at(pc_).operands[o]; }
    bool are_defined(const Decoded& i) const;  ///< in every active lane
    void find_nonzero(const Decoded& i, Workspace& work) const;
    bool lane_defined(const Operand& operand, std::size_t lane) const;
    std::int64_t lane_word(const Decoded& i, std::size_t o, std::size_t lane) const {
        return word(source(i, o), lane);
    }
    bool undefined_lane(const Operand& operand, std::size_t lane);  ///< if so, the failure is MV

    // Failures.
    Event fail(const Failure& failure);
    Event fail_all(TrapKind kind, RuleId rule);
    Event operation_failure(const Decoded& i);
    Event undefined_operand();
    Event store_race(std::span<const Access> stores, Workspace& work);
    struct ValidRange {
        std::int64_t first = 0;
        std::int64_t last = -1;
        bool contains(std::int64_t address) const { return first <= address && address <= last; }
    };
    ValidRange valid_range(std::int64_t address, const GridContext& grid) const;
    Event conflict(RuleId rule, const Access& access, const GridContext& grid);
    std::uint64_t agent(Thread t) const;

    // State.
    template <typename F>
    bool each_active(
        F&& f) const {  ///< calls f(lane) for active lanes, ascending, until one call returns false
        for (std::size_t w = 0; w < r_.mask_words; ++w) {
            for (std::uint64_t bits = r_.active[w]; bits != 0; bits &= bits - 1) {
                if (!f(64 * w + static_cast<std::size_t>(std::countr_zero(bits)))) return false;
            }
        }
        return true;
    }
    bool contains(const std::uint64_t* mask, std::int64_t lane) const;
    /// The maximum number of entries of Π with this many in Λ; negative if these are too many.
    std::int64_t max_sync_entries(std::size_t contexts) const;
    void set_word(std::size_t number, std::int64_t word);  ///< sets a word of the bank
    std::size_t bytes_of_rows() const;
    std::shared_ptr<const SavedBank> copy_of_bank() const;
    void write(const Decoded& i, LaneOperand word);  ///< to the destination, in active lanes
    template <bool kNarrow>
    std::uint64_t* done_of(std::size_t entry) {
        return kNarrow ? &sync_[entry].done : &wide_masks_[2 * (sync_[entry].masks - 1) * r_.mask_words];
    }
    template <bool kNarrow>
    std::uint64_t* todo_of(std::size_t entry) {
        return kNarrow ? &sync_[entry].todo : done_of<false>(entry) + r_.mask_words;
    }
    const std::uint64_t* entry_mask() const { return r_.entry; }     ///< Θ_mask
    SyncEntry top_entry() const { return entry(sync_.size() - 1); }  ///< top of Π, which must not be empty
    SyncEntry entry(std::size_t number) const;
    ThreadSet set_of(const std::uint64_t* mask) const;

    const DecodedProgram& code_;
    Registers r_;
    std::uint64_t* all_;  ///< Θ_all
    std::uint32_t number_;
    Label pc_ = 1;
    bool barrier_open_ = false;
    std::int64_t shared_base_ = 0;
    Value opened_ = 0;  ///< what the block barrier that is open yields
    RuleId last_rule_ = RuleId::IT;
    RuleSet last_rules_;
    std::uint64_t steps_ = 0;
    std::vector<Sync> sync_;                 ///< Π from base_ on; below it the entries that Λ saved
    std::vector<std::uint64_t> wide_masks_;  ///< Θ_done and Θ_todo of the entries that have masks
    std::size_t base_ = 0;
    std::int64_t sync_limit_;                   ///< maximum number of entries of Π
    std::vector<Context> contexts_;             ///< Λ
    std::vector<std::uint64_t> context_masks_;  ///< Θ of each entry; shared by neighbours with the same Θ
    std::shared_ptr<const SavedBank> saved_;    ///< bank of the last block, while β is unchanged
    std::unique_ptr<WarpGroups> groups_;        ///< under a model of section 12; else null
    Failure failure_;
    SyncStack seen_sync_;  ///< Π and Λ for observers, while recording
    ContextStack seen_context_;
    ThreadSet seen_active_;  ///< Θ, while watching
};

}  // namespace musimd::fast
