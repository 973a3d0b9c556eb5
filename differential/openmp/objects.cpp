#include "differential/openmp/objects.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace musimd::differential::openmp {

void ObjectObserver::on_step(const StepEvent& event) {
    if (event.accesses.empty() || first_) return;
    const AddressRange& object = objects_[event.pc - 1];
    for (const Access& access : event.accesses) {
        if (object.first <= access.address && access.address < object.end) continue;
        first_ = {event.pc, access.address, event.warp, access.thread};
        return;
    }
}

std::vector<AddressRange> object_addresses(const dsl::LoweredKernel& lowered, const dsl::Launch& launch) {
    std::vector<AddressRange> result;
    for (const std::optional<dsl::BufferId> buffer : lowered.objects)
        result.push_back(buffer ? addresses_of(*buffer, launch) : kAllAddresses);
    return result;
}

std::string explain(const OutsideAccess& access, const Program& program,
                    const std::vector<AddressRange>& objects) {
    const std::int64_t begin = objects[access.pc - 1].first;
    const auto object = std::ranges::find(program.buffers, begin, &Buffer::address);
    return fmt::format("thread {} uses {}[{}], which is outside of {}: it has {} elements", access.thread,
                       object->name, access.address - begin, object->name, object->count);
}

}  // namespace musimd::differential::openmp
