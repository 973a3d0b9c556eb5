#include "kernels/cuda/observed_run.hpp"

#include <algorithm>
#include <utility>

#include "kernels/cuda/explanation.hpp"
#include "kernels/cuda/grid_races.hpp"
#include "kernels/cuda/memory_observers.hpp"
#include "kernels/findings/merge.hpp"
#include "kernels/launch/call_memory.hpp"
#include "kernels/launch/objects.hpp"

namespace musimd::kernels::cuda {
namespace {

/// Threads that a group's wrong mask leaves out are why it matters which ones the group has found.
void drop_warnings_of_masks(ObservedRun& run) {
    const auto is_of_mask = [](const Finding& found) {
        return found.kind == to_string(TrapKind::collective_mask);
    };
    const auto is_of_group = [](const Finding& warning) {
        return warning.kind == to_string(WarningKind::activemask) &&
               warning.message.find("__activemask") == std::string::npos;
    };
    if (std::ranges::any_of(run.findings, is_of_mask)) std::erase_if(run.warnings, is_of_group);
}

void take_warnings(const LaunchProgram& launch, const LaunchConfiguration& config, ObservedRun& run) {
    for (const RunWarning& warning : run.result.warnings) {
        // A mask that is ignored is, in this run, what `activemask` sees.
        const bool is_of_masks = warning.kind == WarningKind::activemask && !config.maskless_lines.empty();
        if (!is_of_masks) add_new(finding_of(warning, launch), run.warnings);
    }
}

}  // namespace

bool has_volatiles(const Program& program) {
    return std::ranges::any_of(program.instructions, is_volatile);
}

ObservedRun observed_run(LaunchProgram& launch, const LaunchConfiguration& config, Observers& others,
                         const std::function<Result(Observer&)>& run_with) {
    const bool observes_races =
        config.goes_on || config.races == Races::different || has_volatiles(launch.program);
    launch.options.races = !observes_races;
    openmp::ObjectObserver objects(launch.objects, openmp::margins_of(launch.program), launch.sources);
    ConstantObserver constants(launch);
    GridRaceObserver races(launch.program);
    UnwrittenReads unwritten(launch);
    SharedObserver shared(launch);
    Observers observers;
    observers.add(others);
    observers.add(objects);
    if (constants.is_wanted()) observers.add(constants);
    if (config.reports_unwritten) observers.add(unwritten);
    if (!launch.program.shared.empty()) observers.add(shared);
    if (observes_races) observers.add(races);
    ObservedRun run{run_with(observers), {}, {}};
    take_warnings(launch, config, run);
    for (const GridRace& race : races.races()) {
        if (!race.same_value || config.races == Races::all)
            add_new(finding_of(race, launch), race.between_volatiles ? run.warnings : run.findings);
    }
    for (const auto* list : {&objects.found(), &shared.found()}) {
        for (const openmp::OutsideAccess& outside : *list) add_new(finding_of(outside, launch), run.findings);
    }
    for (const openmp::OutsideAccess& write : constants.found())
        add_new(finding_of_constant(write, launch), run.findings);
    for (const openmp::OutsideAccess& read : unwritten.found())
        add_new(finding_of_unwritten(read, launch), run.findings);
    if (run.result.outcome == Outcome::trap) add_new(finding_of(run.result, launch), run.findings);
    drop_warnings_of_masks(run);
    if (!run.findings.empty() && !config.goes_on) run.findings.resize(1);
    return run;
}

}  // namespace musimd::kernels::cuda
