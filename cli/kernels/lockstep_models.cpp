#include "cli/kernels/lockstep_models.hpp"

#include <fmt/format.h>

#include "cli/kernels/cuda_arguments.hpp"
#include "cli/kernels/cuda_models.hpp"
#include "kernels/cuda/reconvergence.hpp"
#include "kernels/lockstep/machine_runs.hpp"

namespace musimd::cli {
namespace {

using namespace kernels::lockstep;
using End = TargetRun::End;

std::string_view word_of_end(End end) {
    return end == End::stop ? "stop" : end == End::limit ? "limit" : "refused";
}

/// In the first order of indices: the others run under one model.
std::vector<const TargetRun*> instances_under(ThreadModel model, const Setting& setting,
                                              const std::vector<TargetRun>& runs) {
    std::vector<const TargetRun*> result;
    for (const TargetRun& run : runs)
        if (run.target == target_of(model) && run.order == setting.orders.front()) result.push_back(&run);
    return result;
}

std::string instance_text(const TargetRun& run) {
    return fmt::format("with {} workers{}", run.shape.workers,
                       run.arguments == 0 ? "" : " and other numbers");
}

void add_instance(const LockstepRequest& request, const TargetRun& run, const kernels::SourceLines& lines,
                  ModelOutcome& outcome) {
    const bool is_wrong = run.end != End::stop || !run.findings.empty() || has_errors(run.warnings);
    if (!run.is_accepted) {
        outcome.is_accepted = false;
        outcome.end = fmt::format("error: {}", run.message.substr(run.message.find(": ") + 2));
    } else if (const auto open = what_is_open(run.warnings); !is_wrong && !open.empty()) {
        outcome.is_wrong = true;
        outcome.end = fmt::format("stop, but the result depends on {} {}", open, instance_text(run));
    } else if (is_wrong && !outcome.is_wrong) {
        outcome.is_wrong = true;
        outcome.end =
            fmt::format("{} {}", end_text(run.findings, run.warnings, word_of_end(run.end), run.line, lines),
                        instance_text(run));
    }
    if (run.end != End::stop) return;
    for (const dsl::openmp::Parameter& p : request.kernel().code.parameters)
        if (p.buffer)
            outcome.results.push_back(
                {fmt::format("({}) {}", instance_text(run), p.name), p.type, run.buffers[*p.buffer]});
}

}  // namespace

ModelAgreement agreement_of(const LockstepRequest& request, const std::vector<TargetRun>& runs,
                            const kernels::SourceLines& lines) {
    std::vector<ModelOutcome> outcomes;
    for (const Target target : request.setting.targets) {
        if (!is_of_machine(target)) continue;
        ModelOutcome& outcome = outcomes.emplace_back(ModelOutcome{.model = model_of(target), .end = "stop"});
        for (const TargetRun* run : instances_under(model_of(target), request.setting, runs))
            add_instance(request, *run, lines, outcome);
    }
    return {std::move(outcomes), [&](ThreadModel first, ThreadModel second) -> std::string {
                const Setting& setting = request.setting;
                const auto others = instances_under(second, setting, runs);
                for (const TargetRun* a : instances_under(first, setting, runs)) {
                    for (const TargetRun* b : others) {
                        const bool is_same = a->shape == b->shape && a->arguments == b->arguments;
                        if (!is_same || a->buffers == b->buffers) continue;
                        const auto& kernel = kernel_of(setting, request.instances, a->shape, a->order);
                        const auto point = kernels::cuda::first_difference(
                            kernel, read_cuda_arguments(kernel, request.arguments[a->arguments], "lockstep"),
                            configuration_of(setting, *a), configuration_of(setting, *b), *setting.engine);
                        return point ? line_text(lines, *point) : std::string();
                    }
                }
                return {};
            }};
}

}  // namespace musimd::cli
