#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "dsl/executor.hpp"
#include "dsl/kernel.hpp"
#include "dsl/lowering/lowering.hpp"
#include "dsl/spmd/element.hpp"
#include "dsl/spmd/recording.hpp"

// Which of the caller's memory a kernel may access, and how it maps to regions of Σ.

namespace musimd::spmd {

/// Bytes of the caller's memory.
struct Bytes {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    friend bool operator==(const Bytes&, const Bytes&) = default;
};

/// During its lifetime, states a property of the caller's memory, for this thread.
class Registration {
  public:
    enum class Kind : std::uint8_t { extent, undefined };
    Registration(Kind kind, Bytes bytes);
    ~Registration();
    Registration(const Registration&) = delete;
    Registration& operator=(const Registration&) = delete;

  private:
    Kind kind_;
    Bytes bytes_;
};

/// Only `count` elements may be accessed through pointers into the buffer; others are invalid addresses.
template <Element T>
[[nodiscard]] Registration buffer(const T* pointer, std::size_t count) {
    const auto begin = reinterpret_cast<std::uintptr_t>(pointer);
    return {Registration::Kind::extent, {begin, begin + count * sizeof(T)}};
}

/// The elements are uninitialized: a launch that reads one before storing to it is an error. (Stores of a
/// launch do not count in the next one.)
template <Element T>
[[nodiscard]] Registration undefined(const T* pointer, std::size_t count) {
    const auto begin = reinterpret_cast<std::uintptr_t>(pointer);
    return {Registration::Kind::undefined, {begin, begin + count * sizeof(T)}};
}

/// The memory of one launch.
class Memory {
  public:
    /// Reads the caller's memory: all of a registered buffer, otherwise what elements 0 … n − 1 access. Error
    /// if buffers overlap at an offset that is not a multiple of the element size, or are too large.
    Memory(const dsl::Kernel& kernel, const std::vector<Buffer>& buffers, std::int64_t elements);

    const std::vector<dsl::Region>& regions() const { return regions_; }
    const std::vector<std::int64_t>& origins() const { return origins_; }

    /// Makes undefined in Σ what the caller declared uninitialized.
    void undefine(Program& program) const;
    /// Writes the words that changed back to the caller's memory.
    void write_back(const Program& program, const dsl::Execution& execution) const;

  private:
    struct Range {
        Bytes bytes;
        std::size_t cluster = 0;  ///< ranges of one buffer stay in order
        std::string name;
    };

    void add_ranges(const dsl::Kernel& kernel, const std::vector<Buffer>& buffers, std::int64_t elements);
    void merge_ranges(const dsl::Kernel& kernel);
    void place_regions(const dsl::Kernel& kernel, const std::vector<Buffer>& buffers, std::int64_t elements);

    std::uintptr_t width_;               ///< width of an element, in bytes
    std::vector<Range> ranges_;          ///< by region
    std::vector<std::size_t> range_of_;  ///< by buffer: one of its ranges
    std::vector<dsl::Region> regions_;
    std::vector<std::int64_t> origins_;
};

}  // namespace musimd::spmd
