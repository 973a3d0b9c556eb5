#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/kernels/model_agreement.hpp"
#include "dsl/portability.hpp"
#include "kernels/findings/list.hpp"
#include "kernels/findings/source_lines.hpp"
#include "kernels/spmd/batch.hpp"
#include "kernels/spmd/kernel_file.hpp"
#include "kernels/spmd/run.hpp"

namespace musimd::cli {

/// What `musimd spmd` was asked to run.
struct SpmdRequest {
    std::string file;        ///< as on the command line
    std::string path;        ///< its absolute path, which compilers print
    std::uint32_t line = 0;  ///< of the kernel
    std::string text;
    kernels::KernelUnit unit;
    kernels::KernelLaunch launch;
    dsl::UnmaskedReading unmasked = dsl::UnmaskedReading::every_lane;
    std::string replay;  ///< the command that runs it again

    /// The messages of a compiler with `file` instead of `path`.
    std::string in_its_name(std::string messages) const;
};

/// The kernel's run on the machine, and those on backends, if it stopped.
struct SpmdRuns {
    kernels::KernelRun machine;
    std::vector<dsl::Portability> may_differ;  ///< where backends may differ
    std::vector<kernels::BackendReport> backends;
    bool is_comparable = true;                     ///< false: any result is allowed
    std::optional<ModelAgreement> agreement = {};  ///< with --model all
};

class SpmdReport {
  public:
    SpmdReport(const SpmdRequest& request, SpmdRuns runs, kernels::Judgement judgement);
    SpmdReport(const SpmdReport&) = delete;
    SpmdReport& operator=(const SpmdReport&) = delete;

    std::string text() const;  ///< memory, where backends may differ, and the backends; empty after a trap
    std::string findings() const;  ///< a trap, or that the step limit was reached; otherwise empty
    std::string tried() const;     ///< the machine, and the backends that agree
    nlohmann::ordered_json json() const;
    kernels::FindingList list() const;              ///< a test case for the machine, and one for each backend
    std::vector<kernels::FindingKey> keys() const;  ///< keys of the findings that are not suppressed
    int status() const;

  private:
    const kernels::KernelEntry& entry() const { return request_.unit.entries[0]; }
    bool stopped() const { return runs_.machine.execution.kind == dsl::Execution::Kind::stop; }
    bool failed(const kernels::BackendReport& report) const;
    void add(kernels::Finding finding, bool is_warning);
    std::string backend_text(const kernels::BackendReport& report) const;
    std::string message_of(const kernels::BackendReport& report) const;

    const SpmdRequest& request_;
    SpmdRuns runs_;
    kernels::Judgement judgement_;
    kernels::SourceLines lines_;
    std::vector<kernels::ListedFinding> findings_;
};

}  // namespace musimd::cli
