#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include "cli/command/options.hpp"
#include "cli/kernels/kernel_lanes.hpp"
#include "cli/programs/profile_output.hpp"
#include "dsl/lowering/lowering.hpp"
#include "kernels/cuda/launch_run.hpp"
#include "kernels/findings/source_lines.hpp"
#include "views/profile/profile_observer.hpp"

// What the commands that run kernels show of a run, by the user's own lines: --lanes and --profile.

namespace musimd::cli {

/// Whether there is something to show. Throws UsageError if these options, or their values, do not go
/// together, or if they need the result as text.
bool shows_views(const Options& options);

/// The profile of the kernels that run.
class KernelProfile {
  public:
    explicit KernelProfile(const Options& options);

    bool is_wanted() const { return shows_ || file_; }
    /// The runs from here on are of this kernel, in whose program functions are inlined.
    void begin(const std::string& kernel, const kernels::SourceLines& lines, const dsl::InlinedCalls& calls);
    Observer& observer() { return observer_; }
    /// Prints it, and writes the file; whichever is wanted.
    void finish(std::ostream& stream);

  private:
    std::string title_;
    bool shows_;
    std::optional<std::string> file_;
    ProfileFormat format_;
    views::ProfileObserver observer_;
};

/// Both views of the kernels of a source, on standard output.
class KernelViews {
  public:
    KernelViews(const Options& options, const kernels::SourceLines& lines);

    /// Null if nothing is shown.
    Observer* observer();
    /// The runs from here on are of this kernel.
    void begin(const std::string& kernel, const dsl::InlinedCalls& calls = {});
    /// The same, with a heading before its lanes.
    void begin_section(const std::string& kernel, const dsl::InlinedCalls& calls);
    void finish();

  private:
    kernels::SourceLines lines_;
    std::optional<LanesOfKernel> lanes_;
    KernelProfile profile_;
    Observers observers_;
};

/// Runs a launch only to show it.
void show_launch(const Options& options, const reader::Source& source,
                 const dsl::cuda::KernelFunction& kernel, const kernels::openmp::CallArguments& arguments,
                 kernels::cuda::LaunchConfiguration config, const Engine& engine);

}  // namespace musimd::cli
