#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "dsl/clang/front_end.hpp"
#include "dsl/openmp/loop_function.hpp"
#include "kernels/compiled/c_functions.hpp"
#include "kernels/compiled/compilers.hpp"
#include "kernels/compiled/whole_programs.hpp"
#include "kernels/openmp/run.hpp"

namespace musimd::cli {

/// What `musimd omp` was asked to run.
struct OmpRequest {
    dsl::clang::Source source;
    dsl::openmp::LoopFunction function;
    std::string warnings;  ///< warnings of the front end
    kernels::openmp::CallArguments arguments;
    std::vector<std::string> argument_texts;  ///< by parameter
    std::string replay;  ///< the command that runs the same, but for --model and --compilers
};

struct OmpModelRun {
    kernels::openmp::Configuration configuration;
    kernels::openmp::FunctionRun run;
    /// A read of what was never written, if it is not a trap: the run that ended there.
    std::optional<kernels::openmp::FunctionRun> warning = {};
    /// After a trap that C leaves undefined: the run with 0 for what was never written, and wrapping
    /// integers.
    std::optional<kernels::openmp::FunctionRun> continued = {};

    kernels::openmp::Outputs outputs() const { return {run.buffers, run.returned}; }
    bool stopped() const {
        return run.end == kernels::openmp::FunctionRun::End::stop && run.findings.empty();
    }
    std::string name() const;  ///< `spmd`
};

/// The arrays after two runs.
struct OmpComparison {
    const OmpModelRun* model = nullptr;
    const OmpModelRun* other_model = nullptr;                ///< or
    const kernels::openmp::CompiledRun* compiled = nullptr;  ///< this
    std::vector<kernels::openmp::ArrayComparison> arrays;

    std::string other_name() const;
    bool agrees() const { return kernels::openmp::total(arrays).different == 0; }
};

/// All runs, and how they compare: models that stopped, with each other and with compilers.
struct OmpReport {
    const OmpRequest& request;
    std::vector<OmpModelRun> models;
    std::vector<kernels::openmp::CompiledRun> compiled;
    std::vector<OmpComparison> comparisons;
    /// Of a whole program: those of compilers, or why it is not compared.
    std::vector<kernels::openmp::ProgramRun> programs;
    std::string not_compared;

    OmpReport(const OmpRequest& of, std::vector<OmpModelRun> models,
              std::vector<kernels::openmp::CompiledRun> compiled, const Engine& engine);
    OmpReport(const OmpReport&) = delete;
    OmpReport& operator=(const OmpReport&) = delete;

    std::string text() const;      ///< the tables
    std::string failures() const;  ///< each trap, difference and failed compiler, with its command
    nlohmann::ordered_json json() const;
    int status() const;
};

}  // namespace musimd::cli
