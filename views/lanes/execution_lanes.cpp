#include "views/lanes/execution_lanes.hpp"

namespace musimd::views {

std::vector<Lane> lanes_of(const debugger::Execution& execution, std::uint32_t machine) {
    const Program& program = execution.program();
    const Warp& shown = execution.machine().warp(machine);
    const auto states_of = [&](const Warp& thread_warp) {
        const StepEvent event{program,
                              execution.steps() + 1,
                              thread_warp.number,
                              thread_warp.pc,
                              RuleId::IT,
                              {},
                              thread_warp.active,
                              thread_warp.sync_stack,
                              thread_warp.context_stack,
                              0,
                              0,
                              {}};
        return lanes_of(event, thread_warp.exited);
    };
    if (program.model != ThreadModel::volta) return states_of(shown);
    std::vector<Lane> lanes(program.threads);
    for (Thread t = 0; t < program.lanes_of(shown.number); ++t) {
        const std::uint32_t m = execution.machine().machine_of(shown.number, t);
        const Warp& thread_warp = execution.machine().warp(m);
        lanes[t] = states_of(thread_warp)[t];
        const bool has_ended = execution.machine().has_stopped(m);
        if (thread_warp.pc != shown.pc || has_ended)
            lanes[t].state = has_ended ? LaneState::exited : LaneState::absent;
    }
    return lanes;
}

}  // namespace musimd::views
