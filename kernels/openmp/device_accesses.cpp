#include "kernels/launch/accesses.hpp"
#include "kernels/openmp/device_memory.hpp"

// Accesses of the host and of the device: which side has the newest value, and which may not be there.

namespace musimd::kernels::openmp {
namespace {

constexpr bool is_write(Use use) {
    return use == Use::write || use == Use::atomic;
}

constexpr bool is_read(Use use) {
    return use != Use::write;
}

}  // namespace

void DeviceMemory::on_step(const StepEvent& event) {
    if (quiet_ || event.accesses.empty()) return;
    const bool loads = !regions_.empty() && regions_.back().device_loads;
    const bool stores = !regions_.empty() && regions_.back().device_stores;
    for (const Access& access : event.accesses) {
        const Use use = use_of(event.instruction(), access);
        (is_write(use) ? stores : loads) ? access_by_device(event, access, use)
                                         : access_by_host(event, access, use);
    }
}

void DeviceMemory::access_by_device(const StepEvent& event, const Access& access, Use use) {
    DeviceWord* const w = words_.find(access.address);
    constexpr auto kAllowed = DeviceWord::anywhere | DeviceWord::device_only | DeviceWord::own;
    if (w != nullptr && w->is(kAllowed)) return;
    if (w != nullptr && w->is(DeviceWord::freed))
        return fault(DeviceFault::Kind::freed, event, access, use, *w);
    if (w == nullptr || !w->is(DeviceWord::present)) {
        if (!is_free_for_all(access.address))
            fault(DeviceFault::Kind::not_mapped, event, access, use, w == nullptr ? DeviceWord{} : *w);
        return;
    }
    if (is_read(use)) {
        if (w->is(DeviceWord::device_unset) && use == Use::read)
            fault(DeviceFault::Kind::device_unset, event, access, use, *w);
        else if (w->is(DeviceWord::device_old) && w->differs())
            fault(DeviceFault::Kind::device_old, event, access, use, *w);
        else if (w->is(DeviceWord::lost) && !w->is(DeviceWord::host_old))
            fault(DeviceFault::Kind::lost, event, access, use, *w);
    }
    if (!is_write(use)) return;
    w->clear(DeviceWord::device_old | DeviceWord::device_unset);
    w->set(DeviceWord::host_old);
    note_write(*w, Side::device, event, access, use);
}

void DeviceMemory::access_by_host(const StepEvent& event, const Access& access, Use use) {
    DeviceWord* const w = words_.find(access.address);
    if (w == nullptr || w->flags == 0 || w->is(DeviceWord::anywhere)) return;
    if (w->is(DeviceWord::device_only)) return fault(DeviceFault::Kind::device_only, event, access, use, *w);
    if (w->is(DeviceWord::freed)) return fault(DeviceFault::Kind::freed, event, access, use, *w);
    if (is_read(use)) {
        if (w->is(DeviceWord::host_old) && w->differs())
            fault(DeviceFault::Kind::host_old, event, access, use, *w);
        else if (w->is(DeviceWord::lost) && !w->is(DeviceWord::host_old))
            fault(DeviceFault::Kind::lost, event, access, use, *w);
        else if (w->is(DeviceWord::host_unset))
            fault(DeviceFault::Kind::host_unset, event, access, use, *w);
    }
    if (!is_write(use)) return;
    w->clear(DeviceWord::lost | DeviceWord::host_unset);
    if (!w->is(DeviceWord::present)) return;
    w->clear(DeviceWord::host_old);
    if (!w->is(DeviceWord::device_unset)) w->set(DeviceWord::device_old);
    note_write(*w, Side::host, event, access, use);
}

void DeviceMemory::note_write(DeviceWord& w, Side by, const StepEvent& event, const Access& access, Use use) {
    w.put(by, access.value);
    w.lines[static_cast<std::size_t>(by)] = event.instruction().line;
    if (use == Use::atomic) unknown_.emplace_back(access.address, by);
    if (w.is(DeviceWord::listed)) return;
    w.set(DeviceWord::listed);
    listed_words_.push_back(access.address);
}

/// Whether the text says nothing of the object: what the caller of the function has given it, and what the
/// machine has of its own. A variable has a copy on the device in any case.
bool DeviceMemory::is_free_for_all(std::int64_t address) {
    const auto object = object_words(address, state_, kept_);
    if (!object) return true;  // the machine reports it
    if (is_followed(*object)) return false;
    for_each({object->first, object->end}, [](DeviceWord& w) {
        if (w.flags == 0) w.set(DeviceWord::anywhere);
    });
    return true;
}

bool DeviceMemory::is_followed(const ObjectWords& object) const {
    if (object.end - object.first == 1) return false;
    if (!object.buffer) return true;
    if (*object.buffer >= of_text_.size() || !of_text_[*object.buffer]) return false;
    const auto is_of_object = [&](const MapItem& item) { return object.contains(item.extent().first); };
    return !given_[*object.buffer] || std::ranges::any_of(items_, is_of_object);
}

void DeviceMemory::fault(DeviceFault::Kind kind, const StepEvent& event, const Access& access, Use use,
                         const DeviceWord& word) {
    if (!where_.emplace(kind, event.pc).second) return;
    faults_.push_back({.kind = kind,
                       .pc = event.pc,
                       .address = access.address,
                       .use = use,
                       .word = word,
                       .region = regions_.empty() ? 0 : regions_.back().line});
}

void DeviceMemory::end_run() {
    where_.clear();
}

/// What atomics have left in the memory is known only after the run.
void DeviceMemory::take_unknown() {
    for (const auto& [address, side] : unknown_) {
        const auto object = object_words(address, state_, kept_);
        if (object) words_.at(address).put(side, object->at(address));
    }
    unknown_.clear();
}

}  // namespace musimd::kernels::openmp
