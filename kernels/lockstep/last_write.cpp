#include "kernels/lockstep/last_write.hpp"

#include "kernels/launch/accesses.hpp"
#include "semantics/observer.hpp"

namespace musimd::kernels::lockstep {
namespace {

class WriteObserver final : public Observer {
  public:
    explicit WriteObserver(std::int64_t address) : address_(address) {}

    void on_step(const StepEvent& event) override {
        for (const Access& access : event.accesses) {
            if (access.address != address_) continue;
            const Use use = openmp::use_of(event.instruction(), access);
            if (use == Use::write || use == Use::atomic) line_ = event.instruction().line;
        }
    }
    std::optional<std::uint32_t> line() const { return line_; }

  private:
    std::int64_t address_;
    std::optional<std::uint32_t> line_;
};

}  // namespace

std::optional<std::uint32_t> last_write(const dsl::cuda::KernelFunction& kernel,
                                        const openmp::CallArguments& arguments,
                                        const cuda::LaunchConfiguration& config, const Engine& engine,
                                        dsl::BufferId buffer, std::size_t element) {
    const cuda::PreparedLaunch prepared =
        cuda::prepare(kernel, openmp::state_of(kernel.code, arguments), config);
    const cuda::LaunchProgram launch = cuda::lower(kernel, prepared, config);
    if (too_large(engine, launch.program) || !engine.shows_steps) return std::nullopt;
    WriteObserver observer(prepared.state.memory[buffer].address + static_cast<std::int64_t>(element));
    engine.run(launch.program, launch.options, &observer);
    return observer.line();
}

}  // namespace musimd::kernels::lockstep
