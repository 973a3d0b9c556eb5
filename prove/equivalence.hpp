#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "prove/proof.hpp"

// Whether two kernels leave the same in memory, for all equal launches, arguments and contents.

namespace musimd::prove {

/// A line in one of the two kernels.
struct LineInKernel {
    bool is_of_second = false;
    dsl::SourcePoint line = {};
};

struct Comparison {
    Verdict verdict = Verdict::unknown;  ///< proved: the same final memory; never refuted
    std::string reason = {};             ///< of unknown
    std::optional<LineInKernel> at = {};
    std::vector<std::string> limits = {};  ///< what is assumed of launches
    std::uint64_t questions = 0;
};

/// The second kernel with the names that the first one has for its parameters, by their number. Throws
/// std::invalid_argument that says how they differ, if they have other numbers of parameters, or other types.
dsl::cuda::KernelFunction with_names_of(const dsl::cuda::KernelFunction& first,
                                        dsl::cuda::KernelFunction second);

/// Of kernels whose parameters have the same names. Proved is: if both end, and neither has a finding, all
/// arrays are the same afterwards. Throws std::invalid_argument as Prover::prove does.
Comparison compare_kernels(const dsl::cuda::KernelFunction& first, const dsl::cuda::KernelFunction& second,
                           const Premises& premises, Solver& solver,
                           std::chrono::seconds limit = std::chrono::seconds(60));

}  // namespace musimd::prove
