#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "cli/kernels/cuda_prove_search.hpp"
#include "cli/kernels/cuda_report.hpp"
#include "prove/proof.hpp"

namespace musimd::cli {

/// What `musimd cuda --prove` prints.
struct ProofReport {
    const CudaRequest& request;
    const prove::Premises& premises;
    const prove::Proof& proof;
    const std::map<const prove::Obligation*, Shown>& shown;
    std::string solver;

    std::string text() const;
    nlohmann::ordered_json json() const;
    /// Of all obligations, or of those of a kind.
    prove::Verdict worst(std::optional<prove::Kind> kind = std::nullopt) const;

  private:
    std::string summary() const;
    std::string details() const;
    std::string place_of(const dsl::SourcePoint& line) const;
};

}  // namespace musimd::cli
