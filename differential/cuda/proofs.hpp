#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "differential/cuda/tree.hpp"
#include "differential/harness/campaign.hpp"

// `musimd fuzz --cuda --prove`: what is proved of a random kernel, and whether runs contradict it.

namespace musimd::differential::cuda {

/// The prover, as a target: a run contradicts what it has proved.
inline constexpr const char* kProver = "prover";

struct ProofSetting {
    std::string solver;                    ///< z3 or cvc5
    std::chrono::milliseconds limit{500};  ///< for each kernel
    unsigned runs = 6;                     ///< that attack what is proved
};

struct ProofOutcome {
    std::map<std::string, std::uint64_t> counts;
    std::optional<harness::Mismatch> mismatch;
};

/// Of three of four kernels, the launch is that which was drawn, with any arguments and contents; of the
/// others, any launch.
ProofOutcome attacked_proof(const Drawn& kernel, const ProofSetting& setting);

}  // namespace musimd::differential::cuda
