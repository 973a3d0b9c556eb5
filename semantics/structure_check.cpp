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

/// The way to an error: control goes to the first node from the program's entry, and to each other node from
/// the first instructions of its frame, which the node before it calls. The last is where the error is.
using Way = std::vector<NodeId>;

/// The frames that a search over calls has reached, in the order in which it reached them.
struct Reached {
    std::vector<FrameId> order;
    std::unordered_map<FrameId, FrameId> before;  ///< the neighbour from which each was reached
};

bool is_branch(Opcode opcode) {
    return opcode == Opcode::bz || opcode == Opcode::bnz;
}

// ---- what is said of errors

std::string place(const Program& program, Label pc) {
    const Instruction& instruction = program.at(pc);
    const std::string line = instruction.line == 0 ? "" : fmt::format(", line {}", instruction.line);
    const std::string_view mnemonic = info(instruction.opcode).mnemonic;
    if (mnemonic.empty()) return fmt::format("instruction {}{}", pc, line);
    return fmt::format("`{}` (instruction {}{})", mnemonic, pc, line);
}

std::string what_is_open(const Program& program, Label opened) {
    if (opened == 0) return "with no branch open";
    if (is_branch(program.at(opened).opcode)) return fmt::format("while {} is open", place(program, opened));
    return fmt::format("in the block of {} with no branch open in it", place(program, opened));
}

std::string message_of_end(const Program& program, Label last) {
    if (last == 0) return "The program has no instructions: control runs past its end.";
    return fmt::format("Control can run past the end of the program: the last was {}.", place(program, last));
}

/// The message of an error at pc; `last` is the instruction before it on its way.
std::string message(const Program& program, Kind kind, Label pc, Label opened, Label last) {
    if (kind == Kind::pc_out_of_program) return message_of_end(program, last);
    const std::string here = place(program, pc);
    const std::string open = what_is_open(program, opened);
    const bool in_branch = opened != 0 && is_branch(program.at(opened).opcode);
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
            return fmt::format("{} can be reached {}: a barrier needs all closed.{}", here, open, hint);
        case Kind::sync_stack_grows:
            return fmt::format("{} can be reached again before its `sync`, {}: it would push on and on.{}",
                               here, open, hint);
        case Kind::context_stack_grows:
            return fmt::format(
                "{} can be reached again before its `end_everywhere`, {}: blocks would open on and on.{}",
                here, open, hint);
        case Kind::pc_out_of_program:
            break;
    }
    return {};
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
    Reached search(FrameId from, std::vector<FrameId> Frame::*neighbours) const;
    bool may_lead_to(FrameId from, FrameId to);
    bool grows(NodeId call, FrameId callee);
    void record_growth(const std::vector<FrameId>& chain);

    // Errors.
    void record(Kind kind, NodeId node) { record(kind, Way{node}); }
    void record(Kind kind, Way way);
    void append_in_frame(NodeId node, std::vector<Label>& path) const;
    std::vector<Label> path_of(const Way& way) const;
    Label done_before(NodeId id) const;
    StructureError error(Kind kind, const Way& way) const;

    const Program& program_;
    std::vector<Frame> frames_;
    std::vector<FrameId> frame_of_;  ///< by opener and whether a block is open
    std::vector<Node> nodes_;
    std::unordered_map<std::uint64_t, NodeId> node_of_;
    std::deque<NodeId> waiting_;  ///< reached, not yet stepped; first in, first out keeps the paths short
    std::vector<std::uint64_t> searched_;  ///< by frame, the last search that reached it
    std::uint64_t searches_ = 0;
    std::map<std::pair<Label, Kind>, Way> found_;
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
        case Opcode::typed:
        case Opcode::shfl:
        case Opcode::ballot:
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
    const bool is_new = callee == kNone;
    if (is_new) {
        callee = static_cast<FrameId>(frames_.size());
        frames_.push_back({.opener = pc, .in_block = in_block, .entered_from = id});
    }
    if (may_lead_to(callee, nodes_[id].frame) && grows(id, callee)) {
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

/// False if no chain of calls leads from the first frame to the other, even if the two frames of an opener
/// are taken for one: then a call of the first by the other is no growth. Nearly every call is settled by
/// this.
bool Check::may_lead_to(FrameId from, FrameId to) {
    searched_.resize(frames_.size(), 0);
    ++searches_;
    std::vector<FrameId> waiting;
    const auto add = [&](FrameId frame) {
        if (frame == kNone || std::exchange(searched_[frame], searches_) == searches_) return;
        waiting.push_back(frame);
    };
    add(from);
    while (!waiting.empty()) {
        const FrameId next = waiting.back();
        waiting.pop_back();
        if (next == to) return true;
        const Frame& frame = frames_[next];
        add(frame_of(frame.opener, !frame.in_block));
        for (const FrameId callee : frame.callees) add(callee);
    }
    return false;
}

Reached Check::search(FrameId from, std::vector<FrameId> Frame::*neighbours) const {
    Reached reached{{from}, {{from, kNone}}};
    for (std::size_t i = 0; i < reached.order.size(); ++i) {
        const FrameId frame = reached.order[i];
        for (const FrameId next : frames_[frame].*neighbours) {
            if (reached.before.emplace(next, frame).second) reached.order.push_back(next);
        }
    }
    return reached;
}

/// Whether a chain through this call would have one opener twice; then that is recorded. Usually the opener
/// is the callee's. It can be that of a frame further up if it has two: the one outside of blocks is about to
/// call what has called the one inside.
bool Check::grows(NodeId call, FrameId callee) {
    const Reached below = search(nodes_[call].frame, &Frame::callers);
    std::unordered_map<Label, FrameId> open;
    for (const FrameId frame : below.order) open.emplace(frames_[frame].opener, frame);

    const Reached above = search(callee, &Frame::callees);
    for (const FrameId last : above.order) {  // of the first that is open, what is between them is not open
        const auto again = open.find(frames_[last].opener);
        if (again == open.end()) continue;
        std::vector<FrameId> chain;
        for (FrameId f = last; f != kNone; f = above.before.at(f)) chain.push_back(f);
        std::reverse(chain.begin(), chain.end());
        std::vector<FrameId> lower;
        for (FrameId f = again->second; f != kNone; f = below.before.at(f)) lower.push_back(f);
        chain.insert(chain.begin(), lower.begin(), lower.end());
        record_growth(chain);
        return true;
    }
    return false;
}

/// Records that the last frame of the chain, each of which calls the next, has the first one's opener.
void Check::record_growth(const std::vector<FrameId>& chain) {
    Way way{frames_[chain.front()].entered_from};
    for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
        way.push_back(node_at(chain[i], frames_[chain[i + 1]].opener));
    }
    const Node& last = nodes_[way.back()];
    const bool is_block = program_.at(last.pc).opcode == Opcode::everywhere;
    record(is_block ? Kind::context_stack_grows : Kind::sync_stack_grows, std::move(way));
}

// ---- errors

void Check::record(Kind kind, Way way) {
    const Label pc = nodes_[way.back()].pc;
    found_.try_emplace({pc, kind}, std::move(way));
}

/// Adds the way from the first instructions of the node's frame to the node.
void Check::append_in_frame(NodeId node, std::vector<Label>& path) const {
    const auto size = static_cast<std::ptrdiff_t>(path.size());
    for (; node != kNone; node = nodes_[node].before) path.push_back(nodes_[node].pc);
    std::reverse(path.begin() + size, path.end());
}

std::vector<Label> Check::path_of(const Way& way) const {
    std::vector<NodeId> calls;  // from main to the first node of the way
    for (NodeId n = way.front(); n != kNone; n = frames_[nodes_[n].frame].entered_from) calls.push_back(n);
    std::reverse(calls.begin(), calls.end());
    calls.insert(calls.end(), way.begin() + 1, way.end());

    std::vector<Label> path;
    for (const NodeId node : calls) append_in_frame(node, path);
    if (path.size() > kMaxStructurePath) {
        const auto half = static_cast<std::ptrdiff_t>(kMaxStructurePath / 2);
        path.erase(path.begin() + half, path.end() - half);
        path.insert(path.begin() + half, Label{0});
    }
    return path;
}

/// The instruction that control did to get to the node; 0 at the program's entry.
Label Check::done_before(NodeId id) const {
    const Node& node = nodes_[id];
    if (node.before == kNone) return frames_[node.frame].opener;
    const Node& before = nodes_[node.before];
    return calls(before) ? node.pc - 1 : before.pc;  // behind a call: what closed it
}

StructureError Check::error(Kind kind, const Way& way) const {
    const Label pc = nodes_[way.back()].pc;
    const Label opened = frames_[nodes_[way.back()].frame].opener;
    return {kind, pc, opened, {}, message(program_, kind, pc, opened, done_before(way.back()))};
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
    for (const auto& [at, way] : found_) {
        report.errors.push_back(error(at.second, way));
        if (report.errors.size() <= kMaxStructurePaths) report.errors.back().path = path_of(way);
    }
    return report;
}

}  // namespace

bool is_structural(TrapKind kind) {
    switch (kind) {
        case TrapKind::sync_without_branch:
        case TrapKind::stop_while_diverged:
        case TrapKind::end_everywhere_without_everywhere:
        case TrapKind::end_everywhere_while_diverged:
        case TrapKind::branch_mask_outside_everywhere:
        case TrapKind::barrier_while_diverged:
        case TrapKind::pc_out_of_program:
            return true;
        default:
            return false;
    }
}

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
