#include "prove/step_limits.hpp"

#include <fmt/format.h>

#include "prove/length_guesses.hpp"

namespace musimd::prove {
namespace {

void add_limits(std::set<std::string>& result, Terms& terms, const LaunchTerms& launch,
                const WrappingStep& step, Term condition) {
    if (condition->op == Op::both) {
        for (Term part : condition->args) add_limits(result, terms, launch, step, part);
        return;
    }
    if (condition->op != Op::positive) return;
    // `i < n` is n - i > 0, so that n is what it and i add up to.
    Term bound = terms.sum(condition->args[0], step.head);
    if (Terms::is_number(bound) && Terms::is_number(step.step)) return;
    const auto bound_text = text_of(bound, launch), step_text = text_of(step.step, launch);
    if (bound_text && step_text)
        result.insert(fmt::format("{} + {} <= {}", *bound_text, *step_text, step.highest.str()));
}

}  // namespace

std::set<std::string> step_limits(Terms& terms, const LaunchTerms& launch,
                                  const std::vector<WrappingStep>& steps) {
    std::set<std::string> result;
    for (const WrappingStep& step : steps) add_limits(result, terms, launch, step, step.active);
    return result;
}

}  // namespace musimd::prove
