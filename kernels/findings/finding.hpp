#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dsl/lowering/lowering.hpp"
#include "semantics/races.hpp"

namespace musimd::kernels {

/// A thread of a launch: threadIdx and blockIdx.
struct GridThread {
    dsl::Dimensions thread = {0, 0, 0};
    dsl::Dimensions block = {0, 0, 0};
    friend bool operator==(const GridThread&, const GridThread&) = default;
};

/// Whose memory an object is in.
enum class Space : std::uint8_t { global, constant, shared, local };

std::string_view to_string(Space space);

/// An element of an object; of a null pointer, the object has no name.
struct Element {
    std::string object = {};
    std::int64_t index = 0;
    std::int64_t elements = 0;  ///< that the object has
    std::uint32_t bytes = 4;    ///< size of an element
    Space space = Space::global;
    std::int64_t address = 0;  ///< address on the machine
    bool is_inside() const { return 0 <= index && index < elements; }
};

/// An access to memory that is wrong, or half of a race.
struct FoundAccess {
    Label pc = 0;
    std::uint32_t line = 0;
    Element element;
    Use use = Use::read;
    GridThread thread;
    std::string function = {};  ///< that is inlined there; empty: the kernel itself
};

/// What would fix the source, and at which line.
struct Hint {
    std::uint32_t line = 0;
    std::string text;
};

/// Something that is wrong with a kernel.
struct Finding {
    std::string kind;        ///< the trap's name, `null-pointer` or `constant-write`
    std::string message;     ///< in the words of the source
    std::uint32_t line = 0;  ///< 0 if unknown
    /// Another line: of a race, that of the earlier access.
    std::optional<std::uint32_t> other = {};
    std::string other_says = "the earlier access";  ///< what the other line is
    std::vector<dsl::InlinedCall> calls = {};       ///< around it, innermost first
    std::optional<GridThread> thread = {};          ///< that does it; of several, the first
    std::optional<FoundAccess> access = {};         ///< memory access
    std::optional<FoundAccess> earlier = {};        ///< for races
    bool same_value = false;                        ///< a race of two writes of the same value
    Label pc = 0;                                   ///< the instruction of the machine; 0 if unknown
    std::string schedule = {};    ///< in which alone it comes up; empty: the first that is tried
    std::int64_t iteration = -1;  ///< of a parallel loop of OpenMP, from 0; -1: none
    std::optional<Hint> hint = {};
};

/// Whether they are of one cause: the kind, and the lines, in any order.
inline bool is_same(const Finding& a, const Finding& b) {
    if (a.kind != b.kind) return false;
    if (a.line == b.line && a.other == b.other) return true;
    return a.other && b.other && *a.other == b.line && a.line == *b.other;
}

}  // namespace musimd::kernels
