#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "kernels/openmp/model_run.hpp"

namespace musimd::kernels::openmp {

/// Which model suits a nest, by what both runs cost.
struct Verdict {
    std::optional<dsl::LoopModel> better;  ///< none: the costs are nearly the same
    double slots = 1;                      ///< of SIMD for one of SPMD
    double transactions = 1;               ///< likewise
    std::string text;                      ///< a line: what, by how much, and why
};

/// None unless both models are there, and have run parallel loops to the end.
std::optional<Verdict> verdict_on(const std::vector<ModelRun>& models);

nlohmann::ordered_json json_of(const Verdict& verdict);

}  // namespace musimd::kernels::openmp
