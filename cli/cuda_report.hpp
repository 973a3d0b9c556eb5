#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "differential/cuda/launch_run.hpp"
#include "dsl/clang/front_end.hpp"

namespace musimd::cli {

/// What `musimd cuda` was asked to run.
struct CudaRequest {
    dsl::clang::Source source;
    dsl::cuda::KernelFunction kernel;
    std::string warnings;  ///< of the front end
};

/// The kernel with one list of arguments, under one model, on one engine.
struct CudaRun {
    std::vector<std::string> arguments;  ///< by parameter
    std::string replay;                  ///< the command that runs the same, but for --model
    differential::cuda::LaunchConfiguration how;
    std::string engine;
    differential::cuda::LaunchRun run;
};

/// The same thing wrong, in all runs that show it.
struct CudaFinding {
    differential::cuda::Finding what;
    bool is_warning = false;
    std::vector<const CudaRun*> runs;
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

class CudaReport {
  public:
    /// The first runs are those of the arguments that the report shows.
    CudaReport(const CudaRequest& of, std::vector<CudaRun> runs, bool warnings_are_errors);
    CudaReport(const CudaReport&) = delete;
    CudaReport& operator=(const CudaReport&) = delete;

    std::string text() const;      ///< the launch, and a table
    std::string findings() const;  ///< each with its line, and the command that runs it again
    nlohmann::ordered_json json() const;
    int status() const;

  private:
    void collect(const CudaRun& run);
    void compare(const CudaRun& a, const CudaRun& b);

    const CudaRequest& request_;
    std::vector<CudaRun> runs_;
    std::vector<CudaFinding> findings_;
    std::vector<CudaDifference> differences_;
    bool warnings_are_errors_;
};

}  // namespace musimd::cli
