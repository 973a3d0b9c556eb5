#include <fmt/format.h>

#include "differential/openmp/target.hpp"

// Nests on an engine, in a child process that sends their runs as text.

namespace musimd::differential::openmp {
namespace {

Run run_of(kernels::openmp::FunctionRun run) {
    using End = kernels::openmp::FunctionRun::End;
    if (run.end == End::stop) return {Run::Kind::done, {}, std::move(run.buffers)};
    const std::string kind = run.end == End::trap ? run.trap + ": " : "";
    return {run.end == End::refused ? Run::Kind::refused : Run::Kind::trap, kind + run.message};
}

std::string name_of_machine(const Engine& engine, const kernels::openmp::Configuration& c) {
    if (c.model == dsl::LoopModel::simd) return fmt::format("{} simd", engine.name);
    return fmt::format("{} spmd {}", engine.name, c.width);
}

class MachineTarget final : public NestTarget {
  public:
    MachineTarget(const Engine& engine, const kernels::openmp::Configuration& configuration)
        : NestTarget(name_of_machine(engine, configuration)), engine_(engine), configuration_(configuration) {
        configuration_.schedules = 1;  // results are compared
    }

    const Engine* engine() const override { return &engine_; }

    std::vector<Run> run(std::span<const NestCase> nests) const override {
        return harness::runs_in_children(nests.size(), [&](std::size_t i) {
            return run_of(kernels::openmp::run_function(nests[i].function, nests[i].arguments, configuration_,
                                                        engine_));
        });
    }

  private:
    const Engine& engine_;
    kernels::openmp::Configuration configuration_;
};

}  // namespace

std::unique_ptr<NestTarget> machine_target(const Engine& engine,
                                           const kernels::openmp::Configuration& configuration) {
    return std::make_unique<MachineTarget>(engine, configuration);
}

}  // namespace musimd::differential::openmp
