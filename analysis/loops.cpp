#include "analysis/loops.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace musimd {
namespace {

using Neighbours = std::vector<std::vector<Label>>;  ///< by instruction, from 1

/// The edges between a set of instructions.
class Graph {
  public:
    Graph(const Program& program, const Loop& nodes) : inside_(program.end() + 1, false) {
        for (const Label pc : nodes) inside_[pc] = true;
        next_.resize(inside_.size());
        before_.resize(inside_.size());
        for (const Label pc : nodes) add_edges(program, pc);
    }

    /// The instructions on a common cycle with the instruction. Empty if it is on no cycle.
    Loop loop_of(Label pc) const {
        const std::vector<bool> after = reached(pc, next_);
        if (!after[pc]) return {};
        const std::vector<bool> before = reached(pc, before_);
        Loop loop;
        for (Label i = 1; i < inside_.size(); ++i) {
            if (after[i] && before[i]) loop.push_back(i);
        }
        return loop;
    }

    /// Whether there is no cycle.
    bool is_acyclic() const {
        std::vector<std::size_t> left(inside_.size());
        std::vector<Label> waiting;
        std::size_t count = 0;
        for (Label pc = 1; pc < inside_.size(); ++pc) {
            left[pc] = before_[pc].size();
            if (inside_[pc]) ++count;
            if (inside_[pc] && left[pc] == 0) waiting.push_back(pc);
        }
        while (!waiting.empty()) {
            const Label pc = waiting.back();
            waiting.pop_back();
            --count;
            for (const Label next : next_[pc]) {
                if (--left[next] == 0) waiting.push_back(next);
            }
        }
        return count == 0;
    }

    /// The first instruction of the loop that control can reach from outside.
    Label entry_of(const Loop& loop) const {
        const auto is_entered = [&](Label pc) {
            return pc == 1 || std::ranges::any_of(before_[pc], [&](Label before) {
                       return !std::ranges::binary_search(loop, before);
                   });
        };
        const auto entry = std::ranges::find_if(loop, is_entered);
        return entry == loop.end() ? loop.front() : *entry;
    }

  private:
    void add_edges(const Program& program, Label pc) {
        if (pc == program.end()) return;
        const Instruction& i = program.at(pc);
        if (i.opcode == Opcode::stop || i.opcode == Opcode::exit) return;
        if (has_target(info(i.opcode).format)) add_edge(pc, i.target);
        if (i.opcode != Opcode::jump) add_edge(pc, pc + 1);
    }

    void add_edge(Label from, Label to) {
        if (!inside_[to]) return;
        next_[from].push_back(to);
        before_[to].push_back(from);
    }

    std::vector<bool> reached(Label from, const Neighbours& neighbours) const {
        std::vector<bool> found(inside_.size(), false);
        std::vector<Label> waiting{from};
        while (!waiting.empty()) {
            const Label pc = waiting.back();
            waiting.pop_back();
            for (const Label neighbour : neighbours[pc]) {
                if (found[neighbour]) continue;
                found[neighbour] = true;
                waiting.push_back(neighbour);
            }
        }
        return found;
    }

    std::vector<bool> inside_;
    Neighbours next_;
    Neighbours before_;
};

Loop without(const Loop& loop, Label pc) {
    Loop rest = loop;
    std::erase(rest, pc);
    return rest;
}

}  // namespace

std::vector<Loop> loops_around(const Program& program, Label pc) {
    Loop nodes;
    for (Label i = 1; i <= program.end(); ++i) nodes.push_back(i);
    std::vector<Loop> loops;
    const Graph whole(program, nodes);
    Graph graph = whole;
    while (loops.size() < kMaxLoopDepth) {
        const Loop loop = graph.loop_of(pc);
        if (loop.empty()) break;
        const Label entry = whole.entry_of(loop);
        loops.push_back(loop);
        if (entry == pc) break;
        graph = Graph(program, without(loop, entry));
    }
    return loops;
}

bool avoids(const Program& program, const Loop& loop, Label pc) {
    return !Graph(program, without(loop, pc)).is_acyclic();
}

std::string where(const Loop& loop, const Program& program) {
    std::uint32_t first = UINT32_MAX;
    std::uint32_t last = 0;
    for (const Label pc : loop) {
        first = std::min(first, program.at(pc).line);
        last = std::max(last, program.at(pc).line);
    }
    if (first == 0) return fmt::format("at instructions {}-{}", loop.front(), loop.back());
    return first == last ? fmt::format("on line {}", first) : fmt::format("at lines {}-{}", first, last);
}

}  // namespace musimd
