#include "simulator/native/grid.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>

#include "semantics/order.hpp"
#include "simulator/fast/math.hpp"

namespace musimd::native {
namespace {

// Compiled code reads MachineOptions::interrupt as a bool.
static_assert(sizeof(std::atomic<bool>) == sizeof(bool) && std::atomic<bool>::is_always_lock_free);
constexpr bool kNever = false;

/// The openings of a block's barrier that claims can tell apart: those between two barriers of the grid
/// (simulator/codegen/prelude/cpu_memory.inc).
constexpr std::uint64_t kMaxOpenings = 1U << 12;

/// The same in programs that take turns, and the fences of a warp.
constexpr std::uint64_t kMaxOpeningsInTurns = 1U << 8;
constexpr Time kMaxFences = 1U << 4;

/// A phase that takes no longer wakes no other threads.
constexpr auto kBeforeHelp = std::chrono::microseconds(20);

std::size_t whole_lines(std::size_t bytes) {
    return (bytes + 63) / 64 * 64;
}

std::int64_t mathematics(int operation, int type, std::int64_t a, std::int64_t b) {
    return fast::math_word(static_cast<TypedOperation>(operation), static_cast<Type>(type), a, b);
}

// Services::order; `engine` points to the options.
template <typename Options>
std::size_t random_order(const void* engine, std::uint32_t warp, std::uint64_t step,
                         const std::uint64_t* active, std::uint32_t* threads) {
    const auto& [options, words] = *static_cast<const Options*>(engine);
    const ThreadSet set = ThreadSet::of_words({active, words});
    const auto order = thread_order(options->order, options->seed, warp, step, set);
    std::ranges::copy(order, threads);
    return order.size();
}

}  // namespace

NativeGrid::NativeGrid(const Program& program, const MachineOptions& options, const Code& code,
                       Atomics atomics, std::int64_t segment)
    : program_(program),
      options_(options),
      code_(code),
      pauses_(codegen::takes_turns(program) && (uses_blocks(program) || atomics == Atomics::in_turns)),
      lanes_(row_stride(program.threads)),
      mask_words_(mask_words(program.threads)),
      word_bytes_(program.word.width > 32 ? 8 : 4),
      row_bytes_(whole_lines(program.variables.size() * lanes_ * word_bytes_)),
      mask_bytes_(whole_lines(code.translation.masks.count * mask_words_ * 8)),
      rows_(program.warps * row_bytes_ + 64),
      masks_(program.warps * mask_bytes_),
      room_bytes_(whole_lines(code.translation.room_rows * lanes_ * word_bytes_)),
      room_(room_bytes_ * (pauses_ ? program.warps : 1)),
      memory_(program, options.max_address),
      sigmas_(program.has_blocks() ? program.grid : 1),
      unit_(codegen::has_block_barrier(program) || (pauses_ && uses_blocks(program))
                ? program.warps_per_block()
                : 1),
      services_{nullptr, mathematics, nullptr, static_cast<int>(options.order)},
      counts_(program, code.translation, segment),
      stages_(program.warps, Stage::running),
      turns_(options, program.warps),
      order_(program.warps_per_block()),
      at_block_barrier_(program.warps / unit_) {
    good_ = rows_.get() != nullptr && masks_.get() != nullptr && room_.get() != nullptr && memory_.good();
    if (!good_) return;
    if (options.tally != nullptr) counts_.watch_ranges(*options.tally);
    memory_.sigma().claim_all = options.checks;
    memory_.sigma().atomics = atomics;
    services_.conflict = &conflict_;
    warps_.resize(program.warps);
    for (std::uint32_t w = 0; w < program.warps; ++w) {
        WarpState& warp = warps_[w];
        warp.rows = static_cast<char*>(rows_.get()) + w * row_bytes_;
        warp.masks = reinterpret_cast<std::uint64_t*>(static_cast<char*>(masks_.get()) + w * mask_bytes_);
        warp.room = static_cast<char*>(room_.get()) + (pauses_ ? w * room_bytes_ : 0);
        warp.sigma = &sigmas_[program.block_of(w)];
        warp.services = &services_;
        warp.max_steps = options.max_steps;
        warp.interrupt =
            options.interrupt == nullptr ? &kNever : reinterpret_cast<const bool*>(options.interrupt);
        warp.warp = w;
        const ThreadSet all = ThreadSet::all(program.lanes_of(w));
        const auto set = [&](std::uint32_t mask, const ThreadSet& threads) {
            threads.for_each(
                [&](Thread t) { warp.masks[mask * mask_words_ + t / 64] |= std::uint64_t{1} << (t % 64); });
        };
        set(codegen::MaskNumbers::kActive, program.has_blocks() ? all : program.active);
        if (code.translation.masks.all != 0) set(code.translation.masks.all, all);
    }
    if (atomics != Atomics::logged) return;
    logs_.emplace(program, code.translation);
    good_ = logs_->good();
    if (good_) logs_->begin(warps_);
}

// At the beginning, and after a barrier.
void NativeGrid::renew_sigmas() {
    for (std::uint32_t block = 0; block < sigmas_.size(); ++block) {
        sigmas_[block] = memory_.sigma();
        sigmas_[block].opening = order_.now(block * program_.warps_per_block()).opening;
        sigmas_[block].shared = options_.max_address + 1 + block * program_.shared_words();
    }
    for (WarpState& warp : warps_) warp.fences = order_.now(warp.warp).own;
}

// ---- blocks

// Runs a warp to its end, to a barrier or to an atomic that it may not execute or log now. Returns false if
// another engine must take over.
bool NativeGrid::run_warp(std::uint32_t warp) {
    if (stages_[warp] != Stage::running || (logs_ && logs_->is_full(warps_[warp]))) return true;
    const Ending ending = code_.run(&warps_[warp]);
    if (ending == Ending::handed) return false;  // perhaps past the program's end, where nothing is next
    if (ending == Ending::stopped) {
        stages_[warp] = Stage::stopped;
    } else if (info(next_of(warp).opcode).memory != MemoryUse::updates) {
        stages_[warp] = Stage::waiting;
    }
    return true;
}

// The instruction at which it waits.
const Instruction& NativeGrid::next_of(std::uint32_t warp) const {
    return program_.at(code_.translation.points[warps_[warp].point].pc);
}

bool NativeGrid::is_at_block_barrier(std::uint32_t warp) const {
    return stages_[warp] == Stage::waiting && is_block_barrier(next_of(warp).opcode);
}

// Whether all warps of the block wait at one block barrier, and none of its threads has exited: then the
// barrier opens, and warns of nothing.
bool NativeGrid::may_open(std::uint32_t first) const {
    const auto pc = [this](std::uint32_t w) { return code_.translation.points[warps_[w].point].pc; };
    for (std::uint32_t w = first; w < first + unit_; ++w) {
        if (!is_at_block_barrier(w) || pc(w) != pc(first)) return false;
        const std::uint64_t* const exited = warps_[w].masks + (code_.translation.masks.all + 1) * mask_words_;
        if (std::any_of(exited, exited + mask_words_, [](std::uint64_t bits) { return bits != 0; }))
            return false;
    }
    return true;
}

// Returns false if the value does not fit the word, or the openings cannot be counted.
bool NativeGrid::open_block_barrier(std::uint32_t first) {
    const Instruction& barrier = program_.at(code_.translation.points[warps_[first].point].pc);
    Value votes = 0;
    for (std::uint32_t w = first; w < first + unit_; ++w) votes += warps_[w].votes;
    const auto threads = static_cast<Value>(program_.threads_per_block());
    Value value = program_.word.wrapped(votes);
    if (barrier.variant == Variant::and_) value = votes == threads ? 1 : 0;
    if (barrier.variant == Variant::or_) value = votes != 0 ? 1 : 0;
    if (barrier.variant == Variant::count && !program_.word.wrap && !program_.word.fits(votes)) return false;
    for (std::uint32_t w = first; w < first + unit_; ++w) warps_[w].opened = value;
    Sigma& sigma = sigmas_[program_.block_of(first)];
    open_barrier(first, first + unit_);
    if (pauses_) {
        order_.block_barrier(program_.block_of(first));
        sigma.opening = order_.now(first).opening;
        return sigma.opening < kMaxOpeningsInTurns;
    }
    if (program_.grid > 1) return ++sigma.opening < kMaxOpenings || unit_ == 1;
    memory_.forget_claims();
    sigma.phase = memory_.sigma().phase;
    sigma.claims = memory_.sigma().claims;
    return true;
}

// Runs a block, or a warp, until all of its warps have stopped or wait at a barrier of the grid.
bool NativeGrid::run_unit(std::uint32_t first, void* room, Counters* counters) {
    for (std::uint32_t w = first; w < first + unit_; ++w) {
        if (!pauses_) warps_[w].room = room;
        warps_[w].counters = counters;
    }
    while (true) {
        bool at_block_barrier = false;
        for (std::uint32_t w = first; w < first + unit_; ++w) {
            if (!run_warp(w)) return false;
            at_block_barrier |= is_at_block_barrier(w);
        }
        if (!at_block_barrier) return true;
        if (!may_open(first) || !open_block_barrier(first)) return false;
    }
}

// ---- turns
//
// Where atomics are executed at their turns, each warp runs ahead to its next atomic, block barrier or
// barrier: nothing before it depends on turns, as long as the claims show no conflict. Rounds are counted as
// in the semantics, so that the atomics of all warps are executed in the order of their turns.

/// Services of the compiled program.
struct NativeGrid::Callbacks {
    static NativeGrid& grid(void* turns) { return *static_cast<NativeGrid*>(turns); }

    static bool fence(void* turns, WarpState* warp, bool of_grid) {
        HappensBefore& order = grid(turns).order_;
        order.fence(warp->warp, {MemoryOrder::acq_rel, of_grid ? Scope::grid : Scope::block});
        warp->fences = order.now(warp->warp).own;
        return warp->fences < kMaxFences;
    }
    static void observe(void* turns, const WarpState* warp, std::int64_t address) {
        grid(turns).order_.observe(warp->warp, address);
    }
    // A fetch_cas may have updated nothing. That it passes nothing on can only find more conflicts.
    static void publish(void* turns, const WarpState* warp, std::int64_t address) {
        const NativeGrid& self = grid(turns);
        const Instruction& i = self.program_.at(self.code_.translation.points[warp->point].pc);
        if (i.opcode != Opcode::atomic_inc && i.fetch_operation == FetchOperation::cas) return;
        grid(turns).order_.publish(warp->warp, address);
    }
    static bool ordered(void* turns, std::uint32_t of, std::uint64_t opening, std::uint64_t fences,
                        const WarpState* warp) {
        const Moment moment{static_cast<Time>(opening), static_cast<Time>(fences)};
        return grid(turns).order_.is_before(of, moment, warp->warp);
    }
};

// After the last of the warps has come to the barrier, or stopped.
void NativeGrid::open_barrier(std::uint32_t first, std::uint32_t end) {
    struct Warp {
        const WarpState& state;
        Stage& stage;
        std::uint32_t number() const { return state.warp; }
        std::uint64_t steps() const { return state.steps; }
        bool waits_at_barrier() const { return stage == Stage::waiting; }
    };
    std::vector<Warp> warps;
    for (std::uint32_t w = first; w < end; ++w) warps.push_back({warps_[w], stages_[w]});
    turns_.open_barrier(warps);
    for (const Warp& warp : warps) {
        if (warp.waits_at_barrier()) warp.stage = Stage::running;
    }
}

std::optional<Result> NativeGrid::run_in_turns(unsigned threads) {
    services_.fence = Callbacks::fence;
    services_.observe = Callbacks::observe;
    services_.publish = Callbacks::publish;
    services_.ordered = Callbacks::ordered;
    services_.turns = this;
    if (!advance_all(threads)) return std::nullopt;
    while (stopped_ < program_.warps) {
        if (!take_turn(threads)) return std::nullopt;
    }
    return result(Outcome::stop);
}

// Lets warps run on: those of a block whose barrier opens, or else the one at an atomic that has the next
// turn, or else those of the grid, at a barrier. Returns false if another engine must take over.
bool NativeGrid::take_turn(unsigned threads) {
    if (!ready_.empty()) {
        const std::uint32_t first = ready_.back();
        ready_.pop_back();
        at_block_barrier_[first / unit_] = 0;
        if (!may_open(first) || !open_block_barrier(first)) return false;
        return advance(first, first + unit_);
    }
    if (!atomics_.empty()) {
        const std::uint32_t warp = atomics_.top().warp;
        atomics_.pop();
        return advance(warp, warp + 1);
    }
    if (at_barrier_ + stopped_ < program_.warps) return false;
    at_barrier_ = 0;
    open_barrier(0, program_.warps);
    // What comes before a barrier is ordered before all that follows, and forgotten.
    order_ = HappensBefore(program_.warps_per_block());
    memory_.forget_claims();
    return advance_all(threads);
}

// Runs each of these warps that has not stopped to its next atomic, to a barrier or to its end.
bool NativeGrid::advance(std::uint32_t first, std::uint32_t end) {
    for (std::uint32_t w = first; w < end; ++w) {
        if (stages_[w] == Stage::stopped) continue;
        if (!run_warp(w)) return false;
        settle(w);
    }
    return true;
}

// The same for all warps, at the beginning and after a barrier: without blocks, on this many threads.
bool NativeGrid::advance_all(unsigned threads) {
    if (uses_blocks(program_)) {
        counts_.provide(1);
        for (WarpState& warp : warps_) warp.counters = counts_.of(0);
        renew_sigmas();
        return advance(0, program_.warps);
    }
    std::vector<std::uint32_t> running;
    for (std::uint32_t w = 0; w < program_.warps; ++w) {
        if (stages_[w] == Stage::running) running.push_back(w);
    }
    if (!run_phase(threads)) return false;
    for (const std::uint32_t w : running) settle(w);
    memory_.sigma().only_thread = true;
    renew_sigmas();
    return true;
}

// Notes where the warp has come.
void NativeGrid::settle(std::uint32_t warp) {
    const Opcode next = next_of(warp).opcode;
    if (stages_[warp] == Stage::stopped) {
        ++stopped_;
    } else if (next == Opcode::barrier) {
        ++at_barrier_;
    } else if (!is_block_barrier(next)) {
        atomics_.push(turns_.of_step(warp, warps_[warp].steps));
    } else if (++at_block_barrier_[warp / unit_] == unit_) {
        ready_.push_back(warp / unit_ * unit_);
    }
}

// Executes the logged atomics before which no warp can log another one; `all`: regardless of that. Returns
// false if one fails.
bool NativeGrid::execute_logs(bool all) {
    if (!logs_) return true;
    std::optional<fast::Turn> end;
    for (std::uint32_t w = 0; w < program_.warps && !all; ++w) {
        if (stages_[w] != Stage::running) continue;
        const fast::Turn next = turns_.of_step(w, warps_[w].steps);
        if (!end || next < *end) end = next;
    }
    return logs_->execute(warps_, turns_, end, memory_.sigma());
}

// The units from *first on, in this thread, for a short time. *first becomes the next one. Returns false if
// another engine must take over.
bool NativeGrid::begin_phase(std::uint32_t& first) {
    const std::uint32_t units = program_.warps / unit_;
    const auto end = std::chrono::steady_clock::now() + kBeforeHelp;
    for (; first < units; ++first) {
        if (!run_unit(first * unit_, room_.get(), counts_.of(0))) return false;
        if (std::chrono::steady_clock::now() >= end) {
            ++first;
            break;
        }
    }
    return true;
}

// Runs every warp that has not stopped to its end or to a barrier. Returns false if not all could be run
// here.
bool NativeGrid::run_phase(unsigned threads) {
    const std::uint32_t units = program_.warps / unit_;
    std::uint32_t begin = 0;
    counts_.provide(threads);
    memory_.sigma().only_thread = true;
    renew_sigmas();
    if (threads > 1 && !begin_phase(begin)) return false;
    const std::uint32_t chunk = std::clamp((units - begin) / (8 * threads), 1U, 16U);
    const unsigned useful = std::min(threads, (units - begin + chunk - 1) / chunk);
    std::atomic<std::uint32_t> next = begin;
    std::atomic<unsigned> number = 0;
    std::atomic<bool> good = true;
    const auto run_assigned = [&] {
        const unsigned thread = number.fetch_add(1);
        void* const room = thread == 0 ? room_.get() : rooms_[thread - 1].get();
        while (good.load(std::memory_order_relaxed)) {
            const std::uint32_t first = next.fetch_add(chunk);
            if (first >= units) return;
            for (std::uint32_t u = first; u < std::min(first + chunk, units); ++u) {
                if (run_unit(u * unit_, room, counts_.of(thread))) continue;
                good = false;
                return;
            }
        }
    };
    if (useful <= 1 || !provide_rooms(useful - 1)) {
        run_assigned();
        return good;
    }
    memory_.sigma().only_thread = false;
    renew_sigmas();
    helpers_.run(useful - 1, run_assigned);
    return good;
}

// For so many other threads. Returns false if the host is out of memory.
bool NativeGrid::provide_rooms(std::size_t threads) {
    while (rooms_.size() < threads) rooms_.emplace_back(room_bytes_);
    return std::ranges::all_of(
        rooms_, [this](const auto& room) { return room_bytes_ == 0 || room.get() != nullptr; });
}

std::optional<Result> NativeGrid::run(unsigned threads) {
    const std::pair<const MachineOptions*, std::size_t> order(&options_, mask_words_);
    services_.order = random_order<std::pair<const MachineOptions*, std::size_t>>;
    services_.engine = &order;
    if (pauses_) {
        if (auto result = run_in_turns(threads)) return result;
        return interrupted();
    }
    while (run_phase(threads)) {
        if (!execute_logs(false)) return std::nullopt;
        if (std::ranges::find(stages_, Stage::running) != stages_.end()) continue;
        if (std::ranges::all_of(stages_, [](Stage s) { return s == Stage::stopped; }))
            return result(Outcome::stop);
        open_barrier(0, program_.warps);
        memory_.forget_claims();
    }
    return interrupted();
}

std::optional<Result> NativeGrid::interrupted() {
    if (!options_.is_interrupted() || !execute_logs(true)) return std::nullopt;
    return result(Outcome::interrupted);
}

// ---- results

WarpView NativeGrid::view(std::uint32_t warp) const {
    return {program_, code_.translation, warps_[warp].rows, warps_[warp].masks, room_.get(), mask_words_};
}

Result NativeGrid::result(Outcome outcome) const {
    Result result;
    result.outcome = outcome;
    result.warps.reserve(program_.warps);
    for (std::uint32_t w = 0; w < program_.warps; ++w) {
        result.steps += warps_[w].steps;
        result.warps.push_back(result_of(view(w)));
    }
    take_memory(memory_.to_memory(), program_, options_.max_address + 1, result);
    return result;
}

fast::Snapshot NativeGrid::snapshot() const {
    return snapshot_of(view(0), warps_[0].point, warps_[0].steps);
}

}  // namespace musimd::native
