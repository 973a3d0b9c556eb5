// The JSON object of `musimd cuda --prove`.

#include <nlohmann/json.hpp>

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
        if (const auto at = shown.find(&o); at != shown.end()) {
            one["finding"] = findings.size();
            findings.push_back({{"kind", at->second.finding.kind},
                                {"line", at->second.finding.line.line},
                                {"message", at->second.finding.message},
                                {"again", at->second.again}});
        }
        obligations.push_back(std::move(one));
    }
    return {{"file", request.source.file},
            {"kernel", request.kernel.code.name},
            {"proof",
             {{"limits", proof.limits},
              {"assumptions", premises.assumptions},
              {"lengths", premises.lengths},
              {"obligations", std::move(obligations)},
              {"solver", solver}}},
            {"findings", std::move(findings)}};
}

}  // namespace musimd::cli
