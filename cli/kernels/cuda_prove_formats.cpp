// The verdicts of `musimd cuda --prove` for other tools.

#include <fmt/format.h>

#include "cli/kernels/cuda_prove_report.hpp"
#include "kernels/findings/formats.hpp"
#include "prove/words.hpp"
#include "views/xml.hpp"

namespace musimd::cli {
namespace {

using kernels::FindingState;
using kernels::ListedFinding;
using kernels::sarif_location;
using prove::Obligation;
using prove::Verdict;
using views::escape_xml;

views::SarifResult sarif_result(const Obligation& o, const ListedFinding* found, bool has_baseline,
                                const kernels::SourceLines& lines) {
    views::SarifResult result{.rule = std::string(name_of(o.kind)),
                              .level = "none",
                              .message = fmt::format("{}: {}", name_of(o.verdict), what_of(o)),
                              .location = sarif_location(o.line, {}, lines)};
    result.kind = found != nullptr ? "fail" : o.verdict == Verdict::proved ? "pass" : "open";
    if (o.verdict == Verdict::unknown) result.message += fmt::format(": {}", o.reason);
    if (o.other.line != 0) result.related.push_back(sarif_location(o.other, "the other access", lines));
    if (found == nullptr) return result;
    result.level = "error";
    result.message = fmt::format("{}: {}", found->finding.kind, found->finding.message);
    result.location = sarif_location(found->finding.line, {}, lines);
    result.related.clear();
    if (found->finding.other)
        result.related.push_back(sarif_location(*found->finding.other, "the earlier access", lines));
    if (has_baseline) result.baseline = found->state == FindingState::known ? "unchanged" : "new";
    result.suppressed = found->state == FindingState::suppressed;
    result.again = found->again;
    return result;
}

/// What a test case has inside; nothing if it has passed.
std::string junit_outcome(const Obligation& o, const ListedFinding* found,
                          const kernels::SourceLines& lines) {
    if (o.verdict == Verdict::unknown)
        return fmt::format("      <skipped message=\"{}\"/>\n", escape_xml(o.reason));
    if (found == nullptr || !found->is_error()) return {};
    return fmt::format(
        "      <failure type=\"{}\" message=\"{}\">{}</failure>\n", found->finding.kind,
        escape_xml(fmt::format("{}: {}", lines.where(found->finding.line), found->finding.message)),
        escape_xml("again: " + found->again));
}

}  // namespace

std::vector<views::SarifResult> ProofReport::sarif() const {
    std::vector<views::SarifResult> results;
    for (const Obligation& o : result_.proof.obligations)
        results.push_back(sarif_result(o, finding_of(o), judgement_.baseline.has_value(), lines_));
    return results;
}

std::string sarif_of(const ProofReports& reports) {
    std::vector<views::SarifResult> results;
    for (const auto& report : reports) {
        for (views::SarifResult& result : report->sarif()) results.push_back(std::move(result));
    }
    return views::sarif_log(results, status_of(reports), MUSIMD_VERSION);
}

ProofReport::TestCases ProofReport::junit() const {
    TestCases cases{.count = result_.proof.obligations.size()};
    const auto& host = result_.premises.host;
    const std::string launch = host ? fmt::format(" as launched on line {}", host->line) : "";
    for (const Obligation& o : result_.proof.obligations) {
        const std::string outcome = junit_outcome(o, finding_of(o), lines_);
        cases.skipped += o.verdict == Verdict::unknown ? 1 : 0;
        cases.failures += !outcome.empty() && o.verdict == Verdict::refuted ? 1 : 0;
        cases.text += fmt::format("    <testcase classname=\"{}\" name=\"{}\"", escape_xml(file()),
                                  escape_xml(fmt::format("{}{}: line {}: {}", kernel(), launch,
                                                         lines_.place(o.line.line).line, what_of(o))));
        cases.text += outcome.empty() ? "/>\n" : fmt::format(">\n{}    </testcase>\n", outcome);
    }
    return cases;
}

std::string junit_of(const ProofReports& reports) {
    ProofReport::TestCases all;
    for (const auto& report : reports) {
        const ProofReport::TestCases own = report->junit();
        all.text += own.text;
        all.count += own.count;
        all.failures += own.failures;
        all.skipped += own.skipped;
    }
    const std::string counts =
        fmt::format("tests=\"{}\" failures=\"{}\" errors=\"0\"", all.count, all.failures);
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {0}>\n  <testsuite name=\"musimd cuda "
        "--prove\" {0} skipped=\"{1}\">\n{2}  </testsuite>\n</testsuites>\n",
        counts, all.skipped, all.text);
}

}  // namespace musimd::cli
