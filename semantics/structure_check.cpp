#include "semantics/structure_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <deque>
#include <map>
#include <tuple>
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
    Label opener = 0;             ///< its branch or `everywhere`; 0 for main
    bool in_block = false;        ///< Λ ≠ ∅; also for a block's own frame
    NodeId entered_from = kNone;  ///< the call by which it was first reached
    std::vector<FrameId> callers = {};
    std::vector<FrameId> callees = {};
    std::vector<Label> exits = {};  ///< the `sync`s or `end_everywhere`s that close it
};

/// An instruction that control reaches in a frame.
struct Node {
    FrameId frame;
    Label pc;
    NodeId before;  ///< how it was first reached within the frame; kNone for the frame's first instructions
};

/// The path to an error: control goes to the first node from the program's entry, and to each other node from
/// the first instructions of its frame, which the previous node calls. The error is at the last node.
using Way = std::vector<NodeId>;

/// The frames that a search over calls has reached, in that order.
struct Reached {
    std::vector<FrameId> order;
    std::unordered_map<FrameId, FrameId> before;  ///< the neighbour from which each was reached
};

bool is_branch(Opcode opcode) {
    return opcode == Opcode::bz || opcode == Opcode::bnz;
}

// ---- messages

std::string place(const Program& program, Label pc) {
    const Instruction& instruction = program.at(pc);
    const std::string line = instruction.line == 0 ? "" : fmt::format(", line {}", instruction.line);
    const std::string_view mnemonic = info(instruction.opcode).format.mnemonic;
    if (mnemonic.empty()) return fmt::format("instruction {}{}", pc, line);
    return fmt::format("`{}` (instruction {}{})", mnemonic, pc, line);
}

std::string what_is_open(const Program& program, Label opened) {
    if (opened == 0) return "with no branch open";
    if (is_branch(program.at(opened).opcode)) return fmt::format("while {} is open", place(program, opened));
    return fmt::format("in the block of {} with no branch open in it", place(program, opened));
}

std::string message_of_end(const Program& program, Label last) {
    if (last == 0) return "The program has no instructions: a `stop` is missing.";
    return fmt::format("Control can run past the last instruction, from {}: a `stop` is missing at the end.",
                       place(program, last));
}

std::string line_of(const Program& program, Label pc) {
    const std::uint32_t line = program.at(pc).line;
    return line == 0 ? fmt::format("instruction {}", pc) : fmt::format("line {}", line);
}

/// A hint on what would close the branch that must not be open.
std::string hint(const Program& program, Label opened, const std::vector<Label>& closers) {
    if (opened == 0 || !is_branch(program.at(opened).opcode)) return {};
    if (closers.empty()) return " Is a `sync` missing?";
    constexpr std::size_t kMaxNamed = 3;
    std::vector<std::string> lines;
    for (const Label closer : closers) {
        if (lines.size() < kMaxNamed) lines.push_back(line_of(program, closer));
    }
    const std::size_t more = closers.size() - lines.size();
    return fmt::format(" This path does not pass the `sync` of that branch ({}{}).", fmt::join(lines, ", "),
                       more == 0 ? "" : fmt::format(" and {} more", more));
}

std::string message(const Program& program, const StructureError& error) {
    const auto [kind, pc, opened] = std::tuple(error.kind, error.pc, error.opened);
    if (kind == Kind::pc_out_of_program) return message_of_end(program, error.last);
    const std::string here = place(program, pc);
    const std::string open = what_is_open(program, opened);
    const std::string hint = musimd::hint(program, opened, error.closers);
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
            if (is_block_barrier(program.at(pc).opcode)) {
                return fmt::format(
                    "{} can be reached with an `everywhere` block open: it needs all of them closed.", here);
            }
            return fmt::format("{} can be reached {}: a barrier needs all conditionals and blocks closed.{}",
                               here, open, hint);
        case Kind::exit_inside_everywhere:
            return fmt::format("{} can be reached with an `everywhere` block open.", here);
        case Kind::sync_stack_grows:
            return fmt::format(
                "{} can be reached again before its `sync`, {}: each time it adds an entry to the sync "
                "stack.{}",
                here, open, hint);
        case Kind::context_stack_grows:
            return fmt::format(
                "{} can be reached again before its `end_everywhere`, {}: each time it opens another "
                "block.{}",
                here, open, hint);
        case Kind::pc_out_of_program:
            break;
    }
    return {};
}

/// Removes the middle of a path that is too long.
void shorten(std::vector<Label>& path) {
    if (path.size() <= kMaxStructurePath) return;
    const auto half = static_cast<std::ptrdiff_t>(kMaxStructurePath / 2);
    path.erase(path.begin() + half, path.end() - half);
    path.insert(path.begin() + half, Label{0});
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
    void explore();
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
    void follow_refused();
    std::vector<Label> closers(Label opener) const;
    bool always_adds(Label opener) const;
    std::vector<NodeId> calls_of(const Way& way) const;
    std::vector<Label> steps_of(const Way& way) const;
    bool append_steps(NodeId last, std::vector<Label>& backwards) const;
    NodeId closed_before(NodeId id) const;
    void append_in_frame(NodeId node, std::vector<Label>& path) const;
    std::vector<Label> path_of(const Way& way) const;
    Label done_before(NodeId id) const;
    StructureError error(Kind kind, const Way& way) const;

    const Program& program_;
    std::vector<Frame> frames_;
    std::vector<FrameId> frame_of_;  ///< by opener and whether a block is open
    std::vector<Node> nodes_;
    std::unordered_map<std::uint64_t, NodeId> node_of_;
    std::deque<NodeId> waiting_;           ///< reached, not yet stepped; a queue keeps the paths short
    std::vector<std::uint64_t> searched_;  ///< by frame, the last search that reached it
    std::uint64_t searches_ = 0;
    std::map<std::pair<Label, Kind>, Way> found_;
    std::vector<NodeId> refused_;   ///< calls that would grow the stacks
    bool follows_refused_ = false;  ///< every error has been found; the rest is for closers()
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

/// Applies the instruction's effect on (pc, Π, Λ), as far as its frame determines it.
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
        case Opcode::block_barrier:
        case Opcode::block_barrier_of:
            if (in_block) return record(Kind::barrier_while_diverged, id);
            return reach(f, pc + 1, id);
        case Opcode::exit:
            if (in_block) record(Kind::exit_inside_everywhere, id);
            return;
        case Opcode::assert_:
#define MUSIMD_DATA(opcode, ...) case Opcode::opcode:
#include "isa/instructions.def"
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

/// Calls the frame that the instruction opens, and continues after the exits of it that are already known.
void Check::call(NodeId id, bool in_block) {
    const auto [caller, pc, before] = nodes_[id];
    if (!enter(id, in_block)) return refused_.push_back(id);
    const FrameId callee = frame_of(pc, in_block);
    frames_[caller].callees.push_back(callee);
    frames_[callee].callers.push_back(caller);
    for (const Label exit : frames_[callee].exits) reach(caller, exit + 1, id);
}

/// Creates the frame of a call and begins it, if it is new. False if the call would grow the stacks.
bool Check::enter(NodeId id, bool in_block) {
    const Label pc = nodes_[id].pc;
    FrameId& callee = frame_of(pc, in_block);
    const bool is_new = callee == kNone;
    if (is_new) {
        callee = static_cast<FrameId>(frames_.size());
        frames_.push_back({.opener = pc, .in_block = in_block, .entered_from = id});
    }
    if (!follows_refused_ && may_lead_to(callee, nodes_[id].frame) && grows(id, callee)) {
        if (is_new) {  // may be reached in another way
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

/// The instruction closes its frame: all callers continue after it.
void Check::leave(NodeId id) {
    const auto [f, pc, before] = nodes_[id];
    frames_[f].exits.push_back(pc);
    for (const FrameId caller : frames_[f].callers) reach(caller, pc + 1, node_at(caller, frames_[f].opener));
}

// ---- chains of calls
//
// Invariant: no chain of followed calls has two frames of one opener. So every chain is a (Π, Λ) that control
// can build, and an error in its last frame is an error of the program.

/// False if no chain of calls leads from the first frame to the other, even if the two frames of an opener
/// are treated as one: then a call of the first by the other does not grow the stacks. This decides nearly
/// every call.
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

/// Whether a chain through this call would have one opener twice; if so, records it. Usually the opener is
/// the callee's. It can be that of a frame further up if that has two frames: the one outside blocks is about
/// to call a frame that has called the one inside.
bool Check::grows(NodeId call, FrameId callee) {
    const Reached below = search(nodes_[call].frame, &Frame::callers);
    std::unordered_map<Label, FrameId> open;
    for (const FrameId frame : below.order) open.emplace(frames_[frame].opener, frame);

    const Reached above = search(callee, &Frame::callees);
    for (const FrameId last : above.order) {  // the frames between two frames of one opener are not open
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

/// Records that the last frame of the chain has the opener of the first; each frame of it calls the next.
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
    if (follows_refused_) return;
    const Label pc = nodes_[way.back()].pc;
    found_.try_emplace({pc, kind}, std::move(way));
}

/// Adds the path from the first instructions of the node's frame to the node.
void Check::append_in_frame(NodeId node, std::vector<Label>& path) const {
    const auto size = static_cast<std::ptrdiff_t>(path.size());
    for (; node != kNone; node = nodes_[node].before) path.push_back(nodes_[node].pc);
    std::reverse(path.begin() + size, path.end());
}

/// The path with the calls before it, from main on.
std::vector<NodeId> Check::calls_of(const Way& way) const {
    std::vector<NodeId> calls;
    for (NodeId n = way.front(); n != kNone; n = frames_[nodes_[n].frame].entered_from) calls.push_back(n);
    std::reverse(calls.begin(), calls.end());
    calls.insert(calls.end(), way.begin() + 1, way.end());
    return calls;
}

std::vector<Label> Check::path_of(const Way& way) const {
    std::vector<Label> path;
    for (const NodeId node : calls_of(way)) append_in_frame(node, path);
    shorten(path);
    return path;
}

/// The node that closed the frame that the previous node called; kNone if that was not a call.
NodeId Check::closed_before(NodeId id) const {
    const Node& node = nodes_[id];
    if (node.before == kNone || !calls(nodes_[node.before])) return kNone;
    const Node& call = nodes_[node.before];
    const bool in_block = frames_[call.frame].in_block || program_.at(call.pc).opcode == Opcode::everywhere;
    const FrameId callee = frame_of_[2 * std::size_t{call.pc} + in_block];
    return node_at(callee, node.pc - 1);
}

/// Adds the steps from the first instruction of the node's frame to the node, backwards. False if there are
/// too many: where several branches share what follows them, there can be exponentially many.
bool Check::append_steps(NodeId last, std::vector<Label>& backwards) const {
    constexpr std::size_t kMax = 10 * kMaxStructurePath;
    std::vector<NodeId> waiting{last};
    while (!waiting.empty()) {
        if (backwards.size() == kMax) return false;
        const NodeId id = waiting.back();
        waiting.pop_back();
        backwards.push_back(nodes_[id].pc);
        if (nodes_[id].before != kNone) waiting.push_back(nodes_[id].before);
        if (const NodeId exit = closed_before(id); exit != kNone) waiting.push_back(exit);
    }
    return true;
}

std::vector<Label> Check::steps_of(const Way& way) const {
    const std::vector<NodeId> calls = calls_of(way);
    std::vector<Label> steps;
    const bool is_whole =
        std::all_of(calls.rbegin(), calls.rend(), [&](NodeId node) { return append_steps(node, steps); });
    if (!is_whole) {
        steps.resize(kMaxStructurePath);
        steps.insert(steps.end(), {Label{0}, Label{1}});
    }
    std::reverse(steps.begin(), steps.end());
    if (is_whole) shorten(steps);
    return steps;
}

/// The instruction executed before the node; 0 at the program's entry.
Label Check::done_before(NodeId id) const {
    const Node& node = nodes_[id];
    if (node.before == kNone) return frames_[node.frame].opener;
    const Node& before = nodes_[node.before];
    return calls(before) ? node.pc - 1 : before.pc;  // after a call: what closed it
}

/// Called once every error is found: follows the growing calls too, so that Frame::exits is complete.
void Check::follow_refused() {
    follows_refused_ = true;
    for (const NodeId call : std::exchange(refused_, {})) step(call);
    explore();
}

std::vector<Label> Check::closers(Label opener) const {
    std::vector<Label> closers;
    if (opener == 0) return closers;
    for (const bool in_block : {false, true}) {
        const FrameId frame = frame_of_[2 * std::size_t{opener} + in_block];
        if (frame == kNone) continue;
        closers.insert(closers.end(), frames_[frame].exits.begin(), frames_[frame].exits.end());
    }
    std::ranges::sort(closers);
    const auto twice = std::ranges::unique(closers);
    closers.erase(twice.begin(), twice.end());
    return closers;
}

bool Check::always_adds(Label opener) const {
    if (opener == 0 || !is_branch(program_.at(opener).opcode)) return opener != 0;
    return std::ranges::none_of(std::array{false, true}, [&](bool in_block) {
        const FrameId frame = frame_of_[2 * std::size_t{opener} + in_block];
        return frame != kNone && node_of_.contains(key(frame, opener));
    });
}

StructureError Check::error(Kind kind, const Way& way) const {
    StructureError error;
    error.kind = kind;
    error.pc = nodes_[way.back()].pc;
    error.opened = frames_[nodes_[way.back()].frame].opener;
    error.closers = closers(error.opened);
    error.always_adds = always_adds(error.opened);
    error.last = done_before(way.back());
    error.message = message(program_, error);
    return error;
}

/// Steps from the reached instructions until no new one is reached.
void Check::explore() {
    while (!waiting_.empty()) {
        const NodeId next = waiting_.front();
        waiting_.pop_front();
        step(next);
    }
}

StructureReport Check::run() {
    frames_.push_back({});
    reach(kMain, 1, kNone);
    explore();
    follow_refused();

    StructureReport report;
    report.has_single_joins =
        std::ranges::all_of(frames_, [](const Frame& frame) { return frame.exits.size() <= 1; });
    for (Label pc = 1; pc < program_.end(); ++pc) {
        const bool is_reached = frame_of(pc, false) != kNone || frame_of(pc, true) != kNone;
        if (is_reached && is_branch(program_.at(pc).opcode)) report.closers.push_back({pc, closers(pc)});
    }
    for (const auto& [at, way] : found_) {
        report.errors.push_back(error(at.second, way));
        if (report.errors.size() > kMaxStructurePaths) continue;
        report.errors.back().path = path_of(way);
        report.errors.back().steps = steps_of(way);
    }
    return report;
}

}  // namespace

bool is_structural(const Trap& trap) {
    switch (trap.kind) {
        case TrapKind::sync_without_branch:
        case TrapKind::stop_while_diverged:
        case TrapKind::end_everywhere_without_everywhere:
        case TrapKind::end_everywhere_while_diverged:
        case TrapKind::branch_mask_outside_everywhere:
        case TrapKind::exit_inside_everywhere:
        case TrapKind::pc_out_of_program:
            return true;
        case TrapKind::barrier_while_diverged:
            return trap.rule == RuleId::BR && trap.waiting.empty();
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
        case Kind::exit_inside_everywhere:
            return "exit-inside-everywhere";
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
