#pragma once

#include <optional>
#include <string>
#include <vector>

#include "differential/cuda/check.hpp"
#include "differential/cuda/compilers.hpp"
#include "differential/cuda/proofs.hpp"
#include "differential/cuda/random_kernel.hpp"
#include "differential/cuda/reduce.hpp"
#include "differential/harness/checked_kind.hpp"

namespace musimd::differential::cuda {

struct BackendChoice {
    std::string name;     ///< `pocl`
    std::string version;  ///< empty: it is not asked
};

/// Random CUDA kernels: each runs on the machine, and as plain C++ computes it. Some are given to other
/// compilers, and run on a GPU if there is one. Backends get their text in another language.
struct KernelSetting {
    DrawnShape shape;
    std::vector<harness::PlannedTarget> targets;
    std::vector<SourceCompiler> compilers;
    std::uint64_t compile_every = 32;  ///< one of this many kernels is given to them
    bool has_gpu = false;
    std::vector<BackendChoice> backends = {};  ///< that run all of them
    std::optional<ProofSetting> proofs = {};   ///< what holds for other launches and arguments is attacked
};

class CudaKind final : public harness::CheckedKind<Drawn, DrawnShape> {
  public:
    explicit CudaKind(KernelSetting setting);

    std::vector<harness::Outcome> run(std::span<const std::uint64_t> numbers,
                                      std::span<const Drawn> kernels) const override;
    std::string command() const override { return "musimd fuzz --cuda"; }
    std::vector<harness::Counter> counters() const override;
    void add_shape(harness::CommandText& command) const override;
    harness::Json shape() const override;
    std::vector<std::pair<std::string, std::string>> more_files(const harness::Finding<Drawn>& finding,
                                                                const std::string& stem) const override;

  protected:
    harness::Outcome checked(std::uint64_t number, const Drawn& kernel,
                             std::span<const harness::MachineTarget> targets) const override;
    std::string run_command(const Drawn& kernel, const std::string& file) const override;
    std::string before_source(const Drawn& /*kernel*/) const override { return "\n"; }
    bool is_other_target(const std::string& target) const override;
    std::optional<std::string> shown_on_other(const Drawn& kernel,
                                              const harness::Mismatch& mismatch) const override;

  private:
    /// The backends; Oclgrind is there a second time, with its checks.
    std::vector<std::string> backend_targets() const;
    void compare_on_backend(const std::string& backend, std::span<const Drawn> kernels,
                            std::vector<harness::Outcome>& outcomes) const;
    void compare_on_gpu(std::span<const Drawn> kernels, std::vector<harness::Outcome>& outcomes) const;

    KernelSetting setting_;
};

}  // namespace musimd::differential::cuda
