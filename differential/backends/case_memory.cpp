#include "differential/backends/case_memory.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "differential/backends/stray_access.hpp"

namespace musimd::differential {
namespace {

constexpr std::byte kFront{0xA5};

std::size_t page_size() {
    static const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return size;
}

// At least one byte of pattern is before each block, so a block of a whole page takes two.
std::size_t pages_of(std::size_t bytes) {
    return (bytes + page_size() - 1) / page_size() + 1;
}

// Of all blocks, and of the inaccessible pages around them.
std::size_t bytes_of(std::span<const KernelLaunch> cases) {
    std::size_t pages = 1;
    for (const KernelLaunch& one : cases) {
        for (const auto& block : one.memory) pages += pages_of(block.size()) + 1;
    }
    return pages * page_size();
}

std::uint64_t distance(const std::byte* from, const std::byte* to) {
    return static_cast<std::uint64_t>(to - from);
}

}  // namespace

CaseMemory::CaseMemory(std::span<const KernelLaunch> cases)
    : memory_(bytes_of(cases), host::MemoryMap::Sharing::children) {
    if (memory_.get() == nullptr) throw std::bad_alloc();
    host::MemoryMap::guard(memory_.get(), page_size());

    std::byte* next = static_cast<std::byte*>(memory_.get()) + page_size();
    for (const KernelLaunch& one : cases) {
        std::vector<BlockRange>& ranges = blocks_.emplace_back();
        for (const auto& block : one.memory) {
            std::byte* const end = next + pages_of(block.size()) * page_size();
            ranges.push_back({next, end - block.size(), block.size()});
            std::fill(next, end - block.size(), kFront);
            std::ranges::copy(block, end - block.size());
            host::MemoryMap::guard(end, page_size());
            next = end + page_size();
        }
    }
}

std::vector<std::vector<std::byte>> CaseMemory::blocks(std::size_t one) const {
    std::vector<std::vector<std::byte>> all;
    for (const BlockRange& range : blocks_[one]) all.emplace_back(range.begin, range.begin + range.bytes);
    return all;
}

std::optional<std::string> CaseMemory::overwritten(std::size_t one) const {
    for (std::size_t i = 0; i < blocks_[one].size(); ++i) {
        const BlockRange& range = blocks_[one][i];
        const auto* const wrong =
            std::find_if(range.front, range.begin, [](std::byte byte) { return byte != kFront; });
        if (wrong == range.begin) continue;
        return describe(Stray::overwritten, i, distance(wrong, range.begin));
    }
    return std::nullopt;
}

std::string CaseMemory::stray_access(std::size_t one, const void* address) const {
    const auto* const byte = static_cast<const std::byte*>(address);
    for (std::size_t i = 0; i < blocks_[one].size(); ++i) {
        const BlockRange& range = blocks_[one][i];
        const std::byte* const end = range.begin + range.bytes;
        if (byte >= end && byte < end + page_size()) {
            return describe(Stray::past_end, i, distance(end, byte));
        }
        if (byte < range.front && byte >= range.front - page_size()) {
            return describe(Stray::before, i, distance(byte, range.begin));
        }
    }
    return {};
}

}  // namespace musimd::differential
