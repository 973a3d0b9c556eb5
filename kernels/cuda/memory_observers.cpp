#include "kernels/cuda/memory_observers.hpp"

#include <algorithm>

#include "kernels/launch/accesses.hpp"

namespace musimd::kernels::cuda {

ConstantObserver::ConstantObserver(const LaunchProgram& launch) {
    for (const LaunchObject& object : launch.memory) {
        if (object.space == Space::constant)
            ranges_.push_back({object.address, object.address + object.elements});
    }
}

void ConstantObserver::on_step(const StepEvent& event) {
    if (event.accesses.empty() || openmp::use_of(event.instruction(), Access{}) == Use::read) return;
    for (const Access& access : event.accesses) {
        if (openmp::use_of(event.instruction(), access) == Use::read) continue;  // the source of a copy
        const auto contains = [&](const openmp::AddressRange& r) {
            return r.first <= access.address && access.address < r.end;
        };
        if (std::ranges::any_of(ranges_, contains) && where_.insert(event.pc).second)
            found_.push_back({event.pc, access.address, event.warp, access.thread});
    }
}

void SharedObserver::on_step(const StepEvent& event) {
    for (const Access& access : event.accesses) {
        const auto& meant = launch_.shared[openmp::row_of(event.pc, access.only_reads, launch_.sources) - 1];
        if (!meant) continue;
        const LaunchObject& object = launch_.memory[*meant];
        const std::int64_t first = launch_.shared_base(event.warp) + object.address;
        const bool is_inside = first <= access.address && access.address < first + object.elements;
        if (!is_inside && where_.insert(event.pc).second)
            found_.push_back({event.pc, access.address, event.warp, access.thread, access.only_reads});
    }
}

UnwrittenReads::UnwrittenReads(const LaunchProgram& launch) {
    memory_.set_wanted(true);
    for (const LaunchObject& object : launch.memory) {
        if (object.space == Space::local) memory_.note(object.address, object.elements, true);
    }
    memory_.note(launch.options.max_address + 1, launch.program.shared_words() * launch.program.grid, true);
}

// What sets shared memory to 0 before the kernel begins has no line.
void UnwrittenReads::on_step(const StepEvent& event) {
    if (event.accesses.empty() || event.instruction().line == 0) return;
    for (const Access& access : event.accesses) {
        if (!memory_.contains(access.address)) continue;
        const Use use = openmp::use_of(event.instruction(), access);
        if (use != Use::write && where_.insert(event.pc).second)
            found_.push_back({event.pc, access.address, event.warp, access.thread, access.only_reads});
        if (use == Use::write || use == Use::atomic) memory_.note(access.address, 1, false);
    }
}

}  // namespace musimd::kernels::cuda
