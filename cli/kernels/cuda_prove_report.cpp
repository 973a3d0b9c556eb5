#include "cli/kernels/cuda_prove_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "cli/kernels/cuda_prove_launches.hpp"
#include "cli/kernels/cuda_prove_words.hpp"

namespace musimd::cli {

using prove::Kind;
using prove::Obligation;
using prove::Verdict;

std::string ProofReport::place_of(const dsl::SourcePoint& line) const {
    const dsl::cuda::FileLine place =
        dsl::cuda::place_of(line.line, request.source.file, request.kernel.included);
    const std::string column = line.column != 0 ? fmt::format(":{}", line.column) : "";
    return to_string(place) + column;
}

Verdict ProofReport::worst(std::optional<Kind> kind) const {
    Verdict worst = Verdict::proved;
    for (const Obligation& o : proof.obligations) {
        if (kind && o.kind != *kind) continue;
        if (o.verdict == Verdict::refuted) return Verdict::refuted;
        if (o.verdict == Verdict::unknown) worst = Verdict::unknown;
    }
    return worst;
}

std::string ProofReport::summary() const {
    std::vector<std::string> limits = proof.limits;
    if (premises.host) std::ranges::move(words_of(*premises.host), std::back_inserter(limits));
    limits.insert(limits.end(), premises.assumptions.begin(), premises.assumptions.end());
    for (const auto& [name, length] : premises.lengths)
        limits.push_back(fmt::format("{} elements of {}", length, name));
    std::string text = fmt::format(
        "{}: kernel {}, {}{}{}\n", request.source.file, request.kernel.code.name,
        premises.host ? fmt::format("as launched on line {}", premises.host->line) : "for all launches",
        limits.empty() ? "" : " with ", fmt::join(limits, ", "));
    for (const prove::Requirement& requirement : proof.requirements)
        text += fmt::format("  needs: {} has {} elements\n", requirement.array, requirement.length);
    for (const Kind kind : {Kind::race, Kind::barrier, Kind::collective, Kind::bounds, Kind::assertion}) {
        const auto count = std::ranges::count(proof.obligations, kind, &Obligation::kind);
        if (count == 0 && kind != Kind::race) continue;
        const Verdict verdict = worst(kind);
        text += fmt::format("  {:8} {:35} {} obligation{}\n", name_of(verdict), claim_of(kind), count,
                            count == 1 ? "" : "s");
    }
    return text;
}

std::string ProofReport::details() const {
    std::string text;
    std::set<std::string> printed;
    for (const Obligation& o : proof.obligations) {
        if (o.verdict == Verdict::proved) continue;
        std::string entry;
        if (const auto at = shown.find(&o); at != shown.end()) {
            const kernels::Finding& finding = at->second.finding;
            entry = fmt::format("{}: error: {}: {}\n    again: {}\n", place_of(finding.line), finding.kind,
                                finding.message, at->second.again);
        } else {
            entry = fmt::format("{}: unknown: {}: {}\n", place_of(o.line), what_of(o), o.reason);
        }
        if (!o.suggestion.empty()) entry += fmt::format("    proved with: --assume '{}'\n", o.suggestion);
        if (printed.insert(entry).second) text += entry;
    }
    for (const std::uint32_t line : std::set<std::uint32_t>(proof.unreached.begin(), proof.unreached.end()))
        text += fmt::format("{}: warning: an access on this line is never reached\n", place_of(line));
    if (worst() != Verdict::proved)
        text += "What is proved holds up to the point where something that is not proved goes wrong.\n";
    return text;
}

std::string ProofReport::text() const {
    return summary() + details();
}

}  // namespace musimd::cli
