#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "isa/program.hpp"

namespace musimd {

/// What is open at a program point, outermost first: the numbers of branches (entries of Π) and of
/// everywheres (entries of Λ). Entries of Π before an everywhere are those that it saved.
using OpenEntries = std::vector<Label>;

/// An instruction, with the entries that are open when control reaches it.
struct ProgramPoint {
    Label pc = 1;
    std::uint32_t context = 0;  ///< an index into ControlGraph::contexts

    friend auto operator<=>(const ProgramPoint&, const ProgramPoint&) = default;
};

/// How control continues from a program point.
enum class Flow : std::uint8_t {
    data,         ///< to next
    jump,         ///< to next
    branch,       ///< bz, bnz: to next or target, with its entry open
    mask_branch,  ///< branch_mask: to next or target
    sync,         ///< SS to target, or SP to next
    open,         ///< everywhere, to next
    close,        ///< end_everywhere, to next
    barrier,      ///< to next; also a block barrier
    stop,         ///< also exit: threads that wait continue where the branch or a `sync` leads
    leave,        ///< a trap in any case, or left to another engine
};

/// Whether control may go to target, besides next.
constexpr bool has_two_ways(Flow flow) {
    return flow == Flow::branch || flow == Flow::mask_branch || flow == Flow::sync;
}

struct ControlNode {
    ProgramPoint point;
    Flow flow = Flow::leave;
    std::uint32_t next = 0;  ///< indices of nodes
    std::uint32_t target = 0;
};

/// The program points that control can reach, each with its open entries, so that it is known at compile time
/// where a `sync` continues. With well-nested conditionals there are hardly more of them than instructions.
/// If their number is unbounded (a branch pushes while it has an entry below the top, or an everywhere is
/// reached again inside itself) or exceeds `most`, control leaves.
struct ControlGraph {
    ControlGraph(const Program& program, std::size_t most);

    std::vector<ControlNode> nodes;     ///< node 0 is the start of the program
    std::vector<OpenEntries> contexts;  ///< context 0 is empty

    /// Whether no node leaves because there are too many.
    bool is_complete() const { return nodes.size() <= most_; }

    const OpenEntries& context_of(const ControlNode& node) const { return contexts[node.point.context]; }

  private:
    std::uint32_t node_at(ProgramPoint point);
    std::uint32_t context(const OpenEntries& context);
    void connect(std::uint32_t node);
    void lead(std::uint32_t node, Flow flow, ProgramPoint next, ProgramPoint target);

    const Program& program_;
    std::size_t most_;
    std::map<ProgramPoint, std::uint32_t> numbers_;
    std::map<OpenEntries, std::uint32_t> context_numbers_;
};

}  // namespace musimd
