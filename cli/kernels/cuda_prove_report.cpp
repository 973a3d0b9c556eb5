#include "cli/kernels/cuda_prove_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "cli/command/command.hpp"
#include "cli/command/terminal.hpp"
#include "cli/kernels/cuda_prove_launches.hpp"
#include "cli/kernels/finding_options.hpp"
#include "prove/words.hpp"

namespace musimd::cli {

using kernels::FindingState;
using kernels::ListedFinding;
using prove::Kind;
using prove::Obligation;
using prove::Verdict;

ProofReport::ProofReport(const CudaRequest& request, ProofResult result, const kernels::Judgement& judgement)
    : request_(request),
      result_(std::move(result)),
      judgement_(judgement),
      lines_(request.source, request.kernel.included) {
    for (const Obligation& obligation : result_.proof.obligations) {
        const auto at = result_.refutations.find(&obligation);
        if (at != result_.refutations.end()) add(obligation, at->second);
    }
}

void ProofReport::add(const Obligation& obligation, const Refutation& refutation) {
    const kernels::Finding& finding = refutation.found.finding;
    const auto known = std::ranges::find_if(findings_, [&](const ListedFinding& found) {
        return is_same(found.finding, finding) && found.again == refutation.found.again;
    });
    numbers_[&obligation] = static_cast<std::size_t>(known - findings_.begin());
    if (known != findings_.end()) return;
    const std::string& kernel = request_.kernel.code.name;
    ListedFinding& found =
        findings_.emplace_back(ListedFinding{.finding = finding,
                                             .kernel = kernel,
                                             .lines = &lines_,
                                             .state = judgement_.state_of(key_of(finding, kernel, lines_)),
                                             .models = {refutation.found.model},
                                             .again = refutation.found.again});
    found.finding.message = lines_.as_spelled(finding.message, finding.line.line);
}

const ListedFinding* ProofReport::finding_of(const Obligation& obligation) const {
    const auto at = numbers_.find(&obligation);
    return at == numbers_.end() ? nullptr : &findings_[at->second];
}

std::vector<kernels::FindingKey> ProofReport::keys() const {
    return keys_of(findings_);
}

int ProofReport::status() const {
    const auto contradicts = [](const auto& refutation) { return refutation.second.was_proved; };
    if (std::ranges::any_of(result_.refutations, contradicts)) return kContradictedStatus;
    if (interrupted()) return interrupted_status();
    if (std::ranges::any_of(findings_, &ListedFinding::is_error)) return judgement_.error_status;
    const bool is_open = std::ranges::any_of(
        result_.proof.obligations, [](const Obligation& o) { return o.verdict == Verdict::unknown; });
    if (!is_open) return kOk;
    return result_.unknown_is_error ? judgement_.error_status : kUnknownStatus;
}

int status_of(const ProofReports& reports) {
    const auto weight = [](int status) {
        return status == kOk ? 0 : status == kUnknownStatus ? 1 : status == kContradictedStatus ? 3 : 2;
    };
    int worst = kOk;
    for (const auto& report : reports) {
        if (weight(report->status()) > weight(worst)) worst = report->status();
    }
    return worst;
}

// ---- text

std::string ProofReport::text() const {
    return summary() + details() + attack_text() + contradictions() + no_longer_found_text();
}

std::string ProofReport::no_longer_found_text() const {
    return cli::no_longer_found(judgement_, request_.source.file, request_.kernel.code.name, keys());
}

std::string ProofReport::summary() const {
    const prove::Proof& proof = result_.proof;
    std::vector<std::string> limits = proof.limits;
    if (result_.premises.host)
        std::ranges::move(words_of(*result_.premises.host), std::back_inserter(limits));
    std::ranges::move(assumed_in(result_.premises), std::back_inserter(limits));
    std::string text =
        fmt::format("{}: kernel {}, {}{}{}\n", request_.source.file, request_.kernel.code.name,
                    result_.premises.host ? fmt::format("as launched on line {}", result_.premises.host->line)
                                          : "for all launches",
                    limits.empty() ? "" : " with ", fmt::join(limits, ", "));
    for (const prove::Requirement& requirement : proof.requirements)
        text += fmt::format("  needs: {} has {} elements\n", requirement.array, requirement.length);
    for (const Kind kind : prove::kKinds) {
        const auto count = std::ranges::count(proof.obligations, kind, &Obligation::kind);
        if (count == 0 && kind != Kind::race) continue;
        text += fmt::format("  {:8} {:35} {} obligation{}\n", name_of(worst_of(proof.obligations, kind)),
                            claim_of(kind), count, count == 1 ? "" : "s");
    }
    return text;
}

std::string ProofReport::unknown_text(const Obligation& o) const {
    return fmt::format("{}: unknown: {}: {}\n{}", lines_.where(o.line), what_of(o), o.reason,
                       lines_.indented(o.line));
}

std::string ProofReport::details() const {
    std::string text;
    std::set<std::string> printed;
    for (const Obligation& o : result_.proof.obligations) {
        std::string entry;
        if (const ListedFinding* const found = finding_of(o)) {
            if (found->state == FindingState::suppressed) continue;
            entry = found->text(fmt::format("{}", fmt::join(found->models, ", ")), "");
        } else if (o.verdict == Verdict::unknown) {
            entry = unknown_text(o);
        }
        if (!o.suggestion.empty()) entry += fmt::format("    proved with: --assume '{}'\n", o.suggestion);
        if (printed.insert(entry).second) text += entry;
    }
    const std::vector<std::uint32_t>& unreached = result_.proof.unreached;
    for (const std::uint32_t line : std::set<std::uint32_t>(unreached.begin(), unreached.end()))
        text += fmt::format("{}: warning: an access on this line is never reached\n{}",
                            lines_.where(dsl::SourcePoint(line)), lines_.indented(dsl::SourcePoint(line)));
    if (worst_of(result_.proof.obligations) != Verdict::proved)
        text += "What is proved holds up to the point where something that is not proved goes wrong.\n";
    return text;
}

std::string ProofReport::attack_text() const {
    if (!result_.attack) return {};
    const Attack& attack = *result_.attack;
    if (attack.runs == 0) return "attack: no launch was found that fulfils all assumptions\n";
    return fmt::format("attack: {} random launches{}\n", attack.runs,
                       attack.contradictions.empty() ? " show nothing that is proved not to happen" : "");
}

std::string ProofReport::contradictions() const {
    std::string text;
    for (const auto& [obligation, refutation] : result_.refutations) {
        if (refutation.was_proved)
            text += fmt::format(
                "musimd cuda: error: a defect of musimd: it has proved `{}`, and a run shows the contrary\n"
                "    again: {}\n",
                title_of(*obligation), refutation.found.again);
    }
    return text;
}

std::string ProofReport::title_of(const Obligation& o) const {
    return fmt::format("{}: {}", lines_.where(o.line), what_of(o));
}

}  // namespace musimd::cli
