#include "engines/executor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "analysis/limit.hpp"
#include "engines/simulator_engines.hpp"
#include "semantics/models/accepted.hpp"

// Runs the programs of kernels on the engines of the simulator.

namespace musimd {
namespace {

using dsl::Execution;
using dsl::Executor;

class EngineExecutor final : public Executor {
  public:
    EngineExecutor(const Engine& engine, std::uint64_t max_steps, Observer* observer, ThreadModel model)
        : engine_(engine), max_steps_(max_steps), observer_(observer), model_(model) {}

    Execution run(const Program& program) override;

  private:
    Execution run_it(const Program& program);

    const Engine& engine_;
    std::uint64_t max_steps_;
    Observer* observer_;
    ThreadModel model_;
};

Execution refusal(std::string why) {
    Execution execution;
    execution.kind = Execution::Kind::refused;
    execution.message = std::move(why);
    return execution;
}

// Why the program's model does not run it; empty if it does.
std::string why_not_accepted(const Program& program) {
    const auto wakes = std::ranges::find(program.instructions, Opcode::everywhere, &Instruction::opcode);
    if (program.model == ThreadModel::volta && wakes != program.instructions.end())
        return "it wakes threads, and under volta no thread acts for another";
    const auto errors = models::unaccepted(program);
    return errors.empty() ? "" : errors.front().message;
}

std::vector<std::vector<std::optional<Value>>> regions_of(const Program& program, const Memory& memory) {
    std::vector<std::vector<std::optional<Value>>> regions;
    for (const Buffer& buffer : program.buffers) {
        auto& words = regions.emplace_back(static_cast<std::size_t>(buffer.count));
        for (std::size_t i = 0; i < words.size(); ++i) {
            const Value* const word = memory.find(buffer.address + static_cast<std::int64_t>(i));
            if (word != nullptr) words[i] = *word;
        }
    }
    return regions;
}

Execution EngineExecutor::run(const Program& program) {
    if (program.model == model_) return run_it(program);
    Program other = program;
    other.model = model_;
    if (std::string why = why_not_accepted(other); !why.empty()) return refusal(std::move(why));
    return run_it(other);
}

Execution EngineExecutor::run_it(const Program& program) {
    if (const auto reason = too_large(engine_, program)) return refusal(*reason);
    Execution execution;
    MachineOptions options;
    options.max_steps = max_steps_;
    for (const Buffer& buffer : program.buffers)
        options.max_address = std::max(options.max_address, buffer.address + buffer.count - 1);
    const Result result = engine_.run(program, options, observer_);
    execution.regions = regions_of(program, result.memory);
    if (result.outcome == Outcome::limit) {
        execution.kind = Execution::Kind::limit;
        execution.message = result.limit->reason == LimitReason::stacks
                                ? explain(*result.limit, program)
                                : fmt::format("the kernel did not end within {} steps", max_steps_);
    }
    if (result.outcome == Outcome::trap) {
        const Trap& trap = *result.trap;
        execution.kind = Execution::Kind::trap;
        execution.trap = to_string(trap.kind);
        execution.message = trap.message;
        execution.line = trap.line;
        if (!trap.threads.empty())
            execution.element = std::int64_t{trap.warp} * program.threads + trap.threads.front();
    }
    return execution;
}

}  // namespace

std::unique_ptr<Executor> executor_of(const Engine& engine, std::uint64_t max_steps, Observer* observer,
                                      ThreadModel model) {
    return std::make_unique<EngineExecutor>(engine, max_steps, observer, model);
}

}  // namespace musimd

namespace musimd::dsl {

std::unique_ptr<Executor> make_executor(std::string_view name, std::uint64_t max_steps) {
    const Engine* const engine = find_engine(simulator_engines(), name.empty() ? "fast" : name);
    return engine == nullptr ? nullptr : musimd::executor_of(*engine, max_steps);
}

}  // namespace musimd::dsl
