#include "simulator/observers/trace.hpp"

#include <fmt/format.h>

#include "isa/printer.hpp"

namespace musimd {
namespace {

constexpr std::uint32_t kMaxEntries = 8;

template <typename T, typename Print>
std::string list(const Stack<T>& stack, Print print) {
    std::string text = "[";
    std::uint32_t shown = 0;
    stack.for_each([&](const T& entry) {
        if (shown < kMaxEntries) text += (shown == 0 ? "" : " : ") + print(entry);
        ++shown;
    });
    if (shown > kMaxEntries) text += fmt::format(" : … {} more", shown - kMaxEntries);
    return text + "]";
}

// The data rules of a step, starting with that of the instruction: `LD MM MT`. In names.def those of operands
// and Σ come before those of instructions.
std::string data_rules(RuleSet rules) {
    std::string text;
    const auto add = [&](RuleId rule) {
        if (!rules.contains(rule)) return;
        if (!text.empty()) text += ' ';
        text += to_string(rule);
    };
    const auto last = static_cast<RuleId>(kRuleCount);
    for (RuleId rule = RuleId::CT; rule != last; rule = static_cast<RuleId>(static_cast<int>(rule) + 1))
        add(rule);
    for (const RuleId rule : {RuleId::MM, RuleId::MV, RuleId::MT}) add(rule);
    return text;
}

}  // namespace

std::string to_string(const SyncStack& sync_stack) {
    return list(sync_stack, [](const SyncEntry& e) {
        return fmt::format("({}, {}, {}, {})", e.branch, to_string(e.done), e.next, to_string(e.todo));
    });
}

std::string to_string(const ContextStack& context_stack) {
    return list(context_stack, [](const ContextEntry& e) {
        return fmt::format("({}, {})", to_string(e.active), to_string(e.sync_stack));
    });
}

void Trace::on_step(const StepEvent& e) {
    const std::string used =
        e.rule == RuleId::IT ? fmt::format("  ; {}", data_rules(e.rules)) : std::string();
    write_(fmt::format("{} w{} @{} {:<4} Θ={} Π={} Λ={}  {}{}\n", e.number, e.warp, e.pc, to_string(e.rule),
                       to_string(e.active), to_string(e.sync_stack), to_string(e.context_stack),
                       print(e.instruction(), e.program), used));
}

void Trace::on_trap(const Trap& trap) {
    write_(fmt::format("- w{} @{} {:<4} trap {}: {}\n", trap.warp, trap.pc, to_string(trap.rule),
                       to_string(trap.kind), trap.message));
}

}  // namespace musimd
