// What `musimd cuda` prints of a whole program.

#include "cli/kernels/cuda_program_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/command/command.hpp"
#include "cli/command/terminal.hpp"
#include "cli/kernels/finding_options.hpp"
#include "cli/kernels/launch_counts.hpp"
#include "kernels/findings/texts.hpp"

namespace musimd::cli {
namespace {

using namespace kernels::cuda;
using ProgramEnd = host::ServedProgram::End;
using Json = nlohmann::ordered_json;

std::string launch_text(const std::string& kernel, const LaunchConfiguration& config) {
    return fmt::format("{}<<<{}, {}>>>", kernel, dimensions_text(config.grid), dimensions_text(config.block));
}

std::string_view outcome_of(const ProgramResult& result) {
    if (!result.refused.empty()) return "refused";
    switch (result.ending.end) {
        case ProgramEnd::exited:
            return "exit";
        case ProgramEnd::signalled:
            return "signal";
        case ProgramEnd::timed_out:
            return "timeout";
        case ProgramEnd::interrupted:
            return "interrupted";
        case ProgramEnd::not_started:
            break;
    }
    return "refused";
}

bool is_limit(const kernels::ListedFinding& found) {
    return found.finding.kind == "limit";
}

}  // namespace

CudaProgramReport::CudaProgramReport(const ProgramSetting& setting, ProgramResult result,
                                     kernels::Judgement judgement, std::vector<std::string> commands)
    : setting_(setting),
      result_(std::move(result)),
      judgement_(std::move(judgement)),
      commands_(std::move(commands)) {
    for (const ProgramFinding& found : result_.findings) add(found);
}

void CudaProgramReport::add(const ProgramFinding& found) {
    const std::string& kernel = found.kernel->code.name;
    const kernels::SourceLines& lines = lines_.emplace_back(*found.source, found.kernel->included);
    kernels::ListedFinding listed{
        .finding = found.finding,
        .kernel = kernel,
        .lines = &lines,
        .state = judgement_.state_of(kernels::key_of(found.finding, kernel, lines)),
        .is_warning = found.finding.is_note || (found.is_warning && !judgement_.warnings_are_errors),
        .models = {},
        .again = {},
        .test = test_of(found)};
    listed.finding.message = lines.as_spelled(found.finding.message, found.finding.line);
    for (const ThreadModel model : found.models) listed.models.emplace_back(to_string(model));
    const auto first = found.is_of_host() ? setting_.models.begin()
                                          : std::ranges::find(setting_.models, found.models.front());
    listed.again = kernels::with_schedule(
        commands_[static_cast<std::size_t>(first - setting_.models.begin())], found.finding.schedule);
    findings_.push_back(std::move(listed));
}

/// That of the first model that shows it; a kernel whose launches all fail has none but the program's.
std::size_t CudaProgramReport::test_of(const ProgramFinding& found) const {
    if (found.is_of_host()) return result_.kernels.size();
    const auto is_its = [&](const KernelRuns& runs) {
        return runs.kernel == found.kernel->code.name && runs.model == found.models.front();
    };
    const auto runs = std::ranges::find_if(result_.kernels, is_its);
    return static_cast<std::size_t>(runs - result_.kernels.begin());
}

// ---- text

std::string CudaProgramReport::ending() const {
    switch (result_.ending.end) {
        case ProgramEnd::exited:
            return result_.ending.status == 0 ? "" : fmt::format("exit status {}", result_.ending.status);
        case ProgramEnd::signalled:
            return fmt::format("signal {} ({})", result_.ending.status, strsignal(result_.ending.status));
        case ProgramEnd::timed_out:
            return fmt::format("no call of the runtime within {} seconds (--limit)",
                               std::chrono::duration_cast<std::chrono::seconds>(setting_.limit).count());
        case ProgramEnd::interrupted:
            return "interrupted";
        case ProgramEnd::not_started:
            break;
    }
    return "it could not be started";
}

std::string CudaProgramReport::text_of(std::size_t number) const {
    const ProgramFinding& found = result_.findings[number];
    if (found.is_of_host()) {
        const std::string calls = found.launches > 1 ? fmt::format("    in {} calls\n", found.launches) : "";
        return findings_[number].text("", calls);
    }
    const std::string launches = fmt::format(
        "    in launch {}, {}{}\n", found.first, launch_text(found.kernel->code.name, found.config),
        found.launches > 1 ? fmt::format(", and in {} more", found.launches - 1) : "");
    const kernels::ListedFinding& listed = findings_[number];
    return listed.text(fmt::format("{}", fmt::join(listed.models, ", ")), launches);
}

std::string CudaProgramReport::table() const {
    std::size_t width = 6;
    for (const KernelRuns& runs : result_.kernels) width = std::max(width, runs.kernel.size());
    std::string text =
        fmt::format("{:<{}}  {:<10}{:<8}{:>9}{:>12}{:>14}{:>12}{:>14}{:>11}\n", "kernel", width, "model",
                    "engine", "launches", "threads", "steps", "efficiency", "transactions", "divergent");
    for (const KernelRuns& runs : result_.kernels)
        text += fmt::format("{:<{}}  {:<10}{:<8}{:>9}{:>12}{:>14}{:>12.3f}{:>14}{:>11}\n", runs.kernel, width,
                            to_string(runs.model), runs.engine, runs.launches, runs.threads, runs.cost.steps,
                            runs.cost.efficiency(setting_.config.warp), runs.cost.memory_transactions,
                            runs.cost.branches_divergent);
    return text;
}

std::string CudaProgramReport::launches() const {
    std::vector<LaunchCountRow> rows;
    for (const KernelRuns& runs : result_.kernels)
        rows.push_back({runs.kernel, runs.model, runs.engine, runs.children});
    return launch_counts_text(rows);
}

std::string CudaProgramReport::explored() const {
    std::string text;
    for (const KernelRuns& runs : result_.kernels) {
        if (runs.explored.launches != 0)
            text += fmt::format("{}{}, {}: {}\n", text.empty() ? "\n" : "", runs.kernel,
                                to_string(runs.model), runs.explored.text());
    }
    return text;
}

std::string CudaProgramReport::text(bool with_launches) const {
    const std::string& file = setting_.sources.front().file;
    std::string text = result_.messages;
    for (std::size_t number = 0; number < findings_.size(); ++number) {
        if (findings_[number].state != kernels::FindingState::suppressed) text += text_of(number);
    }
    for (const std::string& note : result_.notes) text += fmt::format("{}: note: {}\n", file, note);
    for (const std::string& leak : result_.leaks) text += leak + "\n";
    each_kernel(
        [&](const std::string& of, const std::string& kernel, const std::vector<kernels::FindingKey>& keys) {
            text += cli::no_longer_found(judgement_, of, kernel, keys);
        });
    if (!result_.kernels.empty()) text += "\n" + table();
    if (!result_.kernels.empty() && with_launches) text += launches();
    text += explored() + result_.refused;
    const std::string end = result_.refused.empty() ? ending() : "";
    return end.empty() ? text : text + fmt::format("{}: the program: {}\n", file, end);
}

std::string CudaProgramReport::no_findings_line() const {
    const bool is_fresh = std::ranges::any_of(findings_, [](const kernels::ListedFinding& found) {
        return found.state == kernels::FindingState::fresh;
    });
    const bool reports = is_fresh || !result_.notes.empty();
    if (reports || outcome_of(result_) != "exit" || result_.has_reached_limit) return {};
    if (result_.launches == 0)
        return fmt::format("{}: note: no kernel was launched\n", setting_.sources.front().file);
    std::vector<std::string_view> models;
    for (const ThreadModel model : setting_.models) models.push_back(to_string(model));
    return fmt::format("\n{} ({}; {} launch{})\n", findings_.empty() ? "no findings" : "no new findings",
                       fmt::join(models, ", "), result_.launches, result_.launches == 1 ? "" : "es");
}

// ---- for other tools

Json CudaProgramReport::json() const {
    Json json;
    json["file"] = setting_.sources.front().file;
    json["outcome"] = outcome_of(result_);
    if (result_.refused.empty() && result_.ending.end != ProgramEnd::timed_out &&
        result_.ending.end != ProgramEnd::interrupted)
        json["status"] = result_.ending.status;
    if (!result_.refused.empty()) json["message"] = result_.refused;
    json["output"] = result_.output;
    json["launches"] = result_.launches;
    json["kernels"] = Json::array();
    for (const KernelRuns& runs : result_.kernels) {
        json["kernels"].push_back({{"kernel", runs.kernel},
                                   {"model", to_string(runs.model)},
                                   {"engine", runs.engine},
                                   {"launches", runs.launches},
                                   {"threads", runs.threads},
                                   {"steps", runs.cost.steps},
                                   {"efficiency", runs.cost.efficiency(setting_.config.warp)},
                                   {"memory_transactions", runs.cost.memory_transactions},
                                   {"branches_divergent", runs.cost.branches_divergent}});
        const ExploredLaunches& explored = runs.explored;
        if (explored.launches != 0) {
            json["kernels"].back()["explored"] = {{"launches", explored.launches},
                                                  {"whole", explored.whole},
                                                  {"schedules", explored.schedules}};
            if (explored.other) json["kernels"].back()["explored"]["message"] = explored.other->text();
        }
        if (runs.children.launches != 0)
            json["kernels"].back()["device_launches"] = launch_counts_json(runs.children);
    }
    json["findings"] = Json::array();
    for (std::size_t number = 0; number < findings_.size(); ++number) {
        const ProgramFinding& found = result_.findings[number];
        Json& object = json["findings"].emplace_back(findings_[number].json());
        if (found.is_of_host()) {
            object["count"] = found.launches;
            continue;
        }
        object["kernel"] = found.kernel->code.name;
        object["launch"] = {
            {"number", found.first}, {"grid", found.config.grid}, {"block", found.config.block}};
        object["launches"] = found.launches;
    }
    json["notes"] = result_.notes;
    json["leaks"] = result_.leaks;
    return json;
}

kernels::FindingList CudaProgramReport::list() const {
    kernels::FindingList list{.file = setting_.sources.front().file,
                              .output = result_.output,
                              .has_baseline = judgement_.baseline.has_value(),
                              .status = status()};
    for (const KernelRuns& runs : result_.kernels)
        list.tests.push_back(
            fmt::format("{} under {} on {}", runs.kernel, to_string(runs.model), runs.engine));
    for (const kernels::ListedFinding& found : findings_) {
        if (!is_limit(found))
            list.findings.push_back(found);
        else
            list.failures.push_back(
                {"limit", found.finding.message, found.finding.line, found.lines, found.again, found.test});
    }
    const bool is_refused = !result_.refused.empty();
    const std::string end = is_refused ? result_.refused : ending();
    if (!end.empty())
        list.failures.push_back({std::string(outcome_of(result_)), is_refused ? end : "the program: " + end,
                                 0, nullptr, commands_.front(), list.tests.size()});
    list.tests.emplace_back("the program");
    if (result_.engines_differ)
        list.failures.push_back({"difference", fmt::format("{}", fmt::join(result_.notes, "; ")), 0, nullptr,
                                 commands_.front(), list.tests.size() - 1});
    return list;
}

int CudaProgramReport::status() const {
    if (interrupted()) return interrupted_status();
    if (outcome_of(result_) == "refused") return kBadInput;
    const bool is_wrong = std::ranges::any_of(
        findings_, [](const kernels::ListedFinding& found) { return found.is_error() && !is_limit(found); });
    return is_wrong ? judgement_.error_status : status_without_findings();
}

int CudaProgramReport::status_without_findings() const {
    if (interrupted()) return interrupted_status();
    if (outcome_of(result_) == "refused") return kBadInput;
    if (result_.engines_differ) return judgement_.error_status;
    if (result_.has_reached_limit || result_.ending.end == ProgramEnd::timed_out) return kLimit;
    return result_.ending.end == ProgramEnd::signalled ? 128 + result_.ending.status : result_.ending.status;
}

// ---- the baseline

template <typename F>
void CudaProgramReport::each_kernel(F&& f) const {
    std::set<std::string> kernels;
    for (const KernelRuns& runs : result_.kernels) kernels.insert(runs.kernel);
    for (const kernels::ListedFinding& found : findings_) kernels.insert(found.kernel);
    std::set<std::string> files;  // and headers, in which findings may be
    for (const reader::Source& source : setting_.sources) files.insert(source.file);
    std::vector<kernels::FindingKey> keys;
    for (const kernels::ListedFinding& found : findings_) {
        if (found.state == kernels::FindingState::suppressed || is_limit(found)) continue;
        keys.push_back(kernels::key_of(found.finding, found.kernel, *found.lines));
        files.insert(keys.back().file);
    }
    for (const std::string& file : files) {
        for (const std::string& kernel : kernels) {
            std::vector<kernels::FindingKey> own;
            std::ranges::copy_if(keys, std::back_inserter(own), [&](const kernels::FindingKey& key) {
                return key.file == file && key.kernel == kernel;
            });
            f(file, kernel, own);
        }
    }
}

void CudaProgramReport::write_into(kernels::Baseline& baseline) const {
    each_kernel([&](const std::string& file, const std::string& kernel,
                    const std::vector<kernels::FindingKey>& keys) { baseline.replace(file, kernel, keys); });
}

}  // namespace musimd::cli
