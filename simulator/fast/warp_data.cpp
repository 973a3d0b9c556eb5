// The data instructions that go lane by lane: memory, shuffles, votes. The others are in warp_run.cpp.

#include <algorithm>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

#include "semantics/order.hpp"
#include "simulator/fast/warp.hpp"

namespace musimd::fast {

bool FastWarp::are_defined(const Decoded& i) const {
    const std::uint64_t* a = r_.defined + i.defined[0] * r_.mask_words;
    const std::uint64_t* b = r_.defined + i.defined[1] * r_.mask_words;
    std::uint64_t missing = 0;
    for (std::size_t w = 0; w < r_.mask_words; ++w) missing |= r_.active[w] & ~(a[w] & b[w]);
    return missing == 0;
}

void FastWarp::write(const Decoded& i, LaneOperand word) {
    code_.kernels.copy(bank_word(i.row), word, r_.active, r_.lanes);
    std::uint64_t* defined = r_.defined + i.destination * r_.mask_words;
    for (std::size_t w = 0; w < r_.mask_words; ++w) defined[w] |= r_.active[w];
    r_.changed = true;
}

// The valid addresses around this one. A buffer may go on past the highest address.
FastWarp::ValidRange FastWarp::valid_range(std::int64_t address, const GridContext& grid) const {
    const std::int64_t highest = grid.options.max_address;
    ValidRange range{0, highest};
    if (address > highest) {
        range = {shared_base_, shared_base_ + code_.program.shared_words() - 1};
    } else if (!code_.program.buffers.empty()) {
        const auto range_of = [&](const Buffer& b) {
            return ValidRange{b.address, b.address + std::min(highest - b.address, b.count - 1)};
        };
        const auto found = std::ranges::find_if(
            code_.program.buffers, [&](const Buffer& b) { return range_of(b).contains(address); });
        if (found == code_.program.buffers.end()) return {};
        range = range_of(*found);
    }
    return range.contains(address) ? range : ValidRange{};
}

// The agent of a thread in claims.
std::uint64_t FastWarp::agent(Thread t) const {
    return code_.program.races == RaceMode::thread ? std::uint64_t{number_} * code_.program.threads + t
                                                   : number_;
}

// A conflicting claim: a race in turns; in a speculation the end of the stretch, as the order could matter.
Event FastWarp::conflict(RuleId rule, const Access& access, const GridContext& grid) {
    if (grid.watch != RaceWatch::turns) return Event::conflict;
    return fail({.kind = TrapKind::race, .rule = rule, .thread = access.thread, .a = access.address});
}

Event FastWarp::raced(RuleId rule, const AccessHistory::Conflict& conflict) {
    Failure failure{
        .kind = TrapKind::race, .rule = rule, .thread = conflict.access.thread, .a = conflict.access.address};
    failure.access = conflict.other;
    return fail(failure);
}

// Σ for the kernels, with claims of this warp.
void FastWarp::find_lane_memory(GridContext& grid, Workspace& work) const {
    const bool each_lane = code_.program.races == RaceMode::thread;
    work.lanes = grid.memory.lanes(agent(0), each_lane, grid.watches_races());
    const std::int64_t end = std::min(grid.options.max_address, work.lanes.limit - 1) + 1;
    const std::int64_t shared = code_.program.shared_words();
    const std::vector<std::int64_t>* buffers = &code_.buffers;
    if (shared == 0) {
        work.lanes.limit = end;
    } else {  // beyond the highest address
        work.buffers.clear();
        if (code_.buffers.empty()) work.buffers = {0, end};
        for (const std::int64_t bound : code_.buffers) work.buffers.push_back(std::min(bound, end));
        work.buffers.insert(work.buffers.end(), {shared_base_, shared_base_ + shared});
        work.lanes.limit = std::min(work.lanes.limit, shared_base_ + shared);
        buffers = &work.buffers;
    }
    work.lanes.buffers = buffers->data();
    work.lanes.buffer_count = buffers->size() / 2;
    work.lanes_of = this;
    work.lanes_phase = grid.memory.phase();
}

// A run that is repeated with an AccessHistory, which knows.
Event FastWarp::may_race(RuleId rule) {
    return fail({.kind = TrapKind::race, .rule = rule});
}

// The addresses of the active lanes.
std::span<const std::int64_t> FastWarp::addresses_of(const Decoded& i, Workspace& work) const {
    const LaneOperand addresses = source(i, 0);
    const unsigned count = active_lanes();
    if (!addresses.scalar && !code_.short_rows && count == r_.lanes)
        return {static_cast<const std::int64_t*>(addresses.words), count};
    work.addresses.resize(count);
    std::int64_t* next = work.addresses.data();
    each_active([&](std::size_t lane) {
        *next++ = word(addresses, lane);
        return true;
    });
    return work.addresses;
}

// Returns false if there may be a race.
bool FastWarp::see_addresses(const Decoded& i, Use use, GridContext& grid, Workspace& work) const {
    const std::span<const std::int64_t> addresses = addresses_of(i, work);
    if (grid.tally != nullptr) grid.tally->see(pc_, shared_base_, addresses);
    return grid.filter == nullptr || grid.filter->take(use, number_, addresses, r_.active);
}

// The accesses of a load or store, for observers, before its kernel: that may write to the row of addresses.
void FastWarp::note_accesses(const Decoded& i, bool stores, Workspace& work) const {
    const LaneOperand addresses = source(i, 0);
    const LaneOperand values = stores ? source(i, 1) : LaneOperand{};
    work.accesses.resize(active_lanes());
    Access* access = work.accesses.data();
    each_active([&](std::size_t lane) {
        access->thread = static_cast<Thread>(lane);
        access->address = word(addresses, lane);
        access->value = stores ? word(values, lane) : 0;
        access->only_reads = false;
        ++access;
        return true;
    });
}

Event FastWarp::load(const Decoded& i, GridContext& grid, Workspace& work) {
    if (grid.sees_addresses() && !see_addresses(i, Use::read, grid, work)) return may_race(RuleId::LD);
    if (!grid.may_use_kernels()) return load_each(i, grid, work);
    if (grid.record) note_accesses(i, false, work);
    return !i.memory(r_, i, lane_memory(grid, work)) ? next() : load_each(i, grid, work);
}

// Lane by lane: handles all cases.
Event FastWarp::load_each(const Decoded& i, GridContext& grid, Workspace& work) {
    const bool defined = are_defined(i);
    const LaneOperand s = source(i, 0);
    const bool watch = grid.watches_races();
    std::optional<Access> conflicting;
    work.accesses.clear();
    ValidRange valid;
    const bool done = each_active([&](std::size_t lane) {
        if (!defined && undefined_lane(operand(0), lane)) return false;
        const std::int64_t x = word(s, lane);
        const auto t = static_cast<Thread>(lane);
        if (!valid.contains(x)) valid = valid_range(x, grid);
        if (!valid.contains(x)) {
            fail({.kind = TrapKind::invalid_address, .rule = RuleId::LD, .thread = t, .a = x});
            return false;
        }
        const SharedMemory::Location cell = grid.memory.find(x);
        if (!cell.is_defined()) {
            fail({.kind = TrapKind::undefined_memory, .rule = RuleId::MM, .thread = t, .a = x});
            return false;
        }
        work.row.set(lane, cell.load());
        if (grid.sees_accesses()) work.accesses.push_back({t, x, 0});
        if (watch && !grid.memory.claim(cell, agent(t), Use::read) && !conflicting) conflicting = {t, x, 0};
        return true;
    });
    if (!done) return Event::failed;
    if (conflicting) return conflict(RuleId::LD, *conflicting, grid);
    if (grid.history != nullptr) {
        if (const auto found = grid.history->take(number_, pc_, Use::read, work.accesses))
            return raced(RuleId::LD, *found);
    }
    write(i, {work.row.at(0), false});
    return next();
}

// Two threads that store different values to one address: s, the lowest that stores there, and t, the lowest
// whose value differs from that of its s.
Event FastWarp::store_race(std::span<const Access> stores, Workspace& work) {
    const auto ascend = [](const Access& x, const Access& y) { return x.address < y.address; };
    work.sorted.assign(stores.begin(), stores.end());
    std::stable_sort(work.sorted.begin(), work.sorted.end(), ascend);
    const Access* first = nullptr;
    const Access* differs = nullptr;
    const Access* group = work.sorted.data();
    for (const Access& access : work.sorted) {
        if (access.address != group->address) group = &access;
        if (access.value == group->value || (differs != nullptr && differs->thread < access.thread)) continue;
        first = group;
        differs = &access;
    }
    if (differs == nullptr) return Event::stepped;
    return fail({.kind = TrapKind::race,
                 .rule = RuleId::ST,
                 .thread = first->thread,
                 .other = differs->thread,
                 .two_threads = true,
                 .a = differs->address});
}

namespace {

// The lowest store to a conflicting address, if `found` is the first whose claim failed. Between threads, two
// of the same instruction may conflict; the claim of the lower one then did not fail.
const Access& lowest_conflicting(std::span<const Access> accesses, const Access& found, RaceMode mode) {
    if (mode == RaceMode::warp) return found;
    std::unordered_map<std::int64_t, int> users;
    for (const Access& access : accesses) ++users[access.address];
    for (const Access& access : accesses) {
        if (&access == &found || users[access.address] > 1) return access;
    }
    return found;
}

}  // namespace

Event FastWarp::store(const Decoded& i, GridContext& grid, Workspace& work) {
    if (grid.sees_addresses() && !see_addresses(i, Use::write, grid, work)) return may_race(RuleId::ST);
    if (!grid.may_use_kernels()) return store_each(i, grid, work);
    if (grid.record) note_accesses(i, true, work);
    return !i.memory(r_, i, lane_memory(grid, work)) ? next() : store_each(i, grid, work);
}

// Whether all active lanes can store: work.accesses becomes their stores.
bool FastWarp::are_stores_valid(const Decoded& i, const GridContext& grid, Workspace& work) {
    const bool defined = are_defined(i);
    const LaneOperand addresses = source(i, 0);
    const LaneOperand values = source(i, 1);
    work.accesses.clear();
    ValidRange valid;
    return each_active([&](std::size_t lane) {
        if (!defined && (undefined_lane(operand(0), lane) || undefined_lane(operand(1), lane))) return false;
        const std::int64_t x = word(addresses, lane);
        const auto t = static_cast<Thread>(lane);
        if (!valid.contains(x)) valid = valid_range(x, grid);
        if (!valid.contains(x)) {
            fail({.kind = TrapKind::invalid_address, .rule = RuleId::ST, .thread = t, .a = x});
            return false;
        }
        work.accesses.push_back({t, x, word(values, lane)});
        return true;
    });
}

Event FastWarp::store_each(const Decoded& i, GridContext& grid, Workspace& work) {
    if (!are_stores_valid(i, grid, work)) return Event::failed;
    const auto does_not_rise = [](const Access& a, const Access& b) { return a.address >= b.address; };
    const bool may_meet = std::ranges::adjacent_find(work.accesses, does_not_rise) != work.accesses.end();
    if (may_meet) {
        if (const Event event = store_race(work.accesses, work); event != Event::stepped) return event;
    }
    if (grid.watches_races()) {
        for (const Access& access : work.accesses) {
            if (!grid.memory.claim(grid.memory.make(access.address), agent(access.thread), Use::write))
                return conflict(RuleId::ST, lowest_conflicting(work.accesses, access, code_.program.races),
                                grid);
        }
    }
    if (grid.history != nullptr) {
        if (const auto found = grid.history->take(number_, pc_, Use::write, work.accesses))
            return raced(RuleId::ST, *found);
    }
    for (const Access& access : work.accesses) grid.memory.make(access.address).store(access.value);
    return next();
}

// Of stores to one address, the last in the scheduler's order remains.
Event FastWarp::atomic_store(const Decoded& i, GridContext& grid, Workspace& work) {
    if (!are_stores_valid(i, grid, work)) return Event::failed;
    std::unordered_map<std::int64_t, Access*> last;
    each_in_order(grid, work, [&](Access& access) {
        Access*& before = last[access.address];
        if (before != nullptr) before->overwritten = true;
        before = &access;
        return true;
    });
    const Instruction& instruction = code_.program.at(pc_);
    const Use use = is_volatile(instruction) ? Use::write : Use::atomic;  // it may have to be reported
    if (grid.sees_addresses() && !see_addresses(i, use, grid, work)) return may_race(RuleId::ST);
    if (grid.history != nullptr) {
        if (const auto found = grid.history->take(number_, pc_, kind_of(instruction), work.accesses))
            return raced(RuleId::ST, *found);
    }
    for (const Access& access : work.accesses)
        if (!access.overwritten) grid.memory.make(access.address).store(access.value);
    return next();
}

// Whether an atomic instruction can be executed in all active lanes: the checks before the first update.
bool FastWarp::may_update(const Decoded& i, const GridContext& grid, Workspace& work) {
    const std::size_t operands = operand_count(code_.program.at(pc_));
    const bool defined = are_defined(i) && operands < 3;
    const LaneOperand addresses = source(i, 0);
    work.accesses.clear();
    ValidRange valid;
    return each_active([&](std::size_t lane) {
        for (std::size_t o = 0; !defined && o < operands; ++o) {
            if (undefined_lane(operand(o), lane)) return false;
        }
        const std::int64_t x = word(addresses, lane);
        const auto t = static_cast<Thread>(lane);
        if (!valid.contains(x)) valid = valid_range(x, grid);
        if (!valid.contains(x)) {
            fail({.kind = TrapKind::invalid_address, .rule = RuleId::AT, .thread = t, .a = x});
            return false;
        }
        if (!grid.memory.find(x).is_defined()) {
            fail({.kind = TrapKind::undefined_memory, .rule = RuleId::MM, .thread = t, .a = x});
            return false;
        }
        work.accesses.push_back({t, x, 0});
        return true;
    });
}

// Calls f for the accesses of an atomic in the scheduler's order, until one call returns false.
template <typename F>
bool FastWarp::each_in_order(const GridContext& grid, Workspace& work, F&& f) const {
    std::vector<Access>& accesses = work.accesses;  // ascending by thread
    switch (grid.options.order) {
        case Order::ascending:
            return std::ranges::all_of(accesses, f);
        case Order::descending:
            return std::all_of(accesses.rbegin(), accesses.rend(), f);
        case Order::random:
            break;
    }
    const auto of = [&](Thread t) -> Access& {  // mostly all threads are active
        const std::size_t guess = std::min<std::size_t>(t, accesses.size() - 1);
        if (accesses[guess].thread == t) return accesses[guess];
        return *std::ranges::lower_bound(accesses, t, {}, &Access::thread);
    };
    return std::ranges::all_of(thread_order(grid.options.order, grid.options.seed, number_, steps_, active()),
                               [&](Thread t) { return f(of(t)); });
}

// Updates the words in the scheduler's order. work.undo has what was there before.
Event FastWarp::update(const Decoded& i, GridContext& grid, Workspace& work) {
    const Instruction& instruction = code_.program.at(pc_);
    const bool done = each_in_order(grid, work, [&](Access& access) {
        const Thread t = access.thread;
        const SharedMemory::Location cell = grid.memory.find(access.address);
        const Value found = cell.load();
        const Fetched fetched =
            updated(instruction, found, lane_word(i, 1, t), lane_word(i, 2, t), code_.program.word);
        if (fetched.overflows) {
            const Value operand = i.opcode == Opcode::atomic_inc ? 0 : lane_word(i, 1, t);
            fail({.kind = TrapKind::overflow,
                  .rule = RuleId::AT,
                  .thread = t,
                  .a = access.address,
                  .b = operand});
            return false;
        }
        work.row.set(t, fetched.received);
        access.only_reads = fetched.only_reads;
        if (fetched.only_reads) return true;
        work.undo.emplace_back(cell, found);
        cell.store(fetched.word);
        return true;
    });
    return done ? Event::stepped : Event::failed;
}

// Passes an atomic, which is executed at its turn. Its addresses become those of the log, so that any other
// use of them is a conflict.
Event FastWarp::log_atomic(const Decoded& i, GridContext& grid, Workspace& work) {
    AtomicLog& log = grid.logs[number_];
    if (log.is_full()) return Event::log_full;
    if (!may_update(i, grid, work)) return Event::failed;
    for (const Access& access : work.accesses) {
        if (!grid.memory.claim(grid.memory.find(access.address), grid.memory.log_agent(), Use::atomic))
            return Event::conflict;
    }
    each_in_order(grid, work, [&](const Access& access) {
        const Thread t = access.thread;
        log.updates.push_back({access.address, lane_word(i, 1, t), lane_word(i, 2, t), t});
        return true;
    });
    log.steps.push_back({steps_, pc_, static_cast<std::uint32_t>(work.accesses.size())});
    std::uint64_t* const defined = r_.defined + i.destination * r_.mask_words;
    for (std::size_t w = 0; w < r_.mask_words; ++w) defined[w] |= r_.active[w];
    return next();
}

bool FastWarp::execute_logged(const AtomicLog::Step& step, std::span<const AtomicLog::Update> updates,
                              const SharedMemory& memory) {
    const Instruction& instruction = code_.program.at(step.pc);
    const std::size_t row = instruction.destination * r_.lanes;
    for (const AtomicLog::Update& update : updates) {
        const SharedMemory::Location cell = memory.find(update.address);
        const Fetched fetched = updated(instruction, cell.load(), update.o1, update.o2, code_.program.word);
        if (fetched.overflows) return false;
        cell.store(fetched.word);
        set_word(row + update.lane, fetched.received);
    }
    return true;
}

Event FastWarp::atomic(const Decoded& i, GridContext& grid, Workspace& work) {
    if (grid.logs != nullptr) return log_atomic(i, grid, work);
    if (!may_update(i, grid, work)) return Event::failed;
    const Use use = is_volatile(code_.program.at(pc_)) ? Use::read : Use::atomic;
    if (grid.sees_addresses() && !see_addresses(i, use, grid, work)) return may_race(RuleId::AT);
    // In speculation the claim comes first, as a writer: no other warp may see the updates, or update as
    // well.
    if (grid.watch == RaceWatch::speculation || grid.watch == RaceWatch::increments) {
        for (const Access& access : work.accesses) {
            if (!grid.memory.claim(grid.memory.find(access.address), agent(access.thread), Use::write))
                return Event::conflict;
        }
    }

    std::vector<std::pair<SharedMemory::Location, Value>>& undo = work.undo;
    undo.clear();
    Event event = update(i, grid, work);
    // In turns a race is checked after the overflow, as in the rules.
    if (event == Event::stepped && grid.watch == RaceWatch::turns) {
        for (const Access& access : work.accesses) {
            const Use done = access.only_reads ? Use::atomic_read : Use::atomic;
            if (grid.memory.claim(grid.memory.find(access.address), agent(access.thread), done)) continue;
            event = conflict(RuleId::AT, access, grid);
            break;
        }
    }
    if (event == Event::stepped && grid.history != nullptr) {
        const AccessKind kind = kind_of(code_.program.at(pc_));
        if (const auto found = grid.history->take(number_, pc_, kind, work.accesses))
            event = raced(RuleId::AT, *found);
    }
    if (event != Event::stepped) {
        for (auto step = undo.rbegin(); step != undo.rend(); ++step) step->first.store(step->second);
        return event;
    }
    write(i, {work.row.at(0), false});
    return next();
}

Event FastWarp::shuffle(const Decoded& i, GridContext& grid, Workspace& work) {
    const bool by_kernel = !grid.record && !code_.kernels.shuffle(r_, i);
    return by_kernel ? next() : shuffle_each(i, work);
}

Event FastWarp::shuffle_each(const Decoded& i, Workspace& work) {
    const Operand& o = operand(0);
    const Variable v = i.destination;
    std::uint64_t* defined = work.bits.data();
    std::copy_n(&r_.defined[v * r_.mask_words], r_.mask_words, defined);
    RuleSet used;
    const bool done = each_active([&](std::size_t lane) {
        if (undefined_lane(o, lane)) return false;
        const std::int64_t k = lane_word(i, 0, lane);
        const std::uint64_t bit = std::uint64_t{1} << (lane % 64);
        if (!contains(entry_mask(), k)) {
            work.row.set(lane, static_cast<std::int64_t>(pc_));  // the instruction that made it undefined
            defined[lane / 64] &= ~bit;
            used.insert(RuleId::SI);
            return true;
        }
        if (!lane_defined(Operand::of(v), static_cast<std::size_t>(k))) {
            fail({.kind = TrapKind::undefined_variable,
                  .rule = RuleId::SV,
                  .thread = static_cast<Thread>(lane),
                  .other = static_cast<Thread>(k),
                  .variable = v});
            return false;
        }
        work.row.set(lane, word({bank_word(i.row), false}, static_cast<std::size_t>(k)));
        defined[lane / 64] |= bit;
        used.insert(RuleId::SV);
        return true;
    });
    if (!done) return Event::failed;
    last_rules_ |= used;
    code_.kernels.copy(bank_word(i.row), {work.row.at(0), false}, r_.active, r_.lanes);
    std::copy_n(defined, r_.mask_words, &r_.defined[v * r_.mask_words]);
    r_.changed = true;
    return next();
}

}  // namespace musimd::fast
