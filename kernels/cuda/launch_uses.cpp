#include "kernels/cuda/launch_uses.hpp"

#include "engines/engines.hpp"
#include "kernels/launch/accesses.hpp"
#include "simulator/fast/grid.hpp"

namespace musimd::kernels::cuda {
namespace {

class UsesObserver final : public Observer {
  public:
    explicit UsesObserver(std::int64_t max_address) : max_address_(max_address) {}

    void on_step(const StepEvent& event) override {
        for (const Access& access : event.accesses) {
            if (access.address > max_address_) continue;  // shared memory
            ElementUse& element = uses[access.address];
            const Use use = openmp::use_of(event.instruction(), access);
            const std::uint32_t line = event.instruction().line;
            if (use != Use::write && element.read == 0) element.read = line;
            if ((use == Use::write || use == Use::atomic) && element.written == 0) element.written = line;
        }
    }

    std::map<std::int64_t, ElementUse> uses;

  private:
    std::int64_t max_address_;
};

}  // namespace

std::optional<std::map<std::int64_t, ElementUse>> uses_of(const dsl::cuda::KernelFunction& kernel,
                                                          const openmp::CallState& memory,
                                                          const LaunchConfiguration& config) {
    constexpr std::int64_t kMaxThreads = 1 << 20;
    constexpr std::uint64_t kMaxSteps = 100'000;
    if (config.threads() > kMaxThreads || blocks_at_once(kernel, config) != config.all_blocks())
        return std::nullopt;
    const PreparedLaunch prepared = prepare(kernel, memory, config);
    LaunchProgram launch = lower(kernel, prepared, config);
    launch.options.races = false;
    launch.options.max_steps = std::min(launch.options.max_steps, kMaxSteps);
    UsesObserver observer(launch.options.max_address);
    if (fast::run_fast(launch.program, launch.options, &observer).outcome != Outcome::stop)
        return std::nullopt;
    return std::move(observer.uses);
}

}  // namespace musimd::kernels::cuda
