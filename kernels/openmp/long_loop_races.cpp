#include "kernels/openmp/long_loop_races.hpp"

#include <algorithm>

namespace musimd::kernels::openmp {

void LongLoopRaces::begin_part(std::int64_t first, bool by_warp) {
    first_ = first;
    by_warp_ = by_warp;
}

void LongLoopRaces::on_step(const StepEvent& event) {
    if (race_) return;
    for (const Access& one : event.accesses) access(event, one);
}

void LongLoopRaces::access(const StepEvent& event, const Access& one) {
    const auto contains = [&](const AddressRange& r) {
        return r.first <= one.address && one.address < r.end;
    };
    if (race_ || std::ranges::any_of(private_memory_, contains)) return;
    const std::int64_t in_part =
        by_warp_ ? event.warp : std::int64_t{event.warp} * event.program.threads + one.thread;
    const SimdRace::Side self{first_ + in_part, event.pc, use_of(event.instruction(), one)};
    Element& element = elements_[one.address];
    for (const Seen& other : element) {
        if (other.part < 0 || other.part == first_ || !do_conflict(other.side.use, self.use)) continue;
        race_ = {.loop = 0,
                 .address = one.address,
                 .earlier = other.side,
                 .later = self,
                 .warp = event.warp,
                 .lane = one.thread};
        return;
    }
    Seen& same = element[static_cast<std::size_t>(self.use)];
    if (same.part < 0) same = {first_, self};
}

}  // namespace musimd::kernels::openmp
