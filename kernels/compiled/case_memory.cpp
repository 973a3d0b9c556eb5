#include "kernels/compiled/case_memory.hpp"

#include <unistd.h>

#include <algorithm>
#include <new>

#include "kernels/compiled/stray_access.hpp"

namespace musimd::kernels {
namespace {

std::size_t page_size() {
    static const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return size;
}

// Of all blocks, and of the inaccessible pages around them.
std::size_t bytes_of(std::span<const KernelLaunch> cases) {
    std::size_t bytes = page_size();
    for (const KernelLaunch& launch : cases) {
        for (const auto& block : launch.memory)
            bytes += GuardedBlock::room(block.size(), page_size()) + page_size();
    }
    return bytes;
}

}  // namespace

CaseMemory::CaseMemory(std::span<const KernelLaunch> cases)
    : memory_(bytes_of(cases), host::MemoryMap::Sharing::children) {
    if (memory_.get() == nullptr) throw std::bad_alloc();
    host::MemoryMap::guard(memory_.get(), page_size());

    std::byte* next = static_cast<std::byte*>(memory_.get()) + page_size();
    for (const KernelLaunch& launch : cases) {
        std::vector<GuardedBlock>& blocks = blocks_.emplace_back();
        for (const auto& block : launch.memory) {
            blocks.push_back(GuardedBlock::placed(next, block.size(), page_size()));
            std::ranges::copy(block, blocks.back().begin);
            host::MemoryMap::guard(blocks.back().end(), page_size());
            next = blocks.back().end() + page_size();
        }
    }
}

std::vector<std::vector<std::byte>> CaseMemory::blocks(std::size_t case_number) const {
    std::vector<std::vector<std::byte>> all;
    for (const GuardedBlock& block : blocks_[case_number]) all.emplace_back(block.begin, block.end());
    return all;
}

std::optional<std::string> CaseMemory::overwritten(std::size_t case_number) const {
    for (std::size_t i = 0; i < blocks_[case_number].size(); ++i) {
        const std::size_t distance = blocks_[case_number][i].overwritten();
        if (distance != 0) return describe(Stray::overwritten, i, distance);
    }
    return std::nullopt;
}

std::string CaseMemory::stray_access(std::size_t case_number, const void* address) const {
    for (std::size_t i = 0; i < blocks_[case_number].size(); ++i) {
        const auto access =
            blocks_[case_number][i].stray_access(static_cast<const std::byte*>(address), page_size());
        if (access) return describe(access->kind, i, access->distance);
    }
    return {};
}

}  // namespace musimd::kernels
