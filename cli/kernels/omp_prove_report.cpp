#include "cli/kernels/omp_prove_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "kernels/findings/source_lines.hpp"
#include "prove/words.hpp"

namespace musimd::cli {
namespace {

using prove::Obligation;
using prove::Verdict;

std::string words_of_loop(const Obligation& o) {
    std::string text(name_of(o.kind));
    if (!o.array.empty()) text += " of " + o.array;
    if (o.other.line != 0 && o.other.line != o.line.line) text += fmt::format(" with line {}", o.other.line);
    return o.kind == prove::Kind::race ? text + ", of two iterations" : text;
}

std::string_view words_of_kind(const prove::UnorderedLoop& loop) {
    return loop.is_simd ? "simd loop" : "parallel loop";
}

}  // namespace

Verdict LoopProofReport::worst() const {
    Verdict worst = Verdict::proved;
    for (const ProvedLoop& proved : loops) {
        const Verdict own = worst_of(proved.proof.obligations);
        if (own == Verdict::refuted) return own;
        if (own == Verdict::unknown) worst = own;
    }
    return worst;
}

std::string LoopProofReport::text_of(const ProvedLoop& proved) const {
    const kernels::SourceLines lines(request.source, request.included);
    const auto& limits = proved.proof.limits;
    std::string text = fmt::format("{}: {}{}{}\n", lines.where(proved.loop.line), words_of_kind(proved.loop),
                                   limits.empty() ? "" : ", if ", fmt::join(limits, ", "));
    for (const prove::Kind kind : {prove::Kind::race, prove::Kind::bounds, prove::Kind::assertion}) {
        const auto count = std::ranges::count(proved.proof.obligations, kind, &Obligation::kind);
        if (count == 0 && kind != prove::Kind::race) continue;
        text +=
            fmt::format("  {:8} {:35} {} obligation{}\n", name_of(worst_of(proved.proof.obligations, kind)),
                        claim_of(kind), count, count == 1 ? "" : "s");
    }
    std::set<std::string> printed;
    for (std::size_t i = 0; i < proved.proof.obligations.size(); ++i) {
        const Obligation& o = proved.proof.obligations[i];
        if (o.verdict == Verdict::proved) continue;
        std::string entry = fmt::format("{}: unknown: {}: {}\n{}", lines.where(o.line), words_of_loop(o),
                                        o.reason, lines.indented(o.line));
        if (const auto at = proved.shown.find(i); at != proved.shown.end()) {
            const kernels::Finding& finding = at->second.finding;
            entry =
                fmt::format("{}: error: {}: {}\n{}    again: {}\n", lines.where(finding.line), finding.kind,
                            finding.message, lines.indented(finding.line), at->second.again);
        }
        if (printed.insert(entry).second) text += entry;
    }
    return text;
}

std::string LoopProofReport::text() const {
    const std::vector<std::string> assumed = assumed_in(premises);
    std::string text =
        fmt::format("{}: function {}, each loop for all numbers of iterations{}{}\n", request.source.file,
                    request.function.name, assumed.empty() ? "" : " with ", fmt::join(assumed, ", "));
    if (loops.empty()) text += "it has no loops under `parallel for` or `simd`\n";
    for (const ProvedLoop& proved : loops) text += text_of(proved);
    return text;
}

nlohmann::ordered_json LoopProofReport::json() const {
    using Json = nlohmann::ordered_json;
    Json all = Json::array(), findings = all;
    for (const ProvedLoop& proved : loops) {
        Json obligations = Json::array();
        for (std::size_t i = 0; i < proved.proof.obligations.size(); ++i) {
            const Obligation& o = proved.proof.obligations[i];
            Json one = {{"kind", name_of(o.kind)}, {"state", name_of(o.verdict)}, {"lines", {o.line.line}}};
            if (o.other.line != 0) one["lines"].push_back(o.other.line);
            if (!o.array.empty()) one["array"] = o.array;
            if (o.verdict == Verdict::unknown) one["reason"] = o.reason;
            if (const auto at = proved.shown.find(i); at != proved.shown.end()) {
                one["finding"] = findings.size();
                findings.push_back({{"kind", at->second.finding.kind},
                                    {"line", at->second.finding.line.line},
                                    {"message", at->second.finding.message},
                                    {"again", at->second.again}});
            }
            obligations.push_back(std::move(one));
        }
        all.push_back({{"line", proved.loop.line.line},
                       {"kind", proved.loop.is_simd ? "simd" : "parallel"},
                       {"state", name_of(worst_of(proved.proof.obligations))},
                       {"limits", proved.proof.limits},
                       {"obligations", std::move(obligations)}});
    }
    return {{"file", request.source.file},
            {"function", request.function.name},
            {"proof",
             {{"assumptions", premises.assumptions},
              {"lengths", premises.lengths},
              {"loops", std::move(all)},
              {"solver", solver}}},
            {"findings", std::move(findings)}};
}

}  // namespace musimd::cli
