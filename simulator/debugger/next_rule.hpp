#pragma once

#include "semantics/filled_rule.hpp"
#include "simulator/debugger/execution.hpp"

namespace musimd::debugger {

/// The rule of the next step of a machine, under a model that has_groups, with the values of its premises; of
/// a run that has trapped, the rule that fails. It is read off a copy that takes the step: if that is another
/// machine's, nothing.
std::optional<FilledRule> next_rule_of_group(const Execution& now, std::uint32_t machine);

}  // namespace musimd::debugger
