#pragma once

#include <string>
#include <vector>

#include "differential/cuda/check.hpp"
#include "differential/cuda/compilers.hpp"
#include "differential/cuda/random_kernel.hpp"
#include "differential/cuda/reduce.hpp"
#include "differential/harness/checked_kind.hpp"

namespace musimd::differential::cuda {

/// Random CUDA kernels: each runs on the machine, and as plain C++ computes it. Some are given to other
/// compilers, and run on a GPU if there is one.
struct KernelSetting {
    DrawnShape shape;
    std::vector<harness::PlannedTarget> targets;
    std::vector<SourceCompiler> compilers;
    std::uint64_t compile_every = 32;  ///< one of this many kernels is given to them
    bool has_gpu = false;
};

class CudaKind final : public harness::CheckedKind<Drawn, DrawnShape> {
  public:
    explicit CudaKind(KernelSetting setting);

    std::vector<harness::Outcome> run(std::span<const std::uint64_t> numbers,
                                      std::span<const Drawn> kernels) const override;
    std::string command() const override { return "musimd fuzz --cuda"; }
    std::vector<harness::Counter> counters() const override;

  protected:
    harness::Outcome checked(std::uint64_t number, const Drawn& kernel,
                             std::span<const harness::MachineTarget> targets) const override;
    std::string run_command(const Drawn& kernel, const std::string& file) const override;
    std::string before_source(const Drawn& /*kernel*/) const override { return "\n"; }

  private:
    void compare_on_gpu(std::span<const Drawn> kernels, std::vector<harness::Outcome>& outcomes) const;

    KernelSetting setting_;
};

}  // namespace musimd::differential::cuda
