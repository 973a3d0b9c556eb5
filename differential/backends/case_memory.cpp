#include "differential/backends/case_memory.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <new>

namespace musimd::differential {
namespace {

constexpr std::byte kFront{0xA5};

std::size_t page_size() {
    static const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return size;
}

// At least one page before each block, and one after it, are filled with the pattern.
std::size_t pages_of(std::size_t bytes) {
    return (bytes + page_size() - 1) / page_size() + 1;
}

}  // namespace

CaseMemory::CaseMemory(std::span<const KernelCase> cases) {
    std::size_t pages = 1;
    for (const KernelCase& one : cases) {
        for (const auto& block : one.memory) pages += pages_of(block.size()) + 1;
    }
    bytes_ = pages * page_size();
    void* const memory =
        mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    memory_ = static_cast<std::byte*>(memory);
    mprotect(memory_, page_size(), PROT_NONE);

    std::byte* next = memory_ + page_size();
    for (const KernelCase& one : cases) {
        std::vector<Place>& places = places_.emplace_back();
        for (const auto& block : one.memory) {
            std::byte* const end = next + pages_of(block.size()) * page_size();
            places.push_back({next, end - block.size(), block.size()});
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
    for (const Place& place : places_[one]) all.emplace_back(place.begin, place.begin + place.bytes);
    return all;
}

std::optional<std::string> CaseMemory::overwritten(std::size_t one) const {
    for (std::size_t i = 0; i < places_[one].size(); ++i) {
        const Place& place = places_[one][i];
        const auto* const wrong =
            std::find_if(place.front, place.begin, [](std::byte byte) { return byte != kFront; });
        if (wrong == place.begin) continue;
        return fmt::format("memory {} bytes before block {} was written", place.begin - wrong, i);
    }
    return std::nullopt;
}

std::string CaseMemory::whereabouts(std::size_t one, const void* address) const {
    const auto* const byte = static_cast<const std::byte*>(address);
    for (std::size_t i = 0; i < places_[one].size(); ++i) {
        const Place& place = places_[one][i];
        const std::byte* const end = place.begin + place.bytes;
        if (byte >= end && byte < end + page_size()) {
            return fmt::format("{} bytes past the end of block {}", byte - end, i);
        }
        if (byte < place.front && byte >= place.front - page_size()) {
            return fmt::format("{} bytes before block {}", place.begin - byte, i);
        }
    }
    return {};
}

}  // namespace musimd::differential
