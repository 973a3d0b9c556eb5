#pragma once

#include <map>
#include <optional>
#include <string>

#include "cli/command/options.hpp"
#include "cli/kernels/cuda_report.hpp"
#include "prove/proof.hpp"

// The options of `musimd cuda --prove`.

namespace musimd::cli {

/// The exit status if something is unknown and nothing is refuted.
inline constexpr int kUnknownStatus = 3;

/// --length, by the array's name. Throws UsageError.
std::map<std::string, std::string> lengths_of(const Options& options);

/// --assume, --length, --arg, --block and --grid. Throws UsageError if --arg is not an integer of an integer
/// parameter.
prove::Premises premises_of(const Options& options, const dsl::cuda::KernelFunction& kernel);

/// The name of --solver, or of the first that is installed. Throws InputError without one.
std::string solver_of(const Options& options);

/// --solver, --limit, --questions and --no-cache. Throws InputError if a solver is missing.
prove::Solver solver_of(const Options& options, const CudaRequest& request);

/// --prove-limit.
std::chrono::seconds proof_limit(const Options& options);

/// --attack; nullopt without it.
std::optional<std::int64_t> attack_count(const Options& options);

}  // namespace musimd::cli
