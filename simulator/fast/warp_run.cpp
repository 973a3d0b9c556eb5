// The loop over the steps of a warp, and the instructions that most steps are: arithmetic, branches, sync.

#include <algorithm>
#include <utility>

#include "simulator/fast/warp.hpp"

namespace musimd::fast {

// Two at a time: what needs one asks for it twice.
template <bool kNarrow>
bool FastWarp::are_defined(const Decoded& i) const {
    const std::size_t words = kNarrow ? 1 : words_;
    const std::uint64_t* a = &defined_[i.defined[0] * words];
    const std::uint64_t* b = &defined_[i.defined[1] * words];
    std::uint64_t missing = 0;
    for (std::size_t w = 0; w < words; ++w) missing |= active_[w] & ~(a[w] & b[w]);
    return missing == 0;
}

template <bool kNarrow>
void FastWarp::wrote(Variable v) {
    const std::size_t words = kNarrow ? 1 : words_;
    for (std::size_t w = 0; w < words; ++w) defined_[v * words + w] |= active_[w];
    if (saved_ != nullptr) saved_.reset();
}

template bool FastWarp::are_defined<false>(const Decoded&) const;
template void FastWarp::wrote<false>(Variable);

// ---- data

template <bool kNarrow>
Event FastWarp::copy(const Decoded& i) {
    if (!are_defined<kNarrow>(i)) return undefined_operand(i);
    code_.kernels.copy(bank_ + i.row, source(i, 0), active_, lanes_);
    wrote<kNarrow>(i.destination);
    return Event::stepped;
}

// The words of a bp's left operand: those of a scalar as a row, if the right one is a scalar too.
inline const std::int64_t* FastWarp::left_words(const Decoded& i, Workspace& work) const {
    const std::int64_t* left = words_of(i, 0);
    if (!i.broadcast_left) return left;
    std::ranges::fill(work.row, *left);
    return work.row.data();
}

template <bool kNarrow>
Event FastWarp::binary(const Decoded& i, Workspace& work) {
    if (!are_defined<kNarrow>(i)) [[unlikely]]
        return binary_failure(i);
    if (i.kernel(bank_ + i.row, left_words(i, work), words_of(i, 1), active_, lanes_, width_)) [[unlikely]]
        return binary_failure(i);
    wrote<kNarrow>(i.destination);
    pc_ += 1;
    last_rule_ = RuleId::IT;
    return Event::stepped;
}

// Two steps, the first of which it counts: a comparison, or another bp that has a test, and the branch on its result.
template <bool kNarrow>
Event FastWarp::binary_and_branch(const Decoded& i, Surroundings& around, Workspace& work) {
    if (!are_defined<kNarrow>(i)) [[unlikely]]
        return binary_failure(i);
    std::uint64_t* const not_zero = work.bits.data();
    i.test(bank_ + i.row, left_words(i, work), words_of(i, 1), active_, lanes_, not_zero);
    wrote<kNarrow>(i.destination);
    pc_ += 1;
    steps_ += 1;
    return diverge<kNarrow>((&i)[1], around, work);
}

// ---- control

// Puts the lanes whose operand is not 0 in work.bits.
void FastWarp::look_for_zeros(const Decoded& i, Workspace& work) const {
    const Source v = source(i, 0);
    if (v.scalar) {
        std::ranges::fill(work.bits, v.words[0] != 0 ? ~std::uint64_t{0} : 0);
    } else {
        code_.kernels.not_zero(v.words, active_, lanes_, work.bits.data());
    }
}

template <bool kNarrow>
void FastWarp::push(Label pc, Label next, const std::uint64_t* waiting, Surroundings& around) {
    const std::size_t words = kNarrow ? 1 : words_;
    if (sync_.size() == base_ || sync_.back().branch != pc) {
        sync_.push_back({pc, next});
        const std::size_t needed = 2 * sync_.size() * words;
        if (sync_masks_.size() < needed) sync_masks_.resize(2 * needed);
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
    if (!are_defined<kNarrow>(i)) return undefined_operand(i);
    look_for_zeros(i, work);
    return diverge<kNarrow>(i, around, work);
}

// The branch of the threads that have their bits in work.bits, or not, by the opcode.
template <bool kNarrow>
Event FastWarp::diverge(const Decoded& i, Surroundings& around, Workspace& work) {
    const std::size_t words = kNarrow ? 1 : words_;
    const bool pushes = sync_.size() == base_ || sync_.back().branch != pc_;
    if (pushes && stacks_exceed_limit(sync_.size() + 1, contexts_.size())) return Event::limited;

    std::uint64_t* const going_on = work.bits.data();
    std::uint64_t* const branching = work.more_bits.data();
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
    last_rule_ = RuleId::BF;
    if (any_branching != 0) {
        std::copy_n(going_on, words, active_);
        last_rule_ = RuleId::BD;
    }
    return Event::stepped;
}

template <bool kNarrow>
Event FastWarp::sync(Surroundings& around) {
    const std::size_t words = kNarrow ? 1 : words_;
    if (sync_.size() == base_) return fail_all(TrapKind::sync_without_branch, RuleId::SP);
    const std::size_t top = sync_.size() - 1;
    std::uint64_t* done = done_of(top);
    std::uint64_t* todo = todo_of(top);
    if (around.record) seen_sync_.pop();
    std::uint64_t waiting = 0;
    for (std::size_t w = 0; w < words; ++w) waiting |= todo[w];
    if (waiting != 0) {
        for (std::size_t w = 0; w < words; ++w) {
            done[w] |= active_[w];
            active_[w] = std::exchange(todo[w], 0);
        }
        pc_ = sync_[top].next;
        if (around.record) seen_sync_.push({sync_[top].branch, sync_[top].next, set_of(done), {}});
        last_rule_ = RuleId::SS;
        return Event::stepped;
    }
    for (std::size_t w = 0; w < words; ++w) active_[w] |= done[w];
    sync_.pop_back();
    pc_ += 1;
    last_rule_ = RuleId::SP;
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
            return branch_mask(i);
        case Opcode::jump:
            pc_ = i.target;
            last_rule_ = RuleId::JP;
            return Event::stepped;
        case Opcode::sync:
            return sync<kNarrow>(around);
        case Opcode::stop:
            return stop();
        case Opcode::everywhere:
            return everywhere(around);
        case Opcode::end_everywhere:
            return end_everywhere(around);
        case Opcode::barrier:
            return barrier();
        case Opcode::bp:
            return binary<kNarrow>(i, work);
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
            event = copy<kNarrow>(i);
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
    const Decoded* const code = code_.code.data();
    while (steps_ < last) {
        const Decoded& i = code[pc_ - 1];
        // The most frequent instructions have branches of their own, which processors predict better than the
        // switch.
        Event event = Event::stepped;
        if (i.test != nullptr && steps_ + 1 < last) {
            event = binary_and_branch<kNarrow>(i, around, work);
        } else if (i.opcode == Opcode::bp) {
            event = binary<kNarrow>(i, work);
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
    if (around.record) {
        work.accesses.clear();
        last_rules_ = code_.code[pc_ - 1].rules;
    }
    return words_ == 1 ? run_until<true>(around, work, until) : run_until<false>(around, work, until);
}

}  // namespace musimd::fast
