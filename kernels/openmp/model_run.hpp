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
    /// All that is wrong, by line: also what comes up when the run goes on after its trap.
    std::vector<Finding> findings = {};

    Outputs outputs() const { return {run.buffers, run.returned}; }
    bool stopped() const { return run.end == FunctionRun::End::stop && findings.empty(); }
    std::string name() const;  ///< `spmd`
};

/// The trap of a run.
Finding finding_of(const FunctionRun& run);

/// Runs the function. After a race, and after what C leaves undefined, it is run again to its end, or to what
/// else there is. `warns`: a read of what was never written is a warning. `goes_on`: the run is the last of
/// these, else the first.
ModelRun run_model(const dsl::openmp::LoopFunction& function, const CallArguments& arguments,
                   const Configuration& configuration, bool warns, bool goes_on, const Engine& engine);

}  // namespace musimd::kernels::openmp
