#include "gpu_backend/languages/structure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

namespace musimd::languages {
namespace {

constexpr std::size_t kMostParts = 20'000;

/// How a sequence ends, and the node that ends it: for `sync`, the one that follows it.
struct End {
    enum class Kind : std::uint8_t { stop, sync, loop, close, exit };
    Kind kind = Kind::stop;
    std::uint32_t node = 0;
};

struct Nested {
    Sequence parts;
    std::vector<std::uint32_t> nodes;  ///< of the parts, and then that of the end
    End end;
};

struct NotNested {
    std::string message;
};

class Nesting {
  public:
    Nesting(const Program& program, const ControlGraph& graph) : program_(program), graph_(graph) {}

    Sequence run() {
        if (!graph_.is_complete()) throw NotNested{"its stacks may grow without bound"};
        Nested main = nested(0);
        if (main.end.kind != End::Kind::stop && main.end.kind != End::Kind::exit)
            refuse(main.nodes.back(), "nothing is open here");
        return std::move(main.parts);
    }

  private:
    [[noreturn]] void refuse(std::uint32_t node, std::string_view why) const {
        const Label pc = graph_.nodes[node].point.pc;
        if (pc >= program_.end()) throw NotNested{fmt::format("the end of the program: {}", why)};
        throw NotNested{fmt::format("line {}: {}", program_.at(pc).line, why)};
    }
    /// The branch or block that is open innermost at the node; 0: none.
    Label innermost(std::uint32_t node) const {
        const OpenEntries& open = graph_.context_of(graph_.nodes[node]);
        return open.empty() ? 0 : open.back();
    }
    Nested nested(std::uint32_t node);
    std::optional<End> end_at(std::uint32_t node) const;
    std::optional<std::uint32_t> add(std::uint32_t node, Nested& to);
    std::optional<std::uint32_t> add_branch(std::uint32_t node, Nested& to);
    std::uint32_t add_block(std::uint32_t node, Nested& to);
    std::optional<std::uint32_t> add_mask_branch(std::uint32_t node, Nested& to);

    const Program& program_;
    const ControlGraph& graph_;
    std::set<std::uint32_t> open_mask_branches_;
    std::size_t parts_ = 0;
};

std::optional<End> Nesting::end_at(std::uint32_t node) const {
    const ControlNode& at = graph_.nodes[node];
    switch (at.flow) {
        case Flow::sync:
            return End{End::Kind::sync, at.next};
        case Flow::branch:
            if (innermost(node) == at.point.pc) return End{End::Kind::loop, node};
            return std::nullopt;
        case Flow::close:
            return End{End::Kind::close, at.next};
        case Flow::stop:
            if (program_.at(at.point.pc).opcode == Opcode::exit) return std::nullopt;
            return End{End::Kind::stop, node};
        case Flow::leave:
            refuse(node, "control does not go on from here");
        case Flow::data:
        case Flow::jump:
        case Flow::mask_branch:
        case Flow::open:
        case Flow::barrier:
            return std::nullopt;
    }
    return std::nullopt;
}

// From the node on, until what is open innermost there is closed.
Nested Nesting::nested(std::uint32_t node) {
    Nested result;
    std::size_t jumps = 0;
    while (true) {
        if (++parts_ > kMostParts) refuse(node, "the program is too large, or does not end");
        if (const auto end = end_at(node)) {
            result.nodes.push_back(node);
            result.end = *end;
            return result;
        }
        if (graph_.nodes[node].flow == Flow::jump) {
            if (++jumps > graph_.nodes.size()) refuse(node, "this jump does not lead anywhere");
            node = graph_.nodes[node].next;
            continue;
        }
        result.nodes.push_back(node);
        const auto next = add(node, result);
        if (!next) {
            result.end = {End::Kind::exit, node};
            return result;
        }
        node = *next;
    }
}

// Adds what begins at the node; the node where control goes on, unless nobody does.
std::optional<std::uint32_t> Nesting::add(std::uint32_t node, Nested& to) {
    const ControlNode& at = graph_.nodes[node];
    switch (at.flow) {
        case Flow::branch:
            return add_branch(node, to);
        case Flow::open:
            return add_block(node, to);
        case Flow::mask_branch:
            return add_mask_branch(node, to);
        case Flow::stop:  // exit
            to.parts.push_back({.kind = Part::Kind::exit, .node = node, .contains_exit = true});
            return std::nullopt;
        case Flow::data:
        case Flow::barrier:
            to.parts.push_back({.kind = Part::Kind::data, .node = node});
            return at.next;
        case Flow::jump:
        case Flow::sync:
        case Flow::close:
        case Flow::leave:
            break;
    }
    refuse(node, "control does not go on from here");
}

bool any_exits(const Sequence& parts) {
    return std::ranges::any_of(parts, &Part::contains_exit);
}

std::optional<std::uint32_t> Nesting::add_branch(std::uint32_t node, Nested& to) {
    using Kind = End::Kind;
    Nested next = nested(graph_.nodes[node].next);
    Nested target = nested(graph_.nodes[node].target);
    Part part{.kind = Part::Kind::conditional, .node = node};
    part.contains_exit = any_exits(next.parts) || any_exits(target.parts);
    part.next = std::move(next.parts);
    part.target = std::move(target.parts);
    const auto is_one_of = [](const End& end, Kind a, Kind b) { return end.kind == a || end.kind == b; };
    std::optional<std::uint32_t> after;
    if (next.end.kind == Kind::loop && is_one_of(target.end, Kind::sync, Kind::exit)) {
        part.kind = Part::Kind::loop_next;
    } else if (target.end.kind == Kind::loop && is_one_of(next.end, Kind::sync, Kind::exit)) {
        part.kind = Part::Kind::loop_target;
    } else if (!is_one_of(next.end, Kind::sync, Kind::exit) ||
               !is_one_of(target.end, Kind::sync, Kind::exit)) {
        refuse(node, "a side of this branch ends in no `sync`");
    }
    for (const End* end : {&next.end, &target.end}) {
        if (end->kind != Kind::sync) continue;
        if (after && *after != end->node) refuse(node, "its sides end in two `sync`s");
        after = end->node;
    }
    to.parts.push_back(std::move(part));
    return after;
}

std::uint32_t Nesting::add_block(std::uint32_t node, Nested& to) {
    Nested body = nested(graph_.nodes[node].next);
    if (body.end.kind != End::Kind::close) refuse(node, "this block has no `end_everywhere`");
    Part part{.kind = Part::Kind::block, .node = node};
    part.contains_exit = any_exits(body.parts);
    part.next = std::move(body.parts);
    to.parts.push_back(std::move(part));
    return body.end.node;
}

// Both ways meet at the first node that they have in common.
std::optional<std::uint32_t> Nesting::add_mask_branch(std::uint32_t node, Nested& to) {
    if (!open_mask_branches_.insert(node).second) refuse(node, "this branch_mask is in a loop of its own");
    Nested next = nested(graph_.nodes[node].next);
    Nested target = nested(graph_.nodes[node].target);
    open_mask_branches_.erase(node);
    for (std::size_t i = 0; i < next.nodes.size(); ++i) {
        const auto meets = std::ranges::find(target.nodes, next.nodes[i]);
        if (meets == target.nodes.end()) continue;
        const auto until = [](Nested& side, std::size_t count) {
            side.parts.erase(
                side.parts.begin() + static_cast<std::ptrdiff_t>(std::min(count, side.parts.size())),
                side.parts.end());
        };
        until(next, i);
        until(target, static_cast<std::size_t>(meets - target.nodes.begin()));
        Part part{.kind = Part::Kind::mask_branch, .node = node};
        part.next = std::move(next.parts);
        part.target = std::move(target.parts);
        to.parts.push_back(std::move(part));
        return next.nodes[i];
    }
    refuse(node, "the two ways from this branch_mask do not meet");
}

}  // namespace

tl::expected<Sequence, std::string> structure_of(const Program& program, const ControlGraph& graph) {
    try {
        return Nesting(program, graph).run();
    } catch (const NotNested& refusal) {
        return tl::unexpected(refusal.message);
    }
}

}  // namespace musimd::languages
