#include "cli/kernels/spmd_models.hpp"

#include <fmt/format.h>

#include "engines/executor.hpp"
#include "kernels/launch/thread_traces.hpp"
#include "kernels/spmd/comparison.hpp"

namespace musimd::cli {
namespace {

using End = dsl::Execution::Kind;

class Runs {
  public:
    Runs(const SpmdRequest& request, const dsl::Kernel& kernel, const Engine& engine, std::uint64_t max_steps)
        : request_(request), kernel_(kernel), engine_(engine), max_steps_(max_steps) {}

    ModelOutcome under(ThreadModel model) const {
        const kernels::KernelRun run = run_under(model, nullptr);
        ModelOutcome outcome{.model = model, .end = "stop", .is_wrong = run.execution.kind != End::stop};
        if (run.execution.kind == End::refused) {
            outcome.is_accepted = false;
            outcome.end = run.execution.message;
        } else if (run.execution.kind == End::limit) {
            outcome.end = "limit";
        } else if (run.execution.kind == End::trap) {
            outcome.end = fmt::format("{} in line {}", run.execution.trap,
                                      run.execution.line == 0 ? request_.line : run.execution.line);
        } else {
            add_results(run, outcome);
        }
        return outcome;
    }

    std::string first_difference(ThreadModel first, ThreadModel second) const {
        kernels::ThreadTraces traces;
        run_under(first, &traces);
        kernels::TraceComparison comparison(traces);
        run_under(second, &comparison);
        if (!comparison.different()) return {};
        const auto launch =
            kernels::launch_of(kernel_, request_.unit.entries[0], request_.launch, request_.unmasked);
        return fmt::format("{}", dsl::lower(kernel_, launch).at(*comparison.different()).line);
    }

  private:
    kernels::KernelRun run_under(ThreadModel model, Observer* observer) const {
        const auto executor = executor_of(engine_, max_steps_, observer, model);
        return kernels::run_kernel(kernel_, request_.unit.entries[0], request_.launch, *executor,
                                   request_.unmasked);
    }

    /// An element that is undefined is 0.
    void add_results(const kernels::KernelRun& run, ModelOutcome& outcome) const {
        for (std::size_t i = 0; i < run.memory.size(); ++i) {
            const auto* const argument =
                kernels::argument_of_block(request_.unit.entries[0], request_.launch, i);
            if (argument == nullptr) continue;
            const auto bytes = kernels::memory_of_words(run.memory[i], argument->type);
            outcome.results.push_back(
                {argument->name, argument->type, kernels::patterns_of_memory(bytes, argument->type)});
        }
    }

    const SpmdRequest& request_;
    const dsl::Kernel& kernel_;
    const Engine& engine_;
    std::uint64_t max_steps_;
};

}  // namespace

ModelAgreement agreement_of(const SpmdRequest& request, const dsl::Kernel& kernel, const Engine& engine,
                            std::uint64_t max_steps) {
    const Runs runs(request, kernel, engine, max_steps);
    std::vector<ModelOutcome> outcomes;
    for (const std::string_view name : kThreadModelNames)
        outcomes.push_back(runs.under(thread_model_named(name)));
    return {std::move(outcomes),
            [&](ThreadModel first, ThreadModel second) { return runs.first_difference(first, second); }};
}

}  // namespace musimd::cli
