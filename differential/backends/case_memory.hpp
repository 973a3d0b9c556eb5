#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "differential/backends/backend.hpp"
#include "host/memory_map.hpp"

// The memory of cases, shared with the child that runs them. Each block ends where an inaccessible page
// begins. Its own pages follow another inaccessible page, and a pattern fills them up to the block.

namespace musimd::differential {

class CaseMemory {
  public:
    /// Allocates and fills the blocks of these cases. Throws std::bad_alloc.
    explicit CaseMemory(std::span<const KernelLaunch> cases);

    std::byte* block(std::size_t one, std::size_t number) const { return blocks_[one][number].begin; }
    std::vector<std::vector<std::byte>> blocks(std::size_t one) const;

    /// Describes a write before one of the case's blocks; nothing if there was none.
    std::optional<std::string> overwritten(std::size_t one) const;

    /// `an access 4 bytes past the end of block 1`; empty if the address is near none of the case's blocks.
    std::string stray_access(std::size_t one, const void* address) const;

  private:
    struct BlockRange {
        std::byte* front = nullptr;  ///< the beginning of its first page
        std::byte* begin = nullptr;
        std::size_t bytes = 0;
    };
    host::MemoryMap memory_;
    std::vector<std::vector<BlockRange>> blocks_;
};

}  // namespace musimd::differential
