#include "analysis/divergence/divergence.hpp"

#include <algorithm>
#include <map>

namespace musimd {

DivergenceAnalysis::DivergenceAnalysis(const Program& program, const ControlGraph& graph)
    : program_(program), graph_(graph) {
    find_limits();
    if (!is_complete()) return;
    find_contexts();
    facts_.resize(graph.nodes.size());
    divides_.resize(graph.contexts.size());
    waits_.resize(graph.nodes.size());
    solve();
}

// Where control leaves the graph for another reason than a trap or the limit of the stacks, it may come back
// with anything.
void DivergenceAnalysis::find_limits() {
    too_large_ = !graph_.is_complete();
    std::size_t facts = 0;
    for (const ControlNode& node : graph_.nodes) {
        const OpenEntries& open = graph_.context_of(node);
        facts += GroupFacts::groups(program_, open) * program_.variables.size();
        if (facts > kMaxDivergenceFacts) too_large_ = true;
        const Label pc = node.point.pc;
        if (node.flow == Flow::leave && std::ranges::find(open, pc) != open.end() && !unbounded_)
            unbounded_ = pc;
    }
}

void DivergenceAnalysis::find_contexts() {
    contexts_.resize(graph_.contexts.size());
    std::map<OpenEntries, std::uint32_t> numbers;
    for (std::uint32_t c = 0; c < contexts_.size(); ++c) numbers.emplace(graph_.contexts[c], c);
    for (std::uint32_t c = 0; c < contexts_.size(); ++c) {
        OpenEntries open = graph_.contexts[c];
        if (open.empty()) continue;
        open.pop_back();
        contexts_[c].parent = numbers.at(open);
    }
    for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n) {
        const ControlNode& node = graph_.nodes[n];
        const std::uint32_t inside =
            node.flow == Flow::branch || node.flow == Flow::open ? context_of(node.next) : context_of(n);
        if (node.flow == Flow::branch) contexts_[inside].waiting = node.target;
        if (node.flow == Flow::sync) contexts_[inside].syncs.push_back(n);
        if (node.flow == Flow::open) contexts_[inside].begin = n;
        if (node.flow == Flow::close) contexts_[inside].ends.push_back(n);
    }
}

void DivergenceAnalysis::solve() {
    arrive(0, GroupFacts(program_));
    while (!waiting_.empty()) {
        const std::vector<std::uint32_t> round = std::move(waiting_);
        waiting_.clear();
        for (const std::uint32_t node : round) {
            waits_[node] = false;
            leave(node);
        }
    }
}

void DivergenceAnalysis::wake(std::uint32_t node) {
    if (waits_[node] || !facts_[node]) return;
    waits_[node] = true;
    waiting_.push_back(node);
}

void DivergenceAnalysis::arrive(std::uint32_t node, const GroupFacts& facts) {
    if (!facts_[node]) {
        facts_[node] = facts;
    } else if (!facts_[node]->join(facts)) {
        return;
    }
    wake(node);
}

void DivergenceAnalysis::leave(std::uint32_t n) {
    const ControlNode& node = graph_.nodes[n];
    switch (node.flow) {
        case Flow::data:
        case Flow::barrier: {
            GroupFacts facts = *facts_[n];
            if (has_destination(info(at(n).opcode).format))
                facts.assign(program_, at(n), divided_entries(context_of(n)));
            return arrive(node.next, facts);
        }
        case Flow::jump:
            return arrive(node.next, *facts_[n]);
        case Flow::branch:
            return leave_branch(n);
        case Flow::mask_branch:
            arrive(node.next, *facts_[n]);
            return arrive(node.target, *facts_[n]);
        case Flow::sync:
            return leave_sync(n);
        case Flow::open: {
            GroupFacts facts = *facts_[n];
            facts.push_block();
            arrive(node.next, facts);
            if (program_.registers == RegisterMode::restore)
                for (const std::uint32_t end : contexts_[context_of(node.next)].ends) wake(end);
            return;
        }
        case Flow::close:
            return leave_block(n);
        case Flow::stop:
            if (at(n).opcode == Opcode::exit) exit(n);
            return;
        case Flow::leave:
            return;
    }
}

// A constant sends all threads one way. Where none is active, that is to the target.
bool DivergenceAnalysis::is_pruned(const Instruction& branch, const LaneFact& operand, bool taken) const {
    const auto c = operand.constant();
    if (!c || (program_.active.empty() && !program_.has_blocks())) return false;
    return (*c == 0) == ((branch.opcode == Opcode::bz) != taken);
}

void DivergenceAnalysis::leave_branch(std::uint32_t n) {
    const ControlNode& node = graph_.nodes[n];
    const std::uint32_t inside = context_of(node.next);
    GroupFacts facts = *facts_[n];
    const LaneFact operand = fact_of(at(n).operands[0], program_, facts.active());
    if (!operand.is_uniform()) set_divides(inside);
    if (context_of(n) != inside) facts.push_branch();
    if (!is_pruned(at(n), operand, true)) arrive(node.target, facts);
    if (is_pruned(at(n), operand, false)) return;
    if (!operand.is_uniform()) facts.wait();
    arrive(node.next, facts);
}

void DivergenceAnalysis::leave_sync(std::uint32_t n) {
    const ControlNode& node = graph_.nodes[n];
    GroupFacts facts = *facts_[n];
    if (divides_[context_of(n)] && facts.has_waiting()) {
        GroupFacts others = facts;
        others.switch_to_waiting();
        arrive(node.target, others);
    }
    facts.pop_branch();
    arrive(node.next, facts);
}

// Under `restore`, all is as it was at the block's begin.
void DivergenceAnalysis::leave_block(std::uint32_t n) {
    GroupFacts facts = *facts_[n];
    facts.pop_block();
    const bool restores = program_.registers == RegisterMode::restore;
    arrive(graph_.nodes[n].next, restores ? *facts_[contexts_[context_of(n)].begin] : facts);
}

// The threads that wait in an open branch continue where it leads, and those that have reached a `sync` after
// it.
void DivergenceAnalysis::exit(std::uint32_t n) {
    GroupFacts facts = *facts_[n];
    for (std::uint32_t c = context_of(n); !graph_.contexts[c].empty(); c = contexts_[c].parent) {
        GroupFacts others = facts;
        facts.pop_branch();
        if (!divides_[c]) continue;
        if (others.has_waiting()) {
            others.switch_to_waiting();
            arrive(contexts_[c].waiting, others);
        }
        for (const std::uint32_t sync : contexts_[c].syncs) arrive(graph_.nodes[sync].next, facts);
    }
}

void DivergenceAnalysis::set_divides(std::uint32_t context) {
    if (divides_[context]) return;
    divides_[context] = true;
    for (std::uint32_t n = 0; n < facts_.size(); ++n) wake(n);
}

std::vector<bool> DivergenceAnalysis::divided_entries(std::uint32_t context) const {
    std::vector<bool> divided(graph_.contexts[context].size());
    for (std::size_t n = divided.size(); n > 0; --n, context = contexts_[context].parent)
        divided[n - 1] = divides_[context];
    return divided;
}

// ---- queries

LaneFact DivergenceAnalysis::value(std::uint32_t node, const Operand& operand) const {
    if (!is_complete())
        return fact_of(operand, program_, VariableFacts(program_.variables.size(), LaneFact::divergent()));
    if (!facts_[node]) return {};
    return fact_of(operand, program_, facts_[node]->active());
}

LaneFact DivergenceAnalysis::value_in_warp(std::uint32_t node, const Operand& operand) const {
    if (!is_complete()) return value(node, operand);
    if (!facts_[node]) return {};
    return fact_of(operand, program_, facts_[node]->all());
}

LaneFact DivergenceAnalysis::result(std::uint32_t node) const {
    if (!is_complete()) return LaneFact::divergent();
    if (!facts_[node]) return {};
    return result_of(at(node), program_, facts_[node]->active());
}

LaneFact DivergenceAnalysis::address(std::uint32_t node) const {
    return fact_of_address(value(node, at(node).operands[0]), program_);
}

bool DivergenceAnalysis::may_divide(std::uint32_t node) const {
    return !value(node, at(node).operands[0]).is_uniform();
}

bool DivergenceAnalysis::is_scalar(Variable v) const {
    if (!is_complete()) return false;
    return std::ranges::all_of(facts_, [v](const std::optional<GroupFacts>& facts) {
        return !facts || facts->all()[v].is_uniform();
    });
}

}  // namespace musimd
