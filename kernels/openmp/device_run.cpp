#include "kernels/openmp/call_run.hpp"
#include "kernels/openmp/device_findings.hpp"

// What host code does with the memory of the device, and what was found there. None of it ends the run:
// values are those of a device with memory of its own.

namespace musimd::kernels::openmp {

/// Its operands cost nothing.
void CallRun::act_on_device(const dsl::Statement& s) {
    if (configuration_.unified) return;
    const Cost before = run_.host;
    device_.show();
    device_.set_quiet(true);
    std::vector<std::int64_t> operands;
    for (const dsl::Expr& operand : s.operands)
        operands.push_back(static_cast<std::int64_t>(execute({}, operand, s.line)));
    device_.set_quiet(false);
    run_.host = before;
    if (dsl::openmp::device_step(s).act == dsl::openmp::DeviceAct::present) {
        state_.values[s.variable] = device_.is_present(operands[0], operands[1] != 0) ? 1 : 0;
        return;
    }
    device_.act(s, operands);
    for (const MapFault& fault : device_.take_map_faults())
        note(kNotMapped, fault.message, fault.line, calls_around(LoopProgram{}, 0));
}

/// Of the program that has run.
void CallRun::note_device(const LoopProgram& program) {
    if (!device_.is_active()) return;
    device_.end_run();
    for (const DeviceFault& fault : device_.take_faults()) {
        Finding found = finding_of(fault, device_, program.program, names_);
        if (!noted_lines_
                 .emplace(fault.kind == DeviceFault::Kind::not_mapped ? kNotMapped : kStaleRead,
                          found.line.line)
                 .second)
            continue;
        found.calls = calls_around(program, fault.pc);
        run_.findings.push_back(std::move(found));
    }
}

}  // namespace musimd::kernels::openmp
