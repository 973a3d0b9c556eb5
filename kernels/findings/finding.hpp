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
    std::string name = {};     ///< as the text writes it: `a[3].x`
    std::int64_t in_text = 0;  ///< elements that the object has in the text
    bool is_inside() const { return 0 <= index && index < elements; }
};

/// An access to memory that is wrong, or half of a race.
struct FoundAccess {
    Label pc = 0;
    dsl::SourcePoint line = {};
    Element element;
    Use use = Use::read;
    GridThread thread;
    std::vector<dsl::InlinedCall> calls = {};  ///< around it, innermost first
    bool is_on_its_way = false;                ///< a copy for which its thread has not waited
};

/// What would fix the source, and at which line.
struct Hint {
    std::uint32_t line = 0;
    std::string text;
};

/// Something that is wrong with a kernel.
struct Finding {
    std::string kind;     ///< the trap's name, `null-pointer` or `constant-write`
    std::string message;  ///< in the words of the source
    dsl::SourcePoint line = {};
    /// Another place: of a race, that of the earlier access.
    std::optional<dsl::SourcePoint> other = {};
    std::string other_says = "the earlier access";  ///< what is there
    std::vector<dsl::InlinedCall> calls = {};       ///< around it, innermost first
    std::optional<GridThread> thread = {};          ///< that does it; of several, the first
    std::optional<FoundAccess> access = {};         ///< memory access
    std::optional<FoundAccess> earlier = {};        ///< for races
    bool same_value = false;                        ///< a race of two writes of the same value
    Label pc = 0;                                   ///< the instruction of the machine; 0 if unknown
    std::string schedule = {};    ///< in which alone it comes up; empty: the first that is tried
    std::int64_t iteration = -1;  ///< of a parallel loop of OpenMP, from 0; -1: none
    std::optional<Hint> hint = {};
    bool is_note = false;  ///< it is right on every device, although CUDA does not promise it
};

/// Whether they are of one cause: the kind, and the lines, in any order.
inline bool is_same(const Finding& a, const Finding& b) {
    if (a.kind != b.kind) return false;
    const auto line_of = [](const std::optional<dsl::SourcePoint>& other) { return other ? other->line : 0; };
    if (a.line.line == b.line.line && line_of(a.other) == line_of(b.other)) return true;
    return a.other && b.other && line_of(a.other) == b.line.line && a.line.line == line_of(b.other);
}

}  // namespace musimd::kernels
