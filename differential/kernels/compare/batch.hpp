#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "differential/backends/backend.hpp"
#include "differential/kernels/compare/comparison.hpp"
#include "dsl/executor.hpp"
#include "dsl/kernel.hpp"
#include "dsl/lowering/lowering.hpp"

// Kernels of a C++ source on the machine: compiled with the header that records them, and loaded into this
// process.

namespace musimd::differential {

struct RecordOptions {
    std::chrono::milliseconds limit = std::chrono::seconds(5);  ///< of processor time
    std::string file = {};   ///< where the kernel is, for what ends its recording from outside
    std::uint32_t line = 0;  ///< of the kernel
};

class RecordedUnit {
  public:
    /// Compiles and loads; the program must export the symbols of the room dsl (musimd_recording). Errors are
    /// the compiler's.
    static tl::expected<RecordedUnit, std::string> load(const KernelUnit& unit,
                                                        const CompileOptions& options = {});

    /// The kernel that the case's entry launches, with the case's scalars in it; it must have elements. An
    /// error is `FILE:LINE: error: …`; that C++ of the kernel crashes or does not end is one, too.
    tl::expected<dsl::Kernel, std::string> record(const KernelCase& one,
                                                  const RecordOptions& options = {}) const;

    const KernelEntry& entry(const KernelCase& one) const { return unit_.entries[one.entry]; }

  private:
    RecordedUnit(CompiledUnit unit, std::shared_ptr<void> library)
        : unit_(std::move(unit)), library_(std::move(library)) {}

    CompiledUnit unit_;
    std::shared_ptr<void> library_;
};

/// Where the case's blocks are in Σ: a region each, and the kernel's pointers into them.
dsl::Launch launch_of(const dsl::Kernel& kernel, const KernelEntry& entry, const KernelCase& one,
                      dsl::UnmaskedReading unmasked = dsl::UnmaskedReading::every_lane);

struct MachineRun {
    dsl::Execution execution;
    std::vector<Words> memory;  ///< by block, after the run; those before it if it was refused
};

/// Runs the kernel's program. Of no elements there is nothing to run.
MachineRun run_on_machine(const dsl::Kernel& kernel, const KernelEntry& entry, const KernelCase& one,
                          dsl::Executor& executor,
                          dsl::UnmaskedReading unmasked = dsl::UnmaskedReading::every_lane);

}  // namespace musimd::differential
