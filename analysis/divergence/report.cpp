#include "analysis/divergence/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/divergence/divergence.hpp"

namespace musimd {
namespace {

constexpr std::size_t kMaxPoints = 20'000;

void add(std::optional<LaneFact>& to, const LaneFact& fact) {
    to = join(to.value_or(LaneFact{}), fact);
}

// The sum of `c` or a number and multiples of tid and wid: `8 + 4*tid - wid`.
std::string sum_text(const LaneFact& fact) {
    std::string text = fact.known ? "" : "c";
    if (fact.known && (fact.base != 0 || (fact.stride == 0 && fact.per_warp == 0)))
        text = fmt::format("{}", fact.base);
    const auto add_term = [&](Integer factor, std::string_view of) {
        if (factor == 0) return;
        const bool negative = factor < 0;
        const auto size = static_cast<std::uint64_t>(negative ? -factor : factor);
        text += text.empty() ? (negative ? "-" : "") : (negative ? " - " : " + ");
        text += size == 1 ? std::string(of) : fmt::format("{}*{}", size, of);
    };
    add_term(fact.stride, "tid");
    add_term(fact.per_warp, "wid");
    return text;
}

}  // namespace

LaneClass class_of(const LaneFact& fact) {
    if (fact.is_uniform()) return LaneClass::uniform;
    return fact.is_affine() ? LaneClass::affine : LaneClass::divergent;
}

std::string to_string(const LaneFact& fact) {
    if (fact.shape == LaneFact::Shape::nothing) return "not reached";
    if (fact.shape == LaneFact::Shape::undefined) return "undefined";
    std::string text(to_string(class_of(fact)));
    if (fact.is_affine() && (fact.known || fact.stride != 0)) text += " = " + sum_text(fact);
    if (fact.bits != 0) text += fmt::format(" mod 2^{}", fact.bits);
    if (fact.maybe_undefined) text += ", or undefined";
    return text;
}

void DivergenceReport::Counts::add(LaneClass lane_class) {
    if (lane_class == LaneClass::uniform) ++uniform;
    if (lane_class == LaneClass::affine) ++affine;
    if (lane_class == LaneClass::divergent) ++divergent;
}

DivergenceReport::Counts DivergenceReport::variable_counts() const {
    Counts counts;
    for (const LaneClass lane_class : variables) counts.add(lane_class);
    return counts;
}

DivergenceReport::Counts DivergenceReport::result_counts() const {
    Counts counts;
    for (const Row& row : rows)
        if (row.result) counts.add(class_of(*row.result));
    return counts;
}

DivergenceReport::Counts DivergenceReport::branch_counts() const {
    Counts counts;
    for (const Row& row : rows)
        if (row.divides) counts.add(*row.divides ? LaneClass::divergent : LaneClass::uniform);
    return counts;
}

DivergenceReport::Counts DivergenceReport::access_counts() const {
    Counts counts;
    for (const Row& row : rows)
        if (row.address) counts.add(class_of(*row.address));
    return counts;
}

DivergenceReport analyze_divergence(const Program& program) {
    const ControlGraph graph(program, kMaxPoints);
    const DivergenceAnalysis analysis(program, graph);
    DivergenceReport report;
    report.unbounded = analysis.unbounded();
    report.too_large = !analysis.is_complete() && !report.unbounded;
    report.rows.resize(program.instructions.size());
    report.variables.resize(program.variables.size());
    for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) {
        if (!analysis.is_reached(n)) continue;
        for (Variable v = 0; v < program.variables.size(); ++v) {
            const LaneClass here = class_of(analysis.value(n, Operand::of(v)));
            report.variables[v] = std::max(report.variables[v], here);
        }
        const Label pc = graph.nodes[n].point.pc;
        if (pc >= program.end()) continue;
        const Opcode opcode = program.at(pc).opcode;
        DivergenceReport::Row& to = report.rows[pc - 1];
        to.reached = true;
        if (has_destination(info(opcode).format)) add(to.result, analysis.result(n));
        if (info(opcode).memory != MemoryUse::none) add(to.address, analysis.address(n));
        if (opcode == Opcode::bz || opcode == Opcode::bnz)
            to.divides = to.divides.value_or(false) || analysis.may_divide(n);
    }
    for (Variable v = 0; v < program.variables.size(); ++v) report.scalars.push_back(analysis.is_scalar(v));
    return report;
}

}  // namespace musimd
