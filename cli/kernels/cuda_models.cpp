#include "cli/kernels/cuda_models.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/kernels/cuda_arguments.hpp"
#include "kernels/cuda/reconvergence.hpp"
#include "kernels/findings/texts.hpp"

namespace musimd::cli {
namespace {

using kernels::Finding;
using kernels::cuda::LaunchRun;

std::string located(std::string_view what, dsl::SourcePoint point, const kernels::SourceLines& lines) {
    return point.line == 0 ? std::string(what) : fmt::format("{} in line {}", what, line_text(lines, point));
}

void add_results(const CudaRequest& request, const CudaRun& run, std::size_t list, ModelOutcome& outcome) {
    for (const dsl::openmp::Parameter& p : request.kernel.code.parameters) {
        if (!p.buffer) continue;
        const std::string name = list == 0 ? p.name : fmt::format("(with other numbers) {}", p.name);
        outcome.results.push_back({name, p.type, run.run.buffers[*p.buffer]});
    }
}

/// Of one engine, by list of arguments.
std::vector<const CudaRun*> runs_under(ThreadModel model, const std::vector<CudaRun>& runs) {
    std::vector<const CudaRun*> result;
    for (const CudaRun& run : runs) {
        if (run.config.model != model) continue;
        const auto is_known = [&](const CudaRun* known) { return known->arguments == run.arguments; };
        if (std::ranges::none_of(result, is_known)) result.push_back(&run);
    }
    return result;
}

ModelOutcome outcome_of(const CudaRequest& request, const std::vector<const CudaRun*>& runs,
                        const kernels::SourceLines& lines) {
    ModelOutcome outcome{.model = runs.front()->config.model, .end = "stop"};
    for (std::size_t list = 0; list < runs.size(); ++list) {
        const LaunchRun& run = runs[list]->run;
        if (!run.is_accepted) {
            outcome.is_accepted = false;
            outcome.end = fmt::format("{}: {}", located("error", run.line, lines),
                                      run.message.substr(run.message.find(": ") + 2));
            break;
        }
        const bool has_ended = run.end == LaunchRun::End::stop;
        const std::string_view open = has_ended ? what_is_open(run.warnings) : "";
        const bool is_wrong = !has_ended || !run.findings.empty() || has_errors(run.warnings);
        if (!outcome.is_wrong && is_wrong) {
            outcome.end = end_text(run.findings, run.warnings, kernels::end_word(run.end), run.line, lines) +
                          (list == 0 ? "" : " (with other numbers)");
            outcome.is_wrong = true;
        }
        if (!outcome.is_wrong && !open.empty()) {
            outcome.end = fmt::format("stop, but the result depends on {}", open);
            outcome.is_wrong = true;
        }
        if (has_ended) add_results(request, *runs[list], list, outcome);
    }
    return outcome;
}

}  // namespace

std::string line_text(const kernels::SourceLines& lines, dsl::SourcePoint point) {
    const auto place = lines.place(point.line);
    return point.line == place.line ? fmt::format("{}", place.line)
                                    : fmt::format("{}:{}", place.file, place.line);
}

std::string_view what_is_open(const std::vector<Finding>& warnings) {
    const auto has = [&](WarningKind kind) {
        return std::ranges::find(warnings, to_string(kind), &Finding::kind) != warnings.end();
    };
    if (has(WarningKind::activemask)) return "which threads are together";
    return has(WarningKind::side) ? "which side of a branch runs first" : "";
}

bool has_errors(const std::vector<Finding>& warnings) {
    return std::ranges::any_of(warnings, [](const Finding& w) { return kernels::cuda::is_error(w); });
}

std::string end_text(const std::vector<Finding>& findings, const std::vector<Finding>& warnings,
                     std::string_view word, dsl::SourcePoint line, const kernels::SourceLines& lines) {
    std::vector<std::string> found;
    const auto add = [&](const Finding& finding) {
        std::string text = located(finding.kind, finding.line, lines);
        if (std::ranges::find(found, text) == found.end()) found.push_back(std::move(text));
    };
    for (const Finding& finding : findings) add(finding);
    for (const Finding& warning : warnings)
        if (kernels::cuda::is_error(warning)) add(warning);
    std::ranges::sort(found);
    return found.empty() ? located(word, line, lines) : fmt::format("{}", fmt::join(found, ", "));
}

ModelAgreement agreement_of(const CudaRequest& request, const std::vector<CudaRun>& runs,
                            const kernels::SourceLines& lines) {
    std::vector<ModelOutcome> outcomes;
    for (const std::string_view name : kThreadModelNames) {
        const auto own = runs_under(thread_model_named(name), runs);
        if (!own.empty()) outcomes.push_back(outcome_of(request, own, lines));
    }
    return {std::move(outcomes), [&](ThreadModel first, ThreadModel second) -> std::string {
                const auto a = runs_under(first, runs);
                const auto b = runs_under(second, runs);
                for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
                    if (a[i]->run.buffers == b[i]->run.buffers) continue;
                    const auto point = kernels::cuda::first_difference(
                        request.kernel, read_cuda_arguments(request.kernel, a[i]->arguments), a[i]->config,
                        b[i]->config, *find_engine(a[i]->engine));
                    return point ? line_text(lines, *point) : std::string();
                }
                return {};
            }};
}

}  // namespace musimd::cli
