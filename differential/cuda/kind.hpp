#pragma once

#include <string>
#include <vector>

#include "differential/cuda/check.hpp"
#include "differential/cuda/compilers.hpp"
#include "differential/cuda/random_kernel.hpp"
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

class CudaKind final : public harness::CheckedKind<Drawn> {
  public:
    explicit CudaKind(KernelSetting setting);

    Drawn draw(std::uint64_t seed) const override { return random_kernel(seed, setting_.shape); }
    std::vector<harness::Outcome> run(std::span<const std::uint64_t> numbers,
                                      std::span<const Drawn> kernels) const override;

    std::string name() const override { return "kernel"; }
    std::string suffix() const override { return ".cu"; }
    std::string command() const override { return "musimd fuzz --cuda"; }
    std::vector<harness::Counter> counters() const override;
    void add_shape(harness::CommandText& command) const override;
    harness::Json shape() const override;
    std::string source(const Drawn& kernel) const override;
    std::string file_text(const harness::Finding<Drawn>& finding, const std::string& file) const override;
    void add_members(harness::Json& json, const harness::Finding<Drawn>& finding,
                     const std::string& file) const override;

  protected:
    harness::Outcome checked(std::uint64_t number, const Drawn& kernel,
                             std::span<const harness::MachineTarget> targets) const override;
    std::vector<harness::Mismatch> mismatches_of(
        const Drawn& candidate, bool clean, std::span<const harness::MachineTarget> targets) const override;
    bool is_clean(const Drawn& kernel) const override;
    Drawn reduced(const Drawn& kernel, const std::function<bool(const Drawn&)>& shows) const override;
    std::string outline_of(const Drawn& kernel) const override;
    std::uint64_t statements_of(const Drawn& kernel) const override;

  private:
    void compare_on_gpu(std::span<const Drawn> kernels, std::vector<harness::Outcome>& outcomes) const;

    KernelSetting setting_;
};

}  // namespace musimd::differential::cuda
