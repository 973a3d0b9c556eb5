#include "differential/backends/case_memory.hpp"

#include <sys/mman.h>
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

std::uint64_t distance(const std::byte* from, const std::byte* to) {
    return static_cast<std::uint64_t>(to - from);
}

}  // namespace

CaseMemory::CaseMemory(std::span<const KernelLaunch> cases) {
    std::size_t pages = 1;
    for (const KernelLaunch& one : cases) {
        for (const auto& block : one.memory) pages += pages_of(block.size()) + 1;
    }
    bytes_ = pages * page_size();
    void* const memory =
        mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    memory_ = static_cast<std::byte*>(memory);
    mprotect(memory_, page_size(), PROT_NONE);

    std::byte* next = memory_ + page_size();
    for (const KernelLaunch& one : cases) {
        std::vector<BlockRange>& ranges = blocks_.emplace_back();
        for (const auto& block : one.memory) {
            std::byte* const end = next + pages_of(block.size()) * page_size();
            ranges.push_back({next, end - block.size(), block.size()});
            std::fill(next, end - block.size(), kFront);
            std::ranges::copy(block, end - block.size());
            mprotect(end, page_size(), PROT_NONE);
            next = end + page_size();
        }
    }
}

CaseMemory::~CaseMemory() {
    munmap(memory_, bytes_);
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
