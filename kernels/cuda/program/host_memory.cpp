#include "kernels/cuda/program/host_memory.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace musimd::kernels::cuda {

void HostMemory::allocated(std::uint64_t address, std::uint64_t bytes, bool of_host, std::string function,
                           HostCall call) {
    blocks_[address] = {bytes, of_host, std::move(function), std::move(call)};
}

std::optional<HostFinding> HostMemory::freed(std::uint64_t address, bool could, const std::string& function,
                                             const HostCall& call) {
    const auto found = blocks_.find(address);
    if (could) {
        if (found != blocks_.end()) {
            found->second.free_function = function;
            found->second.free_call = call;
        }
        return std::nullopt;
    }
    HostFinding wrong{.kind = "invalid-free", .message = function + " of ", .is_error = true, .call = call};
    if (found != blocks_.end() && found->second.free_call) {
        wrong.kind = "double-free";
        wrong.message += "memory that " + found->second.free_function + " has freed";
        wrong.other = *found->second.free_call;
        wrong.other_says = "it is freed here";
    } else if (found != blocks_.end()) {
        wrong.message += fmt::format("memory that {} has allocated: free it by {}", found->second.function,
                                     found->second.of_host ? "cudaFreeHost" : "cudaFree");
        wrong.other = found->second.call;
        wrong.other_says = "it is allocated here";
    } else if (const auto in = block_at(address)) {
        wrong.message +=
            fmt::format("an address {} bytes after the beginning of its memory, which {} has allocated",
                        address - in->first, in->second.function);
        wrong.other = in->second.call;
        wrong.other_says = "it is allocated here";
    } else {
        wrong.message += "an address that is not device memory";
    }
    return wrong;
}

std::vector<HostFinding> HostMemory::leaks() const {
    std::vector<HostFinding> leaks;
    std::map<HostCall, std::pair<std::uint64_t, std::uint64_t>> sizes;  // blocks, bytes
    for (const auto& [address, block] : blocks_) {
        if (block.free_call) continue;
        auto& [count, bytes] = sizes[block.call];
        count += 1;
        bytes += block.bytes;
        if (count == 1)
            leaks.push_back(
                {.kind = "leak", .message = block.function, .is_error = true, .call = block.call});
    }
    for (HostFinding& leak : leaks) {
        const auto& [count, bytes] = sizes[leak.call];
        leak.message = count == 1 ? fmt::format("{} bytes of {} are never freed", bytes, leak.message)
                                  : fmt::format("{} bytes of {} calls of {} are never freed", bytes, count,
                                                leak.message);
    }
    return leaks;
}

std::optional<std::pair<std::uint64_t, HostMemory::Block>> HostMemory::block_at(std::uint64_t address) const {
    const auto after = blocks_.upper_bound(address);
    if (after == blocks_.begin()) return std::nullopt;
    const auto& [begin, block] = *std::prev(after);
    if (address - begin >= block.bytes) return std::nullopt;
    return std::pair(begin, block);
}

}  // namespace musimd::kernels::cuda
