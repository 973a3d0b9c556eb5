#include "semantics/structure_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <deque>
#include <map>
#include <unordered_map>
#include <utility>

namespace musimd {
namespace {

using Kind = StructureError::Kind;

using FrameId = std::uint32_t;
using NodeId = std::uint32_t;
constexpr std::uint32_t kNone = UINT32_MAX;
constexpr FrameId kMain = 0;

/// The part of a run between the push of an entry of Π or Λ and its pop, or main.
struct Frame {
    Label opener = 0;             ///< its branch or `everywhere`; 0 of main
    bool in_block = false;        ///< Λ ≠ ∅; of a block's own frame too
    NodeId entered_from = kNone;  ///< the call by which it was first reached
    std::vector<FrameId> callers = {};
    std::vector<FrameId> callees = {};
    std::vector<Label> exits = {};  ///< the `sync`s or `end_everywhere`s that close it
};

/// An instruction that control reaches in a frame.
struct Node {
    FrameId frame;
    Label pc;
    NodeId before;  ///< how it was first reached within the frame; kNone of the frame's first instructions
};

/// An error and the way to it: control goes to the first node from the program's entry, and to each other
/// node from the first instructions of its frame, which the node before it calls.
struct Found {
    Label opened;
    std::vector<NodeId> way;
};

/// The frames that a search over calls has reached, in the order in which it reached them.
struct Reached {
    std::vector<FrameId> order;
    std::unordered_map<FrameId, FrameId> before;  ///< the neighbour from which each was reached
};

bool is_branch(Opcode opcode) {
    return opcode == Opcode::bz || opcode == Opcode::bnz;
}

class Check {
  public:
    explicit Check(const Program& program)
        : program_(program), frame_of_(2 * std::size_t{program.end()}, kNone) {}

    StructureReport run();

  private:
    enum class FrameKind { main, branch, block };

    FrameKind kind_of(const Frame& frame) const;
    FrameId& frame_of(Label opener, bool in_block) { return frame_of_[2 * std::size_t{opener} + in_block]; }
    static std::uint64_t key(FrameId frame, Label pc) { return std::uint64_t{frame} << 32 | pc; }
    NodeId node_at(FrameId frame, Label pc) const { return node_of_.at(key(frame, pc)); }

    // Exploring.
    void reach(FrameId frame, Label pc, NodeId before);
    void step(NodeId id);
    void step_branch(NodeId id);
    bool calls(const Node& node) const;
    void call(NodeId id, bool in_block);
    bool enter(NodeId id, bool in_block);
    void leave(NodeId id);

    // The growth of the stacks.
    template <typename Neighbours>
    Reached search(FrameId from, Neighbours neighbours) const;
    bool grows(NodeId call, FrameId callee);
    void record_growth(const Reached& below, FrameId again, const Reached& above, FrameId callee,
                       FrameId last);

    // Errors.
    void record(Kind kind, NodeId node) {
        record(kind, nodes_[node].pc, frames_[nodes_[node].frame].opener, {node});
    }
    void record(Kind kind, Label pc, Label opened, std::vector<NodeId> way);
    void append_in_frame(NodeId node, std::vector<Label>& path) const;
    std::vector<Label> path_of(const Found& found) const;
    std::string place(Label pc) const;
    std::string open_there(Label opened) const;
    std::string behind(NodeId end) const;
    std::string message(Kind kind, Label pc, const Found& found) const;

    const Program& program_;
    std::vector<Frame> frames_;
    std::vector<FrameId> frame_of_;  ///< by opener and whether a block is open
    std::vector<Node> nodes_;
    std::unordered_map<std::uint64_t, NodeId> node_of_;
    std::deque<NodeId> waiting_;  ///< reached, not yet stepped; first in, first out keeps the paths short
    std::map<std::pair<Label, Kind>, Found> found_;
};

// ---- exploring frames

Check::FrameKind Check::kind_of(const Frame& frame) const {
    if (frame.opener == 0) return FrameKind::main;
    return is_branch(program_.at(frame.opener).opcode) ? FrameKind::branch : FrameKind::block;
}

void Check::reach(FrameId frame, Label pc, NodeId before) {
    assert(1 <= pc && pc <= program_.end());
    const auto id = static_cast<NodeId>(nodes_.size());
    if (!node_of_.emplace(key(frame, pc), id).second) return;
    nodes_.push_back({frame, pc, before});
    waiting_.push_back(id);
}

/// Does what the instruction does to (pc, Π, Λ), as far as its frame can tell.
void Check::step(NodeId id) {
    const auto [f, pc, before] = nodes_[id];
    if (pc == program_.end()) return record(Kind::pc_out_of_program, id);
    const Instruction& instruction = program_.at(pc);
    const FrameKind kind = kind_of(frames_[f]);
    const bool in_block = frames_[f].in_block;
    switch (instruction.opcode) {
        case Opcode::bz:
        case Opcode::bnz:
            return step_branch(id);
        case Opcode::branch_mask:
            if (!in_block) return record(Kind::branch_mask_outside_everywhere, id);
            reach(f, instruction.target, id);
            return reach(f, pc + 1, id);
        case Opcode::jump:
            return reach(f, instruction.target, id);
        case Opcode::sync:
            if (kind != FrameKind::branch) return record(Kind::sync_without_branch, id);
            return leave(id);
        case Opcode::stop:
            if (kind == FrameKind::branch) record(Kind::stop_while_diverged, id);
            return;
        case Opcode::everywhere:
            return call(id, true);
        case Opcode::end_everywhere:
            if (!in_block) return record(Kind::end_everywhere_without_everywhere, id);
            if (kind == FrameKind::branch) return record(Kind::end_everywhere_while_diverged, id);
            return leave(id);
        case Opcode::barrier:
            if (kind != FrameKind::main) return record(Kind::barrier_while_diverged, id);
            return reach(f, pc + 1, id);
        case Opcode::st:
        case Opcode::ld:
        case Opcode::atomic_inc:
        case Opcode::copy:
        case Opcode::bp:
        case Opcode::shfl:
            return reach(f, pc + 1, id);
    }
}

void Check::step_branch(NodeId id) {
    const auto [f, pc, before] = nodes_[id];
    if (calls(nodes_[id])) return call(id, frames_[f].in_block);
    reach(f, program_.at(pc).target, id);
    reach(f, pc + 1, id);
}

/// Whether the instruction pushes: a branch that is not on top of Π already, or an `everywhere`.
bool Check::calls(const Node& node) const {
    const Opcode opcode = program_.at(node.pc).opcode;
    return opcode == Opcode::everywhere || (is_branch(opcode) && frames_[node.frame].opener != node.pc);
}

/// Calls the frame that the instruction opens, and goes on behind what already closes it.
void Check::call(NodeId id, bool in_block) {
    const auto [caller, pc, before] = nodes_[id];
    if (!enter(id, in_block)) return;
    const FrameId callee = frame_of(pc, in_block);
    frames_[caller].callees.push_back(callee);
    frames_[callee].callers.push_back(caller);
    for (const Label exit : frames_[callee].exits) reach(caller, exit + 1, id);
}

/// Makes the frame of a call and begins it, if it is new. False if the call would grow the stacks.
bool Check::enter(NodeId id, bool in_block) {
    const Label pc = nodes_[id].pc;
    FrameId& callee = frame_of(pc, in_block);
    // A new frame calls nothing, and if its opener has no other frame then the opener is on no stack yet.
    const bool is_first = callee == kNone && frame_of(pc, !in_block) == kNone;
    const bool is_new = callee == kNone;
    if (is_new) {
        callee = static_cast<FrameId>(frames_.size());
        frames_.push_back({.opener = pc, .in_block = in_block, .entered_from = id});
    }
    if (!is_first && grows(id, callee)) {
        if (is_new) {  // to be reached in another way, perhaps
            frames_.pop_back();
            callee = kNone;
        }
        return false;
    }
    if (is_new) {
        if (is_branch(program_.at(pc).opcode)) reach(callee, program_.at(pc).target, kNone);
        reach(callee, pc + 1, kNone);
    }
    return true;
}

/// The instruction closes its frame: all who called it go on behind.
void Check::leave(NodeId id) {
    const auto [f, pc, before] = nodes_[id];
    frames_[f].exits.push_back(pc);
    for (const FrameId caller : frames_[f].callers) reach(caller, pc + 1, node_at(caller, frames_[f].opener));
}

// ---- chains of calls
//
// Kept true all the time: no chain of the calls that are followed has two frames of one opener. So every
// chain is a (Π, Λ) that control can build, and what is found in its last frame is an error of the program.

template <typename Neighbours>
Reached Check::search(FrameId from, Neighbours neighbours) const {
    Reached reached{{from}, {{from, kNone}}};
    for (std::size_t i = 0; i < reached.order.size(); ++i) {
        const FrameId frame = reached.order[i];
        for (const FrameId next : neighbours(frames_[frame])) {
            if (reached.before.emplace(next, frame).second) reached.order.push_back(next);
        }
    }
    return reached;
}

/// Whether a chain through this call would have one opener twice; then that is recorded. Usually it is the
/// callee's. It can be another's above it where an opener has two frames: the one outside of blocks gets to
/// call a block that called the one inside before.
bool Check::grows(NodeId call, FrameId callee) {
    const FrameId caller = nodes_[call].frame;
    const Reached below = search(
        caller, [](const Frame& f) -> const auto& { return f.callers; });
    std::unordered_map<Label, FrameId> open;
    for (const FrameId frame : below.order) open.emplace(frames_[frame].opener, frame);

    const Reached above = search(
        callee, [](const Frame& f) -> const auto& { return f.callees; });
    for (const FrameId frame : above.order) {  // the first found has below it only openers that are not open
        const auto again = open.find(frames_[frame].opener);
        if (again == open.end()) continue;
        record_growth(below, again->second, above, callee, frame);
        return true;
    }
    return false;
}

/// Records the chain main … again … caller, callee … last, where `again` and `last` have one opener.
void Check::record_growth(const Reached& below, FrameId again, const Reached& above, FrameId callee,
                          FrameId last) {
    std::vector<FrameId> chain;
    for (FrameId f = last; f != kNone; f = above.before.at(f)) chain.push_back(f);
    assert(chain.back() == callee);
    std::reverse(chain.begin(), chain.end());
    std::vector<FrameId> lower;
    for (FrameId f = again; f != kNone; f = below.before.at(f)) lower.push_back(f);
    chain.insert(chain.begin(), lower.begin(), lower.end());

    std::vector<NodeId> way{frames_[again].entered_from};
    for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
        way.push_back(node_at(chain[i], frames_[chain[i + 1]].opener));
    }
    const Label pc = frames_[last].opener;
    const Kind kind = is_branch(program_.at(pc).opcode) ? Kind::sync_stack_grows : Kind::context_stack_grows;
    record(kind, pc, frames_[chain[chain.size() - 2]].opener, std::move(way));
}

// ---- errors

void Check::record(Kind kind, Label pc, Label opened, std::vector<NodeId> way) {
    found_.try_emplace({pc, kind}, Found{opened, std::move(way)});
}

/// Adds the way from the first instructions of the node's frame to the node.
void Check::append_in_frame(NodeId node, std::vector<Label>& path) const {
    const auto size = static_cast<std::ptrdiff_t>(path.size());
    for (; node != kNone; node = nodes_[node].before) path.push_back(nodes_[node].pc);
    std::reverse(path.begin() + size, path.end());
}

std::vector<Label> Check::path_of(const Found& found) const {
    std::vector<NodeId> calls;  // from main to the first node of the way
    for (NodeId n = found.way.front(); n != kNone; n = frames_[nodes_[n].frame].entered_from)
        calls.push_back(n);
    std::reverse(calls.begin(), calls.end());
    calls.insert(calls.end(), found.way.begin() + 1, found.way.end());

    std::vector<Label> path;
    for (const NodeId node : calls) append_in_frame(node, path);
    if (path.size() > kMaxStructurePath) {
        const auto half = static_cast<std::ptrdiff_t>(kMaxStructurePath / 2);
        path.erase(path.begin() + half, path.end() - half);
        path.insert(path.begin() + half, Label{0});
    }
    return path;
}

std::string Check::place(Label pc) const {
    const Instruction& instruction = program_.at(pc);
    const std::string line = instruction.line == 0 ? "" : fmt::format(", line {}", instruction.line);
    const std::string_view mnemonic = info(instruction.opcode).mnemonic;
    if (mnemonic.empty()) return fmt::format("instruction {}{}", pc, line);
    return fmt::format("`{}` (instruction {}{})", mnemonic, pc, line);
}

std::string Check::open_there(Label opened) const {
    if (opened == 0) return "with no branch open";
    if (is_branch(program_.at(opened).opcode)) return fmt::format("while {} is open", place(opened));
    return fmt::format("in the block of {} with no branch open in it", place(opened));
}

/// Which instruction control runs past the end from.
std::string Check::behind(NodeId end) const {
    const Node& node = nodes_[end];
    if (program_.instructions.empty()) return "the program has no instructions";
    Label last = frames_[node.frame].opener;
    if (node.before != kNone) {
        last = nodes_[node.before].pc;
        if (calls(nodes_[node.before])) last = node.pc - 1;  // what closed the frame that was stepped over
    }
    return "the last was " + place(last);
}

std::string Check::message(Kind kind, Label pc, const Found& found) const {
    if (kind == Kind::pc_out_of_program) {
        return fmt::format("Control can run past the end of the program: {}.", behind(found.way.back()));
    }
    const std::string here = place(pc);
    const std::string open = open_there(found.opened);
    const bool in_branch = found.opened != 0 && is_branch(program_.at(found.opened).opcode);
    const std::string_view hint = in_branch ? " Is a `sync` missing?" : "";
    switch (kind) {
        case Kind::sync_without_branch:
            return fmt::format("{} can be reached {}.", here, open);
        case Kind::stop_while_diverged:
        case Kind::end_everywhere_while_diverged:
            return fmt::format("{} can be reached {}.{}", here, open, hint);
        case Kind::end_everywhere_without_everywhere:
        case Kind::branch_mask_outside_everywhere:
            return fmt::format("{} can be reached with no `everywhere` block open.", here);
        case Kind::barrier_while_diverged:
            return fmt::format("{} can be reached {}; no branch and no block may be open there.{}", here,
                               open, hint);
        case Kind::sync_stack_grows:
            return fmt::format(
                "{} can be reached again before its own `sync`, {}: it would push on and on.{}", here, open,
                hint);
        case Kind::context_stack_grows:
            return fmt::format(
                "{} can be reached again before its own `end_everywhere`, {}: it would open blocks on "
                "and on.{}",
                here, open, hint);
        case Kind::pc_out_of_program:
            break;
    }
    return {};
}

StructureReport Check::run() {
    frames_.push_back({});
    reach(kMain, 1, kNone);
    while (!waiting_.empty()) {
        const NodeId next = waiting_.front();
        waiting_.pop_front();
        step(next);
    }

    StructureReport report;
    for (const auto& [at, found] : found_) {
        const auto [pc, kind] = at;
        StructureError error{kind, pc, found.opened, {}, message(kind, pc, found)};
        if (report.errors.size() < kMaxStructurePaths) error.path = path_of(found);
        report.errors.push_back(std::move(error));
    }
    return report;
}

}  // namespace

std::string_view to_string(StructureError::Kind kind) {
    switch (kind) {
        case Kind::sync_without_branch:
            return "sync-without-branch";
        case Kind::stop_while_diverged:
            return "stop-while-diverged";
        case Kind::end_everywhere_without_everywhere:
            return "end-everywhere-without-everywhere";
        case Kind::end_everywhere_while_diverged:
            return "end-everywhere-while-diverged";
        case Kind::branch_mask_outside_everywhere:
            return "branch-mask-outside-everywhere";
        case Kind::barrier_while_diverged:
            return "barrier-while-diverged";
        case Kind::sync_stack_grows:
            return "sync-stack-grows";
        case Kind::context_stack_grows:
            return "context-stack-grows";
        case Kind::pc_out_of_program:
            return "pc-out-of-program";
    }
    return {};
}

StructureReport check_structure(const Program& program) {
    return Check(program).run();
}

}  // namespace musimd
