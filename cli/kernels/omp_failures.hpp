#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "cli/kernels/omp_report.hpp"

// What compilers do wrong, and results that differ, in the report of `musimd omp`.

namespace musimd::cli {

std::string_view word_of(kernels::openmp::CompiledRun::End end);
std::string_view word_of(kernels::openmp::ProgramRun::End end);
bool is_failure(kernels::openmp::CompiledRun::End end);
bool is_failure(kernels::openmp::ProgramRun::End end);

/// The commands that show one failure again.
std::string replay_of(const OmpRequest& request, const std::string& model, const std::string& compiler);
std::string replay_of(const OmpRequest& request, const OmpComparison& comparison);
std::string replay_of(const OmpRequest& request, const kernels::openmp::CompiledRun& run);

/// What standard error says; empty if nothing is wrong.
std::string failure_of(const OmpRequest& request, const kernels::openmp::CompiledRun& run);
std::string failure_of(const OmpRequest& request, const kernels::openmp::ProgramRun& run);
using StateOfArray = std::function<kernels::FindingState(const kernels::openmp::ArrayComparison&)>;
std::string failure_of(const OmpRequest& request, const OmpComparison& comparison,
                       const StateOfArray& state_of);

/// `  first a[5]`: the first element that differs, or is not the same.
std::string first_of(const OmpComparison& comparison);

/// Whether a compiler's difference from the second model is that from the first.
bool is_repeated(const OmpComparison& before, const OmpComparison& comparison);

}  // namespace musimd::cli
