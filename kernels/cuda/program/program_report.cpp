#include "kernels/cuda/program/program_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "kernels/cuda/sampling.hpp"

namespace musimd::kernels::cuda {

bool ProgramReport::has_many_launches(const std::string& kernel) const {
    return std::ranges::any_of(result.kernels, [&](const KernelRuns& runs) {
        return runs.kernel == kernel && runs.launches >= kLaunchesInSchedules;
    });
}

void ProgramReport::add(const std::shared_ptr<const dsl::cuda::KernelFunction>& kernel,
                        const std::shared_ptr<const reader::Source>& source, const LaunchRun& run,
                        const LaunchConfiguration& config, const Engine& engine) {
    const std::string& name = kernel->code.name;
    auto runs = std::ranges::find_if(result.kernels, [&](const KernelRuns& known) {
        return known.kernel == name && known.model == config.model && known.engine == engine.name;
    });
    if (runs == result.kernels.end())
        runs =
            result.kernels.insert(runs, {name, config.model, std::string(engine.name), 0, 0, 0, 0, {}, {}});
    ++runs->launches;
    if (run.parts > 1)
        note(
            fmt::format("{}: the blocks of the grid run in {} parts, one after another; races between "
                        "blocks of different parts are not found",
                        name, run.parts));
    runs->blocks += config.all_blocks();
    runs->grid_blocks += dsl::count_of(config.grid);
    runs->threads += static_cast<std::uint64_t>(config.threads());
    runs->cost += run.cost;
    runs->children += run.children;
    if (setting_.config.explored != 0)
        runs->explored.add(run.explored.value_or(Explored::refused(
                               fmt::format("the first {} launches of a kernel are", kLaunchesInSchedules))),
                           result.launches);
    const auto add_finding = [&](const Finding& found, bool is_warning) {
        add({kernel, source, found, is_warning, 0, result.launches, config, {}}, config);
    };
    for (const Finding& found : run.findings) add_finding(found, false);
    for (const Finding& found : run.warnings) add_finding(found, !is_error(found));
    if (run.end != LaunchRun::End::limit) return;
    result.has_reached_limit = true;
    add_finding({"limit", run.message, run.line}, false);
}

void ProgramReport::add(ProgramFinding found, const LaunchConfiguration& config) {
    auto known = std::ranges::find_if(result.findings, [&](const ProgramFinding& other) {
        return other.kernel == found.kernel && other.finding.kind == found.finding.kind &&
               other.finding.line == found.finding.line && other.finding.other == found.finding.other;
    });
    if (known == result.findings.end()) known = result.findings.insert(known, std::move(found));
    if (std::ranges::find(known->models, config.model) == known->models.end())
        known->models.push_back(config.model);
    if (known->models.front() == config.model) ++known->launches;
}

void ProgramReport::compare(const std::string& kernel, const openmp::CallState& a, const openmp::CallState& b,
                            ThreadModel model, const Engine& engine) {
    std::string names;
    for (std::size_t r = 0; r < a.unnamed.size(); ++r) {
        if (a.unnamed[r].words != b.unnamed[r].words)
            names += (names.empty() ? "" : ", ") + a.unnamed[r].name;
    }
    if (names.empty()) return;
    const bool is_model = model != setting_.models.front();
    result.engines_differ = result.engines_differ || !is_model;
    note(
        fmt::format("{}: {} {} under {}", kernel, names,
                    is_model ? "depends on the thread model: it has other values" : "differs between engines",
                    is_model ? std::string(to_string(model)) : std::string(engine.name)));
}

void ProgramReport::note(const std::string& text) {
    if (std::ranges::find(result.notes, text) == result.notes.end()) result.notes.push_back(text);
}

// ---- at the end

void ProgramReport::end(HostSide& host) {
    note_samples();
    add(host.findings(setting_.sources));
    add_leaks(host);
}

void ProgramReport::note_samples() {
    for (const KernelRuns& runs : result.kernels) {
        const bool is_first =
            runs.model == setting_.models.front() && runs.engine == setting_.engines.front()->name;
        if (is_first && runs.blocks != runs.grid_blocks)
            note(fmt::format("{}: {}; checks of the results may fail", runs.kernel,
                             sample_text(runs.blocks, runs.grid_blocks)));
    }
}

void ProgramReport::add_leaks(HostSide& host) {
    HostFindings::Located leaks = host.leaks(setting_.sources);
    if (setting_.leaks_are_errors) return add(std::move(leaks));
    for (const LocatedFinding& leak : leaks.findings) {
        const auto place = dsl::cuda::place_of(leak.finding.line, leaks.source->file, leaks.others);
        result.leaks.push_back(fmt::format("{}: note: leak: {}", to_string(place), leak.finding.message));
    }
}

void ProgramReport::add(HostFindings::Located located) {
    auto host = std::make_shared<dsl::cuda::KernelFunction>();
    host->included = std::move(located.others);
    for (LocatedFinding& found : located.findings)
        result.findings.push_back(
            {host, located.source, std::move(found.finding), found.is_warning, found.count, 0, {}, {}});
}

}  // namespace musimd::kernels::cuda
