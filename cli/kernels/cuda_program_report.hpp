#pragma once

#include <deque>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "kernels/cuda/program/program_run.hpp"
#include "kernels/findings/list.hpp"

namespace musimd::cli {

/// What `musimd cuda` reports about a whole program.
class CudaProgramReport {
  public:
    /// `commands`: by model of the setting, one that runs the program again.
    CudaProgramReport(const kernels::cuda::ProgramSetting& setting, kernels::cuda::ProgramResult result,
                      kernels::Judgement judgement, std::vector<std::string> commands);
    CudaProgramReport(const CudaProgramReport&) = delete;
    CudaProgramReport& operator=(const CudaProgramReport&) = delete;

    /// Findings, a table of the kernels, one of the launches of their threads if it is wanted, and the
    /// program's end.
    std::string text(bool with_launches) const;
    /// `no findings (lockstep, volta; 3 launches)`; empty if anything is reported.
    std::string no_findings_line() const;
    nlohmann::ordered_json json() const;
    kernels::FindingList list()
        const;  ///< a test case for each kernel under each model, and one for the program
    int status() const;
    int status_without_findings() const;
    const std::string& output() const { return result_.output; }

    /// The findings of each kernel that has run take the place of those that the baseline has of it.
    void write_into(kernels::Baseline& baseline) const;

  private:
    void add(const kernels::cuda::ProgramFinding& found);
    std::size_t test_of(const kernels::cuda::ProgramFinding& found) const;
    std::string text_of(std::size_t number) const;
    std::string table() const;
    std::string launches() const;
    std::string explored() const;
    std::string ending() const;
    /// Calls f(file, kernel, keys) for the kernels that have run, with those of what is not suppressed.
    template <typename F>
    void each_kernel(F&& f) const;

    const kernels::cuda::ProgramSetting& setting_;
    kernels::cuda::ProgramResult result_;
    kernels::Judgement judgement_;
    std::vector<std::string> commands_;       ///< by model of the setting
    std::deque<kernels::SourceLines> lines_;  ///< by finding
    std::vector<kernels::ListedFinding> findings_;
};

}  // namespace musimd::cli
