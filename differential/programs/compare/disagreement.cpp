#include "differential/programs/compare/disagreement.hpp"

#include "differential/programs/compare/comparison.hpp"
#include "host/child.hpp"

namespace musimd::differential {

Disagreement find_disagreement(const Case& c, std::span<const Engine> engines,
                               const DisagreementOptions& options) {
    const auto work = [&] {
        const Comparison comparison = compare(c, engines);
        return (comparison.only_observed ? "o" : "p") + comparison.differences;
    };
    const host::ChildEnd end = host::in_child(work, {options.limit, options.cancelled});
    if (end.ok()) {
        std::string text = end.text.substr(1);
        const Fault kind = text.empty() ? Fault::none : Fault::difference;
        return {kind, std::move(text), end.text[0] == 'o'};
    }
    if (end.kind == host::ChildEnd::Kind::cancelled) return {};
    const Fault kind = end.kind == host::ChildEnd::Kind::timed_out ? Fault::hang : Fault::crash;
    return {kind, to_string(end) + '\n', false};
}

Interesting shows(Fault kind, std::span<const Engine> engines, const DisagreementOptions& options) {
    return [=](const Case& c) { return find_disagreement(c, engines, options).kind == kind; };
}

}  // namespace musimd::differential
