#pragma once

#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/kernels/cuda_prove_attack.hpp"
#include "cli/kernels/cuda_prove_options.hpp"
#include "cli/kernels/cuda_prove_search.hpp"
#include "cli/kernels/cuda_report.hpp"
#include "kernels/findings/list.hpp"
#include "prove/proof.hpp"
#include "views/sarif.hpp"

namespace musimd::cli {

/// The exit status if a run contradicts a proof: a defect of musimd.
inline constexpr int kContradictedStatus = 4;

/// A kernel whose obligations are decided, as far as they are.
struct ProofResult {
    prove::Premises premises = {};
    prove::Proof proof = {};
    Refutations refutations = {};  ///< with those of the attack; by obligations of this proof
    std::optional<Attack> attack = {};
    std::string solver = {};
    std::chrono::duration<double> time = {};
    bool unknown_is_error = false;
};

/// What `musimd cuda --prove` prints.
class ProofReport {
  public:
    /// The request and the judgement must outlive it.
    ProofReport(const CudaRequest& request, ProofResult result, const kernels::Judgement& judgement);
    ProofReport(const ProofReport&) = delete;
    ProofReport& operator=(const ProofReport&) = delete;

    std::string text() const;
    nlohmann::ordered_json json() const;
    std::vector<views::SarifResult> sarif() const;  ///< of each obligation: pass, fail or open
    struct TestCases {
        std::string text = {};
        std::size_t count = 0, failures = 0, skipped = 0;
    };
    TestCases junit() const;  ///< of each obligation; unknown ones are skipped
    int status() const;
    const std::string& file() const { return request_.source.file; }
    const std::string& kernel() const { return request_.kernel.code.name; }
    std::vector<kernels::FindingKey> keys() const;  ///< keys of the findings that are not suppressed

  private:
    void add(const prove::Obligation& obligation, const Refutation& refutation);
    std::string summary() const;
    std::string details() const;
    std::string contradictions() const;
    std::string attack_text() const;
    std::string unknown_text(const prove::Obligation& obligation) const;
    nlohmann::ordered_json obligation_json(const prove::Obligation& obligation) const;
    /// Null unless it is refuted.
    const kernels::ListedFinding* finding_of(const prove::Obligation& obligation) const;
    std::string title_of(const prove::Obligation& obligation) const;
    std::string no_longer_found_text() const;

    const CudaRequest& request_;
    const ProofResult result_;
    const kernels::Judgement& judgement_;
    kernels::SourceLines lines_;
    std::vector<kernels::ListedFinding> findings_;  ///< of several obligations, each once
    std::map<const prove::Obligation*, std::size_t> numbers_;
};

/// Of each kernel, or of each of its launches.
using ProofReports = std::vector<std::unique_ptr<ProofReport>>;

nlohmann::ordered_json json_of(const ProofReports& reports);
std::string sarif_of(const ProofReports& reports);
std::string junit_of(const ProofReports& reports);
/// The worst of them.
int status_of(const ProofReports& reports);

}  // namespace musimd::cli
