#include "cli/kernels/omp_models.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "kernels/findings/texts.hpp"

namespace musimd::cli {
namespace {

using kernels::openmp::FunctionRun;
using kernels::openmp::ModelRun;

std::string end_of(const ModelRun& run, const kernels::SourceLines& lines) {
    std::vector<std::string> found;
    for (const kernels::Finding& finding : run.findings)
        found.push_back(fmt::format("{} in line {}", finding.kind, lines.place(finding.line.line).line));
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    if (!found.empty()) return fmt::format("{}", fmt::join(found, ", "));
    const std::string end(kernels::end_word(run.run.end));
    return run.run.line == 0 ? end : fmt::format("{} in line {}", end, lines.place(run.run.line).line);
}

ModelOutcome outcome_of(const OmpRequest& request, const ModelRun& run, const kernels::SourceLines& lines) {
    ModelOutcome outcome{
        .model = *run.configuration.reconvergence, .end = end_of(run, lines), .is_wrong = !run.stopped()};
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
