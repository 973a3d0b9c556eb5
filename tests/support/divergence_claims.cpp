#include "tests/support/divergence_claims.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "isa/printer.hpp"

namespace musimd::tests {
namespace {

constexpr std::size_t kMaxPoints = 5'000;

OpenEntries open_entries(const Warp& warp) {
    OpenEntries innermost_first;
    const auto add = [&](const SyncStack& stack) {
        stack.for_each([&](const SyncEntry& entry) { innermost_first.push_back(entry.branch); });
    };
    add(warp.sync_stack);
    warp.context_stack.for_each([&](const ContextEntry& entry) {
        innermost_first.push_back(entry.block);
        add(entry.sync_stack);
    });
    return {innermost_first.rbegin(), innermost_first.rend()};
}

}  // namespace

DivergenceClaims::DivergenceClaims(const Program& program, const MachineOptions& options)
    : program_(program),
      graph_(program, kMaxPoints),
      analysis_(program, graph_),
      machine_(program, options),
      at_(program.warps) {
    for (std::uint32_t c = 0; c < graph_.contexts.size(); ++c) contexts_.emplace(graph_.contexts[c], c);
    for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n) nodes_.emplace(graph_.nodes[n].point, n);
    for (Variable v = 0; v < program.variables.size(); ++v) scalar_.push_back(analysis_.is_scalar(v));
}

std::string DivergenceClaims::first_wrong() {
    if (!analysis_.is_complete()) return wrong_;
    for (std::uint32_t w = 0; w < program_.warps; ++w) check_state(w);
    machine_.run(this);
    return wrong_;
}

void DivergenceClaims::wrong(const Warp& warp, const std::string& what) {
    if (!wrong_.empty()) return;
    const std::string where =
        warp.pc < program_.end() ? print(program_.at(warp.pc), program_) : std::string("the end");
    wrong_ = fmt::format("warp {} at {} ({}): {}", warp.number, warp.pc, where, what);
}

std::optional<std::uint32_t> DivergenceClaims::node_of(const Warp& warp) const {
    const auto context = contexts_.find(open_entries(warp));
    if (context == contexts_.end()) return std::nullopt;
    const auto node = nodes_.find({warp.pc, context->second});
    return node == nodes_.end() ? std::nullopt : std::optional(node->second);
}

void DivergenceClaims::on_step(const StepEvent& event) {
    const auto before = at_[event.warp];
    if (before) check_step(event, *before);
    const bool stopped = event.rule == RuleId::STOP || machine_.warp(event.warp).active.empty();
    if (!stopped || event.rule == RuleId::IT) check_state(event.warp);
}

void DivergenceClaims::check_step(const StepEvent& event, std::uint32_t node) {
    const Warp& warp = machine_.warp(event.warp);
    const Instruction& i = event.instruction();
    if (event.rule == RuleId::BD && !analysis_.may_divide(node))
        wrong(warp, "a uniform branch divides threads");
    if (graph_.nodes[node].flow == Flow::branch && !analysis_.may_divide(node)) ++counts_.branches;
    if (!event.accesses.empty()) check_addresses(event, analysis_.address(node));
    if (has_destination(info(i.opcode).format))
        check_threads(analysis_.result(node), i.destination, event.active, warp);
}

void DivergenceClaims::check_addresses(const StepEvent& event, const LaneFact& fact) {
    if (fact.shape == LaneFact::Shape::divergent) return;
    const bool is_copy = event.instruction().opcode == Opcode::copy_async;  // its source comes first
    const Access& first = event.accesses[is_copy ? 1 : 0];
    for (const Access& access : event.accesses) {
        if (is_copy && access.only_reads) continue;
        const Integer distance = Integer{access.thread} - first.thread;
        if (Integer{access.address} - first.address != distance * fact.stride)
            wrong(machine_.warp(event.warp),
                  fmt::format("threads {} and {} access {} and {}, stride {}", first.thread, access.thread,
                              first.address, access.address, fact.stride));
    }
    if (event.accesses.size() > 1) ++counts_.accesses;
}

void DivergenceClaims::check_state(std::uint32_t number) {
    const Warp& warp = machine_.warp(number);
    const auto node = at_[number] = node_of(warp);
    if (!node || !analysis_.is_reached(*node)) return wrong(warp, "control never gets here");
    for (Variable v = 0; v < program_.variables.size(); ++v) {
        check_threads(analysis_.value(*node, Operand::of(v)), v, warp.active, warp);
        check_threads(analysis_.value_in_warp(*node, Operand::of(v)), v, warp.all, warp);
        if (!scalar_[v]) continue;
        LaneFact scalar = LaneFact::uniform();
        scalar.maybe_undefined = true;
        check_threads(scalar, v, warp.all, warp);
        ++counts_.scalars;
    }
}

void DivergenceClaims::check_threads(const LaneFact& fact, Variable v, const ThreadSet& threads,
                                     const Warp& warp) {
    if (fact.shape == LaneFact::Shape::divergent || threads.empty()) return;
    std::optional<Integer> c;
    std::size_t defined = 0;
    threads.for_each([&](Thread t) {
        const Value* value = warp.bank.find(t, v);
        if (value == nullptr) return;
        ++defined;
        check_value(fact, *value, t, warp, c);
    });
    const bool is_affine = fact.is_affine();
    const bool may_be_undefined = !is_affine || fact.maybe_undefined;
    if (defined != 0 && (defined != threads.size() || !is_affine))
        wrong(warp, fmt::format("{} is defined in {} of {} threads", program_.variables[v], defined,
                                threads.size()));
    if (defined == 0 && (!may_be_undefined || fact.shape == LaneFact::Shape::nothing))
        wrong(warp, fmt::format("{} is undefined", program_.variables[v]));
    if (defined > 1) ++(fact.stride == 0 ? counts_.uniform : counts_.affine);
}

// c is that of the threads before.
void DivergenceClaims::check_value(const LaneFact& fact, Value value, Thread t, const Warp& warp,
                                   std::optional<Integer>& c) {
    const Word modulus = fact.bits == 0 ? program_.word : Word{fact.bits, true};
    const auto in_word = [&](Integer x) { return modulus.wrap ? Integer{modulus.wrapped(x)} : x; };
    const Integer own = in_word(value - Integer{fact.stride} * t);
    if (!c) c = own;
    if (own != *c) wrong(warp, fmt::format("thread {} has {}, stride {}", t, value, fact.stride));
    const Integer known = Integer{fact.base} + Integer{fact.per_warp} * warp.number;
    if (fact.known && own != in_word(known))
        wrong(warp, fmt::format("thread {} has {}, base {}", t, value, fact.base));
}

}  // namespace musimd::tests
