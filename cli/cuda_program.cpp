// What `musimd cuda` prints of a whole program. Standard output is the program's own.

#include "cli/cuda_program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstring>
#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/input.hpp"
#include "cli/run_report.hpp"
#include "isa/diagnostic.hpp"

namespace musimd::cli {
namespace {

using namespace differential::cuda;
using End = host::ServedProgram::End;
using Json = nlohmann::ordered_json;

std::vector<std::string_view> names_of(const std::vector<ThreadModel>& models) {
    std::vector<std::string_view> names;
    for (const ThreadModel model : models) names.push_back(to_string(model));
    return names;
}

std::string launch_text(const std::string& kernel, const LaunchConfiguration& how) {
    const auto dimensions = [](const dsl::Dimensions& d) {
        if (d[2] != 1) return fmt::format("({}, {}, {})", d[0], d[1], d[2]);
        return d[1] != 1 ? fmt::format("({}, {})", d[0], d[1]) : std::to_string(d[0]);
    };
    return fmt::format("{}<<<{}, {}>>>", kernel, dimensions(how.grid), dimensions(how.block));
}

std::string ending_text(const ProgramResult& result, const ProgramSetting& setting) {
    switch (result.ending.end) {
        case End::exited:
            return result.ending.status == 0 ? "" : fmt::format("exit status {}", result.ending.status);
        case End::signalled:
            return fmt::format("signal {} ({})", result.ending.status, strsignal(result.ending.status));
        case End::timed_out:
            return fmt::format("no call of the runtime in {} seconds, and no end (--limit)",
                               std::chrono::duration_cast<std::chrono::seconds>(setting.limit).count());
        case End::not_started:
            break;
    }
    return "it could not be started";
}

SourceLines lines_of(const ProgramFinding& found, const ProgramSetting& setting) {
    const auto source =
        std::ranges::find(setting.sources, found.kernel->code.file, &dsl::clang::Source::file);
    return SourceLines(*source, found.kernel->included);
}

std::string finding_text(const ProgramFinding& found, const ProgramSetting& setting) {
    const SourceLines lines = lines_of(found, setting);
    std::string text =
        fmt::format("{}: {}: {}: {} ({})\n{}", lines.where(found.what.line),
                    found.is_warning ? "warning" : "error", found.what.kind, found.what.message,
                    fmt::join(names_of(found.models), ", "), lines.indented(found.what.line)) +
        calls_text(lines, found.what.calls);
    if (found.what.other)
        text += fmt::format("{}: note: the earlier access\n{}", lines.where(*found.what.other),
                            lines.indented(*found.what.other));
    return text + fmt::format("    in launch {}, {}{}\n", found.first,
                              launch_text(found.kernel->code.name, found.how),
                              found.launches > 1 ? fmt::format(", and in {} more", found.launches - 1) : "");
}

std::string table(const ProgramResult& result, std::uint32_t warp) {
    std::size_t width = 6;
    for (const KernelRuns& runs : result.kernels) width = std::max(width, runs.kernel.size());
    std::string text =
        fmt::format("{:<{}}  {:<10}{:<8}{:>9}{:>12}{:>14}{:>12}{:>14}{:>11}\n", "kernel", width, "model",
                    "engine", "launches", "threads", "steps", "efficiency", "transactions", "divergent");
    for (const KernelRuns& runs : result.kernels)
        text += fmt::format("{:<{}}  {:<10}{:<8}{:>9}{:>12}{:>14}{:>12.3f}{:>14}{:>11}\n", runs.kernel, width,
                            to_string(runs.model), runs.engine, runs.launches, runs.threads, runs.cost.steps,
                            runs.cost.efficiency(warp), runs.cost.memory_transactions,
                            runs.cost.branches_divergent);
    return text;
}

std::string text_of(const ProgramResult& result, const ProgramSetting& setting) {
    std::string text = result.messages;
    for (const ProgramFinding& found : result.findings) text += finding_text(found, setting);
    for (const ProgramMistake& one : result.mistakes)
        text += fmt::format("{}: warning: {}{}\n", setting.sources.front().file, one.message,
                            one.count > 1 ? fmt::format(", {} times", one.count) : "");
    for (const std::string& note : result.notes)
        text += fmt::format("{}: note: {}\n", setting.sources.front().file, note);
    if (!result.kernels.empty()) text += "\n" + table(result, setting.how.warp);
    text += result.refused;
    const std::string ending = result.refused.empty() ? ending_text(result, setting) : "";
    if (!ending.empty()) text += fmt::format("{}: the program: {}\n", setting.sources.front().file, ending);
    return text;
}

std::string_view outcome_of(const ProgramResult& result) {
    if (!result.refused.empty()) return "refused";
    switch (result.ending.end) {
        case End::exited:
            return "exit";
        case End::signalled:
            return "signal";
        case End::timed_out:
            return "timeout";
        case End::not_started:
            break;
    }
    return "refused";
}

Json json_of(const ProgramFinding& found, const ProgramSetting& setting) {
    const SourceLines lines = lines_of(found, setting);
    Json one;
    one["kind"] = found.what.kind;
    one["severity"] = found.is_warning ? "warning" : "error";
    one["kernel"] = found.kernel->code.name;
    one.update(place_json(lines, found.what.line));
    if (found.what.other) one["other"] = place_json(lines, *found.what.other);
    one["message"] = found.what.message;
    one["calls"] = calls_json(lines, found.what.calls);
    one["models"] = names_of(found.models);
    one["launch"] = {{"number", found.first}, {"grid", found.how.grid}, {"block", found.how.block}};
    one["launches"] = found.launches;
    return one;
}

Json json_of(const ProgramResult& result, const ProgramSetting& setting) {
    Json json;
    json["file"] = setting.sources.front().file;
    json["outcome"] = outcome_of(result);
    if (result.refused.empty() && result.ending.end != End::timed_out) json["status"] = result.ending.status;
    if (!result.refused.empty()) json["message"] = result.refused;
    json["output"] = result.output;
    json["launches"] = result.launches;
    json["kernels"] = Json::array();
    for (const KernelRuns& runs : result.kernels)
        json["kernels"].push_back({{"kernel", runs.kernel},
                                   {"model", to_string(runs.model)},
                                   {"engine", runs.engine},
                                   {"launches", runs.launches},
                                   {"threads", runs.threads},
                                   {"steps", runs.cost.steps},
                                   {"efficiency", runs.cost.efficiency(setting.how.warp)},
                                   {"memory_transactions", runs.cost.memory_transactions},
                                   {"branches_divergent", runs.cost.branches_divergent}});
    json["findings"] = Json::array();
    for (const ProgramFinding& found : result.findings) json["findings"].push_back(json_of(found, setting));
    json["errors"] = Json::array();
    for (const ProgramMistake& one : result.mistakes)
        json["errors"].push_back({{"message", one.message}, {"count", one.count}});
    json["notes"] = result.notes;
    return json;
}

int status_of(const ProgramResult& result, bool warnings_are_errors) {
    if (!result.refused.empty() || result.ending.end == End::not_started) return kBadInput;
    const bool is_wrong = std::ranges::any_of(result.findings, [&](const ProgramFinding& found) {
        return (warnings_are_errors || !found.is_warning) && found.what.kind != "limit";
    });
    if (is_wrong || result.engines_differ) return kFailed;
    if (result.has_reached_limit || result.ending.end == End::timed_out) return kLimit;
    return result.ending.end == End::signalled ? 128 + result.ending.status : result.ending.status;
}

}  // namespace

int run_cuda_program(const Options& options, const ProgramSetting& setting) {
    const auto result = run_program(setting);
    if (!result) throw InputError(result.error());
    constexpr auto kReplace = Json::error_handler_t::replace;
    if (setting.keeps_output) std::cout << json_of(*result, setting).dump(2, ' ', false, kReplace) << "\n";
    std::cerr << text_of(*result, setting);
    return status_of(*result, options.has("warnings"));
}

}  // namespace musimd::cli
