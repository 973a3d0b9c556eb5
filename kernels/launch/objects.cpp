#include "kernels/launch/objects.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

namespace musimd::kernels::openmp {

bool ObjectObserver::is_outside(Label row, std::int64_t address) const {
    const auto contains = [&](const AddressRange& r) { return r.first <= address && address < r.end; };
    return !contains(objects_[row - 1]) || std::ranges::any_of(margins_, contains);
}

void ObjectObserver::on_step(const StepEvent& event) {
    if (event.accesses.empty() || (margins_.empty() && !found_.empty())) return;
    for (const Access& access : event.accesses) {
        const Label row = row_of(event.pc, access.only_reads, sources_);
        if (!is_outside(row, access.address) || !where_.insert(event.pc).second) continue;
        found_.push_back({event.pc, access.address, event.warp, access.thread, access.only_reads});
        return;
    }
}

std::vector<AddressRange> margins_of(const Program& program) {
    std::vector<AddressRange> result;
    for (const Buffer& buffer : program.buffers) {
        if (buffer.name.empty()) result.push_back({buffer.address, buffer.address + buffer.count});
    }
    return result;
}

std::vector<AddressRange> object_addresses(const std::vector<std::optional<dsl::BufferId>>& objects,
                                           const dsl::Launch& launch) {
    std::map<dsl::BufferId, AddressRange> known;  // there may be many regions
    std::vector<AddressRange> result;
    for (const std::optional<dsl::BufferId> buffer : objects) {
        if (buffer && !known.contains(*buffer)) known[*buffer] = addresses_of(*buffer, launch);
        result.push_back(buffer ? known[*buffer] : kAllAddresses);
    }
    return result;
}

std::string explain(const OutsideAccess& access, const Program& program,
                    const std::vector<AddressRange>& objects, const ElementNames& names) {
    const std::int64_t begin = objects[access.pc - 1].first;
    auto object = std::ranges::find(program.buffers, begin, &Buffer::address);
    if (object == program.buffers.end()) {  // of an access by an address: the nearest one
        object = std::ranges::min_element(program.buffers, {}, [&](const Buffer& buffer) {
            const std::int64_t last = buffer.address + buffer.count - 1;
            const std::int64_t distance = std::max(buffer.address - access.address, access.address - last);
            return buffer.name.empty() ? std::numeric_limits<std::int64_t>::max() : distance;
        });
    }
    return fmt::format("thread {} uses {}, which is outside of {}: it has {} elements", access.thread,
                       names.of(*object, access.address - object->address), names.object(*object),
                       names.elements(*object));
}

}  // namespace musimd::kernels::openmp
