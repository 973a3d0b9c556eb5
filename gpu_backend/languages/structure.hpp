#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "analysis/control_graph.hpp"

// A program as nested conditionals, loops and blocks, which is what languages have instead of Π and Λ.

namespace musimd::languages {

struct Part;
using Sequence = std::vector<Part>;

/// A data instruction, or control with what it encloses.
struct Part {
    enum class Kind : std::uint8_t {
        data,         ///< and fences, asserts and barriers: one instruction
        conditional,  ///< both sides end in a `sync`
        loop_next,    ///< the side that does not branch leads back to the branch
        loop_target,  ///< the side that branches does
        block,        ///< everywhere … end_everywhere: `next`
        mask_branch,  ///< branch_mask
        exit,
    };
    Kind kind = Kind::data;
    std::uint32_t node = 0;      ///< in the ControlGraph: the instruction
    Sequence next = {};          ///< of threads that do not branch
    Sequence target = {};        ///< of those that do
    bool contains_exit = false;  ///< somewhere inside
};

/// The program up to its `stop`. An error says why it is no such nest: `line 7: …`.
tl::expected<Sequence, std::string> structure_of(const Program& program, const ControlGraph& graph);

}  // namespace musimd::languages
