#include "views/lanes/execution_lanes.hpp"

namespace musimd::views {

std::vector<Lane> lanes_of(const debugger::Execution& execution, std::uint32_t machine) {
    const Program& program = execution.program();
    const Warp& shown = execution.machine().warp(machine);
    const auto states_of = [&](const Warp& one) {
        const StepEvent event{program,    execution.steps() + 1, one.number,        one.pc, RuleId::IT, {},
                              one.active, one.sync_stack,        one.context_stack, 0,      0,          {}};
        return lanes_of(event, one.exited);
    };
    if (program.model == ThreadModel::lockstep) return states_of(shown);
    std::vector<Lane> lanes(program.threads);
    for (Thread t = 0; t < program.lanes_of(shown.number); ++t) {
        const std::uint32_t m = execution.machine().machine_of(shown.number, t);
        const Warp& one = execution.machine().warp(m);
        lanes[t] = states_of(one)[t];
        const bool has_ended = execution.machine().has_stopped(m);
        if (one.pc != shown.pc || has_ended)
            lanes[t].state = has_ended ? LaneState::exited : LaneState::absent;
    }
    return lanes;
}

}  // namespace musimd::views
