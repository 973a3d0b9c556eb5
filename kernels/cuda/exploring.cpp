#include "kernels/cuda/exploring.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "isa/diagnostic.hpp"
#include "kernels/cuda/explanation.hpp"
#include "kernels/cuda/uneven_turns.hpp"
#include "simulator/explore/explorer.hpp"

namespace musimd::kernels::cuda {
namespace {

using dsl::cuda::KernelFunction;

constexpr std::uint64_t kMostSteps = 50'000'000;  // of all schedules; about a minute
constexpr std::size_t kMostResults = 100;
constexpr std::array<std::string_view, 7> kEndNames = {"all",      "schedules",   "steps",  "memory",
                                                       "findings", "interrupted", "refused"};

/// Empty: it can be explored.
std::string why_not_explored(const KernelFunction& kernel, const LaunchConfiguration& config,
                             std::uint64_t steps) {
    if (has_groups(config.model))
        return fmt::format("the model is {}, and one of lockstep and volta is", to_string(config.model));
    if (!kernel.launches.empty()) return "it launches grids";
    if (config.sample.blocks != 0) return "only some of its blocks run";
    if (blocks_at_once(kernel, config) != config.all_blocks()) return "its blocks run in parts";
    if (steps > kMostStepsExplored)
        return fmt::format("it takes {} steps, and one of at most {} is", steps, kMostStepsExplored);
    return {};
}

bool may_differ(const Program& program) {
    return shows_schedule(program) || std::ranges::find(program.instructions, Opcode::activemask,
                                                        &Instruction::opcode) != program.instructions.end();
}

Explored::End end_of(const explore::Exploration& explored, bool has_taken_all_steps) {
    using explore::End;
    switch (explored.end) {
        case End::complete:
            return Explored::End::all;
        case End::schedules:
            return Explored::End::schedules;
        case End::results:
            return Explored::End::findings;
        case End::memory:
            return Explored::End::memory;
        case End::interrupted:
            break;
    }
    return has_taken_all_steps ? Explored::End::steps : Explored::End::interrupted;
}

void add(Finding found, const musimd::Schedule& schedule, const LaunchProgram& launch,
         std::vector<Finding>& findings) {
    if (std::ranges::any_of(findings, [&](const Finding& known) { return is_same(known, found); })) return;
    found.schedule = to_string(turns_of(schedule, launch.program));
    found.message = with_schedule_noted(found.message, found.schedule);
    findings.push_back(std::move(found));
}

}  // namespace

std::string_view Explored::end_name() const {
    return kEndNames[static_cast<std::size_t>(end)];
}

std::string Explored::text() const {
    const std::string run = counted(schedules, "schedule");
    switch (end) {
        case End::all:
            return fmt::format("all schedules{} ({} run)",
                               is_limited ? fmt::format(" in which none takes more than {} steps by itself",
                                                        kMostStepsExplored)
                                          : "",
                               schedules);
        case End::schedules:
            return run + ", and there are more (--max-schedules)";
        case End::steps:
            return fmt::format("{} of {} steps in all, and there are more", run, kMostSteps);
        case End::memory:
            return run + "; the search ended, out of memory";
        case End::findings:
            return fmt::format("{}, until {} had failed in different ways", run, kMostResults);
        case End::interrupted:
            return run + "; interrupted";
        case End::refused:
            break;
    }
    return "not explored: " + why;
}

void ExploredLaunches::add(const Explored& explored, std::uint64_t launch) {
    launches += 1;
    schedules += explored.schedules;
    if (explored.is_whole()) {
        whole += 1;
    } else if (!other) {
        other = explored;
        number = launch;
    }
}

std::string ExploredLaunches::text() const {
    const bool is_one = launches == 1;
    std::string result;
    if (whole > 0)
        result = is_one
                     ? Explored{Explored::End::all, schedules}.text()
                     : fmt::format("all schedules of {} of {} launches ({} run)", whole, launches, schedules);
    if (other)
        result += fmt::format("{}{}{}", whole == 0 ? "" : "; ",
                              is_one ? "" : fmt::format("launch {}: ", number), other->text());
    return result;
}

Explored explore_launch(const KernelFunction& kernel, const openmp::CallState& memory,
                        const LaunchConfiguration& config, std::uint64_t steps,
                        std::vector<Finding>& findings) {
    if (std::string why = why_not_explored(kernel, config, steps); !why.empty())
        return Explored::refused(std::move(why));
    LaunchConfiguration own = config;
    own.schedule = {};
    own.reads_guesses_atomically = true;
    const LaunchProgram launch = lower(kernel, prepare(kernel, memory, own), own);
    if (!may_differ(launch.program)) return {};
    MachineOptions options = launch.options;
    options.max_steps = std::min(options.max_steps, kMostStepsExplored);
    bool has_taken_all = false;
    explore::Limits limits{.max_schedules = config.explored,
                           .max_results = kMostResults,
                           .rests_spinners = true,
                           .only_traps = true};
    limits.keep_going = [&](const explore::Progress& progress) {
        has_taken_all = progress.steps >= kMostSteps;
        return !has_taken_all && !options.is_interrupted();
    };
    const explore::Exploration explored = explore::explore(launch.program, options, limits);
    for (const explore::Found& found : explored.found) {
        Finding finding = finding_of(found.result, launch);
        if (!finding.same_value || config.races == Races::all)
            add(std::move(finding), found.schedule, launch, findings);
    }
    if (explored.spinning) {
        own.schedule.turns = turns_of(*explored.spinning, launch.program);
        if (auto found = found_in_uneven_turns(kernel, memory, own, steps))
            add(*std::move(found), *explored.spinning, launch, findings);
    }
    return {end_of(explored, has_taken_all), explored.progress.schedules, explored.is_limited};
}

}  // namespace musimd::kernels::cuda
