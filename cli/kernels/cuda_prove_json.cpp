// The JSON object of `musimd cuda --prove`.

#include <nlohmann/json.hpp>

#include "cli/kernels/cuda_prove_launches.hpp"
#include "cli/kernels/cuda_prove_report.hpp"
#include "cli/kernels/cuda_prove_words.hpp"

namespace musimd::cli {

nlohmann::ordered_json ProofReport::json() const {
    nlohmann::ordered_json obligations = nlohmann::ordered_json::array(), findings = obligations;
    for (const prove::Obligation& o : proof.obligations) {
        nlohmann::ordered_json one = {{"kind", name_of(o.kind)}, {"state", name_of(o.verdict)}};
        one["lines"] = {o.line.line};
        if (o.other.line != 0) one["lines"].push_back(o.other.line);
        if (has_array(o)) one["array"] = o.array;
        one["level"] = name_of(o.level);
        if (o.verdict == prove::Verdict::unknown) one["reason"] = o.reason;
        if (!o.suggestion.empty()) one["suggestion"] = o.suggestion;
        if (const auto at = shown.find(&o); at != shown.end()) {
            one["finding"] = findings.size();
            findings.push_back({{"kind", at->second.finding.kind},
                                {"line", at->second.finding.line.line},
                                {"message", at->second.finding.message},
                                {"again", at->second.again}});
        }
        obligations.push_back(std::move(one));
    }
    nlohmann::ordered_json requirements = nlohmann::ordered_json::array();
    for (const prove::Requirement& requirement : proof.requirements)
        requirements.push_back({{"array", requirement.array}, {"length", requirement.length}});
    const auto launch = premises.host ? nlohmann::ordered_json{{"line", premises.host->line},
                                                               {"conditions", words_of(*premises.host)}}
                                      : nlohmann::ordered_json();
    return {{"file", request.source.file},
            {"kernel", request.kernel.code.name},
            {"launch", launch},
            {"proof",
             {{"limits", proof.limits},
              {"assumptions", premises.assumptions},
              {"lengths", premises.lengths},
              {"requirements", std::move(requirements)},
              {"obligations", std::move(obligations)},
              {"solver", solver}}},
            {"findings", std::move(findings)}};
}

}  // namespace musimd::cli
