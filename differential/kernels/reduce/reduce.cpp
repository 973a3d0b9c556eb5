#include "differential/kernels/reduce/reduce.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "differential/kernels/reduce/edits.hpp"
#include "differential/kernels/reduce/outline.hpp"
#include "differential/kernels/walk.hpp"

namespace musimd::differential::kernels {
namespace {

using dsl::Expression;
using dsl::Statement;

std::uint64_t cost(const Statement& s) {
    switch (s.kind) {
        case Statement::Kind::call:
            return 4 + s.arguments.size();
        case Statement::Kind::while_:
            return 4;
        case Statement::Kind::if_:
            return s.otherwise.empty() ? 2 : 3;
        case Statement::Kind::set:
            return 2;  // a declaration is simpler
        default:
            return 1;
    }
}

// Literals: 0 before 1 before the rest; a variable is simpler than a load, a load than what is computed.
std::uint64_t cost(const Expression& e) {
    switch (e.kind) {
        case Expression::Kind::literal:
            return e.scalar ? 3 : e.bits == 0 ? 1 : 2;
        case Expression::Kind::variable:
            return 3;
        case Expression::Kind::load:
            return e.element.offset == 0 ? 4 : 5;
        case Expression::Kind::apply:
            return e.function == dsl::Function::to_logical ? 8 : 5;  // a comparison is simpler
    }
    return 0;
}

std::uint64_t cost(std::uint64_t pattern) {
    return pattern == 0 ? 0 : pattern == 1 ? 1 : 2;
}

std::size_t fingerprint(const Trial& trial) {
    std::string text =
        spell_out(trial.kernel) + std::to_string(trial.elements) + 'x' + std::to_string(trial.unroll);
    for (const Contents& contents : trial.contents) {
        text += '/';
        for (const std::uint64_t pattern : contents.patterns) text += std::to_string(pattern) + ' ';
    }
    return std::hash<std::string>{}(text);
}

}  // namespace

std::vector<std::uint64_t> weight(const Trial& trial) {
    std::uint64_t statements = 0;
    std::uint64_t expressions = 0;
    std::uint64_t inputs = 0;
    visit(trial.kernel.body, [&](const Statement& s) { statements += cost(s); });
    visit_expressions(trial.kernel.body, [&](const Expression& e) { expressions += cost(e); });
    for (const Contents& contents : trial.contents) {
        for (const std::uint64_t pattern : contents.patterns) inputs += cost(pattern);
    }
    return {statements, expressions, static_cast<std::uint64_t>(trial.unroll),
            static_cast<std::uint64_t>(trial.elements), inputs};
}

std::vector<Trial> simplifications(const Trial& of) {
    const auto limit = weight(of);
    std::vector<std::pair<std::vector<std::uint64_t>, Trial>> found;
    std::unordered_set<std::size_t> seen;
    const Offer offer = [&](Trial candidate) {
        auto its = weight(candidate);
        if (its < limit && is_well_formed(candidate.kernel) && seen.insert(fingerprint(candidate)).second)
            found.emplace_back(std::move(its), std::move(candidate));
    };
    remove_statements(of, offer);
    unwrap_statements(of, offer);
    branch_around_sets(of, offer);
    cut_after_points(of, offer);
    simplify_expressions(of, offer);
    simplify_launch(of, offer);
    std::ranges::stable_sort(
        found, {}, [](const auto& one) -> const auto& { return one.first; });
    std::vector<Trial> sorted;
    for (auto& [its, trial] : found) sorted.push_back(std::move(trial));
    return sorted;
}

Reduction::Reduction(Trial from) : best_(std::move(from)) {}

std::vector<Trial> Reduction::propose(std::size_t most) {
    constexpr std::size_t kLaunches = 16;  // of one kernel cost as much as another kernel
    std::vector<Trial> proposal;
    std::size_t cost = 0;
    for (Trial& candidate : simplifications(best_)) {
        if (cost >= most * kLaunches) break;
        if (!tried_.insert(fingerprint(candidate)).second) continue;
        const bool same_entry = candidate.unroll == best_.unroll && same(candidate.kernel, best_.kernel);
        cost += same_entry ? 1 : kLaunches;
        proposal.push_back(std::move(candidate));
    }
    over_ = proposal.empty();
    return proposal;
}

void Reduction::judged(const std::vector<Trial>& proposal, const std::vector<bool>& shows) {
    for (std::size_t i = 0; i < proposal.size(); ++i) {
        if (shows[i] && weight(proposal[i]) < weight(best_)) best_ = proposal[i];
    }
}

}  // namespace musimd::differential::kernels
