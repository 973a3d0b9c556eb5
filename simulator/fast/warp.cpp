#include "simulator/fast/warp.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "semantics/order.hpp"

namespace musimd::fast {
namespace {

// c1 ⊕ c2 in machine words: what is wrong with it, for a lane whose loop said that something is.
std::optional<TrapKind> scalar_failure(Operation op, std::int64_t x, std::int64_t y, Word word) {
    const auto outside = [&](long long z) {
        return word.width < 64 && (z << (64 - word.width)) >> (64 - word.width) != z;
    };
    long long r = 0;
    // Reads r when it is called, that is, behind the operation that makes it.
    const auto overflows = [&](bool over) -> std::optional<TrapKind> {
        if (word.wrap || (!over && !outside(r))) return std::nullopt;
        return TrapKind::overflow;
    };
    switch (op) {
        case Operation::add:
            return overflows(__builtin_saddll_overflow(x, y, &r));
        case Operation::sub:
            return overflows(__builtin_ssubll_overflow(x, y, &r));
        case Operation::mul:
            return overflows(__builtin_smulll_overflow(x, y, &r));
        case Operation::div:
        case Operation::mod:
            if (y == 0) return TrapKind::division_by_zero;
            if (op == Operation::mod || y != -1) return std::nullopt;
            return overflows(__builtin_ssubll_overflow(0, x, &r));
        case Operation::shl:
        case Operation::shr:
            if (y < 0 || y >= word.width) return TrapKind::invalid_shift;
            if (op == Operation::shr) return std::nullopt;
            r = static_cast<long long>(static_cast<unsigned long long>(x) << y);
            return overflows((r >> y) != x);
        default:
            return std::nullopt;
    }
}

}  // namespace

FastWarp::FastWarp(const DecodedProgram& code, std::uint32_t number, std::int64_t* rows)
    : code_(code),
      lanes_(code.lanes),
      words_(code.mask_words),
      number_(number),
      variables_(code.program.variables.size()),
      rows_(variables_ + 1),
      defined_((variables_ + 1) * words_, 0),
      active_(words_, 0) {
    for (std::size_t v = 0; v < variables_; ++v) rows_[v] = std::exchange(rows, rows + lanes_);
    rows_[variables_] = const_cast<std::int64_t*>(&code.wid[number]);  // never written: it is no destination
    scratch_ = rows;
    std::fill_n(&defined_[code.always() * words_], words_, ~std::uint64_t{0});
    code.program.active.for_each([&](Thread t) { active_[t / 64] |= std::uint64_t{1} << (t % 64); });
}

// ---- state

template <typename F>
bool FastWarp::each_active(F&& f) const {
    for (std::size_t w = 0; w < words_; ++w) {
        for (std::uint64_t bits = active_[w]; bits != 0; bits &= bits - 1) {
            if (!f(64 * w + static_cast<std::size_t>(std::countr_zero(bits)))) return false;
        }
    }
    return true;
}

bool FastWarp::contains(const std::uint64_t* mask, std::int64_t lane) const {
    if (lane < 0 || lane >= static_cast<std::int64_t>(code_.program.threads)) return false;
    const auto t = static_cast<std::size_t>(lane);
    return ((mask[t / 64] >> (t % 64)) & 1U) != 0;
}

bool FastWarp::none(const std::uint64_t* mask) const {
    std::uint64_t any = 0;
    for (std::size_t w = 0; w < words_; ++w) any |= mask[w];
    return any == 0;
}

const std::uint64_t* FastWarp::mask() const {
    return contexts_.empty() ? active_.data() : &context_masks_[(contexts_.size() - 1) * words_];
}

ThreadSet FastWarp::set_of(const std::uint64_t* mask) const {
    return ThreadSet::of_words({mask, words_});
}
ThreadSet FastWarp::active() const {
    return set_of(active_.data());
}

bool FastWarp::waits_at_barrier() const {
    return !barrier_open_ && pc_ < code_.program.end() && code_.code[pc_ - 1].opcode == Opcode::barrier &&
           sync_.empty() && contexts_.empty();
}

void FastWarp::expand(Workspace& work) {
    code_.kernels.expand(active_.data(), lanes_, work.lanes.data());
    work.expanded = this;
}

template <bool kNarrow>
void FastWarp::write(Variable v) {
    const std::size_t words = kNarrow ? 1 : words_;
    std::swap(rows_[v], scratch_);
    for (std::size_t w = 0; w < words; ++w) defined_[v * words + w] |= active_[w];
    if (saved_ != nullptr) saved_.reset();
}

bool FastWarp::push_exceeds_limit(std::uint64_t sync, std::uint64_t contexts) const {
    return sync * code_.sync_entry_bytes + contexts * code_.context_entry_bytes > kMaxStackBytes;
}

// ---- failures

Event FastWarp::fail(const Failure& failure) {
    failure_ = failure;
    return Event::failed;
}

Event FastWarp::fail_all(TrapKind kind, RuleId rule) {
    return fail({.kind = kind, .rule = rule, .all_active = true});
}

// ---- operands

Source FastWarp::source(const Operand& operand) const {
    switch (operand.kind) {
        case Operand::Kind::constant:
            return {&operand.value, true};
        case Operand::Kind::wid:
            return {rows_[variables_], true};
        case Operand::Kind::tid:
            return {code_.tid.data(), false};
        case Operand::Kind::variable:
            break;
    }
    return {rows_[operand.variable], false};
}

// Two at a time: what needs one asks for it twice.
template <bool kNarrow>
bool FastWarp::are_defined(std::uint32_t first, std::uint32_t second) const {
    const std::size_t words = kNarrow ? 1 : words_;
    const std::uint64_t* a = &defined_[first * words];
    const std::uint64_t* b = &defined_[second * words];
    std::uint64_t missing = 0;
    for (std::size_t w = 0; w < words; ++w) missing |= active_[w] & ~(a[w] & b[w]);
    return missing == 0;
}

bool FastWarp::lane_defined(const Operand& operand, std::size_t lane) const {
    return operand.kind != Operand::Kind::variable ||
           ((defined_[operand.variable * words_ + lane / 64] >> (lane % 64)) & 1U) != 0;
}

std::int64_t FastWarp::lane_word(const Operand& operand, std::size_t lane) const {
    const Source s = source(operand);
    return s.words[s.scalar ? 0 : lane];
}

bool FastWarp::undefined_lane(const Operand& operand, std::size_t lane) {
    if (lane_defined(operand, lane)) return false;
    fail({.kind = TrapKind::undefined_variable,
          .rule = RuleId::MV,
          .thread = static_cast<Thread>(lane),
          .variable = operand.variable});
    return true;
}

// ---- control

template <bool kNarrow>
void FastWarp::push(Label pc, Label next, const std::uint64_t* waiting, Surroundings& around) {
    const std::size_t words = kNarrow ? 1 : words_;
    if (sync_.size() == base_ || sync_.back().branch != pc) {
        sync_.push_back({pc, next});
        sync_masks_.resize(2 * sync_.size() * words, 0);
        std::fill_n(done_of(sync_.size() - 1), 2 * words, 0);
    } else if (around.record) {
        seen_sync_.pop();
    }
    std::uint64_t* todo = todo_of(sync_.size() - 1);
    for (std::size_t w = 0; w < words; ++w) todo[w] |= waiting[w];
    if (around.record)
        seen_sync_.push({pc, sync_.back().next, set_of(done_of(sync_.size() - 1)), set_of(todo)});
}

template <bool kNarrow>
Event FastWarp::branch(const Decoded& i, Surroundings& around, Workspace& work) {
    const std::size_t words = kNarrow ? 1 : words_;
    const Operand& v = i.operands[0];
    if (!are_defined<kNarrow>(i.defined[0], i.defined[0])) {
        each_active([&](std::size_t lane) { return !undefined_lane(v, lane); });
        return Event::failed;
    }
    const bool pushes = sync_.size() == base_ || sync_.back().branch != pc_;
    if (pushes && push_exceeds_limit(sync_.size() + 1, contexts_.size())) return Event::limited;

    std::uint64_t* const going_on = work.bits.data();
    std::uint64_t* branching = work.more_bits.data();
    const Source s = source(v);
    if (s.scalar) {
        std::fill_n(going_on, words, s.words[0] != 0 ? ~std::uint64_t{0} : 0);
    } else {
        code_.kernels.not_zero(s.words, lanes_, going_on);
    }
    const std::uint64_t flip = i.opcode == Opcode::bz ? 0 : ~std::uint64_t{0};
    std::uint64_t any_going = 0;
    std::uint64_t any_branching = 0;
    for (std::size_t w = 0; w < words; ++w) {
        going_on[w] = (going_on[w] ^ flip) & active_[w];
        branching[w] = active_[w] & ~going_on[w];
        any_going |= going_on[w];
        any_branching |= branching[w];
    }
    if (any_going == 0) {
        std::fill_n(branching, words, 0);
        push<kNarrow>(pc_, i.target, branching, around);
        pc_ = i.target;
        last_rule_ = RuleId::BT;
        return Event::stepped;
    }
    push<kNarrow>(pc_, i.target, branching, around);
    pc_ += 1;
    if (any_branching == 0) {
        last_rule_ = RuleId::BF;
        return Event::stepped;
    }
    std::copy_n(going_on, words, active_.data());
    expand(work);
    last_rule_ = RuleId::BD;
    return Event::stepped;
}

Event FastWarp::branch_mask(const Decoded& i, Surroundings&, Workspace&) {
    if (contexts_.empty()) return fail_all(TrapKind::branch_mask_outside_everywhere, RuleId::BA);
    const Operand& o = i.operands[0];
    constexpr std::size_t kNone = SIZE_MAX;
    std::size_t inside = kNone;
    std::size_t outside = kNone;
    const bool evaluated = each_active([&](std::size_t lane) {
        if (undefined_lane(o, lane)) return false;
        std::size_t& first = contains(mask(), lane_word(o, lane)) ? inside : outside;
        first = std::min(first, lane);
        return true;
    });
    if (!evaluated) return Event::failed;
    if (inside != kNone && outside != kNone) {
        return fail({.kind = TrapKind::branch_mask_divergent,
                     .rule = RuleId::BA,
                     .thread = static_cast<Thread>(inside),
                     .other = static_cast<Thread>(outside),
                     .all_active = true});
    }
    last_rule_ = outside == kNone ? RuleId::BA : RuleId::BI;
    pc_ = outside == kNone ? i.target : pc_ + 1;
    return Event::stepped;
}

template <bool kNarrow>
Event FastWarp::sync(Surroundings& around, Workspace& work) {
    const std::size_t words = kNarrow ? 1 : words_;
    if (sync_.size() == base_) return fail_all(TrapKind::sync_without_branch, RuleId::SP);
    const std::size_t top = sync_.size() - 1;
    std::uint64_t* done = done_of(top);
    std::uint64_t* todo = todo_of(top);
    if (around.record) seen_sync_.pop();
    std::uint64_t waiting = 0;
    std::uint64_t joined = 0;
    for (std::size_t w = 0; w < words; ++w) {
        waiting |= todo[w];
        joined |= done[w];
    }
    if (waiting != 0) {
        for (std::size_t w = 0; w < words; ++w) {
            done[w] |= active_[w];
            active_[w] = std::exchange(todo[w], 0);
        }
        pc_ = sync_[top].next;
        if (around.record) seen_sync_.push({sync_[top].branch, sync_[top].next, set_of(done), {}});
        expand(work);
        last_rule_ = RuleId::SS;
        return Event::stepped;
    }
    if (joined != 0) {
        for (std::size_t w = 0; w < words; ++w) active_[w] |= done[w];
        expand(work);
    }
    sync_.pop_back();
    pc_ += 1;
    last_rule_ = RuleId::SP;
    return Event::stepped;
}

Event FastWarp::stop() {
    if (sync_.size() != base_) return fail_all(TrapKind::stop_while_diverged, RuleId::STOP);
    last_rule_ = RuleId::STOP;
    return Event::stopped;
}

Event FastWarp::everywhere(Surroundings& around, Workspace& work) {
    if (push_exceeds_limit(sync_.size(), contexts_.size() + 1)) return Event::limited;
    if (around.record) {
        seen_context_.push({active(), seen_sync_, pc_, nullptr});
        seen_sync_ = {};
    }
    if (code_.program.registers == RegisterMode::restore && saved_ == nullptr) {
        auto bank = std::make_shared<SavedBank>();
        for (std::size_t v = 0; v < variables_; ++v)
            bank->words.insert(bank->words.end(), rows_[v], rows_[v] + lanes_);
        bank->defined = defined_;
        saved_ = std::move(bank);
    }
    contexts_.push_back({pc_, base_, saved_});
    context_masks_.insert(context_masks_.end(), active_.begin(), active_.end());
    base_ = static_cast<std::uint32_t>(sync_.size());
    active_ = code_.all;
    expand(work);
    pc_ += 1;
    last_rule_ = RuleId::EB;
    return Event::stepped;
}

Event FastWarp::end_everywhere(Surroundings& around, Workspace& work) {
    if (contexts_.empty()) return fail_all(TrapKind::end_everywhere_without_everywhere, RuleId::EE);
    if (sync_.size() != base_) return fail_all(TrapKind::end_everywhere_while_diverged, RuleId::EE);
    const Context context = std::move(contexts_.back());
    contexts_.pop_back();
    std::copy_n(&context_masks_[contexts_.size() * words_], words_, active_.data());
    context_masks_.resize(contexts_.size() * words_);
    base_ = context.base;
    if (context.bank != nullptr) {
        for (std::size_t v = 0; v < variables_; ++v)
            std::copy_n(&context.bank->words[v * lanes_], lanes_, rows_[v]);
        defined_ = context.bank->defined;
        saved_ = context.bank;
    }
    if (around.record) {
        seen_sync_ = seen_context_.top().sync_stack;
        seen_context_.pop();
    }
    expand(work);
    pc_ += 1;
    last_rule_ = RuleId::EE;
    return Event::stepped;
}

Event FastWarp::barrier() {
    if (!sync_.empty() || !contexts_.empty()) return fail_all(TrapKind::barrier_while_diverged, RuleId::BR);
    if (!barrier_open_) return Event::waits;
    barrier_open_ = false;
    pc_ += 1;
    last_rule_ = RuleId::BR;
    return Event::stepped;
}

// ---- data

template <bool kNarrow>
Event FastWarp::copy(const Decoded& i, Workspace& work) {
    const Operand& o = i.operands[0];
    if (!are_defined<kNarrow>(i.defined[0], i.defined[0])) {
        each_active([&](std::size_t lane) { return !undefined_lane(o, lane); });
        return Event::failed;
    }
    code_.kernels.copy(scratch_, rows_[i.destination], source(o), work.lanes.data(), lanes_);
    write<kNarrow>(i.destination);
    return Event::stepped;
}

template <bool kNarrow>
Event FastWarp::binary(const Decoded& i, Workspace& work) {
    if (!are_defined<kNarrow>(i.defined[0], i.defined[1])) return binary_failure(i);
    const auto words_of = [&](std::size_t o) {
        return i.fixed[o] != nullptr ? i.fixed[o] : rows_[i.rows[o]];
    };
    const std::int64_t* left = words_of(0);
    if (i.broadcast_left) [[unlikely]] {
        std::fill(work.broadcast.begin(), work.broadcast.end(), *left);
        left = work.broadcast.data();
    }
    std::int64_t*& row = rows_[i.destination];
    if (i.kernel(scratch_, row, left, words_of(1), work.lanes.data(), lanes_, code_.program.word.width))
        [[unlikely]] {
        return binary_failure(i);
    }
    write<kNarrow>(i.destination);
    return Event::stepped;
}

Event FastWarp::binary_failure(const Decoded& i) {
    each_active([&](std::size_t lane) {
        if (undefined_lane(i.operands[0], lane) || undefined_lane(i.operands[1], lane)) return false;
        const std::int64_t x = lane_word(i.operands[0], lane);
        const std::int64_t y = lane_word(i.operands[1], lane);
        const auto kind = scalar_failure(i.operation, x, y, code_.program.word);
        if (!kind) return true;
        fail({.kind = *kind, .rule = RuleId::BP, .thread = static_cast<Thread>(lane), .a = x, .b = y});
        return false;
    });
    return Event::failed;
}

bool FastWarp::valid_address(std::int64_t address, const Surroundings& around) const {
    if (address < 0 || address > around.options.max_address) return false;
    const auto& buffers = code_.program.buffers;
    if (buffers.empty()) return true;
    for (const Buffer& b : buffers) {
        if (address >= b.address && address - b.address < b.count) return true;
    }
    return false;
}

// Looks at the accesses of the instruction at hand, behind its other checks, and notes them.
Event FastWarp::watch(RuleId rule, Use use, Surroundings& around, const Workspace& work) {
    if (around.watch == RaceWatch::none) return Event::stepped;
    if (around.watch == RaceWatch::history) {
        const auto access = around.history->conflict(number_, use, work.accesses);
        if (access) {
            return fail(
                {.kind = TrapKind::race, .rule = rule, .thread = access->thread, .a = access->address});
        }
        around.history->add(number_, use, work.accesses);
        return Event::stepped;
    }
    const bool by_thread = code_.program.races == RaceMode::thread;
    for (const Access& access : work.accesses) {
        const std::uint64_t agent =
            by_thread ? std::uint64_t{number_} * code_.program.threads + access.thread : number_;
        if (!around.memory.claim(access.address, agent, use != Use::read)) return Event::conflict;
    }
    return Event::stepped;
}

Event FastWarp::load(const Decoded& i, Surroundings& around, Workspace& work) {
    const Operand& a = i.operands[0];
    const bool defined = are_defined<false>(i.defined[0], i.defined[0]);
    const Source s = source(a);
    const bool keep = around.record || around.watch != RaceWatch::none;
    work.accesses.clear();
    std::copy_n(rows_[i.destination], lanes_, scratch_);
    const bool done = each_active([&](std::size_t lane) {
        if (!defined && undefined_lane(a, lane)) return false;
        const std::int64_t x = s.words[s.scalar ? 0 : lane];
        const auto t = static_cast<Thread>(lane);
        if (!valid_address(x, around)) {
            fail({.kind = TrapKind::invalid_address, .rule = RuleId::LD, .thread = t, .a = x});
            return false;
        }
        const SharedMemory::Place place = around.memory.find(x);
        if (!place.is_defined()) {
            fail({.kind = TrapKind::undefined_memory, .rule = RuleId::MM, .thread = t, .a = x});
            return false;
        }
        scratch_[lane] = place.load();
        if (keep) work.accesses.push_back({t, x, 0});
        return true;
    });
    if (!done) return Event::failed;
    if (const Event event = watch(RuleId::LD, Use::read, around, work); event != Event::stepped) return event;
    write<false>(i.destination);
    return Event::stepped;
}

// Two threads that store different values to one address: s, the lowest that stores there, and t, the lowest
// whose value differs from that of its s.
Event FastWarp::store_race(Workspace& work) {
    const auto ascend = [](const Access& x, const Access& y) { return x.address < y.address; };
    if (std::ranges::is_sorted(work.accesses,
                               [](const Access& x, const Access& y) { return x.address <= y.address; })) {
        return Event::stepped;
    }
    work.sorted = work.accesses;
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

Event FastWarp::store(const Decoded& i, Surroundings& around, Workspace& work) {
    const Operand& a = i.operands[0];
    const Operand& o = i.operands[1];
    const bool defined = are_defined<false>(i.defined[0], i.defined[1]);
    const Source addresses = source(a);
    const Source values = source(o);
    work.accesses.clear();
    const bool done = each_active([&](std::size_t lane) {
        if (!defined && (undefined_lane(a, lane) || undefined_lane(o, lane))) return false;
        const std::int64_t x = addresses.words[addresses.scalar ? 0 : lane];
        const auto t = static_cast<Thread>(lane);
        if (!valid_address(x, around)) {
            fail({.kind = TrapKind::invalid_address, .rule = RuleId::ST, .thread = t, .a = x});
            return false;
        }
        work.accesses.push_back({t, x, values.words[values.scalar ? 0 : lane]});
        return true;
    });
    if (!done) return Event::failed;
    if (const Event event = store_race(work); event != Event::stepped) return event;
    if (const Event event = watch(RuleId::ST, Use::write, around, work); event != Event::stepped)
        return event;
    for (const Access& access : work.accesses) around.memory.make(access.address).store(access.value);
    return Event::stepped;
}

Event FastWarp::atomic(const Decoded& i, Surroundings& around, Workspace& work) {
    const Operand& a = i.operands[0];
    work.accesses.clear();
    const bool checked = each_active([&](std::size_t lane) {
        if (undefined_lane(a, lane)) return false;
        const std::int64_t x = lane_word(a, lane);
        const auto t = static_cast<Thread>(lane);
        if (!valid_address(x, around)) {
            fail({.kind = TrapKind::invalid_address, .rule = RuleId::AT, .thread = t, .a = x});
            return false;
        }
        if (!around.memory.find(x).is_defined()) {
            fail({.kind = TrapKind::undefined_memory, .rule = RuleId::MM, .thread = t, .a = x});
            return false;
        }
        work.accesses.push_back({t, x, 0});
        return true;
    });
    if (!checked) return Event::failed;
    // In speculation the claim comes first: nobody else may see the increments. In turns a race is looked for
    // behind the overflow, as the rules do.
    if (around.watch == RaceWatch::claims) {
        if (const Event event = watch(RuleId::AT, Use::atomic, around, work); event != Event::stepped)
            return event;
    }

    std::copy_n(rows_[i.destination], lanes_, scratch_);
    const Word word = code_.program.word;
    const auto largest = static_cast<std::int64_t>(word.max());
    std::vector<std::pair<SharedMemory::Place, Value>> undo;
    Event event = Event::stepped;
    for (const Thread t :
         thread_order(around.options.order, around.options.seed, number_, steps_, active())) {
        const std::int64_t x = lane_word(a, t);
        const SharedMemory::Place place = around.memory.find(x);
        const Value found = place.load();
        if (found == largest && !word.wrap) {
            event = fail({.kind = TrapKind::overflow, .rule = RuleId::AT, .thread = t, .a = x});
            break;
        }
        undo.emplace_back(place, found);
        scratch_[t] = found == largest ? static_cast<std::int64_t>(word.min()) : found + 1;
        place.store(scratch_[t]);
    }
    if (event == Event::stepped && around.watch == RaceWatch::history) {
        event = watch(RuleId::AT, Use::atomic, around, work);
    }
    if (event != Event::stepped) {
        for (auto step = undo.rbegin(); step != undo.rend(); ++step) step->first.store(step->second);
        return event;
    }
    write<false>(i.destination);
    return Event::stepped;
}

Event FastWarp::shuffle(const Decoded& i, Workspace& work) {
    const Operand& o = i.operands[0];
    const Variable v = i.destination;
    const std::int64_t* row = rows_[v];
    std::uint64_t* defined = work.bits.data();
    std::copy_n(&defined_[v * words_], words_, defined);
    std::copy_n(row, lanes_, scratch_);
    RuleSet used;
    const bool done = each_active([&](std::size_t lane) {
        if (undefined_lane(o, lane)) return false;
        const std::int64_t k = lane_word(o, lane);
        const std::uint64_t bit = std::uint64_t{1} << (lane % 64);
        if (!contains(mask(), k)) {
            scratch_[lane] = static_cast<std::int64_t>(pc_);  // what made it undefined
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
        scratch_[lane] = row[k];
        defined[lane / 64] |= bit;
        used.insert(RuleId::SV);
        return true;
    });
    if (!done) return Event::failed;
    last_rules_ |= used;
    std::swap(rows_[v], scratch_);
    std::copy_n(defined, words_, &defined_[v * words_]);
    saved_.reset();
    return Event::stepped;
}

// A warp that votes has at most 64 threads, so its masks are one word.
Event FastWarp::ballot(const Decoded& i, Workspace& work) {
    const Operand& o = i.operands[0];
    if (!are_defined<true>(i.defined[0], i.defined[0])) {
        each_active([&](std::size_t lane) { return !undefined_lane(o, lane); });
        return Event::failed;
    }
    const Source s = source(o);
    std::uint64_t votes = *s.words != 0 ? ~std::uint64_t{0} : 0;
    if (!s.scalar) code_.kernels.not_zero(s.words, lanes_, &votes);
    votes &= active_[0];
    const int unused = 64 - code_.program.word.width;  // the word's highest bit is its sign
    const auto word = static_cast<std::int64_t>(votes << unused) >> unused;
    code_.kernels.copy(scratch_, rows_[i.destination], {&word, true}, work.lanes.data(), lanes_);
    write<true>(i.destination);
    return Event::stepped;
}

// ---- steps

template <bool kNarrow>
Event FastWarp::dispatch(const Decoded& i, Surroundings& around, Workspace& work) {
    Event event = Event::failed;
    switch (i.opcode) {
        case Opcode::bz:
        case Opcode::bnz:
            return branch<kNarrow>(i, around, work);
        case Opcode::branch_mask:
            return branch_mask(i, around, work);
        case Opcode::jump:
            pc_ = i.target;
            last_rule_ = RuleId::JP;
            return Event::stepped;
        case Opcode::sync:
            return sync<kNarrow>(around, work);
        case Opcode::stop:
            return stop();
        case Opcode::everywhere:
            return everywhere(around, work);
        case Opcode::end_everywhere:
            return end_everywhere(around, work);
        case Opcode::barrier:
            return barrier();
        case Opcode::st:
            event = store(i, around, work);
            break;
        case Opcode::ld:
            event = load(i, around, work);
            break;
        case Opcode::atomic_inc:
            event = atomic(i, around, work);
            break;
        case Opcode::copy:
            event = copy<kNarrow>(i, work);
            break;
        case Opcode::bp:
            event = binary<kNarrow>(i, work);
            break;
        case Opcode::shfl:
            event = shuffle(i, work);
            break;
        case Opcode::ballot:
            event = ballot(i, work);
            break;
    }
    // Rule IT.
    if (event != Event::stepped) return event;
    pc_ += 1;
    last_rule_ = RuleId::IT;
    return event;
}

template <bool kNarrow>
Event FastWarp::run_until(Surroundings& around, Workspace& work, std::uint64_t until) {
    const std::uint64_t last = std::min(until, around.options.max_steps);
    const Label end = code_.program.end();
    const Decoded* const code = code_.code.data();
    while (steps_ < last) {
        if (pc_ >= end) return fail_all(TrapKind::pc_out_of_program, RuleId::IT);
        const Decoded& i = code[pc_ - 1];
        if (around.record) {
            work.accesses.clear();
            last_rules_ = i.rules;
        }
        // The most frequent instruction has a branch of its own, which processors predict better than the
        // switch.
        Event event = Event::stepped;
        if (i.opcode == Opcode::bp) {
            event = binary<kNarrow>(i, work);
            if (event == Event::stepped) [[likely]] {
                pc_ += 1;
                last_rule_ = RuleId::IT;
            }
        } else {
            event = dispatch<kNarrow>(i, around, work);
        }
        if (event == Event::stepped) [[likely]] {
            ++steps_;
            continue;
        }
        if (event == Event::stopped) ++steps_;
        return event;
    }
    return steps_ < until ? Event::limited : Event::stepped;
}

Event FastWarp::run(Surroundings& around, Workspace& work, std::uint64_t until) {
    if (work.expanded != this) expand(work);
    return words_ == 1 ? run_until<true>(around, work, until) : run_until<false>(around, work, until);
}

// ---- results

WarpResult FastWarp::result() const {
    WarpResult made{active(), Bank(code_.program.threads, variables_)};
    for (Variable v = 0; v < variables_; ++v) {
        made.bank.assign(v, {rows_[v], code_.program.threads}, {&defined_[v * words_], words_});
    }
    return made;
}

Warp FastWarp::for_report() const {
    Warp warp;
    warp.number = number_;
    warp.pc = pc_;
    WarpResult state = result();
    warp.active = std::move(state.active);
    warp.bank = std::move(state.bank);
    if (sync_.size() != base_) warp.sync_stack.push({sync_.back().branch, sync_.back().next, {}, {}});
    if (!contexts_.empty()) warp.context_stack.push({});
    return warp;
}

}  // namespace musimd::fast
