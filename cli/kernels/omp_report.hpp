#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/kernels/model_agreement.hpp"
#include "dsl/openmp/loop_function.hpp"
#include "kernels/compiled/c_functions.hpp"
#include "kernels/compiled/compilers.hpp"
#include "kernels/compiled/whole_programs.hpp"
#include "kernels/findings/list.hpp"
#include "kernels/openmp/model_run.hpp"
#include "reader/front_end.hpp"

namespace musimd::cli {

/// What `musimd omp` was asked to run.
struct OmpRequest {
    reader::Source source;
    dsl::openmp::LoopFunction function;
    std::string warnings;                                ///< warnings of the front end
    std::vector<dsl::cuda::IncludedFile> included = {};  ///< files with code, but for the first source
    kernels::openmp::CallArguments arguments;
    std::vector<std::string> argument_texts;  ///< by parameter
    std::string replay;  ///< the command that runs the same, but for --model and --compilers
};

/// The arrays after two runs.
struct OmpComparison {
    const kernels::openmp::ModelRun* model = nullptr;
    const kernels::openmp::ModelRun* other_model = nullptr;  ///< or
    const kernels::openmp::CompiledRun* compiled = nullptr;  ///< this
    std::vector<kernels::openmp::ArrayComparison> arrays;

    std::string other_name() const;
    bool agrees() const { return kernels::openmp::total(arrays).different == 0; }
};

/// All runs, and how they compare: models that stopped, with each other and with compilers.
struct OmpReport {
    const OmpRequest& request;
    std::vector<kernels::openmp::ModelRun> models;
    std::vector<kernels::openmp::CompiledRun> compiled;
    std::vector<OmpComparison> comparisons;
    /// Of a whole program: those of compilers, or why it is not compared.
    std::vector<kernels::openmp::ProgramRun> programs;
    std::string not_compared;
    std::optional<ModelAgreement> agreement;  ///< with --model all

    OmpReport(const OmpRequest& request, std::vector<kernels::openmp::ModelRun> models,
              std::vector<kernels::openmp::CompiledRun> compiled, const Engine& engine,
              kernels::Judgement judgement);
    OmpReport(const OmpReport&) = delete;
    OmpReport& operator=(const OmpReport&) = delete;

    std::string text() const;      ///< the tables
    std::string findings() const;  ///< each with its line and the command that shows it again
    std::string tried() const;     ///< the models, and the compilers whose results are the same
    nlohmann::ordered_json json() const;
    int status() const;
    /// A test case for each model, for the comparison of both, and for each compiler.
    kernels::FindingList list() const;
    std::vector<kernels::FindingKey> keys() const;  ///< keys of the findings that are not suppressed

  private:
    kernels::FindingState state_of(const kernels::Finding& finding) const;
    /// Of an array that differs, as of a finding of the kind `difference`.
    kernels::FindingKey key_of(const OmpComparison& comparison,
                               const kernels::openmp::ArrayComparison& array) const;
    bool is_error(const OmpComparison& comparison) const;
    std::string limits() const;
    std::vector<kernels::ListedFinding> listed() const;
    void add_failures(kernels::FindingList& list) const;

    kernels::SourceLines lines_;
    kernels::Judgement judgement_;
    std::vector<kernels::ListedFinding> findings_;
};

}  // namespace musimd::cli
