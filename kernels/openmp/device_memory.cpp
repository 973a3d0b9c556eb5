#include "kernels/openmp/device_memory.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/launch/accesses.hpp"

namespace musimd::kernels::openmp {
namespace {

using dsl::openmp::DeviceAct;
using dsl::openmp::DeviceStep;
using dsl::openmp::MapType;

constexpr std::int64_t kMostRanges = 1 << 20;

/// The parts of an item, whose dimensions are (how many, how far apart), the outermost first.
void add_ranges(std::int64_t first, std::span<const std::int64_t> dimensions,
                std::vector<MapItem::Range>& ranges) {
    if (dimensions.size() == 2 && dimensions[0] > 0) {
        if (!ranges.empty() && ranges.back().end == first)
            ranges.back().end = first + dimensions[0];
        else
            ranges.push_back({first, first + dimensions[0]});
    }
    if (dimensions.size() <= 2) return;
    const std::int64_t distance = dimensions[1];
    const std::int64_t count = std::min(dimensions[0], kMostRanges);
    for (std::int64_t i = 0; i < count; ++i) add_ranges(first + i * distance, dimensions.subspan(2), ranges);
}

}  // namespace

DeviceMemory::DeviceMemory(const dsl::openmp::LoopFunction& function, CallState& state,
                           const KeptMemory& kept)
    : state_(state), kept_(kept), given_(function.buffers.size()), of_text_(function.buffers.size()) {
    for (const dsl::openmp::ObjectShape& shape : function.shapes) of_text_[shape.buffer] = true;
    for (const dsl::openmp::Parameter& parameter : function.parameters) {
        if (parameter.buffer) given_[*parameter.buffer] = true;
    }
    for (const dsl::openmp::StructureArray& array : function.structures) given_[array.whole] = true;
}

// ---- acts

void DeviceMemory::act(const dsl::Statement& s, const std::vector<std::int64_t>& operands) {
    active_ = true;
    take_unknown();
    const DeviceStep step = dsl::openmp::device_step(s);
    const bool happens = operands.empty() || operands[0] != 0;
    if (step.depends && !step.nowait) wait();
    std::vector<std::uint32_t> items;
    if (step.act != DeviceAct::item) items = take_listed();
    switch (step.act) {
        case DeviceAct::none:
        case DeviceAct::present:
            return;
        case DeviceAct::wrong_pointer:
            map_faults_.push_back(
                {fmt::format("the host accesses `{}`, but the pointer is an address of the device "
                             "here, by the clause on line {}",
                             s.function, operands[0]),
                 s.line});
            return;
        case DeviceAct::item:
            return add_item(s, operands);
        case DeviceAct::begin:
            return begin(step, happens ? items : std::vector<std::uint32_t>(), happens, s.line);
        case DeviceAct::end:
            return end();
        case DeviceAct::wait:
            return wait();
        case DeviceAct::enter:
            for (const std::uint32_t i : items) {
                if (happens) enter(i);
            }
            return;
        case DeviceAct::exit:
            if (!happens) return;
            if (step.nowait) return late_.push_back({items, s.line, false});
            for (const std::uint32_t i : items) exit(i, s.line);
            return;
        case DeviceAct::update:
            if (!happens) return;
            if (step.nowait) return late_.push_back({items, s.line, true});
            for (const std::uint32_t i : items) update(i);
            return;
        case DeviceAct::declare:
            for (const std::uint32_t i : items) map(items_[i - 1].extent(), i, true);
            return;
        case DeviceAct::constant:
            for (const std::uint32_t i : items)
                for_each(items_[i - 1].extent(), [](DeviceWord& w) { w.set(DeviceWord::anywhere); });
            return;
        case DeviceAct::allocate:
            for (const std::uint32_t i : items) {
                if (!happens) continue;
                for_each(items_[i - 1].extent(),
                         [&](DeviceWord& w) { w = {.flags = DeviceWord::device_only, .map = i}; });
            }
            return;
        case DeviceAct::release: {
            const auto object = object_words(operands[0], state_, kept_);
            if (!object) return;
            for_each({object->first, object->end}, [&](DeviceWord& w) {
                if (!w.is(DeviceWord::device_only)) return;
                w.flags = DeviceWord::freed;
                w.lines[1] = s.line;
            });
            return;
        }
        case DeviceAct::copy:
            regions_.push_back(
                {.device_loads = operands[0] != 0, .device_stores = operands[1] != 0, .line = s.line});
            return;
    }
}

void DeviceMemory::add_item(const dsl::Statement& s, const std::vector<std::int64_t>& operands) {
    MapItem item{.step = dsl::openmp::device_step(s), .text = s.function, .line = s.line};
    add_ranges(operands[0], std::span(operands).subspan(1), item.ranges);
    std::ranges::sort(item.ranges, {}, &MapItem::Range::first);
    if (item.is_empty() || !object_words(operands[0], state_, kept_)) return;
    std::vector<std::uint32_t>& known = items_of_[&s];
    const auto same = std::ranges::find_if(
        known, [&](std::uint32_t number) { return items_[number - 1].ranges == item.ranges; });
    if (same != known.end()) return listed_.push_back(*same);
    items_.push_back(std::move(item));
    known.push_back(static_cast<std::uint32_t>(items_.size()));
    listed_.push_back(known.back());
}

/// Of the next act. What is copied to the device comes first, so that another item of the same copies, too.
std::vector<std::uint32_t> DeviceMemory::take_listed() {
    std::vector<std::uint32_t> result = std::exchange(listed_, {});
    std::ranges::stable_partition(result, [&](std::uint32_t number) {
        return dsl::openmp::is_copied_to(items_[number - 1].step.type);
    });
    return result;
}

void DeviceMemory::begin(const DeviceStep& step, const std::vector<std::uint32_t>& items, bool happens,
                         std::uint32_t line) {
    Region region{.nowait = step.nowait, .line = line};
    const bool on_device = !regions_.empty() && regions_.back().device_loads;
    region.device_loads = region.device_stores = step.region ? happens : on_device;
    for (const std::uint32_t i : items) {
        if (enter_own(i, region)) continue;
        enter(i);
        region.items.push_back(i);
    }
    regions_.push_back(std::move(region));
}

/// `firstprivate` of what is mapped: the region's copy begins with the value of the host. Whether it is that.
bool DeviceMemory::enter_own(std::uint32_t number, Region& region) {
    const MapItem& item = items_[number - 1];
    if (!item.step.copied || mapping_around(item.extent()) == mappings_.end()) return false;
    const auto object = object_words(item.extent().first, state_, kept_);
    for (std::int64_t address = item.extent().first; object && address < item.extent().end; ++address) {
        DeviceWord& w = words_.at(address);
        region.own.emplace_back(address, w);
        if (w.has(Side::host)) object->at(address) = w.value(Side::host);
        w.set(DeviceWord::own);
        w.clear(DeviceWord::listed);
    }
    return true;
}

void DeviceMemory::end_own(const Region& region) {
    for (const auto& [address, outside] : region.own) {
        const auto object = object_words(address, state_, kept_);
        words_.at(address) = outside;
        if (object && outside.has(shown_)) object->at(address) = outside.value(shown_);
        if (outside.is(DeviceWord::listed)) listed_words_.push_back(address);
    }
}

void DeviceMemory::end() {
    if (regions_.empty()) return;
    const Region region = std::move(regions_.back());
    regions_.pop_back();
    end_own(region);
    if (region.nowait) return late_.push_back({region.items, region.line, false});
    for (const std::uint32_t i : region.items) exit(i, region.line);
}

void DeviceMemory::wait() {
    for (const Late& late : std::exchange(late_, {})) {
        for (const std::uint32_t i : late.items) late.is_update ? update(i) : exit(i, late.line);
    }
}

std::uint32_t DeviceMemory::in_flight(std::int64_t address) const {
    for (const Late& late : late_) {
        for (const std::uint32_t i : late.items) {
            const MapItem& item = items_[i - 1];
            const auto contains = [&](const MapItem::Range& r) {
                return r.first <= address && address < r.end;
            };
            if (dsl::openmp::is_copied_from(item.step.type) && std::ranges::any_of(item.ranges, contains))
                return late.line;
        }
    }
    return 0;
}

bool DeviceMemory::is_present(std::int64_t address, bool on_device) {
    const DeviceWord* const w = words_.find(address);
    return !on_device || (w != nullptr && w->is(DeviceWord::present));
}

const MapItem* DeviceMemory::nearest_item(std::int64_t address) {
    const auto object = object_words(address, state_, kept_);
    const MapItem* result = nullptr;
    for (const auto& [first, mapping] : mappings_) {
        if (object && object->contains(first)) result = &items_[mapping.item - 1];
    }
    return result;
}

void DeviceMemory::declare(dsl::BufferId buffer, std::int64_t first, std::int64_t elements) {
    if (!active_ || elements == 0) return;
    const bool is_on_device = !regions_.empty() && regions_.back().device_loads;
    const bool is_followed = buffer < of_text_.size() && of_text_[buffer] && !is_on_device;
    const DeviceWord* const last = words_.find(first + elements - 1);
    if (!is_followed && last != nullptr && last->flags == DeviceWord::anywhere) return;
    forget(first, first + elements);
    if (is_followed) return;
    for_each({first, first + elements}, [](DeviceWord& w) { w.set(DeviceWord::anywhere); });
}

void DeviceMemory::forget(std::int64_t first, std::int64_t end) {
    std::erase_if(mappings_, [&](const auto& m) { return first <= m.first && m.second.end <= end; });
    for (std::int64_t address = first; address < end; ++address) {
        if (DeviceWord* w = words_.find(address)) *w = {};
    }
}

}  // namespace musimd::kernels::openmp
