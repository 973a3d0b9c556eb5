#include "simulator/fast/block_grid.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "semantics/order.hpp"
#include "semantics/waiting.hpp"
#include "simulator/engine.hpp"
#include "simulator/fast/thread_collectives.hpp"
#include "simulator/fast/warp.hpp"
#include "simulator/fast/zeros.hpp"

namespace musimd::fast {
namespace {

/// How far a warp is.
enum class Progress : std::uint8_t {
    running,
    at_barrier,
    at_block_barrier,
    at_collective,
    released,
    stopped
};

class BlockGrid {
  public:
    enum class Turns : std::uint8_t { of_one_step, ahead };
    BlockGrid(const DecodedProgram& code, const MachineOptions& options, Turns turns,
              const Report& report = {});
    Result run(Observer* observer);
    /// With Turns::ahead: warps run ahead of their turns, see Grid::take_visible_turns.
    std::optional<Result> run_ahead_of_turns();

  private:
    struct Block {
        std::uint32_t waiting = 0;  ///< warps at its barrier
        std::uint32_t alive = 0;    ///< warps that have not stopped
    };

    struct Seen {
        Label pc = 0;
        ThreadSet active;
        ThreadSet all;
        SyncStack sync_stack;
        ContextStack context_stack;
        bool is_group = false;
        bool opens = false;
    };

    void watch_races();
    std::optional<Outcome> turn(std::uint32_t w, Observer* observer);
    bool pass(std::uint32_t w);
    std::optional<Outcome> step(std::uint32_t w, Observer* observer, bool opens);
    static Seen look(const FastWarp& warp, bool is_group, bool opens);
    void observe(const FastWarp& warp, const Seen& seen, Observer& observer);
    void observe_thread(const FastWarp& warp, const Seen& seen, Observer& observer);
    std::uint32_t original_warp(std::uint32_t w) const {
        return report_.threads == nullptr ? w : report_.threads->place_of(w).warp;
    }

    /// Which thread of the original program a warp is, for observers.
    struct Shown {
        std::uint32_t warp;
        Thread lane;
        ThreadSet self;
    };
    unsigned lanes_of_step(const FastWarp& warp) const {
        return report_.steps == Steps::of_lanes ? warp.active_lanes() : 1;
    }
    void run_ahead(std::uint32_t w);
    void settle(std::uint32_t w);
    bool waits(std::uint32_t w) const {
        return progress_[w] == Progress::at_barrier || progress_[w] == Progress::at_block_barrier ||
               progress_[w] == Progress::at_collective;
    }
    bool meets_others(std::uint32_t w) const;
    std::optional<Outcome> meet(std::uint32_t w);
    void tally_steps(std::uint32_t w, std::uint64_t group);
    bool is_ready(std::uint32_t w) const;
    void open_barrier();
    std::optional<Outcome> open_block_barrier(std::uint32_t w, Observer* observer);
    std::optional<Value> opening_value(std::uint32_t block);
    bool is_deadlocked() const;
    Outcome deadlock(Observer* observer);
    std::vector<Missing> missing_of(std::uint32_t w) const;
    Outcome trap(std::uint32_t w, const Failure& failure, Observer* observer);
    Outcome limit(LimitReason reason, std::uint32_t w);
    void warn_of_opening(std::uint32_t block);
    void warn_of_exited(std::uint32_t w, Label pc);
    ThreadSet gone(std::uint32_t w) const;
    const Instruction& next(std::uint32_t w) const { return program_.at(warps_[w].pc()); }
    std::uint32_t first_of(std::uint32_t block) const { return block * program_.warps_per_block(); }
    std::uint32_t end_of(std::uint32_t block) const { return first_of(block + 1); }
    Failure with_report(const FastWarp& warp);
    Result result(Outcome outcome);

    const DecodedProgram& code_;
    const Program& program_;
    const MachineOptions& options_;
    const Report report_;
    Zeros<std::int64_t> banks_;
    Zeros<std::uint64_t> masks_;
    SharedMemory memory_;
    std::optional<AccessHistory> history_;
    std::optional<RaceFilter> filter_;  ///< or this
    GridContext context_;
    Workspace work_;
    std::vector<FastWarp> warps_;
    std::vector<Shown> shown_;
    std::optional<ThreadCollectives> collectives_;  ///< if the warps are threads that have some
    std::vector<std::uint64_t> round_of_;  ///< then: the round of each thread's last step with others
    std::uint64_t round_ = 0;              ///< from 1
    std::vector<Progress> progress_;
    std::vector<std::uint64_t> ahead_;  ///< for each warp: steps done ahead of its turns
    std::vector<Block> blocks_;
    std::uint32_t alive_;
    std::uint32_t at_barrier_ = 0;
    std::uint32_t waiting_ = 0;  ///< at any barrier
    std::uint64_t steps_ = 0;
    Value votes_ = 0;  ///< at the last opening with an operand
    std::vector<RunWarning> warnings_;
    std::vector<Waiting> who_waits_;  ///< of the trap
    std::optional<Trap> trap_;
    std::optional<Limit> limit_;
};

BlockGrid::BlockGrid(const DecodedProgram& code, const MachineOptions& options, Turns turns,
                     const Report& report)
    : code_(code),
      program_(code.program),
      options_(options),
      report_(report),
      banks_(program_.warps * code.bank_units()),
      masks_(program_.warps * code.mask_units()),
      memory_(options.max_address + program_.grid * program_.shared_words(), code.short_rows, 0),
      context_{code, options, memory_},
      work_(code),
      progress_(program_.warps, Progress::running),
      ahead_(turns == Turns::ahead ? program_.warps : 0),
      blocks_(program_.has_blocks() ? program_.grid : 1),
      alive_(program_.warps) {
    memory_.set_single_threaded(true);
    memory_.preload(program_);
    watch_races();
    warps_.reserve(program_.warps);
    for (std::uint32_t w = 0; w < program_.warps; ++w) {
        warps_.emplace_back(code, w, banks_.at(w * code.bank_units()), masks_.at(w * code.mask_units()));
        const std::uint32_t block = program_.block_of(w);
        warps_[w].set_shared_base(options.max_address + 1 + block * program_.shared_words());
        report_.begin(warps_[w]);
        blocks_[block].alive += 1;
    }
    for (std::uint32_t w = 0; report_.threads != nullptr && w < program_.warps; ++w) {
        const ThreadWarps::OriginalThread place = report_.threads->place_of(w);
        shown_.push_back({place.warp, place.lane, {}});
        shown_.back().self.insert(place.lane);
    }
    if (report_.threads != nullptr && report_.threads->has_collectives()) {
        collectives_.emplace(*report_.threads, warps_, context_);
        round_of_.resize(program_.warps);
    }
    for (std::uint32_t w = 0; w < program_.warps; ++w) settle(w);
}

// A run ahead of turns is repeated if anything is wrong, so that it need not know what.
void BlockGrid::watch_races() {
    const bool is_alone = program_.warps == 1 && program_.races == RaceMode::warp && !has_copies(program_);
    if (!options_.races || is_alone) return;
    if (!ahead_.empty() && RaceFilter::can_watch(program_)) {
        filter_.emplace(program_);
        context_.filter = &*filter_;
    } else {
        history_.emplace(program_, program_.races);
        context_.history = &*history_;
    }
}

// ---- turns

Result BlockGrid::run(Observer* observer) {
    context_.record = observer != nullptr;
    if (options_.tally != nullptr && !ahead_.empty() && code_.mask_words == 1) {
        context_.tally = options_.tally;
        context_.tally->begin();
    }
    std::vector<std::uint32_t> order(program_.warps);
    for (std::uint32_t w = 0; w < program_.warps; ++w) order[w] = w;
    for (std::uint64_t number = 0; alive_ > 0; ++number) {
        if (order.size() != alive_)
            std::erase_if(order, [this](std::uint32_t w) { return progress_[w] == Progress::stopped; });
        if (order.size() > 1 && (number == 0 || options_.order == Order::random))
            order_warps(options_.order, options_.seed, number, order);
        round_ = number + 1;
        for (const std::uint32_t w : order) {
            if (options_.is_interrupted()) return result(Outcome::interrupted);
            if (collectives_ && round_of_[w] == round_) continue;  // it has stepped with others
            if (const auto outcome = turn(w, observer)) return result(*outcome);
        }
    }
    return result(Outcome::stop);
}

std::optional<Result> BlockGrid::run_ahead_of_turns() {
    Result result = run(nullptr);
    if (!is_undisturbed(result)) return std::nullopt;
    if (report_.threads != nullptr && !result.warnings.empty()) return std::nullopt;  // they name its warps
    if (context_.tally != nullptr) context_.tally->complete();
    return result;
}

// Returns true if the turn of the warp is done.
bool BlockGrid::pass(std::uint32_t w) {
    if (ahead_[w] == 0) return false;
    if (--ahead_[w] == 0) settle(w);
    return true;
}

std::optional<Outcome> BlockGrid::turn(std::uint32_t w, Observer* observer) {
    if (!ahead_.empty() && pass(w)) return std::nullopt;
    if (warps_[w].steps() >= options_.max_steps) return limit(LimitReason::steps, w);
    if (meets_others(w)) return meet(w);
    if (!waits(w)) return step(w, observer, false);
    if (!is_ready(w)) {
        if (is_deadlocked()) return deadlock(observer);
        if (observer != nullptr) observer->on_wait(original_warp(w));
        return std::nullopt;
    }
    const bool opens = progress_[w] == Progress::at_block_barrier;
    if (opens) {
        if (const auto outcome = open_block_barrier(w, observer)) return outcome;
    } else {
        open_barrier();
    }
    return step(w, observer, opens);
}

// Whether the next step of the thread is one with others of its warp, or fails because it cannot be one.
bool BlockGrid::meets_others(std::uint32_t w) const {
    if (!collectives_ || warps_[w].pc() >= program_.end()) return false;
    if (progress_[w] == Progress::at_collective) return is_ready(w);
    const Opcode opcode = next(w).opcode;
    return opcode == Opcode::activemask || is_collective(opcode);
}

// One step of each thread of the group, which may be at different instructions.
void BlockGrid::tally_steps(std::uint32_t w, std::uint64_t group) {
    collectives_->each_of(w, group, [&](std::uint32_t v, std::size_t) {
        Tally::Count& count = context_.tally->of(warps_[v].pc());
        count.steps += 1;
        count.lanes += 1;
    });
}

// The thread steps with its group. A trap has no report: who gets the result runs the program by the rules.
std::optional<Outcome> BlockGrid::meet(std::uint32_t w) {
    std::uint64_t group = 0;
    if (progress_[w] == Progress::at_collective) {
        group = collectives_->complete_group(w);
    } else if (next(w).opcode == Opcode::activemask) {
        group = collectives_->at_the_same(
            w, [&](std::uint32_t v) { return v == w || (!options_.smallest_activemask && ahead_[v] == 0); });
    }
    bool is_within_limit = true;
    collectives_->each_of(w, group, [&](std::uint32_t v, std::size_t) {
        is_within_limit = is_within_limit && warps_[v].steps() < options_.max_steps;
    });
    if (context_.tally != nullptr) tally_steps(w, group);
    if (group == 0 || !is_within_limit || !collectives_->step(w, group)) return Outcome::trap;
    collectives_->each_of(w, group, [&](std::uint32_t v, std::size_t) {
        if (progress_[v] == Progress::at_collective) --waiting_;
        progress_[v] = Progress::running;
        round_of_[v] = round_;
        ++steps_;
        run_ahead(v);
        if (ahead_[v] == 0) settle(v);
    });
    return std::nullopt;
}

std::optional<Outcome> BlockGrid::step(std::uint32_t w, Observer* observer, bool opens) {
    FastWarp& warp = warps_[w];
    const Label pc = warp.pc();
    const bool is_group = pc < program_.end() && is_collective(program_.at(pc).opcode);
    Seen seen;
    if (report_.threads != nullptr) {
        seen.pc = pc;
        seen.opens = opens;
    } else if (observer != nullptr) {
        seen = look(warp, is_group, opens);
    }
    const unsigned lanes = lanes_of_step(warp);
    const std::uint64_t before = warp.steps();
    const Event event = warp.run(context_, work_, before + 1);
    if (event == Event::step_limit) return limit(LimitReason::steps, w);
    if (event == Event::stack_limit) return limit(LimitReason::stacks, w);
    if (event == Event::failed) return trap(w, with_report(warp), observer);
    steps_ += (warp.steps() - before) * lanes;
    if (is_group) warn_of_exited(w, pc);
    if (event == Event::stopped) {
        progress_[w] = Progress::stopped;
        if (collectives_) collectives_->stop(w);
        --alive_;
        --blocks_[program_.block_of(w)].alive;
    } else {
        if (!ahead_.empty()) run_ahead(w);
        if (ahead_.empty() || ahead_[w] == 0) settle(w);
    }
    if (observer != nullptr) observe(warp, seen, *observer);
    return std::nullopt;
}

// The warp before a step, for observers.
BlockGrid::Seen BlockGrid::look(const FastWarp& warp, bool is_group, bool opens) {
    return {warp.pc(), warp.active(), warp.all(), warp.seen_sync_stack(), warp.seen_context_stack(),
            is_group,  opens};
}

void BlockGrid::observe(const FastWarp& warp, const Seen& seen, Observer& observer) {
    if (report_.threads != nullptr) return observe_thread(warp, seen, observer);
    RuleSet rules = warp.last_rules();
    rules.insert(warp.last_rule());
    observer.on_step({program_, steps_, warp.number(), seen.pc, warp.last_rule(), rules, seen.active,
                      seen.sync_stack, seen.context_stack, warp.sync_depth(), warp.context_depth(),
                      work_.accesses,
                      warp.last_rule() == RuleId::EB ? seen.all.size() - seen.active.size() : 0,
                      seen.is_group ? work_.groups : 0, seen.opens});
}

// As a thread of the original program, without Π and Λ.
void BlockGrid::observe_thread(const FastWarp& warp, const Seen& seen, Observer& observer) {
    static const SyncStack kNoSync;
    static const ContextStack kNoContext;
    const Shown& shown = shown_.at(warp.number());
    RuleSet rules = warp.last_rules();
    rules.insert(warp.last_rule());
    for (Access& access : work_.accesses) access.thread = shown.lane;
    observer.on_step({report_.threads->original(), steps_, shown.warp, seen.pc, warp.last_rule(), rules,
                      shown.self, kNoSync, kNoContext, 0, 0, work_.accesses, 0, 0, seen.opens});
}

// A failing step is left undone: it fails again at its turn. Loads and stores may be done ahead: if their
// turn mattered, there is a race, and the history, or the filter, finds it in any order.
void BlockGrid::run_ahead(std::uint32_t w) {
    constexpr std::uint64_t kSlice = 4096;
    FastWarp& warp = warps_[w];
    GridContext context = context_;
    const bool watches = context.history != nullptr || context.filter != nullptr;
    context.stops = watches ? kInOrder : kInOrder | kAccess;
    const std::uint64_t slice = report_.steps == Steps::of_lanes ? 1 : kSlice;
    for (std::uint64_t taken = slice; taken == slice && !options_.is_interrupted();) {
        const std::uint64_t before = warp.steps();
        const unsigned lanes = lanes_of_step(warp);
        warp.run(context, work_, before + slice);
        taken = warp.steps() - before;
        ahead_[w] += taken;
        steps_ += taken * lanes;
    }
}

// ---- barriers

void BlockGrid::settle(std::uint32_t w) {
    progress_[w] = Progress::running;
    if (warps_[w].waits_at_barrier()) {
        progress_[w] = Progress::at_barrier;
        ++at_barrier_;
        ++waiting_;
    } else if (warps_[w].waits_at_block_barrier()) {
        progress_[w] = Progress::at_block_barrier;
        ++blocks_[program_.block_of(w)].waiting;
        ++waiting_;
    } else if (collectives_ && collectives_->waits(w)) {
        progress_[w] = Progress::at_collective;
        ++waiting_;
    }
}

bool BlockGrid::is_ready(std::uint32_t w) const {
    if (progress_[w] == Progress::at_barrier) return at_barrier_ == alive_;
    if (progress_[w] == Progress::at_collective) return collectives_->complete_group(w) != 0;
    const Block& block = blocks_[program_.block_of(w)];
    return block.waiting == block.alive;
}

void BlockGrid::open_barrier() {
    for (std::uint32_t w = 0; w < program_.warps; ++w) {
        if (progress_[w] != Progress::at_barrier) continue;
        progress_[w] = Progress::released;
        warps_[w].open_barrier();
    }
    waiting_ = 0;
    at_barrier_ = 0;
    if (history_) history_->barrier();
    if (filter_) filter_->barrier();
}

// The barrier of the warp's block opens at the turn of the warp; the outcome if it cannot.
std::optional<Outcome> BlockGrid::open_block_barrier(std::uint32_t w, Observer* observer) {
    const std::uint32_t block = program_.block_of(w);
    std::optional<std::uint32_t> lowest;
    for (std::uint32_t v = first_of(block); v < end_of(block); ++v) {
        if (progress_[v] != Progress::at_block_barrier) continue;
        if (!lowest) lowest = v;
        if (next(v).variant == next(*lowest).variant) continue;
        return trap(v,
                    {.kind = TrapKind::barrier_while_diverged,
                     .rule = RuleId::BB,
                     .all_active = true,
                     .a = warps_[*lowest].pc()},
                    observer);
    }
    const auto value = opening_value(block);
    if (!value) {
        Failure failure{.kind = TrapKind::overflow, .rule = RuleId::BB, .thread = warps_[w].active().front()};
        failure.a = votes_;
        return trap(w, failure, observer);
    }
    warn_of_opening(block);
    for (std::uint32_t v = first_of(block); v < end_of(block); ++v) {
        if (progress_[v] != Progress::at_block_barrier) continue;
        progress_[v] = Progress::released;
        warps_[v].open_block_barrier(*value);
    }
    waiting_ -= blocks_[block].waiting;
    blocks_[block].waiting = 0;
    if (history_) history_->block_barrier(block);
    if (filter_) filter_->block_barrier(block);
    return std::nullopt;
}

// What the barrier yields; nothing if a count does not fit the word.
std::optional<Value> BlockGrid::opening_value(std::uint32_t block) {
    Value threads = 0;
    votes_ = 0;
    const Instruction* first = nullptr;
    for (std::uint32_t v = first_of(block); v < end_of(block); ++v) {
        if (progress_[v] != Progress::at_block_barrier) continue;
        if (first == nullptr) first = &next(v);
        if (first->opcode == Opcode::block_barrier) return 0;
        warps_[v].active().for_each([&](Thread t) {
            threads += 1;
            votes_ += warps_[v].votes(t) ? 1 : 0;
        });
    }
    if (first->variant == Variant::and_) return votes_ == threads ? 1 : 0;
    if (first->variant == Variant::or_) return votes_ != 0 ? 1 : 0;
    if (program_.word.fits(votes_) || program_.word.wrap) return program_.word.wrapped(votes_);
    return std::nullopt;
}

// ---- warnings

// The lanes of the warp that have exited; all of a warp that has stopped.
ThreadSet BlockGrid::gone(std::uint32_t w) const {
    return progress_[w] == Progress::stopped ? ThreadSet::all(program_.lanes_of(w)) : warps_[w].exited();
}

void BlockGrid::warn_of_opening(std::uint32_t block) {
    std::optional<std::uint32_t> lowest;
    bool differs = false;
    bool has_exited = false;
    for (std::uint32_t v = first_of(block); v < end_of(block); ++v) {
        has_exited = has_exited || !gone(v).empty();
        if (progress_[v] != Progress::at_block_barrier) continue;
        if (!lowest) lowest = v;
        differs = differs || warps_[v].pc() != warps_[*lowest].pc();
    }
    const Label pc = warps_[*lowest].pc();
    const std::uint32_t line = program_.at(pc).line;
    if (differs)
        warn_once(warnings_,
                  {WarningKind::barrier_instructions, pc, line, *lowest, {}, barrier_instructions_text()});
    if (has_exited)
        warn_once(warnings_, {WarningKind::barrier_exited, pc, line, *lowest, gone(*lowest).threads(),
                              barrier_exited_text()});
}

// After a collective at pc: its masks may name lanes that have exited.
void BlockGrid::warn_of_exited(std::uint32_t w, Label pc) {
    const ThreadSet named = ThreadSet::of_words({&work_.named, 1});
    ThreadSet exited;
    warps_[w].exited().for_each([&](Thread t) {
        if (named.contains(t)) exited.insert(t);
    });
    if (exited.empty()) return;
    warn_once(warnings_, {WarningKind::collective_exited, pc, program_.at(pc).line, w, exited.threads(),
                          collective_exited_text(exited)});
}

// ---- ends

bool BlockGrid::is_deadlocked() const {
    if (waiting_ != alive_ || at_barrier_ == alive_) return false;
    for (std::uint32_t w = 0; collectives_ && w < program_.warps; ++w) {
        if (progress_[w] == Progress::at_collective && is_ready(w)) return false;
    }
    return std::ranges::none_of(blocks_, [](const Block& b) { return b.alive != 0 && b.waiting == b.alive; });
}

std::vector<Missing> BlockGrid::missing_of(std::uint32_t w) const {
    const bool of_grid = progress_[w] == Progress::at_barrier;
    const std::uint32_t block = program_.block_of(w);
    std::vector<Missing> missing;
    for (std::uint32_t v = of_grid ? 0 : first_of(block); v < (of_grid ? program_.warps : end_of(block));
         ++v) {
        if (progress_[v] == Progress::stopped || progress_[v] == progress_[w]) continue;
        add_missing(missing, places_of(warps_[v].active(), warps_[v].for_report(), program_));
    }
    return missing;
}

Outcome BlockGrid::deadlock(Observer* observer) {
    std::vector<Waiting> waiting;
    std::optional<std::uint32_t> lowest;
    for (std::uint32_t w = 0; w < program_.warps && waiting.size() < kMaxWaiting; ++w) {
        if (progress_[w] == Progress::stopped) continue;
        if (!lowest) lowest = w;
        waiting.push_back(waiting_at(warps_[w].for_report(), warps_[w].active().threads(), program_));
        waiting.back().missing = missing_of(w);
    }
    Failure failure{.kind = TrapKind::barrier_while_diverged,
                    .rule = progress_[*lowest] == Progress::at_barrier ? RuleId::BR : RuleId::BB,
                    .all_active = true};
    who_waits_ = std::move(waiting);
    failure.waiting = &who_waits_;
    return trap(*lowest, failure, observer);
}

// The failure of the warp's last step; if a group was not complete, with where the others are.
Failure BlockGrid::with_report(const FastWarp& warp) {
    Failure failure = warp.failure();
    if (failure.missing == 0) return failure;
    const Warp state = warp.for_report();
    who_waits_ = {waiting_at(state, {failure.thread}, program_)};
    who_waits_.front().missing = places_of(ThreadSet::of_words({&failure.missing, 1}), state, program_);
    failure.waiting = &who_waits_;
    return failure;
}

Outcome BlockGrid::trap(std::uint32_t w, const Failure& failure, Observer* observer) {
    const Warp state = warps_[w].for_report();
    trap_ = explain(failure, state, program_);
    if (observer != nullptr && report_.threads == nullptr)
        tell_trap(*trap_, state, program_, steps_, *observer);
    return Outcome::trap;
}

Outcome BlockGrid::limit(LimitReason reason, std::uint32_t w) {
    limit_ = limit_at(reason, original_warp(w), warps_[w].steps(), warps_[w].pc(), program_);
    return Outcome::limit;
}

Result BlockGrid::result(Outcome outcome) {
    Result result;
    result.outcome = outcome;
    result.steps = steps_;
    result.warps = report_.of(warps_);
    result.trap = std::move(trap_);
    result.limit = limit_;
    result.warnings = std::move(warnings_);
    take_memory(memory_.to_memory(), program_, options_.max_address + 1, result);
    return result;
}

}  // namespace

Result run_blocks(const DecodedProgram& code, const MachineOptions& options, Observer* observer) {
    if (observer == nullptr) {
        if (auto result = run_blocks_ahead(code, options, {})) return std::move(*result);
        if (options.tally != nullptr) return not_counted();
    }
    return BlockGrid(code, options, BlockGrid::Turns::of_one_step).run(observer);
}

Result run_watched_blocks(const DecodedProgram& code, const MachineOptions& options, Observer& observer,
                          const Report& report) {
    return BlockGrid(code, options, BlockGrid::Turns::of_one_step, report).run(&observer);
}

std::optional<Result> run_blocks_ahead(const DecodedProgram& code, const MachineOptions& options,
                                       const Report& report) {
    return BlockGrid(code, options, BlockGrid::Turns::ahead, report).run_ahead_of_turns();
}

}  // namespace musimd::fast
