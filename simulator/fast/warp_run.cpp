// The step loop of a warp, and its most frequent instructions: arithmetic, branches, sync.

#include <algorithm>
#include <bit>
#include <utility>

#include "simulator/fast/warp.hpp"

namespace musimd::fast {

// Sets work.bits in the lanes whose operand is not 0.
void FastWarp::find_nonzero(const Decoded& i, Workspace& work) const {
    const LaneOperand v = source(i, 0);
    if (v.scalar) {
        std::ranges::fill(work.bits, word(v, 0) != 0 ? ~std::uint64_t{0} : 0);
    } else {
        code_.kernels.not_zero(v.words, r_.active, r_.lanes, work.bits.data());
    }
}

template <bool kNarrow>
Event FastWarp::branch(const Decoded& i, GridContext& grid, Workspace& work) {
    if (!are_defined(i)) return undefined_operand();
    find_nonzero(i, work);
    return diverge<kNarrow>(i, grid, work);
}

[[gnu::noinline]] void FastWarp::push(Label branch, Label next) {
    sync_.push_back({branch, next, 0, 0});
}

// Allocates masks for the top entry of a warp of more than 64 threads. Most entries never need them, and Π
// may be deep.
void FastWarp::give_masks(Sync& entry) {
    if (entry.masks != 0) return;
    wide_masks_.resize(wide_masks_.size() + 2 * r_.mask_words);
    entry.masks = static_cast<std::uint32_t>(wide_masks_.size() / (2 * r_.mask_words));
}

// The branch taken by the threads with bits in work.bits (bnz), or by the others (bz).
template <bool kNarrow>
Event FastWarp::diverge(const Decoded& i, GridContext& grid, Workspace& work) {
    const std::size_t words = kNarrow ? 1 : r_.mask_words;
    const bool pushes = sync_.size() == base_ || sync_.back().branch != pc_;
    if (pushes) {
        if (static_cast<std::int64_t>(sync_.size()) >= sync_limit_) return Event::stack_limit;
        push(pc_, i.target);
    }

    std::uint64_t* const going_on = work.bits.data();
    const std::uint64_t flip = i.opcode == Opcode::bz ? 0 : ~std::uint64_t{0};
    std::uint64_t any_going = 0;
    std::uint64_t any_branching = 0;
    for (std::size_t w = 0; w < words; ++w) {
        going_on[w] = (going_on[w] ^ flip) & r_.active[w];
        any_going |= going_on[w];
        any_branching |= r_.active[w] ^ going_on[w];
    }
    if (any_going == 0) {
        pc_ = i.target;
        last_rule_ = RuleId::BT;
    } else {
        pc_ += 1;
        last_rule_ = RuleId::BF;
        if (any_branching != 0) {
            if (!kNarrow) give_masks(sync_.back());
            std::uint64_t* todo = todo_of<kNarrow>(sync_.size() - 1);
            for (std::size_t w = 0; w < words; ++w) {
                todo[w] |= r_.active[w] ^ going_on[w];
                r_.active[w] = going_on[w];
            }
            last_rule_ = RuleId::BD;
        }
    }
    if (grid.record && (pushes || last_rule_ == RuleId::BD)) {
        if (!pushes) seen_sync_.pop();
        note_sync_entry();
    }
    return Event::stepped;
}

// Copies the top entry of Π for observers.
void FastWarp::note_sync_entry() {
    seen_sync_.push(top_entry());
}

template <bool kNarrow>
Event FastWarp::sync(GridContext& grid) {
    const std::size_t words = kNarrow ? 1 : r_.mask_words;
    if (sync_.size() == base_) return fail_all(TrapKind::sync_without_branch, RuleId::SP);
    const std::size_t top = sync_.size() - 1;
    if (grid.record) seen_sync_.pop();
    if (kNarrow || sync_[top].masks != 0) {
        std::uint64_t* done = done_of<kNarrow>(top);
        std::uint64_t* todo = todo_of<kNarrow>(top);
        std::uint64_t waiting = 0;
        for (std::size_t w = 0; w < words; ++w) waiting |= todo[w];
        if (waiting != 0) {
            for (std::size_t w = 0; w < words; ++w) {
                done[w] |= r_.active[w];
                r_.active[w] = std::exchange(todo[w], 0);
            }
            sync_[top].join = pc_;
            pc_ = sync_[top].next;
            if (grid.record) note_sync_entry();
            last_rule_ = RuleId::SS;
            return Event::stepped;
        }
        for (std::size_t w = 0; w < words; ++w) r_.active[w] |= done[w];
        if (!kNarrow) wide_masks_.resize(wide_masks_.size() - 2 * words);
    }
    sync_.pop_back();
    pc_ += 1;
    last_rule_ = RuleId::SP;
    return Event::stepped;
}

// ---- steps

template <bool kNarrow>
Event FastWarp::dispatch(const Decoded& i, GridContext& grid, Workspace& work) {
    switch (i.opcode) {
        case Opcode::bz:
        case Opcode::bnz:
            return branch<kNarrow>(i, grid, work);
        case Opcode::branch_mask:
            return branch_mask(i);
        case Opcode::jump:
            pc_ = i.target;
            last_rule_ = RuleId::JP;
            return Event::stepped;
        case Opcode::sync:
            return sync<kNarrow>(grid);
        case Opcode::stop:
            return stop();
        case Opcode::everywhere:
            return everywhere(grid);
        case Opcode::end_everywhere:
            return end_everywhere(grid);
        case Opcode::barrier:
            return barrier();
        case Opcode::assert_:
            return check(i, work);
        case Opcode::bp:
        case Opcode::typed:
        case Opcode::copy:
        case Opcode::ballot:
#define MUSIMD_UNARY(opcode, ...) case Opcode::opcode:
#include "isa/instructions.def"
            return i.kernel(r_, i) ? operation_failure(i) : next();
        case Opcode::st:
            return store(i, grid, work);
        case Opcode::strong_store:
            return atomic_store(i, grid, work);
        case Opcode::ld:
            return load(i, grid, work);
        case Opcode::atomic_inc:
        case Opcode::fetch:
        case Opcode::typed_fetch:
            return atomic(i, grid, work);
        case Opcode::shfl:
            return shuffle(i, grid, work);
        case Opcode::exit:
            return exit(grid);
        case Opcode::block_barrier:
        case Opcode::block_barrier_of:
            return block_barrier(i, work);
        case Opcode::activemask:
            return active_mask(i, work);
        case Opcode::fence:
            return fence(grid);
        case Opcode::copy_async:
            return copy_async(i, grid, work);
        case Opcode::async_commit:
            return commit_copies(grid);
        case Opcode::async_wait:
            return wait_for_copies(grid);
#define MUSIMD_COLLECTIVE(opcode, ...) case Opcode::opcode:
#include "isa/instructions.def"
            return collective(i, grid, work);
    }
    return Event::failed;
}

template Event FastWarp::dispatch<true>(const Decoded&, GridContext&, Workspace&);
template Event FastWarp::dispatch<false>(const Decoded&, GridContext&, Workspace&);

// Two steps, counting the first: a comparison, or another bp with a test, and the branch on its result.
template <bool kNarrow>
Event FastWarp::test_and_branch(const Decoded& i, GridContext& grid, Workspace& work) {
    if (i.test(r_, i, work.bits.data())) [[unlikely]]
        return operation_failure(i);
    pc_ += 1;
    steps_ += 1;
    return diverge<kNarrow>((&i)[1], grid, work);
}

// The branch at here.pc of an unobserved warp of up to 64 threads: rules BT, BF and BD in one function, since
// the choice is hard to predict. Returns false at the limit of Π.
[[gnu::always_inline]] inline bool FastWarp::branch_narrow(const Decoded& branch, std::uint64_t not_zero,
                                                           Here& here) {
    if (sync_.size() == base_ || sync_.back().branch != here.pc) {
        if (static_cast<std::int64_t>(sync_.size()) >= sync_limit_) return false;
        push(here.pc, branch.target);
    }
    std::uint64_t& active = r_.active[0];
    const std::uint64_t going_on = (branch.opcode == Opcode::bz ? not_zero : ~not_zero) & active;
    const std::uint64_t then = going_on != 0 ? going_on : active;
    sync_.back().todo |= active ^ then;
    active = then;
    here.pc = going_on != 0 ? here.pc + 1 : branch.target;
    here.steps += 1;
    return true;
}

// The same for a sync. Returns false if there is no branch to pair with.
[[gnu::always_inline]] inline bool FastWarp::sync_narrow(const Decoded& i, Here& here) {
    if (sync_.size() == base_) return false;
    std::uint64_t& active = r_.active[0];
    Sync& top = sync_.back();
    if (top.todo != 0) {
        top.done |= active;
        active = std::exchange(top.todo, 0);
        top.join = here.pc;
        here.pc = top.next;
        here.steps += 1;
    } else {
        active |= top.done;
        sync_.pop_back();
        here.pc = i.next;
        here.steps += i.steps;
    }
    return true;
}

// One step at pc, or two: with the branch or the jump after it. `active`: Θ before them.
void FastWarp::count(Tally& tally, Label pc, std::uint64_t steps, std::uint64_t active) const {
    const auto lanes = static_cast<std::uint64_t>(std::popcount(active));
    Label last = pc;
    Tally::Count& first = tally.of(pc);
    first.steps += 1;
    first.lanes += lanes;
    if (steps == 2) {
        last = pc + 1;
        const bool jumps = code_.code[pc].opcode == Opcode::jump;  // perhaps after a sync
        Tally::Count& second = tally.of(last);
        second.steps += 1;
        second.lanes += jumps ? static_cast<std::uint64_t>(std::popcount(r_.active[0])) : lanes;
    }
    const Opcode opcode = code_.code[last - 1].opcode;
    if ((opcode == Opcode::bz || opcode == Opcode::bnz) && r_.active[0] != active)
        tally.of(last).diverged += 1;
}

// run_until for an unobserved warp of up to 64 threads while at least two more steps are allowed: most steps
// need no call but that of a kernel, and a jump is merged into the step before it.
template <bool kTallies>
Event FastWarp::run_narrow(GridContext& grid, Workspace& work, std::uint64_t last) {
    const Decoded* const code = code_.code.data();
    Here here{pc_, steps_};  // in registers
    const bool uses_memory_kernels =
        grid.may_use_kernels() && !grid.sees_addresses() && (grid.stops & kAccess) == 0;
    const auto leave = [&] {
        pc_ = here.pc;
        steps_ = here.steps;
    };
    while (here.steps + 2 <= last) {
        const Decoded& i = code[here.pc - 1];
        const Here before = here;
        const std::uint64_t active = r_.active[0];
        if (i.stepping == Stepping::kernel) {
            if (i.kernel(r_, i)) [[unlikely]] {
                leave();
                return operation_failure(i);
            }
            here = {i.next, here.steps + i.steps};
        } else if (i.stepping == Stepping::test) {
            std::uint64_t not_zero = 0;
            if (i.test(r_, i, &not_zero)) [[unlikely]] {
                leave();
                return operation_failure(i);
            }
            here = {here.pc + 1, here.steps + 1};
            if (!branch_narrow((&i)[1], not_zero, here)) [[unlikely]] {
                leave();
                return Event::stack_limit;
            }
        } else if (i.stepping == Stepping::memory && uses_memory_kernels) {
            if (!i.memory(r_, i, lane_memory(grid, work))) {
                here = {i.next, here.steps + i.steps};
            } else {
                leave();
                const Event event =
                    i.opcode == Opcode::ld ? load_each(i, grid, work) : store_each(i, grid, work);
                if (event != Event::stepped) return event;
                here = {pc_, here.steps + 1};
            }
        } else if (i.stepping == Stepping::sync) {
            if (!sync_narrow(i, here)) [[unlikely]] {
                leave();
                return fail_all(TrapKind::sync_without_branch, RuleId::SP);
            }
        } else if (i.stepping == Stepping::jump) {
            here = {i.target, here.steps + 1};
        } else {
            leave();
            if ((i.visible & grid.stops) != 0) return Event::stepped;
            const Event event = dispatch<true>(i, grid, work);
            if (event == Event::stepped || event == Event::stopped) ++steps_;
            if (kTallies && event == Event::stopped) count(*grid.tally, before.pc, 1, active);
            if (event != Event::stepped) return event;
            here = {pc_, steps_};
        }
        if (kTallies) count(*grid.tally, before.pc, here.steps - before.steps, active);
    }
    leave();
    return Event::stepped;
}

template <bool kNarrow, bool kTallies>
Event FastWarp::run_until(GridContext& grid, Workspace& work, std::uint64_t until) {
    const std::uint64_t last = std::min(until, grid.options.max_steps);
    const Decoded* const code = code_.code.data();
    if (kNarrow && !grid.record && steps_ < last) {
        const Event event = run_narrow<kTallies>(grid, work, last);
        if (event != Event::stepped) return event;
    }
    while (steps_ < last) {
        const Decoded& i = code[pc_ - 1];
        const Here before{pc_, steps_};
        const std::uint64_t active = r_.active[0];
        Event event = Event::stepped;
        if (i.test != nullptr && steps_ + 1 < last) {
            event = test_and_branch<kNarrow>(i, grid, work);
        } else if (i.kernel != nullptr) {  // most steps: a separate branch is predicted better than a switch
            if (i.kernel(r_, i)) [[unlikely]]
                return operation_failure(i);
            pc_ += 1;
        } else {
            if ((i.visible & grid.stops) != 0) return Event::stepped;
            event = dispatch<kNarrow>(i, grid, work);
        }
        if (event == Event::stepped || event == Event::stopped) [[likely]] {
            ++steps_;
            if (kTallies) count(*grid.tally, before.pc, steps_ - before.steps, active);
        }
        if (event != Event::stepped) return event;
    }
    return steps_ < until ? Event::step_limit : Event::stepped;
}

Event FastWarp::run(GridContext& grid, Workspace& work, std::uint64_t until) {
    if (grid.record) {
        work.accesses.clear();
        last_rule_ = RuleId::IT;  // unless a control rule sets it
        last_rules_ = code_.code[pc_ - 1].rules;
    }
    if (groups_ != nullptr) return run_groups(grid, work, until);
    if (r_.mask_words != 1) return run_until<false, false>(grid, work, until);
    return grid.tally == nullptr ? run_until<true, false>(grid, work, until)
                                 : run_until<true, true>(grid, work, until);
}

}  // namespace musimd::fast
