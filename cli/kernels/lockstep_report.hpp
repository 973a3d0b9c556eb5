#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/kernels/model_agreement.hpp"
#include "kernels/findings/list.hpp"
#include "kernels/findings/source_lines.hpp"
#include "kernels/lockstep/runs.hpp"

namespace musimd::cli {

/// What `musimd lockstep` was asked to run.
struct LockstepRequest {
    kernels::lockstep::Setting setting;
    kernels::lockstep::Instances instances;
    std::vector<std::vector<std::string>> arguments;  ///< arguments of each list, by parameter
    std::vector<std::string> replays;  ///< for each list: the command that runs it, but for one instance
    std::set<std::string> given;       ///< the parameters that --arg sets
    kernels::Judgement judgement;
    bool compares_models = false;  ///< --model all

    const dsl::cuda::KernelFunction& kernel() const { return instances.kernels.begin()->second.front(); }
};

class LockstepReport {
  public:
    LockstepReport(const LockstepRequest& request, kernels::lockstep::AllRuns all);
    LockstepReport(const LockstepReport&) = delete;
    LockstepReport& operator=(const LockstepReport&) = delete;

    std::string text() const;      ///< the launch, a table, and which targets are missing
    std::string findings() const;  ///< each with its line, and the command that runs it again
    std::string tried() const;     ///< the targets, and the numbers of workers
    nlohmann::ordered_json json() const;
    int status() const;
    kernels::FindingList list() const;              ///< a test case for each run, and one for their results
    std::vector<kernels::FindingKey> keys() const;  ///< keys of the findings that are not suppressed

  private:
    using Run = kernels::lockstep::TargetRun;
    using Shape = kernels::lockstep::Shape;
    using Target = kernels::lockstep::Target;

    /// The same thing wrong, in all runs that show it.
    struct Found {
        kernels::Finding finding;
        bool is_warning = false;
        std::vector<const Run*> runs;
    };
    /// Differences of one cause in one array: the first, and how many runs have one.
    struct FoundDifference {
        const kernels::lockstep::Difference* first = nullptr;
        std::vector<const Run*> runs;
    };

    void collect(const Run& run);
    const Run* find(Target target, const Shape& shape) const;
    bool differs(const Run& run) const;
    std::string verdict(Target target, const Shape& shape) const;
    std::string verdict(const Run& run) const;
    std::size_t width_of(Target target) const;
    std::string row(const Shape& shape) const;
    std::string missing_targets() const;
    std::string shown(const std::vector<const Run*>& runs) const;
    std::string name_of(const Run& run) const;
    std::string again(const Run& run) const;
    std::string again(const kernels::lockstep::Difference& difference) const;
    kernels::FindingKey key_of(const Found& found) const;
    kernels::ListedFinding listed(const Found& found) const;
    kernels::ListedFinding listed(const FoundDifference& found) const;
    std::string text_of(const Found& found) const;
    std::string text_of(const FoundDifference& found) const;
    std::string failures() const;
    nlohmann::ordered_json run_json(const Run& run) const;
    nlohmann::ordered_json difference_json(const FoundDifference& found) const;

    const LockstepRequest& request_;
    kernels::lockstep::AllRuns all_;
    kernels::SourceLines lines_;
    std::vector<Found> findings_;
    std::vector<FoundDifference> differences_;
    std::optional<ModelAgreement> agreement_;  ///< with --model all
};

}  // namespace musimd::cli
