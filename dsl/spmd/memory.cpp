#include "dsl/spmd/memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>

namespace musimd::spmd {
namespace {

struct Registered {
    Registration::Kind kind;
    Bytes bytes;
};

thread_local std::vector<Registered> registrations;

[[noreturn]] void fail(const dsl::Kernel& kernel, std::string message) {
    ErrorDetails details;
    details.file = kernel.file;
    details.kernel = kernel.name;
    details.message = std::move(message);
    throw Error(std::move(details));
}

std::uint64_t pattern_at(std::uintptr_t address, std::uintptr_t width) {
    std::uint64_t bits = 0;  // the host is little-endian
    std::memcpy(&bits, reinterpret_cast<const void*>(address), width);
    return bits;
}

/// The registered buffer that the pointer points into, or to the end of.
const Bytes* extent_around(std::uintptr_t address) {
    const Bytes* ended = nullptr;
    for (const Registered& registered : registrations) {
        const Bytes& bytes = registered.bytes;
        if (registered.kind != Registration::Kind::extent) continue;
        if (bytes.begin <= address && address < bytes.end) return &bytes;
        if (bytes.begin <= address && address == bytes.end) ended = &bytes;
    }
    return ended;
}

}  // namespace

Registration::Registration(Kind kind, Bytes bytes) : kind_(kind), bytes_(bytes) {
    registrations.push_back({kind, bytes});
}

Registration::~Registration() {
    const auto found = std::find_if(registrations.rbegin(), registrations.rend(), [&](const Registered& r) {
        return r.kind == kind_ && r.bytes == bytes_;
    });
    if (found != registrations.rend()) registrations.erase(std::next(found).base());
}

Memory::Memory(const dsl::Kernel& kernel, const std::vector<Buffer>& buffers, std::int64_t elements)
    : width_(static_cast<std::uintptr_t>(kernel.bits / 8)), range_of_(buffers.size(), SIZE_MAX) {
    add_ranges(kernel, buffers, elements);
    merge_ranges(kernel);
    place_regions(kernel, buffers, elements);
}

/// The ranges that each access may touch. Ranges of one buffer form a cluster, and keep their distances in Σ.
void Memory::add_ranges(const dsl::Kernel& kernel, const std::vector<Buffer>& buffers,
                        std::int64_t elements) {
    for (std::size_t b = 0; b < buffers.size(); ++b) {
        const std::uintptr_t base = buffers[b].address;
        const Bytes* const extent = buffers[b].offsets.empty() ? nullptr : extent_around(base);
        if (extent != nullptr) {
            const std::uintptr_t begin = base - (base - extent->begin) / width_ * width_;
            ranges_.push_back(
                {{begin, begin + (extent->end - begin) / width_ * width_}, b, kernel.buffers[b].name});
            continue;
        }
        for (const std::int64_t offset : buffers[b].offsets) {
            const std::uintptr_t begin = base + static_cast<std::uintptr_t>(offset) * width_;
            const std::uintptr_t end = begin + static_cast<std::uintptr_t>(elements) * width_;
            ranges_.push_back({{begin, end}, b, kernel.buffers[b].name});
        }
    }
}

/// Merges overlapping ranges, and their clusters.
void Memory::merge_ranges(const dsl::Kernel& kernel) {
    std::ranges::stable_sort(ranges_, {}, [](const Range& range) { return range.bytes.begin; });
    std::vector<Range> merged;
    std::vector<std::size_t> cluster(kernel.buffers.size());
    std::iota(cluster.begin(), cluster.end(), std::size_t{0});
    for (const Range& range : ranges_) {
        if (merged.empty() || merged.back().bytes.end <= range.bytes.begin) {
            merged.push_back(range);
        } else {
            Range& last = merged.back();
            if ((range.bytes.begin - last.bytes.begin) % width_ != 0)
                fail(kernel, fmt::format("the buffers {} and {} overlap at an offset that is not a multiple "
                                         "of the element size",
                                         last.name, range.name));
            last.bytes.end = std::max(last.bytes.end, range.bytes.end);
            const std::size_t joined = cluster[range.cluster];
            std::ranges::replace(cluster, joined, cluster[last.cluster]);
        }
    }
    for (Range& range : merged) range.cluster = cluster[range.cluster];
    ranges_ = std::move(merged);
}

void Memory::place_regions(const dsl::Kernel& kernel, const std::vector<Buffer>& buffers,
                           std::int64_t elements) {
    // After each cluster there is a gap of invalid addresses, as large as an access can miss its buffer by.
    std::int64_t room = elements + 1;
    for (const Buffer& buffer : buffers) {
        for (const std::int64_t offset : buffer.offsets)
            room = std::max(room, std::abs(offset) + elements + 1);
    }
    const auto words = [&](std::uintptr_t from, std::uintptr_t to) {
        return static_cast<std::int64_t>((to - from) / width_);
    };
    std::int64_t next = 0;
    std::vector<std::int64_t> address(ranges_.size(), -1);
    origins_.assign(buffers.size(), 0);
    for (std::size_t first = 0; first < ranges_.size(); ++first) {
        if (address[first] >= 0) continue;
        std::int64_t end = next;
        for (std::size_t i = first; i < ranges_.size(); ++i) {
            if (ranges_[i].cluster != ranges_[first].cluster) continue;
            address[i] = next + words(ranges_[first].bytes.begin, ranges_[i].bytes.begin);
            end = address[i] + words(ranges_[i].bytes.begin, ranges_[i].bytes.end);
        }
        next = end + room;
    }
    const Type type = kernel.unsigned_type();
    for (std::size_t i = 0; i < ranges_.size(); ++i) {
        const Bytes& bytes = ranges_[i].bytes;
        dsl::Region& region = regions_.emplace_back();
        region.name = ranges_[i].name;
        region.address = address[i];
        const bool taken = std::ranges::count(ranges_, ranges_[i].name, &Range::name) > 1;
        if (taken) region.name += fmt::format("_part{}", i + 1);
        region.words.reserve(static_cast<std::size_t>(words(bytes.begin, bytes.end)));
        for (std::uintptr_t p = bytes.begin; p < bytes.end; p += width_)
            region.words.push_back(word_of_pattern(pattern_at(p, width_), type));
    }
    for (std::size_t b = 0; b < buffers.size(); ++b) {
        if (buffers[b].offsets.empty()) continue;
        const std::uintptr_t reached =
            buffers[b].address + static_cast<std::uintptr_t>(*buffers[b].offsets.begin()) * width_;
        for (std::size_t i = 0; i < ranges_.size(); ++i) {
            const Bytes& bytes = ranges_[i].bytes;
            const bool within = bytes.begin <= reached && reached < bytes.end;
            const bool based = bytes.begin <= buffers[b].address && buffers[b].address <= bytes.end;
            if (!within && !based) continue;
            const auto bytes_from_begin = static_cast<std::intptr_t>(buffers[b].address - bytes.begin);
            origins_[b] = address[i] + bytes_from_begin / static_cast<std::intptr_t>(width_);
            if (within) break;
        }
    }
}

void Memory::undefine(Program& program) const {
    for (const Registered& registered : registrations) {
        if (registered.kind != Registration::Kind::undefined) continue;
        for (std::size_t i = 0; i < ranges_.size(); ++i) {
            const std::uintptr_t begin = std::max(registered.bytes.begin, ranges_[i].bytes.begin);
            const std::uintptr_t end = std::min(registered.bytes.end, ranges_[i].bytes.end);
            if (begin >= end) continue;
            const std::int64_t from =
                regions_[i].address + static_cast<std::int64_t>((begin - ranges_[i].bytes.begin) / width_);
            const std::int64_t to = from + static_cast<std::int64_t>((end - begin) / width_);
            std::vector<Preload> kept;
            for (const Preload& preload : program.preloads) {
                const auto keep = [&](std::int64_t first, std::int64_t last) {
                    if (first >= last) return;
                    const auto words = preload.words.begin();
                    Preload part = {
                        .address = first, .count = last - first, .words = {}, .start = 0, .step = 0};
                    part.words.assign(words + (first - preload.address), words + (last - preload.address));
                    kept.push_back(std::move(part));
                };
                const std::int64_t after = preload.address + preload.count;
                keep(preload.address, std::min(from, after));
                keep(std::max(to, preload.address), after);
            }
            program.preloads = std::move(kept);
        }
    }
}

void Memory::write_back(const Program& program, const dsl::Execution& execution) const {
    for (std::size_t i = 0; i < regions_.size(); ++i) {
        const auto buffer = std::ranges::find(program.buffers, regions_[i].address, &musimd::Buffer::address);
        if (buffer == program.buffers.end()) continue;
        const auto& words = execution.regions.at(static_cast<std::size_t>(buffer - program.buffers.begin()));
        for (std::size_t k = 0; k < regions_[i].words.size(); ++k) {
            if (!words[k] || *words[k] == regions_[i].words[k]) continue;
            const auto bits = static_cast<std::uint64_t>(*words[k]);
            std::memcpy(reinterpret_cast<void*>(ranges_[i].bytes.begin + k * width_), &bits, width_);
        }
    }
}

}  // namespace musimd::spmd
