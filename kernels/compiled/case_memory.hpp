#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "host/memory_map.hpp"
#include "kernels/compiled/backend.hpp"
#include "kernels/compiled/prelude/guarded_block.hpp"

// The memory of cases, shared with the child that runs them: guarded blocks, with one inaccessible page
// between two of them.

namespace musimd::kernels {

class CaseMemory {
  public:
    /// Allocates and fills the blocks of these cases. Throws std::bad_alloc.
    explicit CaseMemory(std::span<const KernelLaunch> cases);

    std::byte* block(std::size_t case_number, std::size_t number) const {
        return blocks_[case_number][number].begin;
    }
    std::vector<std::vector<std::byte>> blocks(std::size_t case_number) const;

    /// Describes a write before one of the case's blocks; nothing if there was none.
    std::optional<std::string> overwritten(std::size_t case_number) const;

    /// `an access 4 bytes past the end of block 1`; empty if the address is near none of the case's blocks.
    std::string stray_access(std::size_t case_number, const void* address) const;

  private:
    host::MemoryMap memory_;
    std::vector<std::vector<GuardedBlock>> blocks_;
};

}  // namespace musimd::kernels
