#include "cli/kernels/omp_models.hpp"

#include "cli/kernels/cuda_models.hpp"
#include "kernels/findings/texts.hpp"

namespace musimd::cli {
namespace {

using kernels::openmp::FunctionRun;
using kernels::openmp::ModelRun;

ModelOutcome outcome_of(const OmpRequest& request, const ModelRun& run, const kernels::SourceLines& lines) {
    ModelOutcome outcome{
        .model = *run.configuration.reconvergence,
        .end = end_text(run.findings, {}, kernels::end_word(run.run.end), run.run.line, lines),
        .is_wrong = !run.stopped()};
    if (!run.stopped()) return outcome;
    for (const dsl::openmp::Parameter& p : request.function.parameters)
        if (p.buffer) outcome.results.push_back({p.name, p.type, run.run.buffers[*p.buffer]});
    if (run.run.returned)
        outcome.results.push_back(
            {"the returned value", *kernels::openmp::returned_type(request.function), {*run.run.returned}});
    return outcome;
}

}  // namespace

ModelAgreement agreement_of(const OmpRequest& request, const std::vector<ModelRun>& runs) {
    const kernels::SourceLines lines(request.source, request.included);
    std::vector<ModelOutcome> outcomes;
    for (const ModelRun& run : runs) outcomes.push_back(outcome_of(request, run, lines));
    return {std::move(outcomes), [](ThreadModel, ThreadModel) { return std::string(); }};
}

}  // namespace musimd::cli
