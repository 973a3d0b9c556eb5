#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "differential/backends/backend.hpp"

// The memory of cases, shared with the child that runs them: each block ends where an inaccessible page
// begins, and follows another, with a pattern between the page's beginning and the block's.

namespace musimd::differential {

class CaseMemory {
  public:
    /// For these cases, filled with their blocks. Throws std::bad_alloc if there is no such memory.
    explicit CaseMemory(std::span<const KernelCase> cases);
    ~CaseMemory();
    CaseMemory(const CaseMemory&) = delete;
    CaseMemory& operator=(const CaseMemory&) = delete;

    std::byte* block(std::size_t one, std::size_t number) const { return places_[one][number].begin; }
    std::vector<std::vector<std::byte>> blocks(std::size_t one) const;

    /// What of the case was written in front of a block, if anything was.
    std::optional<std::string> overwritten(std::size_t one) const;

    /// The location of an access: `4 bytes past the end of block 1`; empty if it is not near a block.
    std::string whereabouts(std::size_t one, const void* address) const;

  private:
    struct Place {
        std::byte* front = nullptr;  ///< the page's beginning
        std::byte* begin = nullptr;
        std::size_t bytes = 0;
    };
    std::byte* memory_ = nullptr;
    std::size_t bytes_ = 0;
    std::vector<std::vector<Place>> places_;
};

}  // namespace musimd::differential
