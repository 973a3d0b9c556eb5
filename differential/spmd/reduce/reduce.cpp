#include "differential/spmd/reduce/reduce.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "differential/spmd/reduce/edits.hpp"
#include "differential/spmd/reduce/outline.hpp"
#include "dsl/walk.hpp"

namespace musimd::differential::spmd {
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

// Literals: 0 before 1 before the rest; a variable is simpler than a load, a load than a computation.
std::uint64_t cost(const Expression& e) {
    switch (e.kind) {
        case Expression::Kind::literal:
            return e.scalar ? 3 : e.bits == 0 ? 1 : 2;
        case Expression::Kind::variable:
        case Expression::Kind::element:
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

constexpr harness::Edit<Search> kEdits[] = {
    {"statements", remove_statements},     {"bodies", unwrap_statements},
    {"branches", branch_around_sets},      {"cuts", cut_after_points},
    {"expressions", simplify_expressions}, {"launch", simplify_launch},
};

}  // namespace

std::span<const harness::Edit<Search>> edits() {
    return kEdits;
}

std::optional<kernels::KernelCase> KernelKind::normalized(kernels::KernelCase test) {
    if (!is_well_formed(test.kernel)) return std::nullopt;
    return test;
}

std::string KernelKind::spell(const kernels::KernelCase& test) {
    std::string text =
        spell_out(test.kernel) + std::to_string(test.elements) + 'x' + std::to_string(test.unroll);
    for (const kernels::Contents& contents : test.contents) {
        text += '/';
        for (const std::uint64_t pattern : contents.patterns) text += std::to_string(pattern) + ' ';
    }
    return text;
}

std::vector<std::uint64_t> weight(const kernels::KernelCase& test) {
    std::uint64_t statements = 0;
    std::uint64_t expressions = 0;
    std::uint64_t inputs = 0;
    dsl::visit(test.kernel.body, [&](const Statement& s) { statements += cost(s); });
    dsl::visit_expressions(test.kernel.body, [&](const Expression& e) { expressions += cost(e); });
    for (const kernels::Contents& contents : test.contents) {
        for (const std::uint64_t pattern : contents.patterns) inputs += cost(pattern);
    }
    return {statements, expressions, static_cast<std::uint64_t>(test.unroll),
            static_cast<std::uint64_t>(test.elements), inputs};
}

std::vector<kernels::KernelCase> simplifications(const kernels::KernelCase& current) {
    return harness::candidates<KernelKind, Search>(current, edits(), true);
}

std::vector<kernels::KernelCase> KernelReducer::propose(std::size_t most) {
    constexpr std::size_t kLaunches = 16;  // this many launches of one kernel cost as much as another kernel
    std::vector<kernels::KernelCase> proposal;
    std::size_t cost = 0;
    for (kernels::KernelCase& candidate : simplifications(best())) {
        if (cost >= most * kLaunches) break;
        if (!state_.mark_tried(candidate)) continue;
        const bool same_entry = candidate.unroll == best().unroll && same(candidate.kernel, best().kernel);
        cost += same_entry ? 1 : kLaunches;
        proposal.push_back(std::move(candidate));
    }
    over_ = proposal.empty();
    return proposal;
}

}  // namespace musimd::differential::spmd
