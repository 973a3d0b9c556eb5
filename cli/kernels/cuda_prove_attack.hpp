#pragma once

#include <cstdint>
#include <vector>

#include "cli/kernels/cuda_prove_search.hpp"

namespace musimd::cli {

/// Launches at random, and what they show of obligations that are proved.
struct Attack {
    std::int64_t wanted = 0;
    std::int64_t runs = 0;  ///< launches that the assumptions allow, each under all models
    Refutations contradictions = {};
};

/// Runs `count` launches: shapes, numbers that fulfil the assumptions, and contents by the seed. An
/// obligation that one of them violates becomes refuted, as the machine is right.
Attack attack_proofs(const LaunchRunner& runner, const dsl::cuda::KernelFunction& kernel,
                     prove::Prover& prover, std::vector<prove::Obligation>& obligations, std::int64_t count,
                     std::uint64_t seed);

}  // namespace musimd::cli
