#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

// The memory of a block that a kernel may use: it ends where an inaccessible page begins. Its own pages
// follow another inaccessible page, and a pattern fills them up to the block. CaseMemory lays out the blocks
// of a host like this; the text of this file is also part of the program that runs cases on an emulated
// processor.

namespace musimd::kernels {

/// How a kernel misses the memory of its launch.
enum class Stray : std::uint8_t {
    overwritten,  ///< the pattern was written
    past_end,     ///< an access to the page after the block
    before,       ///< an access to the page before the pattern
};

struct GuardedBlock {
    /// What fills the pages before the block.
    static constexpr std::byte kFront{0xA5};

    std::byte* front = nullptr;  ///< the beginning of its first page
    std::byte* begin = nullptr;
    std::size_t bytes = 0;

    /// Bytes of the block's own pages. At least one page of pattern is before the block.
    static std::size_t room(std::size_t bytes, std::size_t page) {
        return ((bytes + page - 1) / page + 1) * page;
    }

    /// Places a block of so many bytes into pages that begin at `front`, and writes the pattern.
    static GuardedBlock placed(std::byte* front, std::size_t bytes, std::size_t page) {
        std::byte* const begin = front + room(bytes, page) - bytes;
        std::fill(front, begin, kFront);
        return {front, begin, bytes};
    }

    std::byte* end() const { return begin + bytes; }

    /// The first byte of the pattern that was written, in bytes before the block; 0: none was.
    std::size_t overwritten() const {
        return static_cast<std::size_t>(begin -
                                        std::find_if(front, begin, [](std::byte b) { return b != kFront; }));
    }

    struct Access {
        Stray kind = Stray::past_end;
        std::size_t distance = 0;  ///< in bytes, from the block
    };

    /// What a fault at the address was, if it is in an inaccessible page beside the block.
    std::optional<Access> stray_access(const std::byte* address, std::size_t page) const {
        if (address < front && address >= front - page)
            return Access{Stray::before, static_cast<std::size_t>(begin - address)};
        if (address >= end() && address < end() + page)
            return Access{Stray::past_end, static_cast<std::size_t>(address - end())};
        return std::nullopt;
    }
};

}  // namespace musimd::kernels
