// The JSON object of `musimd cuda --prove`.

#include <nlohmann/json.hpp>

#include "cli/kernels/cuda_prove_launches.hpp"
#include "cli/kernels/cuda_prove_report.hpp"
#include "prove/words.hpp"

namespace musimd::cli {

using Json = nlohmann::ordered_json;

Json ProofReport::obligation_json(const prove::Obligation& o) const {
    Json one = {{"kind", name_of(o.kind)}, {"state", name_of(o.verdict)}};
    one["lines"] = {o.line.line};
    if (o.other.line != 0) one["lines"].push_back(o.other.line);
    if (has_array(o)) one["array"] = o.array;
    one["level"] = name_of(o.level);
    if (o.verdict == prove::Verdict::unknown) one["reason"] = o.reason;
    if (!o.suggestion.empty()) one["suggestion"] = o.suggestion;
    one["queries"] = o.questions;
    one["seconds"] = o.time.count();
    if (o.questions != 0) one["solver"] = result_.solver;
    if (const auto at = numbers_.find(&o); at != numbers_.end()) one["finding"] = at->second;
    return one;
}

Json ProofReport::json() const {
    Json obligations = Json::array(), findings = Json::array();
    for (const prove::Obligation& o : result_.proof.obligations) obligations.push_back(obligation_json(o));
    for (const kernels::ListedFinding& found : findings_) findings.push_back(found.json());
    Json requirements = Json::array();
    for (const prove::Requirement& requirement : result_.proof.requirements)
        requirements.push_back({{"array", requirement.array}, {"length", requirement.length}});
    const auto& host = result_.premises.host;
    Json json = {{"file", request_.source.file},
                 {"kernel", request_.kernel.code.name},
                 {"launch", host ? Json{{"line", host->line}, {"conditions", words_of(*host)}} : Json()},
                 {"proof",
                  {{"limits", result_.proof.limits},
                   {"assumptions", result_.premises.assumptions},
                   {"lengths", result_.premises.lengths},
                   {"requirements", std::move(requirements)},
                   {"obligations", std::move(obligations)},
                   {"queries", result_.proof.questions},
                   {"solver", result_.solver},
                   {"seconds", result_.time.count()}}},
                 {"findings", std::move(findings)}};
    if (result_.attack)
        json["attack"] = {{"wanted", result_.attack->wanted}, {"launches", result_.attack->runs}};
    Json contradictions = Json::array();
    for (const auto& [obligation, refutation] : result_.refutations) {
        if (refutation.was_proved)
            contradictions.push_back(
                {{"obligation", title_of(*obligation)}, {"again", refutation.found.again}});
    }
    if (result_.attack || !contradictions.empty()) json["contradictions"] = std::move(contradictions);
    return json;
}

Json json_of(const ProofReports& reports) {
    if (reports.size() == 1) return reports.front()->json();
    Json proofs = Json::array();
    for (const auto& report : reports) proofs.push_back(report->json());
    return {{"proofs", std::move(proofs)}};
}

}  // namespace musimd::cli
