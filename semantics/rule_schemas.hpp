#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "semantics/rule_id.hpp"

// The rules of RULES.md as data: see formula.hpp for the spelling of formulas.

namespace musimd {

/// One bar: premises above it, the conclusion below. Control rules are big-step, as in the paper: the last
/// premise of each but STOP is that the state after the step evaluates to the result R.
struct InferenceSchema {
    std::vector<std::string_view> premises;
    std::string_view conclusion;
};

/// A rule. It has several inferences if it reads differently for several instructions: BT for `bz` and `bnz`.
struct RuleSchema {
    RuleId rule = RuleId::STOP;
    std::string_view title;  ///< `Branch, divergent`
    std::vector<InferenceSchema> inferences;
    std::string_view note = {};  ///< what a premise means, in prose; may be empty
};

/// The schemas of all rules, in the order of RuleId.
std::span<const RuleSchema> rule_schemas();
const RuleSchema& schema_of(RuleId rule);

/// The parts of M(Θ, β, Σ, Π, Λ, P, pc).
std::span<const std::string_view> state_parts();

/// Whether it is a control rule: each of its applications is a step.
constexpr bool is_control_rule(RuleId rule) {
    return rule <= RuleId::IT;
}

}  // namespace musimd
