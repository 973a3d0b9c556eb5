// What is wrong, in the report of `musimd omp`.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/command/command.hpp"
#include "cli/command/terminal.hpp"
#include "cli/kernels/finding_options.hpp"
#include "cli/kernels/omp_failures.hpp"
#include "kernels/findings/texts.hpp"

namespace musimd::cli {

using kernels::Finding;
using kernels::FindingKey;
using kernels::FindingList;
using kernels::FindingState;
using kernels::ListedFinding;
using kernels::openmp::ArrayComparison;
using kernels::openmp::Comparison;
using kernels::openmp::CompiledRun;
using kernels::openmp::FunctionRun;
using kernels::openmp::ModelRun;
using kernels::openmp::ProgramRun;

namespace {

/// `spmd, simd; iteration 3`.
std::string shown_by(const ListedFinding& found) {
    const std::int64_t iteration = found.finding.iteration;
    return fmt::format("{}{}", fmt::join(found.models, ", "),
                       iteration < 0 ? "" : fmt::format("; iteration {}", iteration));
}

}  // namespace

std::string OmpReport::findings() const {
    std::string result;
    for (const ListedFinding& found : findings_) {
        if (found.state != FindingState::suppressed) result += found.text(shown_by(found), {});
    }
    result += limits();
    for (const CompiledRun& run : compiled) result += failure_of(request, run);
    for (const ProgramRun& run : programs) result += failure_of(request, run);
    const OmpComparison* before = nullptr;
    for (const OmpComparison& comparison : comparisons) {
        const auto state = [&](const ArrayComparison& array) {
            return judgement_.state_of(key_of(comparison, array));
        };
        if (before == nullptr || !is_repeated(*before, comparison))
            result += failure_of(request, comparison, state);
        before = &comparison;
    }
    return result + no_longer_found(judgement_, request.source.file, request.function.name, keys());
}

/// The same limit under both models is printed once.
std::string OmpReport::limits() const {
    std::string text;
    for (std::size_t m = 0; m < models.size(); ++m) {
        const FunctionRun& run = models[m].run;
        const auto is_same = [&](const ModelRun& other) {
            return other.run.end == run.end && other.run.line == run.line && other.run.message == run.message;
        };
        if (run.end != FunctionRun::End::limit && run.end != FunctionRun::End::refused) continue;
        if (std::find_if(models.begin(), models.begin() + std::ptrdiff_t(m), is_same) - models.begin() <
            std::ptrdiff_t(m))
            continue;
        std::vector<std::string> names;
        for (const ModelRun& other : models) {
            if (is_same(other)) names.push_back(other.name());
        }
        text += fmt::format("{}: error: {} ({})\n{}    again: {}\n", lines_.where(run.line),
                            lines_.with_files(run.message, run.line), fmt::join(names, ", "),
                            lines_.indented(run.line), replay_of(request, models[m].name(), ""));
    }
    return text;
}

// ---- for other tools

FindingState OmpReport::state_of(const Finding& finding) const {
    return judgement_.state_of(kernels::key_of(finding, request.function.name, lines_));
}

/// The same in both models is one finding. The test case of a model has its number.
std::vector<ListedFinding> OmpReport::listed() const {
    std::vector<ListedFinding> found;
    for (std::size_t m = 0; m < models.size(); ++m) {
        const ModelRun& model_run = models[m];
        const auto add = [&](Finding finding, bool is_warning) {
            finding.message = lines_.with_files(finding.message, finding.line);
            if (finding.hint) finding.hint->text = lines_.with_files(finding.hint->text, finding.hint->line);
            auto known = std::ranges::find_if(
                found, [&](const ListedFinding& other) { return is_same(other.finding, finding); });
            if (known == found.end())
                known = found.insert(
                    found.end(), {.finding = finding,
                                  .kernel = request.function.name,
                                  .lines = &lines_,
                                  .state = state_of(finding),
                                  .is_warning = is_warning,
                                  .again = kernels::with_schedule(replay_of(request, model_run.name(), ""),
                                                                  finding.schedule),
                                  .test = m});
            if (known->models.empty() || known->models.back() != model_run.name())
                known->models.push_back(model_run.name());
        };
        if (model_run.warning) {
            Finding warning = finding_of(*model_run.warning);
            warning.message += "; it is read as 0";
            add(warning, !judgement_.warnings_are_errors);
        }
        for (const Finding& finding : model_run.findings) add(finding, false);
    }
    std::ranges::stable_sort(found, {}, [](const ListedFinding& f) { return f.finding.line; });
    return found;
}

std::vector<FindingKey> OmpReport::keys() const {
    std::vector<FindingKey> keys = kernels::keys_of(findings_);
    for (const OmpComparison& comparison : comparisons) {
        for (const ArrayComparison& array : comparison.arrays) {
            FindingKey key = key_of(comparison, array);
            if (array.found.different != 0 && judgement_.state_of(key) != FindingState::suppressed)
                keys.push_back(std::move(key));
        }
    }
    return keys;
}

FindingKey OmpReport::key_of(const OmpComparison& comparison, const ArrayComparison& array) const {
    return {.kind = "difference",
            .file = request.source.file,
            .kernel = request.function.name,
            .text = fmt::format("{}: {}, {}", array.name, comparison.model->name(), comparison.other_name()),
            .other_text = {},
            .line = 0};
}

bool OmpReport::is_error(const OmpComparison& comparison) const {
    return std::ranges::any_of(comparison.arrays, [&](const ArrayComparison& array) {
        return array.found.different != 0 &&
               judgement_.state_of(key_of(comparison, array)) == FindingState::fresh;
    });
}

FindingList OmpReport::list() const {
    FindingList list{
        .file = request.source.file, .has_baseline = judgement_.baseline.has_value(), .status = status()};
    list.findings = findings_;
    for (const ModelRun& model_run : models) {
        const FunctionRun::End end = model_run.run.end;
        if (end != FunctionRun::End::stop && end != FunctionRun::End::trap)
            list.failures.push_back(
                {.rule = std::string(kernels::end_word(end)),
                 .message = end == FunctionRun::End::interrupted ? "interrupted" : model_run.run.message,
                 .line = model_run.run.line,
                 .lines = &lines_,
                 .again = replay_of(request, model_run.name(), ""),
                 .test = list.tests.size()});
        list.tests.push_back(fmt::format("{} under {}", request.function.name, model_run.name()));
    }
    add_failures(list);
    if (!models.empty()) list.output = models.front().run.output;
    return list;
}

/// What compilers do, and results that differ: a test case each.
void OmpReport::add_failures(FindingList& list) const {
    const auto add = [&](const std::string& test, std::string_view rule, const std::string& message,
                         const std::string& again) {
        if (!message.empty())
            list.failures.push_back(
                {.rule = std::string(rule), .message = message, .again = again, .test = list.tests.size()});
        list.tests.push_back(fmt::format("{} {}", request.function.name, test));
    };
    for (const OmpComparison& comparison : comparisons) {
        const Comparison sum = kernels::openmp::total(comparison.arrays);
        add(fmt::format("has the same results under {} and {}", comparison.model->name(),
                        comparison.other_name()),
            "difference",
            !is_error(comparison) ? ""
                                  : fmt::format("{} elements differ{}", sum.different, first_of(comparison)),
            replay_of(request, comparison));
    }
    for (const CompiledRun& run : compiled)
        if (is_failure(run.end))
            add("compiled by " + run.reference.name(), word_of(run.end), run.message,
                replay_of(request, run));
    for (const ProgramRun& run : programs)
        if (run.end != ProgramRun::End::not_compared)
            add("compiled by " + run.reference.name(), word_of(run.end),
                is_failure(run.end) ? run.message : "", replay_of(request, "both", run.reference.compiler));
}

int OmpReport::status() const {
    if (interrupted()) return interrupted_status();
    const auto ended = [&](FunctionRun::End end) {
        return std::ranges::any_of(models,
                                   [&](const ModelRun& model_run) { return model_run.run.end == end; });
    };
    if (ended(FunctionRun::End::refused)) return kBadInput;
    const bool failed =
        (agreement && !agreement->is_same()) || std::ranges::any_of(findings_, &ListedFinding::is_error) ||
        std::ranges::any_of(compiled, [](const CompiledRun& run) { return is_failure(run.end); }) ||
        std::ranges::any_of(programs, [](const ProgramRun& run) { return is_failure(run.end); }) ||
        std::ranges::any_of(comparisons, [&](const OmpComparison& c) { return is_error(c); });
    if (failed) return judgement_.error_status;
    return ended(FunctionRun::End::limit) ? kLimit : kOk;
}

}  // namespace musimd::cli
