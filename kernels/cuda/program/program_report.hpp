#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "kernels/cuda/program/host_side.hpp"
#include "kernels/cuda/program/program_run.hpp"

namespace musimd::kernels::cuda {

/// What a program's launches and host code have shown, each finding once.
class ProgramReport {
  public:
    explicit ProgramReport(const ProgramSetting& setting) : setting_(setting) {}

    void begin_launch() { ++result.launches; }
    std::uint64_t launches() const { return result.launches; }
    /// Whether other schedules of the kernel have been tried often enough.
    bool has_many_launches(const std::string& kernel) const;

    /// A run of the launch that has begun last.
    void add(const std::shared_ptr<const dsl::cuda::KernelFunction>& kernel,
             const std::shared_ptr<const reader::Source>& source, const LaunchRun& run,
             const LaunchConfiguration& config, const Engine& engine);
    /// Notes if two runs of a launch have left different memory.
    void compare(const std::string& kernel, const openmp::CallState& a, const openmp::CallState& b,
                 ThreadModel model, const Engine& engine);
    void note(const std::string& text);
    /// At the end of the program.
    void end(HostSide& host);

    ProgramResult result;

  private:
    void note_samples();
    void add_leaks(HostSide& host);
    void add(ProgramFinding found, const LaunchConfiguration& config);
    void add(HostFindings::Located located);

    const ProgramSetting& setting_;
};

}  // namespace musimd::kernels::cuda
