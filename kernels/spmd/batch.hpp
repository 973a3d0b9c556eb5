#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "dsl/executor.hpp"
#include "dsl/kernel.hpp"
#include "dsl/lowering/lowering.hpp"
#include "kernels/compiled/backend.hpp"
#include "kernels/spmd/comparison.hpp"

// Kernels of a C++ source on the machine: compiled with the recording header, and loaded into this process.

namespace musimd::kernels {

struct RecordOptions {
    std::chrono::milliseconds limit = std::chrono::seconds(5);  ///< limit of processor time
    std::string file = {};   ///< the file of the kernel, for errors that end its recording
    std::uint32_t line = 0;  ///< line of the kernel
};

class RecordedUnit {
  public:
    /// Compiles and loads. The program must export the symbols of dsl (link musimd_recording). Errors are the
    /// compiler's.
    static tl::expected<RecordedUnit, std::string> load(const KernelUnit& unit,
                                                        const CompileOptions& options = {});

    /// The kernel that the case's entry launches, with the case's scalars; the case must have elements. An
    /// error is `FILE:LINE: error: …`, also if C++ of the kernel crashes or does not terminate.
    tl::expected<dsl::Kernel, std::string> record(const KernelLaunch& launch,
                                                  const RecordOptions& options = {}) const;

    const KernelEntry& entry(const KernelLaunch& launch) const { return unit_.entries[launch.entry]; }

  private:
    RecordedUnit(CompiledUnit unit, std::shared_ptr<void> library)
        : unit_(std::move(unit)), library_(std::move(library)) {}

    CompiledUnit unit_;
    std::shared_ptr<void> library_;
};

/// The case's blocks in Σ, one region each, and the kernel's pointers into them.
dsl::Launch launch_of(const dsl::Kernel& kernel, const KernelEntry& entry, const KernelLaunch& launch,
                      dsl::UnmaskedReading unmasked = dsl::UnmaskedReading::every_lane);

struct KernelRun {
    dsl::Execution execution;
    std::vector<Words> memory;  ///< by block, after the run; the input if the run was rejected
};

/// Runs the kernel's program. With zero elements this is a no-op.
KernelRun run_kernel(const dsl::Kernel& kernel, const KernelEntry& entry, const KernelLaunch& launch,
                     dsl::Executor& executor,
                     dsl::UnmaskedReading unmasked = dsl::UnmaskedReading::every_lane);

}  // namespace musimd::kernels
