// Derivations, as the paper draws them, compared with the stepping machine.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "semantics/derivation.hpp"
#include "semantics/machine.hpp"
#include "tests/support/generators.hpp"

namespace musimd::tests::derivation_properties {
namespace {

// The machine's steps: their rules, and the number of active threads.
class Rules final : public Observer {
  public:
    struct Step {
        RuleId rule;
        RuleSet rules;
        std::size_t active;
    };

    void on_step(const StepEvent& e) override { steps.push_back({e.rule, e.rules, e.active.size()}); }

    std::vector<Step> steps;
};

Program of_one_warp() {
    Program program = *any_program();
    program.warps = 1;
    return program;
}

MachineOptions some_options() {
    return *machine_options(*rc::gen::element<std::uint64_t>(0, 1, 10, kMaxDerivationSteps,
                                                             kMaxDerivationSteps, kMaxDerivationSteps));
}

std::string tag_of(const Result& result) {
    constexpr const char* kNames[] = {"stop", "trap", "limit"};
    return kNames[static_cast<std::size_t>(result.outcome)];
}

bool is_control(RuleId rule) {
    return rule <= RuleId::IT;
}

// The next control rule of the run: the last premise, if it is the derivation of a state.
const Derivation* rest_of(const Derivation& node) {
    if (node.premises.empty() || !is_control(node.premises.back().rule)) return nullptr;
    return &node.premises.back();
}

void collect(const Derivation& node, RuleSet& rules) {
    rules.insert(node.rule);
    for (const Derivation& premise : node.premises) collect(premise, rules);
}

RC_GTEST_PROP(Derivations, BigStepEvaluationAgreesWithTheMachine, ()) {
    const Program program = of_one_warp();
    const MachineOptions options = some_options();
    const Result result = run_rules(program, options);
    RC_ASSERT(evaluate_big_step(program, options) == result);
    RC_TAG(tag_of(result), program.races == RaceMode::thread ? "races of threads" : "races of warps");
}

RC_GTEST_PROP(Derivations, TheChainOfPremisesIsTheRun, ()) {
    const Program program = of_one_warp();
    const MachineOptions options = some_options();
    Rules rules;
    const Result result = run_rules(program, options, &rules);
    const std::optional<Derivation> derivation = derive(program, options);
    RC_ASSERT(derivation.has_value() == !rules.steps.empty());
    RC_TAG(tag_of(result));

    const Derivation* node = derivation ? &*derivation : nullptr;
    for (const Rules::Step& step : rules.steps) {
        RC_ASSERT((node != nullptr));
        RC_ASSERT(node->rule == step.rule);
        if (step.rule == RuleId::STOP) RC_ASSERT(node->premises.empty());
        node = rest_of(*node);
    }
    RC_ASSERT((node == nullptr));
}

// The premise of IT is one TL with a derivation per active thread, and it uses the rules that the step used.
RC_GTEST_PROP(Derivations, DataStepsHaveAPremiseForEachThread, ()) {
    const Program program = of_one_warp();
    const MachineOptions options = some_options();
    Rules rules;
    run_rules(program, options, &rules);
    const std::optional<Derivation> derivation = derive(program, options);
    const Derivation* node = derivation ? &*derivation : nullptr;
    std::size_t data = 0;
    for (const Rules::Step& step : rules.steps) {
        RC_ASSERT((node != nullptr));
        const Derivation& here = *node;
        node = rest_of(here);
        if (step.rule != RuleId::IT) continue;
        ++data;
        RC_ASSERT(here.premises.front().rule == RuleId::TL);
        RC_ASSERT(here.premises.front().premises.size() == step.active);
        RuleSet used;
        used.insert(RuleId::IT);
        collect(here.premises.front(), used);
        RC_ASSERT((used == step.rules));
    }
    RC_CLASSIFY(data > 0, "data steps");
}

}  // namespace
}  // namespace musimd::tests::derivation_properties
