// Steps that an observer sees. Most instructions leave Θ, Π and Λ unchanged: then the event refers to the
// warp's own, without a copy.

#include "simulator/fast/warp.hpp"

namespace musimd::fast {
namespace {

bool moves_threads(Opcode opcode) {
    return opcode == Opcode::bz || opcode == Opcode::bnz || opcode == Opcode::sync ||
           opcode == Opcode::everywhere || opcode == Opcode::end_everywhere || opcode == Opcode::exit;
}

bool has_accesses(Opcode opcode) {
    return opcode == Opcode::ld || opcode == Opcode::st || opcode == Opcode::atomic_inc ||
           opcode == Opcode::fetch || opcode == Opcode::typed_fetch;
}

bool is_step(Event event) {
    return event == Event::stepped || event == Event::stopped;
}

}  // namespace

/// A step that is done, with the state before it.
struct FastWarp::Shown {
    std::uint64_t number;
    Label pc;
    RuleId rule;
    RuleSet rules;  ///< without `rule`
    const ThreadSet& active;
    const SyncStack& sync_stack;
    const ContextStack& context_stack;
    std::span<const Access> accesses;
};

void FastWarp::show(const Shown& step, Observer& observer) const {
    RuleSet rules = step.rules;
    rules.insert(step.rule);
    observer.on_step({code_.program, step.number, number_, step.pc, step.rule, rules, step.active,
                      step.sync_stack, step.context_stack, sync_depth(), context_depth(), step.accesses});
}

Event FastWarp::dispatch_watched(const Decoded& i, GridContext& grid, Workspace& work) {
    last_rule_ = RuleId::IT;  // unless a control rule sets it
    last_rules_ = i.rules;
    const Event event = r_.mask_words == 1 ? dispatch<true>(i, grid, work) : dispatch<false>(i, grid, work);
    if (is_step(event)) ++steps_;
    return event;
}

// An instruction other than bp and typed that leaves the threads where they are.
Event FastWarp::watch_data(const Decoded& i, GridContext& grid, Workspace& work, std::uint64_t number,
                           Observer& observer) {
    const Label pc = pc_;
    const Event event = dispatch_watched(i, grid, work);
    if (!is_step(event)) return event;
    std::span<const Access> accesses;
    if (has_accesses(i.opcode)) accesses = work.accesses;
    show({number, pc, last_rule_, last_rules_, seen_active_, seen_sync_, seen_context_, accesses}, observer);
    return event;
}

Event FastWarp::watch_control(const Decoded& i, GridContext& grid, Workspace& work, std::uint64_t number,
                              Observer& observer) {
    const Label pc = pc_;
    const SyncStack sync_stack = seen_sync_;
    const ContextStack context_stack = seen_context_;
    const Event event = dispatch_watched(i, grid, work);
    if (!is_step(event)) return event;
    show({number, pc, last_rule_, last_rules_, seen_active_, sync_stack, context_stack, {}}, observer);
    if (last_rule_ != RuleId::BT && last_rule_ != RuleId::BF) seen_active_ = active();
    return event;
}

Event FastWarp::watch(GridContext& grid, Workspace& work, std::uint64_t number, Observer& observer) {
    if (steps_ >= grid.options.max_steps) return Event::step_limit;
    const Decoded& i = code_.code[pc_ - 1];
    if (i.kernel == nullptr) {
        return moves_threads(i.opcode) ? watch_control(i, grid, work, number, observer)
                                       : watch_data(i, grid, work, number, observer);
    }
    if (i.kernel(r_, i)) [[unlikely]]
        return operation_failure(i);
    const Label pc = pc_;
    pc_ += 1;
    steps_ += 1;
    show({number, pc, RuleId::IT, i.rules, seen_active_, seen_sync_, seen_context_, {}}, observer);
    return Event::stepped;
}

}  // namespace musimd::fast
