#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "isa/program.hpp"

namespace musimd {

/// What is open at a place, from the outermost on: the numbers of branches (entries of Π) and of everywheres
/// (entries of Λ). Entries of Π that stand before an everywhere are those that it saved.
using OpenEntries = std::vector<Label>;

/// An instruction, reached with something open.
struct ProgramPoint {
    Label pc = 1;
    std::uint32_t context = 0;  ///< a number of ControlGraph::contexts

    friend auto operator<=>(const ProgramPoint&, const ProgramPoint&) = default;
};

/// What control flow does at a place.
enum class Flow : std::uint8_t {
    data,         ///< on to next
    jump,         ///< to next
    branch,       ///< bz, bnz: to next or target, with its entry open
    mask_branch,  ///< branch_mask: to next or target
    sync,         ///< SS to target, or SP to next
    open,         ///< everywhere, to next
    close,        ///< end_everywhere, to next
    barrier,      ///< to next
    stop,
    leave,  ///< a trap whatever the threads do, or what is left to another engine
};

/// Whether control may go to target from there, beside next.
constexpr bool has_two_ways(Flow flow) {
    return flow == Flow::branch || flow == Flow::mask_branch || flow == Flow::sync;
}

struct ControlNode {
    ProgramPoint place;
    Flow flow = Flow::leave;
    std::uint32_t next = 0;  ///< numbers of nodes
    std::uint32_t target = 0;
};

/// The places of a program that control can reach, each with all that is open there: so that where a `sync`
/// goes on is known when the program is compiled. A program has few more of them than instructions, if its
/// conditionals are well nested; where there would be no end of them (a branch pushes an entry while it has
/// one below the top, an everywhere is reached again inside of itself, more than `most` places), control
/// leaves.
struct ControlGraph {
    ControlGraph(const Program& program, std::size_t most);

    std::vector<ControlNode> nodes;     ///< 0 is where the program begins
    std::vector<OpenEntries> contexts;  ///< 0 is empty

    /// Whether no node leaves because there are too many.
    bool is_complete() const { return nodes.size() <= most_; }

    const OpenEntries& context_of(const ControlNode& node) const { return contexts[node.place.context]; }

  private:
    std::uint32_t node_at(ProgramPoint place);
    std::uint32_t context(const OpenEntries& context);
    void connect(std::uint32_t node);

    const Program& program_;
    std::size_t most_;
    std::map<ProgramPoint, std::uint32_t> numbers_;
    std::map<OpenEntries, std::uint32_t> context_numbers_;
};

}  // namespace musimd
