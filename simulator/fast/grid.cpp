#include "simulator/fast/grid.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <memory>
#include <numeric>
#include <queue>
#include <vector>

#include "host/processor.hpp"
#include "semantics/machine.hpp"
#include "semantics/models/group_machine.hpp"
#include "semantics/order.hpp"
#include "simulator/fast/atomic_log.hpp"
#include "simulator/fast/block_grid.hpp"
#include "simulator/fast/phase_threads.hpp"
#include "simulator/fast/report.hpp"
#include "simulator/fast/thread_warps.hpp"
#include "simulator/fast/together.hpp"
#include "simulator/fast/turn_order.hpp"
#include "simulator/fast/warp.hpp"
#include "simulator/fast/zeros.hpp"

namespace musimd::fast {
namespace {

bool is_limit(Event event) {
    return event == Event::step_limit || event == Event::stack_limit;
}

// Steps of a warp between two checks of MachineOptions::interrupt: a few milliseconds.
std::uint64_t slice_steps(const Program& program) {
    constexpr std::uint64_t kLanes = std::uint64_t{1} << 22;
    return std::max<std::uint64_t>(16, kLanes / program.threads);
}

// The progress of a warp.
enum class Stage : std::uint8_t { running, waiting, released, stopped };

class Grid {
  public:
    Grid(const DecodedProgram& code, const MachineOptions& options, bool watch_races, Report report = {},
         host::Arena* kept = nullptr)
        : code_(code),
          program_(code.program),
          options_(options),
          report_(report),
          watch_races_(watch_races && (program_.warps > 1 || program_.races == RaceMode::thread)),
          banks_(program_.warps * code.bank_units()),
          masks_(program_.warps * code.mask_units()),
          memory_(kept == nullptr ? SharedMemory(options.max_address, code.short_rows,
                                                 watch_races_ || program_.warps > 1 ? agents_of(program_) : 0)
                                  : SharedMemory(*kept, options.max_address)),
          lane_steps_(report.steps == Steps::of_lanes ? program_.warps : 0),
          turns_(options, program_.warps) {
        warps_.reserve(program_.warps);
        for (std::uint32_t w = 0; w < program_.warps; ++w) {
            warps_.emplace_back(code, w, banks_.at(w * code.bank_units()), masks_.at(w * code.mask_units()));
            report_.begin(warps_.back());
        }
        memory_.set_single_threaded(true);
        memory_.preload(program_);
    }

    /// Sets the only warp and Σ to the snapshot.
    void begin_at(const Snapshot& snapshot, const Memory& memory) {
        warps_.front().take(snapshot);
        memory.for_each([&](std::int64_t address, Value word) { memory_.make(address).store(word); });
    }

    /// Runs the only warp, without turns.
    Result run_single();

    /// Runs all warps independently; returns nothing if the result could differ from that of turns. When
    /// interrupted, each warp stays at its current step. `logs`: atomics are logged, and executed in the
    /// order of their turns; the program must allow it (can_be_logged).
    std::optional<Result> speculate(unsigned threads, bool logs = false);

    bool has_one_warp() const { return warps_.size() == 1; }

    /// Whether a speculation ended because a warp reached its limit, of steps or of its stacks.
    bool reached_limit() const { return limited_; }
    /// Whether it ended because of an access that depends on the order of warps.
    bool met_conflict() const { return conflicts_; }

    /// Each warp runs on to the next step whose turn other warps can tell, and waits there until no other
    /// has an earlier turn. Returns nothing if more of the turns could be observed: at a trap or a limit.
    std::optional<Result> take_visible_turns();

    /// Plain turns of one step.
    Result take_turns(Observer* observer);

    /// The same for the only warp.
    Result watch_single(Observer& observer);

  private:
    Event run_on(FastWarp& warp, GridContext& context, Workspace& work);
    Event run_counting(FastWarp& warp, GridContext& context, Workspace& work);
    bool run_assigned(std::uint32_t w, GridContext& context, Workspace& work, std::uint64_t* limit = nullptr);
    GridContext phase_context();
    bool begin_phase(std::uint32_t& first);
    bool run_phase(unsigned threads);
    void begin_logs();
    bool execute_logs(bool all);
    bool open_barriers();
    Result stopped_or_interrupted();
    bool reach_visible_step(std::uint32_t w, GridContext& context, Workspace& work);
    Event step(std::uint32_t w, GridContext& context, Workspace& work, Observer* observer);
    std::optional<Outcome> turn(const std::vector<std::uint32_t>& order, GridContext& context,
                                Workspace& work, Observer* observer);
    void settle(std::uint32_t w);
    void open_barrier();
    Result end_single(Event event);
    Outcome reach_limit(Event event, const FastWarp& warp);
    Result result(Outcome outcome);

    const DecodedProgram& code_;
    const Program& program_;
    const MachineOptions& options_;
    const Report report_;
    const bool watch_races_;
    Zeros<std::int64_t> banks_;   ///< β of every warp
    Zeros<std::uint64_t> masks_;  ///< and their lane masks
    SharedMemory memory_;
    std::vector<FastWarp> warps_;
    std::vector<std::uint64_t> lane_steps_;  ///< for each warp: the steps of its lanes, if they count
    std::vector<Stage> stages_;
    TurnOrder turns_;
    std::priority_queue<Turn, std::vector<Turn>, std::greater<>> visible_;  ///< of warps at such a step
    std::vector<AtomicLog> logs_;                                           ///< by warp, if there are any
    PhaseThreads helpers_;
    std::atomic<bool> limited_ = false;
    std::atomic<bool> conflicts_ = false;
    const std::uint64_t slice_ = slice_steps(program_);
    std::uint32_t alive_ = 0;
    std::uint32_t waiting_ = 0;
    std::uint64_t steps_ = 0;
    std::optional<Trap> trap_;
    std::optional<Limit> limit_;
};

// ---- speculation

// Steps until an event. Event::stepped: the run was interrupted, or the next step is one of context.stops.
Event Grid::run_on(FastWarp& warp, GridContext& context, Workspace& work) {
    if (!lane_steps_.empty()) return run_counting(warp, context, work);
    while (!options_.is_interrupted()) {
        const std::uint64_t until = warp.steps() + slice_;
        const Event event = warp.run(context, work, until);
        if (event != Event::stepped || warp.steps() < until) return event;
    }
    return Event::stepped;
}

Event Grid::run_counting(FastWarp& warp, GridContext& context, Workspace& work) {
    std::uint64_t& lane_steps = lane_steps_[warp.number()];
    for (std::uint64_t n = 0; n % slice_ != 0 || !options_.is_interrupted(); ++n) {
        const std::uint64_t before = warp.steps();
        const unsigned lanes = warp.active_lanes();
        const Event event = warp.run(context, work, before + 1);
        lane_steps += (warp.steps() - before) * lanes;
        if (event != Event::stepped) return event;
    }
    return Event::stepped;
}

Result Grid::run_single() {
    FastWarp& warp = warps_.front();
    Workspace work(code_);
    GridContext context{code_, options_, memory_, watch_races_ ? RaceWatch::turns : RaceWatch::none};
    Event event = run_on(warp, context, work);
    for (; event == Event::waits; event = run_on(warp, context, work)) {
        warp.open_barrier();
        memory_.forget_claims();
    }
    return end_single(event);
}

// The result of the only warp, which this event has ended; Event::stepped: it was interrupted.
Result Grid::end_single(Event event) {
    const FastWarp& warp = warps_.front();
    steps_ = warp.steps();
    if (event == Event::stepped) return result(Outcome::interrupted);
    if (event == Event::stopped) return result(Outcome::stop);
    if (is_limit(event)) return result(reach_limit(event, warp));
    trap_ = explain(warp.failure(), warp.for_report(), program_);
    return result(Outcome::trap);
}

// Runs a warp to its end, to a barrier, until its log is full or, with a limit, for so many steps: then
// subtracts those that it took. Returns false if anything happened that depends on the turns.
bool Grid::run_assigned(std::uint32_t w, GridContext& context, Workspace& work, std::uint64_t* limit) {
    if (stages_[w] == Stage::stopped || stages_[w] == Stage::waiting) return true;
    Event event = Event::stepped;
    if (limit == nullptr) {
        event = run_on(warps_[w], context, work);
    } else {
        const std::uint64_t before = warps_[w].steps();
        event = warps_[w].run(context, work, before + *limit);
        *limit -= warps_[w].steps() - before;
        if (event == Event::stepped) return true;
    }
    if (event == Event::log_full) return true;
    if (event == Event::stopped) {
        stages_[w] = Stage::stopped;
    } else if (event == Event::waits) {
        stages_[w] = Stage::waiting;
    } else {
        if (is_limit(event)) limited_ = true;
        if (event == Event::conflict) conflicts_ = true;
        return false;
    }
    return true;
}

// What all warps share in a phase of a speculation.
GridContext Grid::phase_context() {
    GridContext context{code_, options_, memory_,
                        watch_races_ ? RaceWatch::speculation : RaceWatch::increments};
    context.logs = logs_.empty() ? nullptr : logs_.data();
    return context;
}

// The warps from *first on, one after the other, for a few steps in all. *first becomes the first that is not
// done.
bool Grid::begin_phase(std::uint32_t& first) {
    constexpr std::uint64_t kLanes = std::uint64_t{1} << 17;  // some 20 microseconds
    Workspace work(code_);
    GridContext context = phase_context();
    memory_.set_single_threaded(true);
    std::uint64_t limit = std::max<std::uint64_t>(1, kLanes / program_.threads);
    for (; first < program_.warps; ++first) {
        if (!run_assigned(first, context, work, &limit)) return false;
        if (limit == 0 || options_.is_interrupted()) return true;
    }
    return true;
}

// The same for every warp, without a limit.
bool Grid::run_phase(unsigned threads) {
    std::uint32_t begin = 0;
    if (threads > 1 && lane_steps_.empty() && !begin_phase(begin)) return false;
    const std::uint32_t chunk = std::clamp((program_.warps - begin) / (4 * threads), 1U, 16U);
    std::atomic<std::uint32_t> next = begin;
    std::atomic<bool> good = true;
    const auto run_chunks = [&] {
        Workspace work(code_);
        GridContext context = phase_context();
        while (good.load(std::memory_order_relaxed)) {
            const std::uint32_t first = next.fetch_add(chunk);
            if (first >= program_.warps) return;
            for (std::uint32_t w = first; w < std::min(first + chunk, program_.warps); ++w) {
                if (run_assigned(w, context, work)) continue;
                good = false;
                return;
            }
        }
    };
    const unsigned useful = std::min(threads, program_.warps - begin);
    memory_.set_single_threaded(useful <= 1);
    if (useful > 1) {
        helpers_.run(useful - 1, run_chunks);
    } else {
        run_chunks();
    }
    memory_.set_single_threaded(true);
    return good;
}

void Grid::begin_logs() {
    logs_.resize(program_.warps);
    for (AtomicLog& log : logs_) log.most = std::max<std::size_t>(1, kLoggedUpdates / program_.warps);
}

// Executes, in the order of their turns, the logged atomics before which no warp can log another one; `all`:
// regardless of that. Returns false if one fails.
bool Grid::execute_logs(bool all) {
    if (logs_.empty()) return true;
    struct Entry {
        Turn turn;
        const AtomicLog::Step* step;
        const AtomicLog::Update* updates;
    };
    std::optional<Turn> end;
    for (std::uint32_t w = 0; w < program_.warps && !all; ++w) {
        if (stages_[w] != Stage::running) continue;
        const Turn next = turns_.of_step(w, warps_[w].steps());
        if (!end || next < *end) end = next;
    }
    std::vector<Entry> entries;
    std::vector<std::pair<std::size_t, std::size_t>> counts(logs_.size());
    for (std::uint32_t w = 0; w < program_.warps; ++w) {
        auto& [steps, updates] = counts[w];
        for (const AtomicLog::Step& step : logs_[w].steps) {
            const Turn turn = turns_.of_step(w, step.steps);
            if (end && *end < turn) break;
            entries.push_back({turn, &step, logs_[w].updates.data() + updates});
            steps += 1;
            updates += step.updates;
        }
    }
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.turn < b.turn; });
    for (const Entry& entry : entries) {
        if (!warps_[entry.turn.warp].execute_logged(*entry.step, {entry.updates, entry.step->updates},
                                                    memory_))
            return false;
    }
    for (std::uint32_t w = 0; w < program_.warps; ++w) logs_[w].drop(counts[w].first, counts[w].second);
    return true;
}

// Opens the barrier if warps wait, and none runs. Returns false if none waits.
bool Grid::open_barriers() {
    if (std::ranges::find(stages_, Stage::running) != stages_.end()) return true;
    turns_.open_barrier(warps_);
    bool any_waits = false;
    for (std::uint32_t w = 0; w < program_.warps; ++w) {
        if (stages_[w] != Stage::waiting) continue;
        any_waits = true;
        stages_[w] = Stage::running;
        warps_[w].open_barrier();
    }
    memory_.forget_claims();
    return any_waits;
}

// All warps have stopped, or the run was interrupted.
Result Grid::stopped_or_interrupted() {
    for (const FastWarp& warp : warps_) steps_ += warp.steps();
    const bool stopped = std::ranges::all_of(stages_, [](Stage stage) { return stage == Stage::stopped; });
    return result(stopped ? Outcome::stop : Outcome::interrupted);
}

std::optional<Result> Grid::speculate(unsigned threads, bool logs) {
    stages_.assign(program_.warps, Stage::running);
    if (logs) begin_logs();
    while (run_phase(threads)) {
        if (!execute_logs(false)) return std::nullopt;
        if (!open_barriers()) return stopped_or_interrupted();
    }
    if (!options_.is_interrupted() || !execute_logs(true)) return std::nullopt;
    return stopped_or_interrupted();
}

// ---- turns

void Grid::settle(std::uint32_t w) {
    const bool waits = warps_[w].waits_at_barrier();
    stages_[w] = waits ? Stage::waiting : Stage::running;
    waiting_ += waits ? 1 : 0;
}

void Grid::open_barrier() {
    for (std::uint32_t w = 0; w < program_.warps; ++w) {
        if (stages_[w] != Stage::waiting) continue;
        stages_[w] = Stage::released;
        warps_[w].open_barrier();
    }
    waiting_ = 0;
    memory_.forget_claims();
}

// Runs a warp to a step whose turn others can tell. Returns false at anything else. Loads and stores may be
// done ahead: if their turn mattered, there is a race, and claims find it in any order.
bool Grid::reach_visible_step(std::uint32_t w, GridContext& context, Workspace& work) {
    const Event event = run_on(warps_[w], context, work);
    if (event != Event::stepped || options_.is_interrupted()) return false;
    if (warps_[w].waits_at_barrier()) {
        stages_[w] = Stage::waiting;
    } else {
        visible_.push(turns_.of_step(w, warps_[w].steps()));
    }
    return true;
}

std::optional<Result> Grid::take_visible_turns() {
    GridContext in_turn{code_, options_, memory_, watch_races_ ? RaceWatch::turns : RaceWatch::none};
    GridContext ahead = in_turn;
    ahead.stops = watch_races_ ? kInOrder : kInOrder | kAccess;
    Workspace work(code_);
    const auto fail = [this]() -> std::optional<Result> {
        if (!options_.is_interrupted()) return std::nullopt;
        return stopped_or_interrupted();
    };
    stages_.assign(program_.warps, Stage::running);
    do {
        for (std::uint32_t w = 0; w < program_.warps; ++w) {
            if (stages_[w] == Stage::running && !reach_visible_step(w, ahead, work)) return fail();
        }
        while (!visible_.empty()) {
            const std::uint32_t w = visible_.top().warp;
            visible_.pop();
            const Event event = warps_[w].run(in_turn, work, warps_[w].steps() + 1);
            if (event == Event::stopped) {
                stages_[w] = Stage::stopped;
            } else if (event != Event::stepped || !reach_visible_step(w, ahead, work)) {
                return fail();
            }
        }
    } while (open_barriers());
    return stopped_or_interrupted();
}

Result Grid::take_turns(Observer* observer) {
    GridContext context{code_, options_, memory_, watch_races_ ? RaceWatch::turns : RaceWatch::none};
    context.record = observer != nullptr;
    Workspace work(code_);

    alive_ = program_.warps;
    stages_.assign(program_.warps, Stage::running);
    std::vector<std::uint32_t> order(program_.warps);
    for (std::uint32_t w = 0; w < program_.warps; ++w) {
        order[w] = w;
        settle(w);
        if (observer != nullptr) warps_[w].begin_watching();
    }
    for (std::uint64_t number = 0; alive_ > 0; ++number) {
        if (order.size() != alive_) {
            std::erase_if(order, [this](std::uint32_t w) { return stages_[w] == Stage::stopped; });
        }
        if (order.size() > 1 && (number == 0 || options_.order == Order::random)) {
            order_warps(options_.order, options_.seed, number, order);
        }
        if (const auto outcome = turn(order, context, work, observer)) return result(*outcome);
    }
    return result(Outcome::stop);
}

std::optional<Outcome> Grid::turn(const std::vector<std::uint32_t>& order, GridContext& context,
                                  Workspace& work, Observer* observer) {
    for (const std::uint32_t w : order) {
        if (options_.is_interrupted()) return Outcome::interrupted;
        if (warps_[w].steps() >= options_.max_steps) return reach_limit(Event::step_limit, warps_[w]);
        if (stages_[w] == Stage::waiting) {
            if (waiting_ < alive_) continue;
            open_barrier();
        }
        const Event event = step(w, context, work, observer);
        if (is_limit(event)) return reach_limit(event, warps_[w]);
        if (event == Event::failed) {
            const Warp state = warps_[w].for_report();
            trap_ = explain(warps_[w].failure(), state, program_);
            if (observer != nullptr) tell_trap(*trap_, state, program_, steps_, *observer);
            return Outcome::trap;
        }
        if (event == Event::stopped) {
            stages_[w] = Stage::stopped;
            --alive_;
        } else {
            settle(w);
        }
    }
    return std::nullopt;
}

Event Grid::step(std::uint32_t w, GridContext& context, Workspace& work, Observer* observer) {
    FastWarp& warp = warps_[w];
    if (observer == nullptr) {
        const Event event = warp.run(context, work, warp.steps() + 1);
        steps_ += event == Event::stepped || event == Event::stopped ? 1 : 0;
        return event;
    }
    const Event event = warp.watch(context, work, steps_ + 1, *observer);
    steps_ += event == Event::stepped || event == Event::stopped ? 1 : 0;
    return event;
}

Result Grid::watch_single(Observer& observer) {
    FastWarp& warp = warps_.front();
    Workspace work(code_);
    GridContext context{code_, options_, memory_, watch_races_ ? RaceWatch::turns : RaceWatch::none};
    context.record = true;
    warp.begin_watching();
    Event event = Event::stepped;
    while (event == Event::stepped && !options_.is_interrupted()) {
        event = warp.watch(context, work, warp.steps() + 1, observer);
        if (event != Event::waits) continue;
        warp.open_barrier();
        memory_.forget_claims();
        event = Event::stepped;
    }
    Result result = end_single(event);
    if (result.trap) tell_trap(*result.trap, warp.for_report(), program_, warp.steps(), observer);
    return result;
}

Outcome Grid::reach_limit(Event event, const FastWarp& warp) {
    const LimitReason reason = event == Event::step_limit ? LimitReason::steps : LimitReason::stacks;
    limit_ = limit_at(reason, warp.number(), warp.steps(), warp.pc(), program_);
    return Outcome::limit;
}

Result Grid::result(Outcome outcome) {
    Result result;
    result.outcome = outcome;
    result.steps = lane_steps_.empty() ? steps_ : std::reduce(lane_steps_.begin(), lane_steps_.end());
    result.warps = report_.of(warps_);
    result.memory = memory_.to_memory();
    result.trap = std::move(trap_);
    result.limit = limit_;
    return result;
}

}  // namespace

namespace {

// Warps in turns, unless these cannot show.
std::optional<Result> run_warps(const DecodedProgram& code, const MachineOptions& options, unsigned threads,
                                bool watch_races, const Report& report) {
    Grid grid(code, options, watch_races, report);
    if (code.program.warps == 1) return grid.run_single();
    const bool by_lanes = report.steps == Steps::of_lanes;
    const bool logs = watch_races && !by_lanes && can_be_logged(code.program);
    if (auto result = grid.speculate(threads, logs)) return result;
    if (logs && grid.met_conflict()) {  // perhaps a warp reads what it has updated itself
        if (auto result = Grid(code, options, watch_races, report).speculate(threads)) return result;
    }
    if (by_lanes) return std::nullopt;
    return Grid(code, options, watch_races, report).take_visible_turns();
}

// Threads with their own pc: in lock step, if that cannot show, or each as a warp. Returns nothing if only
// the rules can tell how the run ends.
std::optional<Result> run_threads(const Program& program, const MachineOptions& options, unsigned threads,
                                  const KernelSet& loops) {
    const auto run_as = [&](const Program& other, const MachineOptions& its_options, const Report& report) {
        const DecodedProgram code(other, loops);
        auto result = uses_blocks(other) ? run_blocks_ahead(code, its_options, report)
                                         : run_warps(code, its_options, threads, true, report);
        return result && is_undisturbed(*result) && result->warnings.empty() ? std::move(result)
                                                                             : std::nullopt;
    };
    if (may_run_together(program)) {
        if (auto result = run_as(in_lock_step(program), options, {.steps = Steps::of_lanes})) return result;
    }
    if (!ThreadWarps::can_run(program)) return std::nullopt;
    const ThreadWarps apart(program);
    auto result = run_as(apart.program(), options, {.threads = &apart});
    if (!result || !has_two_answers(program, options)) return result;
    MachineOptions smallest = options;
    smallest.smallest_activemask = true;
    smallest.tally = nullptr;
    const auto other = run_as(apart.program(), smallest, {.threads = &apart});
    return other && !are_different(*result, *other) ? std::move(result) : std::nullopt;
}

}  // namespace

namespace {

Result run_models(const Program& program, const MachineOptions& options, Observer* observer, unsigned threads,
                  const KernelSet& loops) {
    if (observer != nullptr || options.tally != nullptr) return run_rules(program, options, observer);
    const auto run = [&](const MachineOptions& its) {
        if (auto result = run_groups(program, its, threads, loops)) return std::move(*result);
        return run_rules(program, its, nullptr);
    };
    return models::with_both_sides(program, options, run, run);
}

// A run in turns of one step.
Result in_turns(Grid&& grid, Observer* observer) {
    return observer != nullptr && grid.has_one_warp() ? grid.watch_single(*observer)
                                                      : grid.take_turns(observer);
}

}  // namespace

std::optional<Result> run_groups(const Program& program, const MachineOptions& options, unsigned threads,
                                 const KernelSet& loops) {
    constexpr Thread kMaskBits = 64;
    if (program.threads > kMaskBits || options.within != Within::collective) return std::nullopt;
    Program warps = program;
    warps.model = ThreadModel::lockstep;
    const GroupPlan plan(program, options.side == Side::target, options.yield);
    warps.races = models::races_of(program);
    const DecodedProgram code(warps, loops, &plan);
    auto result = uses_blocks(warps) ? run_blocks_ahead(code, options, {})
                                     : run_warps(code, options, threads, options.races, {});
    return result && is_undisturbed(*result) && result->warnings.empty() ? std::move(result) : std::nullopt;
}

Result run(const Program& program, const MachineOptions& options, Observer* observer, unsigned threads,
           const KernelSet& loops, bool watch_races) {
    if (has_groups(program.model)) return run_models(program, options, observer, threads, loops);
    if (program.model == ThreadModel::volta) {
        if (observer == nullptr) {
            if (auto result = run_threads(program, options, threads, loops)) return std::move(*result);
            if (options.tally != nullptr) return not_counted();
        }
        return run_rules(program, options, observer);
    }
    const DecodedProgram code(program, loops);
    if (uses_blocks(program)) return run_blocks(code, options, observer);
    if (observer == nullptr) {
        if (auto result = run_warps(code, options, threads, watch_races, {})) return std::move(*result);
    }
    return in_turns(Grid(code, options, watch_races), observer);
}

namespace {

// Asked only once: short runs would notice it.
unsigned cores() {
    static const unsigned count = host::usable_processors();
    return count;
}

}  // namespace

Result run_fast(const Program& program, const MachineOptions& options, Observer* observer) {
    return run(program, options, observer, cores(), kernels());
}

Result run_in(const Program& program, const MachineOptions& options, Observer* observer,
              host::Arena& memory) {
    assert(program.model != ThreadModel::volta);
    const DecodedProgram code(program, kernels());
    assert(!code.short_rows);
    Grid grid(code, options, true, {}, &memory);
    return observer == nullptr && program.warps == 1 ? grid.run_single()
                                                     : in_turns(std::move(grid), observer);
}

Result resume(const Program& program, const MachineOptions& options, const Snapshot& snapshot,
              const Memory& memory, Observer* observer) {
    const DecodedProgram code(program, kernels());
    Grid grid(code, options, true);
    grid.begin_at(snapshot, memory);
    return observer == nullptr ? grid.run_single() : grid.watch_single(*observer);
}

std::optional<Result> run_within(const Program& program, const MachineOptions& options, std::uint64_t steps) {
    if (steps >= options.max_steps) return run_fast(program, options, nullptr);
    MachineOptions shorter = options;
    shorter.max_steps = steps;
    {
        const DecodedProgram code(program, kernels());
        Grid grid(code, shorter, true);
        std::optional<Result> result;
        if (program.warps == 1) {
            result = grid.run_single();
        } else {
            result = grid.speculate(cores());
        }
        if (result && result->outcome != Outcome::limit) return result;
        if (program.warps == 1 || grid.reached_limit()) return std::nullopt;
    }
    return run_fast(program, options, nullptr);
}

std::uint64_t estimated_bytes(const Program& program) {
    if (program.model == ThreadModel::volta) {
        const std::uint64_t threads = std::uint64_t{program.threads} * program.warps;
        const std::uint64_t rows = 64 * (program.variables.size() + 2) + 8 * (program.variables.size() + 5);
        return std::max(Machine::estimated_bytes(program),  // which may run it after all
                        threads * (rows + sizeof(FastWarp) + 64));
    }
    const std::uint64_t lanes = (std::uint64_t{program.threads} + 15) / 16 * 16;
    const std::uint64_t masks = (std::uint64_t{program.threads} + 63) / 64 * (program.variables.size() + 3);
    const std::uint64_t btid = program.has_blocks() ? lanes + program.shared.size() + 16 : 0;
    const std::uint64_t words = lanes * program.variables.size() + btid + 8 + masks;
    return program.warps * (2 * words * sizeof(Value) + sizeof(FastWarp) + sizeof(WarpResult) +
                            80 * program.variables.size() + 64);
}

}  // namespace musimd::fast
