#include <fmt/format.h>

#include <algorithm>

#include "kernels/openmp/device_memory.hpp"

// What the device has copies of, and how values get from one side to the other.

namespace musimd::kernels::openmp {
namespace {

using dsl::openmp::MapType;

}  // namespace

std::map<std::int64_t, DeviceMemory::Mapping>::iterator DeviceMemory::mapping_around(
    const MapItem::Range& range) {
    auto after = mappings_.upper_bound(range.first);
    if (after == mappings_.begin()) return mappings_.end();
    --after;
    return range.end <= after->second.end ? after : mappings_.end();
}

const DeviceMemory::Mapping* DeviceMemory::overlap(const MapItem::Range& range) const {
    auto at = mappings_.upper_bound(range.first);
    if (at != mappings_.begin() && std::prev(at)->second.end > range.first) --at;
    return at != mappings_.end() && at->first < range.end ? &at->second : nullptr;
}

void DeviceMemory::enter(std::uint32_t number) {
    const MapItem& item = items_[number - 1];
    const MapItem::Range range = item.extent();
    const auto known = mapping_around(range);
    if (known != mappings_.end()) {
        known->second.count += 1;
        if (item.step.always && dsl::openmp::is_copied_to(item.step.type)) copy_to_device(item);
        return;
    }
    if (item.step.present)
        map_faults_.push_back(
            {fmt::format("`{}` has the modifier `present`, but is not mapped here", item.text), item.line});
    if (const Mapping* other = overlap(range)) {
        if (item.step.in_clause)
            map_faults_.push_back(
                {fmt::format("`{}` goes beyond `{}`, which line {} has mapped; a part of an object cannot be "
                             "mapped beside another part of it",
                             item.text, items_[other->item - 1].text, items_[other->item - 1].line),
                 item.line});
        return enter_rest(number);
    }
    map(range, number);
}

/// What is not mapped of a list item.
void DeviceMemory::enter_rest(std::uint32_t number) {
    const MapItem::Range range = items_[number - 1].extent();
    std::vector<MapItem::Range> rest;
    std::int64_t first = range.first;
    for (const auto& [begin, mapping] : mappings_) {
        if (mapping.end <= first || begin >= range.end) continue;
        if (first < begin) rest.push_back({first, begin});
        first = mapping.end;
    }
    if (first < range.end) rest.push_back({first, range.end});
    for (const MapItem::Range& part : rest) map(part, number);
}

void DeviceMemory::map(MapItem::Range range, std::uint32_t number, bool stays) {
    const auto object = object_words(range.first, state_, kept_);
    if (!object) return;
    range.end = std::min(range.end, object->end);
    mappings_[range.first] = {.end = range.end, .count = 1, .item = number, .stays = stays};
    MapItem& item = items_[number - 1];
    item.released = 0;
    const bool copies = stays || dsl::openmp::is_copied_to(item.step.type);
    for (std::int64_t address = range.first; address < range.end; ++address) {
        DeviceWord& w = words_.at(address);
        w.clear(static_cast<std::uint16_t>(~(DeviceWord::lost | DeviceWord::host_unset)));
        w.set(copies ? DeviceWord::present : DeviceWord::present | DeviceWord::device_unset);
        w.is_set = {false, false};
        if (object->is_defined(address)) w.put(Side::host, object->at(address));
        if (copies) w.copy(Side::host);
        w.map = number;
    }
}

void DeviceMemory::exit(std::uint32_t number, std::uint32_t line) {
    const MapItem& item = items_[number - 1];
    if (item.is_empty()) return;
    const MapItem::Range range = item.extent();
    auto known = mapping_around(range);
    if (known == mappings_.end()) {  // of a list item that was mapped in parts, or not at all
        std::vector<std::int64_t> parts;
        for (const auto& [first, mapping] : mappings_) {
            if (mapping.item == number && range.first <= first && mapping.end <= range.end)
                parts.push_back(first);
        }
        if (!parts.empty() && dsl::openmp::is_copied_from(item.step.type)) copy_to_host(item);
        for (const std::int64_t first : parts) unmap(first, line);
        return;
    }
    Mapping& mapping = known->second;
    if (!mapping.stays) mapping.count = item.step.type == MapType::remove ? 0 : mapping.count - 1;
    if (dsl::openmp::is_copied_from(item.step.type) && (mapping.count == 0 || item.step.always))
        copy_to_host(item);
    if (mapping.count == 0) unmap(known->first, line);
}

void DeviceMemory::update(std::uint32_t number) {
    const MapItem& item = items_[number - 1];
    const bool is_mapped = mapping_around(item.extent()) != mappings_.end();
    if (!is_mapped && item.step.present)
        map_faults_.push_back(
            {fmt::format("`{}` has the modifier `present`, but is not mapped here", item.text), item.line});
    if (dsl::openmp::is_copied_to(item.step.type)) copy_to_device(item);
    if (dsl::openmp::is_copied_from(item.step.type)) copy_to_host(item);
}

/// The device's copy ends.
void DeviceMemory::unmap(std::int64_t first, std::uint32_t line) {
    const auto mapping = mappings_.find(first);
    const MapItem::Range range{first, mapping->second.end};
    MapItem& item = items_[mapping->second.item - 1];
    item.released = line;
    const bool is_wanted = item.step.copied && item.step.in_clause;  // the text says that the copy is lost
    mappings_.erase(mapping);
    const auto object = object_words(first, state_, kept_);
    for (std::int64_t address = range.first; object && address < range.end; ++address) {
        DeviceWord& w = words_.at(address);
        const bool was_lost = w.is(DeviceWord::lost);
        const bool is_lost = w.is(DeviceWord::host_old) && w.differs();
        if (shown_ == Side::device && w.has(Side::host)) object->at(address) = w.value(Side::host);
        w.flags = w.flags & DeviceWord::host_unset;
        if (was_lost || (is_lost && !is_wanted)) w.set(DeviceWord::lost);
        if (is_lost && !is_wanted) lost_words_.push_back(address);
    }
}

/// `use` is given the numbers of the item that the device has a copy of, and their words in the memory.
template <typename F>
void DeviceMemory::for_each_present(const MapItem& item, const F& use) {
    for (const MapItem::Range& range : item.ranges) {
        const auto object = object_words(range.first, state_, kept_);
        if (!object) continue;
        const std::int64_t end = std::min(range.end, object->end);
        for (std::int64_t address = range.first; address < end; ++address) {
            DeviceWord* const w = words_.find(address);
            if (w != nullptr && w->is(DeviceWord::present)) use(*w, object->at(address));
        }
    }
}

void DeviceMemory::copy_to_device(const MapItem& item) {
    for_each_present(item, [&](DeviceWord& w, Value& word) {
        if (shown_ == Side::device && w.has(Side::host)) word = w.value(Side::host);
        w.copy(Side::host);
        w.clear(DeviceWord::host_old | DeviceWord::device_old | DeviceWord::device_unset);
    });
}

void DeviceMemory::copy_to_host(const MapItem& item) {
    for_each_present(item, [&](DeviceWord& w, Value& word) {
        w.clear(DeviceWord::host_old | DeviceWord::device_old | DeviceWord::lost | DeviceWord::host_unset);
        if (w.is(DeviceWord::device_unset)) return w.set(DeviceWord::host_unset);
        if (shown_ == Side::host && w.has(Side::device)) word = w.value(Side::device);
        w.copy(Side::device);
    });
}

void DeviceMemory::show_newest() {
    const auto put = [&](std::int64_t address, std::uint16_t flag, Side newest) {
        const DeviceWord& w = words_.at(address);
        if (!w.is(flag) || !w.has(newest)) return;
        if (const auto object = object_words(address, state_, kept_)) object->at(address) = w.value(newest);
    };
    for (const std::int64_t address : listed_words_) {
        put(address, DeviceWord::host_old, Side::device);
        put(address, DeviceWord::device_old, Side::host);
    }
    for (const std::int64_t address : lost_words_) put(address, DeviceWord::lost, Side::device);
}

/// The memory gets the values that the side has whose code comes next.
void DeviceMemory::show() {
    const Side side = !regions_.empty() && regions_.back().device_loads ? Side::device : Side::host;
    if (!active_ || quiet_ || side == shown_) return;
    shown_ = side;
    std::optional<ObjectWords> object;
    std::erase_if(listed_words_, [&](std::int64_t address) {
        DeviceWord& w = words_.at(address);
        if (!w.is(DeviceWord::listed)) return true;
        if (!w.differs()) {
            w.clear(DeviceWord::listed);
            return true;
        }
        if (!object || !object->contains(address)) object = object_words(address, state_, kept_);
        if (object && w.has(side)) object->at(address) = w.value(side);
        return false;
    });
}

}  // namespace musimd::kernels::openmp
