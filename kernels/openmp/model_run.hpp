#pragma once

#include <optional>
#include <string>

#include "kernels/compiled/c_functions.hpp"
#include "kernels/openmp/run.hpp"

namespace musimd::kernels::openmp {

/// The function under one model: its run, and what is known of the rest after a trap.
struct ModelRun {
    Configuration configuration;
    FunctionRun run;
    /// A read of what was never written, if it is not a trap: the run that ended there.
    std::optional<FunctionRun> warning = {};
    /// After a trap that C leaves undefined: the run with 0 for what was never written, and wrapping
    /// integers.
    std::optional<FunctionRun> continued = {};

    Outputs outputs() const { return {run.buffers, run.returned}; }
    bool stopped() const { return run.end == FunctionRun::End::stop && run.findings.empty(); }
    std::string name() const;  ///< `spmd`
};

/// The trap of a run.
Finding finding_of(const FunctionRun& run);

/// Runs the function. A trap that C leaves undefined, and after which a run can go on: it is run again to its
/// end, or to what else there is. `warns`: a read of what was never written is a warning. `goes_on`: the run
/// goes on after each race, such read and overflow, and has a finding for each.
ModelRun run_model(const dsl::openmp::LoopFunction& function, const CallArguments& arguments,
                   const Configuration& configuration, bool warns, bool goes_on, const Engine& engine);

}  // namespace musimd::kernels::openmp
