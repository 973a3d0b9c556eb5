#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/kernels/model_agreement.hpp"
#include "kernels/cuda/launch_run.hpp"
#include "kernels/findings/list.hpp"
#include "reader/front_end.hpp"

namespace musimd::cli {

/// What `musimd cuda` was asked to run.
struct CudaRequest {
    reader::Source source;
    dsl::cuda::KernelFunction kernel;
    std::string warnings;          ///< warnings of the front end
    std::set<std::string> given;   ///< the parameters that --arg sets
    bool compares_models = false;  ///< --model all
};

/// The kernel with one list of arguments, under one model, on one engine.
struct CudaRun {
    std::vector<std::string> arguments;  ///< by parameter
    std::string replay;                  ///< the command that runs the same, but for --model
    kernels::cuda::LaunchConfiguration config;
    std::string engine;
    kernels::cuda::LaunchRun run;
};

/// An array that differs after two runs.
struct CudaDifference {
    const CudaRun* a = nullptr;
    const CudaRun* b = nullptr;
    std::string array;
    std::size_t element = 0;  ///< the first
    std::size_t count = 0;
    std::string value_a;
    std::string value_b;
};

/// The same thing wrong, in all runs that show it.
struct CudaFinding {
    kernels::Finding finding;  ///< for differences, the kind is `difference`
    bool is_warning = false;
    std::vector<const CudaRun*> runs;
    kernels::FindingState state = kernels::FindingState::fresh;
    std::optional<CudaDifference> difference = {};

    std::vector<std::string> models() const;
    std::string again() const;  ///< the command that shows it again
    bool is_error() const { return !is_warning && state == kernels::FindingState::fresh; }
};

class CudaReport {
  public:
    /// The first runs are those of the arguments that the report shows.
    CudaReport(const CudaRequest& request, std::vector<CudaRun> runs, kernels::Judgement judgement);
    CudaReport(const CudaReport&) = delete;
    CudaReport& operator=(const CudaReport&) = delete;

    std::string text() const;  ///< the launch, and a table
    /// Those in device code.
    std::string launches() const;
    std::string findings() const;  ///< each with its line, and the command that runs it again
    std::string tried() const;     ///< the models, the engines, and the values of numbers that are not given
    nlohmann::ordered_json json() const;
    int status() const;

    const CudaRequest& request() const { return request_; }
    const std::vector<CudaRun>& runs() const { return runs_; }
    /// A test case for each run, and one for the comparison of their results.
    kernels::FindingList list() const;
    std::vector<kernels::FindingKey> keys() const;  ///< keys of the findings that are not suppressed

  private:
    void collect(const CudaRun& run);
    void compare_all();
    void compare(const CudaRun& a, const CudaRun& b);
    std::string costs() const;
    kernels::FindingKey key_of(const CudaFinding& found) const;
    /// `n = 0`, for a run whose arguments are not those that the report shows; empty for others.
    std::string other_arguments(const CudaRun& run) const;
    std::string title_of(const CudaRun& run) const;
    kernels::ListedFinding listed(const CudaFinding& found) const;
    std::string text_of(const CudaFinding& found) const;
    std::string limits() const;
    std::string explored() const;
    std::string varied() const;

    const CudaRequest& request_;
    kernels::SourceLines lines_;
    std::vector<CudaRun> runs_;
    kernels::Judgement judgement_;
    std::vector<CudaFinding> findings_;
    std::optional<ModelAgreement> agreement_;  ///< with --model all
};

}  // namespace musimd::cli
