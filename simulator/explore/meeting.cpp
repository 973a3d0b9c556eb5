#include "simulator/explore/meeting.hpp"

#include <algorithm>

namespace musimd::explore {

Meetings::Meetings(const Program& program, const MachineOptions& options) : program_(program) {
    const auto is_activemask = [&](Label pc) {
        return pc != 0 && pc < program.end() && program.at(pc).opcode == Opcode::activemask;
    };
    bool found = false;
    for (Label pc = 1; pc < program.end(); ++pc) found = found || is_activemask(pc);
    if (!found || program.model != ThreadModel::volta || options.smallest_activemask) return;
    near_.assign(program.end() + 1, false);
    for (Label pc = 1; pc < program.end(); ++pc)
        near_[pc] = is_activemask(pc + 1) || is_activemask(program.at(pc).target);
}

Meeting Meetings::of(const Machine& machine, std::uint32_t m) const {
    Meeting meeting{m, {}, {}};
    if (!machine.waits(m)) {
        meeting.steps = machine.joint(m);
        meeting.needs = meeting.steps;
        return meeting;
    }
    const Warp& warp = machine.warp(m);
    if (is_opening(machine, m)) {
        for (std::uint32_t n = 0; n < machine.machines(); ++n) {
            if (machine.warp(n).block != warp.block) continue;
            meeting.needs.push_back(n);
            if (is_opening(machine, n)) meeting.steps.push_back(n);
        }
        return meeting;
    }
    meeting.steps = machine.joint(m);
    // Lanes of the mask that have exited had to do so first.
    const ThreadSet lanes = ThreadSet::all(program_.lanes_of(warp.number));
    const auto mask = mask_of({warp.active.front(), warp}, program_);
    present_in(*mask, lanes).for_each([&](Thread t) {
        meeting.needs.push_back(machine.machine_of(warp.number, t));
    });
    return meeting;
}

bool Meetings::is_opening(const Machine& machine, std::uint32_t m) const {
    return machine.waits(m) && is_block_barrier(program_.at(machine.warp(m).pc).opcode);
}

bool Meetings::is_activemask(const Machine& machine, std::uint32_t m) const {
    const Label pc = machine.warp(m).pc;
    return has_activemask() && pc < program_.end() && program_.at(pc).opcode == Opcode::activemask;
}

bool Meetings::is_near(const Machine& machine, std::uint32_t m) const {
    return has_activemask() && near_[machine.warp(m).pc];
}

bool Meetings::is_near(const Machine& machine, const Meeting& meeting) const {
    return std::ranges::any_of(meeting.steps, [&](std::uint32_t m) { return is_near(machine, m); });
}

void Meetings::add_marks(const Machine& before, const Machine& after, const Meeting& meeting,
                         Footprint& footprint) const {
    if (!has_activemask()) return;
    const std::uint32_t warp = before.warp(meeting.machine).number;
    if (is_opening(before, meeting.machine)) footprint.opens = before.warp(meeting.machine).block;
    if (is_activemask(before, meeting.machine))
        footprint.marks.push_back({warp, before.warp(meeting.machine).pc, true});
    for (const std::uint32_t m : meeting.steps) {
        if (!after.has_stopped(m) && is_activemask(after, m))
            footprint.marks.push_back({after.warp(m).number, after.warp(m).pc, false});
    }
}

}  // namespace musimd::explore
