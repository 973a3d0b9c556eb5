// A warp under a model of section 12: its groups, one of which steps. What the rules must explain (traps,
// groups that wait indefinitely) is left to them: then the event is `failed`.

#include <algorithm>
#include <bit>
#include <utility>

#include "simulator/fast/warp.hpp"

namespace musimd::fast {

/// Steps of one group until other groups matter.
struct FastWarp::Stretch {
    enum class End : std::uint8_t {
        limit,    ///< no more steps are allowed
        visible,  ///< the next step is one of GridContext::stops
        moved,    ///< it is at its join, or another group's turn comes
        back,     ///< it has jumped back, and yields count that
        leaving,  ///< it has branched at the branch of its join
        split,    ///< its threads differ at a branch
        control,  ///< the next instruction concerns groups, or waits
    };
    Label join;                   ///< where it joins, or 0
    Label other;                  ///< where another group's turn comes
    Label loop;                   ///< the branch of its join, if those who leave unite there
    bool counts;                  ///< jumps back
    std::uint64_t branching = 0;  ///< of a split
    End end = End::limit;
};

namespace {

bool concerns_groups(Opcode opcode) {
    return is_collective(opcode) || info(opcode).family == Family::control;
}

}  // namespace

// The branch at here.pc. Returns false if the stretch ends.
[[gnu::always_inline]] inline bool FastWarp::branch_group(const Decoded& branch, std::uint64_t not_zero,
                                                          Here& here, Stretch& stretch) const {
    const Label pc = here.pc;
    const std::uint64_t active = r_.active[0];
    const std::uint64_t going_on = (branch.opcode == Opcode::bz ? not_zero : ~not_zero) & active;
    here.steps += 1;
    if (going_on == 0 || branch.target == pc + 1) {
        here.pc = branch.target;
        if (branch.target <= pc && stretch.counts) {
            stretch.end = Stretch::End::back;
            return false;
        }
    } else if (going_on == active) {
        here.pc = pc + 1;
    } else {
        stretch.branching = active & ~going_on;
        stretch.end = Stretch::End::split;
        return false;
    }
    if (pc != stretch.loop) return true;
    stretch.end = Stretch::End::leaving;
    return false;
}

// Steps of the group, without tallies and observers.
Event FastWarp::run_group(GridContext& grid, Workspace& work, std::uint64_t last, Stretch& stretch) {
    const Decoded* const code = code_.code.data();
    Here here{pc_, steps_};  // in registers
    const bool uses_memory_kernels =
        grid.may_use_kernels() && !grid.sees_addresses() && (grid.stops & kAccess) == 0;
    const auto leave = [&](Stretch::End end) {
        pc_ = here.pc;
        steps_ = here.steps;
        stretch.end = end;
        return Event::stepped;
    };
    const auto failed = [&](const Decoded& i) {
        leave(Stretch::End::limit);
        return operation_failure(i);
    };
    while (here.steps < last) {
        const Decoded& i = code[here.pc - 1];
        if (i.stepping == Stepping::test && here.steps + 2 <= last && here.pc + 1 != stretch.join &&
            here.pc + 1 < stretch.other) {
            std::uint64_t not_zero = 0;
            if (i.test(r_, i, &not_zero)) [[unlikely]]
                return failed(i);
            here = {here.pc + 1, here.steps + 1};
            if (!branch_group((&i)[1], not_zero, here, stretch)) return leave(stretch.end);
        } else if (i.stepping == Stepping::kernel || i.stepping == Stepping::test) {
            if (i.kernel(r_, i)) [[unlikely]]
                return failed(i);
            here = {here.pc + 1, here.steps + 1};
        } else if (i.stepping == Stepping::memory && uses_memory_kernels) {
            if (i.memory(r_, i, lane_memory(grid, work))) {
                leave(Stretch::End::limit);
                const Event event =
                    i.opcode == Opcode::ld ? load_each(i, grid, work) : store_each(i, grid, work);
                if (event != Event::stepped) return event;
            }
            here = {here.pc + 1, here.steps + 1};
        } else if (i.stepping == Stepping::sync) {
            here = {here.pc + 1, here.steps + 1};
        } else if (i.stepping == Stepping::jump) {
            const bool is_back = i.target <= here.pc;
            here = {i.target, here.steps + 1};
            if (is_back && stretch.counts) return leave(Stretch::End::back);
        } else if ((i.visible & grid.stops) != 0) {
            return leave(Stretch::End::visible);
        } else if (i.opcode == Opcode::bz || i.opcode == Opcode::bnz) {
            leave(Stretch::End::limit);
            if (!are_defined(i)) return undefined_operand();
            find_nonzero(i, work);
            if (!branch_group(i, work.bits[0], here, stretch)) return leave(stretch.end);
        } else if (concerns_groups(i.opcode)) {
            return leave(Stretch::End::control);
        } else {
            leave(Stretch::End::limit);
            const Event event = data_of_group(i, grid, work);
            if (event != Event::stepped) return event;
            here = {pc_, steps_ + 1};
        }
        if (here.pc == stretch.join || here.pc >= stretch.other) return leave(Stretch::End::moved);
    }
    return leave(Stretch::End::limit);
}

// A data instruction. Where shuffles read all lanes, so does shfl.
Event FastWarp::data_of_group(const Decoded& i, GridContext& grid, Workspace& work) {
    if (i.opcode != Opcode::shfl || groups_->plan().policy.reads == models::Policy::Reads::group)
        return dispatch<true>(i, grid, work);
    const std::uint64_t exist = low_bits(code_.program.lanes_of(number_));
    const std::uint64_t* const entry = std::exchange(r_.entry, &exist);
    const Event event = dispatch<true>(i, grid, work);
    r_.entry = entry;
    return event;
}

Event FastWarp::run_groups(GridContext& grid, Workspace& work, std::uint64_t until) {
    using End = Stretch::End;
    const std::uint64_t last = std::min(until, grid.options.max_steps);
    WarpGroups& groups = *groups_;
    while (steps_ < last) {
        if (groups.is_stuck) return Event::failed;
        const bool unites = groups.plan().policy.unites == models::Policy::Unites::leavers;
        Stretch stretch{.join = groups.join_at(),
                        .other = groups.lowest_other(),
                        .loop = unites ? groups.join_branch() : 0,
                        .counts = groups.plan().yield != 0};
        const std::uint64_t active = r_.active[0];
        const Event event = run_group(grid, work, last, stretch);
        if (event != Event::stepped) return event;
        groups.current().pc = pc_;
        if (groups.all().size() > 1 && may_wait(code_.code[pc_ - 1])) {
            begin_group();
            if (r_.active[0] != active && stretch.end != End::limit) continue;
        }
        if (stretch.end == End::visible) return Event::stepped;
        if (stretch.end == End::limit) break;
        if (stretch.end == End::control) {
            const Event done = control_of_group(code_.code[pc_ - 1], grid, work);
            if (done == Event::stepped || done == Event::stopped) steps_ += 1;
            if (done != Event::stepped) return done;
        } else {
            if (stretch.end == End::back) groups.count_round();
            if (stretch.end == End::split)
                groups.split({stretch.branching, active & ~stretch.branching, code_.code[pc_ - 1].target});
            if (unites && (stretch.end == End::split || stretch.end == End::leaving))
                groups.unite_leavers(stretch.end == End::split ? pc_ : stretch.loop, active);
        }
        begin_group();
    }
    return steps_ < until ? Event::step_limit : Event::stepped;
}

// After a change of groups: the next one steps.
void FastWarp::begin_group() {
    WarpGroups& groups = *groups_;
    const auto waits = [&](const WarpGroups::Group& group) { return waits_in_group(group); };
    groups.settle();
    if (!groups.choose(waits) && !(groups.open_for_yielded() && groups.choose(waits))) {
        groups.is_stuck = true;
        return;
    }
    r_.active[0] = groups.current().active;
    pc_ = groups.current().pc;
}

// Whether the instruction is one at which a group lets others step first.
bool FastWarp::may_wait(const Decoded& i) const {
    const bool waits = is_block_barrier(i.opcode) || i.opcode == Opcode::barrier || is_collective(i.opcode);
    return waits && groups_->plan().policy.meet == models::Policy::Meet::waits;
}

// Whether all groups of the warp wait at the barrier of the grid.
bool FastWarp::groups_wait_at_barrier() const {
    const bool may_wait = groups_->plan().policy.barrier == models::Policy::Barrier::waits;
    if (groups_->has_arrivals() || (groups_->all().size() > 1 && !may_wait)) return false;
    return std::ranges::all_of(groups_->all(), [&](const WarpGroups::Group& group) {
        return code_.code[group.pc - 1].opcode == Opcode::barrier && !group.is_released;
    });
}

// Whether a group that may wait does: at a barrier to which others of the warp have not come, or at a
// collective.
bool FastWarp::waits_in_group(const WarpGroups::Group& group) const {
    const Decoded& i = code_.code[group.pc - 1];
    if (i.end_sentinel || group.is_released) return false;
    if (i.opcode == Opcode::barrier) return !groups_wait_at_barrier();
    if (is_block_barrier(i.opcode)) return !groups_->is_alone();
    return is_collective(i.opcode) && meeting_of(group) == 0;
}

// Where a collective waits: the threads of the groups that meet in this one, if all of them have come; else
// 0, also where they are at several instructions.
std::uint64_t FastWarp::meeting_of(const WarpGroups::Group& group) const {
    const Decoded& i = code_.code[group.pc - 1];
    const LaneOperand m = source(i, 0);
    const auto lane = static_cast<std::size_t>(std::countr_zero(group.active));
    const std::uint64_t named = static_cast<std::uint64_t>(word(m, lane)) & all_[0];
    std::uint64_t come = 0;
    for (const WarpGroups::Group& other : groups_->all()) {
        if ((other.active & named) == 0) continue;
        if (other.pc != group.pc || (other.active & ~named) != 0) return 0;
        come |= other.active;
    }
    return come == named ? come : 0;
}

Event FastWarp::control_of_group(const Decoded& i, GridContext& grid, Workspace& work) {
    const Label pc = pc_;
    WarpGroups& groups = *groups_;
    if (is_collective(i.opcode)) return collective_of_groups(i, grid, work);
    if (i.end_sentinel) return Event::failed;
    Event event = Event::failed;
    if (i.opcode == Opcode::stop || i.opcode == Opcode::exit) return end_group(i);
    if (i.opcode == Opcode::everywhere) {
        event = everywhere(grid);
        if (event == Event::stepped) groups.enter_block(r_.active[0], pc_);
        return event;
    }
    if (i.opcode == Opcode::end_everywhere) {
        if (!groups.is_alone()) return Event::failed;
        event = end_everywhere(grid);
        if (event == Event::stepped) groups.leave_block(pc_);
        return event;
    }
    if (i.opcode == Opcode::barrier) {
        if (!groups.current().is_released && !groups_wait_at_barrier()) return Event::failed;
        barrier_open_ = groups.current().is_released;
    }
    event = dispatch<true>(i, grid, work);
    groups.current().pc = pc_;
    groups.current().is_released = groups.current().is_released && event != Event::stepped;
    if (event == Event::stepped && pc_ <= pc) groups.count_round();
    return event;
}

/// End: the threads of the group have ended. A `stop` in a block ends the warp, if the group is alone.
Event FastWarp::end_group(const Decoded& i) {
    WarpGroups& groups = *groups_;
    const bool stops = i.opcode == Opcode::stop;
    if (groups.is_in_block() && !(stops && groups.is_alone())) return Event::failed;
    (stops ? groups.stopped : groups.exited) |= r_.active[0];
    all_[0] &= ~r_.active[0];
    const bool is_last = groups.is_in_block() || groups.is_alone();
    groups.end();
    return is_last ? Event::stopped : Event::stepped;
}

// Of groups that meet elsewhere, the rules know what is done when; so they do of several warps.
Event FastWarp::collective_of_groups(const Decoded& i, GridContext& grid, Workspace& work) {
    WarpGroups& groups = *groups_;
    if (groups.plan().policy.meet != models::Policy::Meet::waits) {
        const Event event = collective(i, grid, work);
        groups.current().pc = pc_;
        return event;
    }
    const std::uint64_t meeting = meeting_of(groups.current());
    const bool is_one = meeting == r_.active[0];
    if (meeting == 0 || (!is_one && code_.program.warps > 1)) return Event::failed;
    r_.active[0] = meeting;
    const Event event = collective(i, grid, work);
    if (event != Event::stepped) return event;
    const std::uint64_t steps = groups.step_together(meeting);
    if (steps_ + steps > grid.options.max_steps) return Event::failed;
    steps_ += steps - 1;
    return event;
}

}  // namespace musimd::fast
