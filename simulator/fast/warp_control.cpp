// The rare control instructions: blocks, barriers, stop. The others are in warp_run.cpp.

#include <algorithm>
#include <utility>

#include "simulator/fast/warp.hpp"

namespace musimd::fast {

Event FastWarp::branch_mask(const Decoded& i) {
    if (contexts_.empty()) return fail_all(TrapKind::branch_mask_outside_everywhere, RuleId::BA);
    std::uint64_t named = 0;
    if (r_.mask_words == 1 && !code_.kernels.named(r_, i, &named) &&
        (named == 0 || named == r_.active[0])) {  // the usual case
        last_rule_ = named != 0 ? RuleId::BA : RuleId::BI;
        pc_ = named != 0 ? i.target : pc_ + 1;
        return Event::stepped;
    }
    const Operand& o = operand(0);
    constexpr std::size_t kNone = SIZE_MAX;
    std::size_t inside = kNone;
    std::size_t outside = kNone;
    const bool evaluated = each_active([&](std::size_t lane) {
        if (undefined_lane(o, lane)) return false;
        std::size_t& first = contains(entry_mask(), lane_word(i, 0, lane)) ? inside : outside;
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

Event FastWarp::stop() {
    if (code_.code[pc_ - 1].end_sentinel) return fail_all(TrapKind::pc_out_of_program, RuleId::IT);
    if (sync_.size() != base_) return fail_all(TrapKind::stop_while_diverged, RuleId::STOP);
    last_rule_ = RuleId::STOP;
    return Event::stopped;
}

Event FastWarp::everywhere(GridContext& grid) {
    const std::int64_t room = max_sync_entries(contexts_.size() + 1);
    if (static_cast<std::int64_t>(sync_.size()) > room) return Event::stack_limit;
    sync_limit_ = room;
    if (grid.record) {
        seen_context_.push({active(), seen_sync_, pc_, nullptr});
        seen_sync_ = {};
    }
    if (code_.program.registers == RegisterMode::restore && (saved_ == nullptr || r_.changed)) {
        saved_ = copy_of_bank();
        r_.changed = false;
    }
    const std::size_t top = context_masks_.size();
    if (contexts_.empty() || !std::equal(r_.active, r_.active + r_.mask_words, entry_mask())) {
        context_masks_.insert(context_masks_.end(), r_.active, r_.active + r_.mask_words);
    }
    contexts_.push_back({pc_, base_, top == context_masks_.size() ? contexts_.back().mask : top, saved_});
    find_entry_mask();
    base_ = sync_.size();
    std::copy_n(all_, r_.mask_words, r_.active);
    pc_ += 1;
    last_rule_ = RuleId::EB;
    return Event::stepped;
}

Event FastWarp::end_everywhere(GridContext& grid) {
    if (contexts_.empty()) return fail_all(TrapKind::end_everywhere_without_everywhere, RuleId::EE);
    if (sync_.size() != base_) return fail_all(TrapKind::end_everywhere_while_diverged, RuleId::EE);
    const Context context = std::move(contexts_.back());
    contexts_.pop_back();
    sync_limit_ = max_sync_entries(contexts_.size());
    std::copy_n(&context_masks_[context.mask], r_.mask_words, r_.active);
    if (contexts_.empty() || contexts_.back().mask != context.mask) context_masks_.resize(context.mask);
    find_entry_mask();
    base_ = context.base;
    if (context.bank != nullptr) {
        std::ranges::copy(context.bank->rows, static_cast<std::byte*>(r_.bank));
        std::ranges::copy(context.bank->defined, r_.defined);
        saved_ = context.bank;
        r_.changed = false;
    }
    if (grid.record) {
        seen_sync_ = seen_context_.top().sync_stack;
        seen_context_.pop();
    }
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

// EX
Event FastWarp::exit(GridContext& grid) {
    if (!contexts_.empty()) return fail_all(TrapKind::exit_inside_everywhere, RuleId::EX);
    for (std::size_t w = 0; w < r_.mask_words; ++w) all_[w] &= ~r_.active[w];
    last_rule_ = RuleId::EX;
    resume(grid);
    const bool is_empty =
        std::all_of(r_.active, r_.active + r_.mask_words, [](std::uint64_t w) { return w == 0; });
    return is_empty ? Event::stopped : Event::stepped;
}

// After the active threads have exited: those that wait in Π continue.
void FastWarp::resume(GridContext& grid) {
    const bool is_narrow = r_.mask_words == 1;
    std::fill_n(r_.active, r_.mask_words, 0);
    while (sync_.size() != base_) {
        const std::size_t top = sync_.size() - 1;
        const bool has_masks = is_narrow || sync_[top].masks != 0;
        std::uint64_t* const done = is_narrow   ? done_of<true>(top)
                                    : has_masks ? done_of<false>(top)
                                                : nullptr;
        std::uint64_t* const todo = is_narrow   ? todo_of<true>(top)
                                    : has_masks ? todo_of<false>(top)
                                                : nullptr;
        std::uint64_t waiting = 0;
        std::uint64_t joining = 0;
        for (std::size_t w = 0; has_masks && w < r_.mask_words; ++w) {
            waiting |= todo[w];
            joining |= done[w];
        }
        if (grid.record) seen_sync_.pop();
        if (waiting != 0) {
            for (std::size_t w = 0; w < r_.mask_words; ++w) r_.active[w] = std::exchange(todo[w], 0);
            pc_ = sync_[top].next;
            if (grid.record) note_sync_entry();
            return;
        }
        if (joining != 0) std::copy_n(done, r_.mask_words, r_.active);
        const Label join = sync_[top].join;
        if (!is_narrow && has_masks) wide_masks_.resize(wide_masks_.size() - 2 * r_.mask_words);
        sync_.pop_back();
        if (joining == 0) continue;
        pc_ = join + 1;
        return;
    }
}

// AR
Event FastWarp::check(const Decoded& i, Workspace& work) {
    find_nonzero(i, work);
    const bool defined = are_defined(i);
    const bool holds = each_active([&](std::size_t lane) {
        if (!defined && undefined_lane(operand(0), lane)) return false;
        if ((work.bits[lane / 64] >> (lane % 64) & 1U) != 0) return true;
        fail({.kind = TrapKind::assertion, .rule = RuleId::AR, .thread = static_cast<Thread>(lane)});
        return false;
    });
    if (!holds) return Event::failed;
    pc_ += 1;
    last_rule_ = RuleId::AR;
    return Event::stepped;
}

}  // namespace musimd::fast
