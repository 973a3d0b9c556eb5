#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "differential/openmp/compare.hpp"
#include "differential/openmp/compilers.hpp"
#include "differential/openmp/run.hpp"
#include "differential/openmp/whole_programs.hpp"
#include "dsl/clang/front_end.hpp"
#include "dsl/openmp/loop_function.hpp"

namespace musimd::cli {

/// What `musimd omp` was asked to run.
struct OmpRequest {
    dsl::clang::Source source;
    dsl::openmp::LoopFunction function;
    std::string warnings;  ///< of the front end
    differential::openmp::CallArguments arguments;
    std::vector<std::string> argument_texts;  ///< by parameter
    std::string replay;  ///< the command that runs the same, but for --model and --compilers
};

struct OmpModelRun {
    differential::openmp::Configuration configuration;
    differential::openmp::FunctionRun run;
    /// A read of what was never written, if it is not a trap: the run that ended there.
    std::optional<differential::openmp::FunctionRun> warning = {};
    /// After a trap that C leaves undefined: the run with 0 for what was never written, and wrapping
    /// integers.
    std::optional<differential::openmp::FunctionRun> continued = {};

    differential::openmp::Outputs outputs() const { return {run.buffers, run.returned}; }
    bool stopped() const {
        return run.end == differential::openmp::FunctionRun::End::stop && run.findings.empty();
    }
    std::string name() const;  ///< `spmd`
};

/// The arrays after two runs.
struct OmpComparison {
    const OmpModelRun* model = nullptr;
    const OmpModelRun* other_model = nullptr;                     ///< or
    const differential::openmp::CompiledRun* compiled = nullptr;  ///< this
    std::vector<differential::openmp::ArrayComparison> arrays;

    std::string other_name() const;
    bool agrees() const { return differential::openmp::total(arrays).different == 0; }
};

/// All runs, and how they compare: models that stopped, with each other and with compilers.
struct OmpReport {
    const OmpRequest& request;
    std::vector<OmpModelRun> models;
    std::vector<differential::openmp::CompiledRun> compiled;
    std::vector<OmpComparison> comparisons;
    /// Of a whole program: those of compilers, or why it is not compared.
    std::vector<differential::openmp::ProgramRun> programs;
    std::string not_compared;

    OmpReport(const OmpRequest& of, std::vector<OmpModelRun> models,
              std::vector<differential::openmp::CompiledRun> compiled, const Engine& engine);
    OmpReport(const OmpReport&) = delete;
    OmpReport& operator=(const OmpReport&) = delete;

    std::string text() const;      ///< the tables
    std::string failures() const;  ///< each trap, difference and failed compiler, with its command
    nlohmann::ordered_json json() const;
    int status() const;
};

}  // namespace musimd::cli
