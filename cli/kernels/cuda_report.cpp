// What `musimd cuda` prints.

#include "cli/kernels/cuda_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/command/command.hpp"
#include "cli/command/terminal.hpp"
#include "cli/kernels/cuda_models.hpp"
#include "cli/kernels/finding_options.hpp"
#include "cli/kernels/launch_counts.hpp"
#include "kernels/compiled/c_functions.hpp"
#include "kernels/compiled/crash_line.hpp"
#include "kernels/cuda/sampling.hpp"
#include "kernels/findings/texts.hpp"
#include "kernels/spmd/comparison.hpp"

namespace musimd::cli {
namespace {

using dsl::openmp::Parameter;
using kernels::Finding;
using kernels::cuda::LaunchConfiguration;
using kernels::cuda::LaunchRun;

std::string_view model_of(const CudaRun& run) {
    return to_string(run.config.model);
}

std::string row(const CudaRun& run) {
    const auto& cost = run.run.cost;
    if (!run.run.is_observed)
        return fmt::format("{:<10}{:<10}{:>12}{:>12}{:>14}{:>11}  {}\n", model_of(run), run.engine,
                           cost.steps, "-", "-", "-", kernels::end_word(run.run.end));
    return fmt::format("{:<10}{:<10}{:>12}{:>12.3f}{:>14}{:>11}  {}\n", model_of(run), run.engine, cost.steps,
                       cost.efficiency(run.config.warp), cost.memory_transactions, cost.branches_divergent,
                       kernels::end_word(run.run.end));
}

std::string text_of(const CudaDifference& difference) {
    return fmt::format("{} elements of {} differ: {}[{}] is {} under {} ({}), and {} under {} ({})",
                       difference.count, difference.array, difference.array, difference.element,
                       difference.value_a, model_of(*difference.a), difference.a->engine, difference.value_b,
                       model_of(*difference.b), difference.b->engine);
}

}  // namespace

std::vector<std::string> CudaFinding::models() const {
    std::vector<std::string> models;
    for (const CudaRun* run : runs) {
        const std::string model(model_of(*run));
        if (std::ranges::find(models, model) == models.end()) models.push_back(model);
    }
    return models;
}

// A difference needs all models.
std::string CudaFinding::again() const {
    const CudaRun& first = *runs.front();
    if (difference) return first.replay;
    return kernels::with_schedule(fmt::format("{} --model {}", first.replay, model_of(first)),
                                  finding.schedule);
}

CudaReport::CudaReport(const CudaRequest& request, std::vector<CudaRun> runs, kernels::Judgement judgement)
    : request_(request),
      lines_(request.source, request.kernel.included),
      runs_(std::move(runs)),
      judgement_(std::move(judgement)) {
    for (const CudaRun& run : runs_) collect(run);
    if (request.compares_models && !interrupted()) agreement_ = agreement_of(request, runs_, lines_);
    compare_all();
    for (CudaFinding& found : findings_) found.state = judgement_.state_of(key_of(found));
}

void CudaReport::collect(const CudaRun& run) {
    const auto add = [&](const Finding& finding, bool is_warning) {
        auto known = std::ranges::find_if(
            findings_, [&](const CudaFinding& found) { return is_same(found.finding, finding); });
        if (known == findings_.end()) {
            known = findings_.insert(findings_.end(), CudaFinding{finding, is_warning, {}});
            known->finding.message = lines_.as_spelled(finding.message, finding.line);
        }
        known->finding.same_value = known->finding.same_value && finding.same_value;
        known->runs.push_back(&run);
    };
    for (const Finding& finding : run.run.findings) add(finding, false);
    for (const Finding& finding : run.run.warnings)
        add(finding,
            finding.is_note || (!judgement_.warnings_are_errors && !kernels::cuda::is_error(finding)));
}

/// Each run with the first of the same arguments; of models that agree, the first one's.
void CudaReport::compare_all() {
    for (const CudaRun& run : runs_) {
        const ThreadModel model = run.config.model;
        if (agreement_ && agreement_->representative(model) != model) continue;
        const auto first = std::ranges::find(runs_, run.arguments, &CudaRun::arguments);
        if (&*first != &run) compare(*first, run);
    }
}

void CudaReport::compare(const CudaRun& a, const CudaRun& b) {
    if (a.run.end != LaunchRun::End::stop || b.run.end != LaunchRun::End::stop) return;
    for (const Parameter& p : request_.kernel.code.parameters) {
        if (!p.buffer) continue;
        const auto& x = a.run.buffers[*p.buffer];
        const auto& y = b.run.buffers[*p.buffer];
        const auto found = kernels::openmp::compare(x, y, p.type);
        if (found.different == 0) continue;
        const std::size_t at = *found.first;
        CudaFinding& difference = findings_.emplace_back();
        difference.difference = {&a,
                                 &b,
                                 p.name,
                                 at,
                                 found.different,
                                 kernels::value_text(x[at], p.type),
                                 kernels::value_text(y[at], p.type)};
        difference.finding.kind = "difference";
        difference.finding.message = cli::text_of(*difference.difference);
        difference.runs = {&a, &b};
    }
}

kernels::FindingKey CudaReport::key_of(const CudaFinding& found) const {
    kernels::FindingKey key = kernels::key_of(found.finding, request_.kernel.code.name, lines_);
    if (found.difference) key.text = found.difference->array;
    return key;
}

std::vector<kernels::FindingKey> CudaReport::keys() const {
    std::vector<kernels::FindingKey> result;
    for (const CudaFinding& found : findings_) {
        if (found.state != kernels::FindingState::suppressed) result.push_back(key_of(found));
    }
    return result;
}

std::string CudaReport::other_arguments(const CudaRun& run) const {
    const CudaRun& first = runs_.front();
    std::vector<std::string> texts;
    for (std::size_t p = 0; p < run.arguments.size(); ++p) {
        if (run.arguments[p] != first.arguments[p])
            texts.push_back(
                fmt::format("{} = {}", request_.kernel.code.parameters[p].name, run.arguments[p]));
    }
    return fmt::format("{}", fmt::join(texts, ", "));
}

// ---- for other tools

std::string CudaReport::title_of(const CudaRun& run) const {
    const std::string others = other_arguments(run);
    return fmt::format("{} under {} on {}{}{}", request_.kernel.code.name, model_of(run), run.engine,
                       others.empty() ? "" : " with ", others);
}

// A finding is a failure of the first run that shows it.
kernels::ListedFinding CudaReport::listed(const CudaFinding& found) const {
    const bool is_difference = found.difference.has_value();
    const auto test =
        is_difference ? runs_.size() : static_cast<std::size_t>(found.runs.front() - runs_.data());
    return {.finding = found.finding,
            .kernel = request_.kernel.code.name,
            .lines = &lines_,
            .state = found.state,
            .is_warning = found.is_warning,
            .is_difference = is_difference,
            .models = found.models(),
            .again = found.again(),
            .test = test};
}

kernels::FindingList CudaReport::list() const {
    kernels::FindingList list{
        .file = request_.source.file, .has_baseline = judgement_.baseline.has_value(), .status = status()};
    for (const CudaFinding& found : findings_) list.findings.push_back(listed(found));
    for (const CudaRun& run : runs_) {
        const LaunchRun::End end = run.run.end;
        if (end != LaunchRun::End::stop && end != LaunchRun::End::trap)
            list.failures.push_back(
                {.rule = std::string(kernels::end_word(end)),
                 .message = end == LaunchRun::End::interrupted ? "interrupted" : run.run.message,
                 .line = run.run.line,
                 .lines = &lines_,
                 .again = fmt::format("{} --model {}", run.replay, model_of(run)),
                 .test = list.tests.size()});
        list.tests.push_back(title_of(run));
    }
    if (runs_.size() > 1) list.tests.push_back(request_.kernel.code.name + " has the same results");
    return list;
}

// ---- text

std::string CudaReport::text() const {
    const CudaRun& first = runs_.front();
    std::string text =
        fmt::format("{}<<<{}, {}{}>>>\n", request_.kernel.code.name, dimensions_text(first.config.grid),
                    dimensions_text(first.config.block),
                    first.config.shared_bytes == 0 ? "" : fmt::format(", {}", first.config.shared_bytes));
    for (std::size_t p = 0; p < first.arguments.size(); ++p)
        text += fmt::format("    {} = {}\n", request_.kernel.code.parameters[p].name, first.arguments[p]);
    text += "\n" + (agreement_ ? agreement_->table() + agreement_->sentence() + "\n" : costs());
    if (first.run.is_sample)
        text += fmt::format("\nOnly {}.\n", kernels::cuda::sample_text(first.config.all_blocks(),
                                                                       dsl::count_of(first.config.grid)));
    if (first.run.parts > 1)
        text += fmt::format(
            "\nThe blocks of the grid ran in {} parts, one after another: races between blocks of different "
            "parts are not found.\n",
            first.run.parts);
    return text + explored();
}

std::string CudaReport::costs() const {
    std::string text = fmt::format("{:<10}{:<10}{:>12}{:>12}{:>14}{:>11}  {}\n", "model", "engine", "steps",
                                   "efficiency", "transactions", "divergent", "end");
    for (const CudaRun& run : runs_) {
        if (run.arguments == runs_.front().arguments) text += row(run);
    }
    return text;
}

/// With other arguments, only what is not all.
std::string CudaReport::explored() const {
    std::string text;
    for (const CudaRun& run : runs_) {
        if (!run.run.explored || (run.arguments != runs_.front().arguments && run.run.explored->is_whole()))
            continue;
        const std::string others = other_arguments(run);
        text += fmt::format("{}{}{}{}: {}\n", text.empty() ? "\n" : "", model_of(run),
                            others.empty() ? "" : " with ", others, run.run.explored->text());
    }
    return text;
}

std::string CudaReport::launches() const {
    std::vector<LaunchCountRow> rows;
    for (const CudaRun& run : runs_) {
        if (run.arguments == runs_.front().arguments)
            rows.push_back({request_.kernel.code.name, run.config.model, run.engine, run.run.children});
    }
    return launch_counts_text(rows);
}

std::string CudaReport::text_of(const CudaFinding& found) const {
    const std::string others = other_arguments(*found.runs.front());
    const std::string shown =
        fmt::format("{}{}{}", fmt::join(found.models(), ", "), others.empty() ? "" : "; with ", others);
    return listed(found).text(
        shown, kernels::length_note(found.finding, request_.kernel, request_.source.file, request_.given));
}

/// The same one under several models, or with several arguments, is printed once.
std::string CudaReport::limits() const {
    struct Limit {
        std::string text;
        std::string line;
        std::vector<std::string_view> models = {};
    };
    std::vector<Limit> found;
    for (const CudaRun& run : runs_) {
        if (run.run.end != LaunchRun::End::limit && run.run.end != LaunchRun::End::refused) continue;
        if (agreement_ && !run.run.is_accepted) continue;  // the table says it
        const std::string text = fmt::format("{}: error: {}", lines_.where(run.run.line), run.run.message);
        auto known = std::ranges::find(found, text, &Limit::text);
        if (known == found.end()) known = found.insert(found.end(), {text, lines_.indented(run.run.line)});
        auto& models = known->models;
        if (std::ranges::find(models, model_of(run)) == models.end()) models.push_back(model_of(run));
    }
    std::string text;
    for (const Limit& limit : found)
        text += fmt::format("{} ({})\n{}", limit.text, fmt::join(limit.models, ", "), limit.line);
    return text;
}

/// `n, m = 32, 31, 1, 0`: the parameters whose values differ between the runs; empty if none differ.
std::string CudaReport::varied() const {
    const CudaRun& first = runs_.front();
    std::vector<std::string> names;
    std::vector<std::string> values;
    for (std::size_t p = 0; p < first.arguments.size(); ++p) {
        std::vector<std::string> own;
        for (const CudaRun& run : runs_) {
            if (std::ranges::find(own, run.arguments[p]) == own.end()) own.push_back(run.arguments[p]);
        }
        if (own.size() == 1) continue;
        names.push_back(request_.kernel.code.parameters[p].name);
        if (values.empty()) values = own;
    }
    if (names.empty()) return {};
    return fmt::format("{} = {}", fmt::join(names, ", "), fmt::join(values, ", "));
}

std::string CudaReport::tried() const {
    std::vector<std::string> models;
    std::vector<std::string> engines;
    const auto add = [](std::vector<std::string>& to, std::string_view name) {
        if (std::ranges::find(to, name) == to.end()) to.emplace_back(name);
    };
    for (const CudaRun& run : runs_) {
        add(models, model_of(run));
        add(engines, run.engine);
    }
    std::string text = fmt::format("{}", fmt::join(models, ", "));
    if (engines.size() > 1) text += fmt::format("; {}", fmt::join(engines, ", "));
    const LaunchConfiguration& config = runs_.front().config;
    if (config.sample.blocks != 0)
        text += fmt::format("; {} of {} blocks", config.sample.blocks, dsl::count_of(config.grid));
    const std::string numbers = varied();
    return numbers.empty() ? text : fmt::format("{}; {}", text, numbers);
}

std::string CudaReport::findings() const {
    std::string text;
    const auto add = [&](bool differences) {
        for (const CudaFinding& found : findings_) {
            if (found.difference.has_value() == differences &&
                found.state != kernels::FindingState::suppressed)
                text += text_of(found);
        }
    };
    add(false);
    text += limits();
    add(true);
    return text + no_longer_found(judgement_, request_.source.file, request_.kernel.code.name, keys());
}

int CudaReport::status() const {
    if (interrupted()) return interrupted_status();
    const auto ended = [&](LaunchRun::End end) {
        return std::ranges::any_of(runs_, [&](const CudaRun& run) { return run.run.end == end; });
    };
    const bool is_refused = std::ranges::any_of(runs_, [&](const CudaRun& run) {
        return run.run.end == LaunchRun::End::refused && (run.run.is_accepted || !agreement_);
    });
    if (is_refused) return kBadInput;
    const bool depends = agreement_ && !agreement_->is_same();
    if (depends || std::ranges::any_of(findings_, &CudaFinding::is_error)) return judgement_.error_status;
    return ended(LaunchRun::End::limit) ? kLimit : kOk;
}

}  // namespace musimd::cli
