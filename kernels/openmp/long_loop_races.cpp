#include "kernels/openmp/long_loop_races.hpp"

#include <algorithm>

namespace musimd::kernels::openmp {

void LongLoopRaces::begin_part(std::int64_t first, bool by_warp) {
    first_ = first;
    by_warp_ = by_warp;
}

void LongLoopRaces::on_step(const StepEvent& event) {
    if (race_) return;
    for (const Access& memory_access : event.accesses) access(event, memory_access);
}

void LongLoopRaces::access(const StepEvent& event, const Access& memory_access) {
    const auto contains = [&](const AddressRange& r) {
        return r.first <= memory_access.address && memory_access.address < r.end;
    };
    if (race_ || std::ranges::any_of(private_memory_, contains)) return;
    const std::int64_t in_part =
        by_warp_ ? event.warp : std::int64_t{event.warp} * event.program.threads + memory_access.thread;
    const SimdRace::Side self{first_ + in_part, event.pc, use_of(event.instruction(), memory_access)};
    Element& element = elements_[memory_access.address];
    for (const Seen& other : element) {
        if (other.part < 0 || other.part == first_ || !do_conflict(other.side.use, self.use)) continue;
        race_ = {.loop = 0,
                 .address = memory_access.address,
                 .earlier = other.side,
                 .later = self,
                 .warp = event.warp,
                 .lane = memory_access.thread};
        return;
    }
    Seen& same = element[static_cast<std::size_t>(self.use)];
    if (same.part < 0) same = {first_, self};
}

}  // namespace musimd::kernels::openmp
