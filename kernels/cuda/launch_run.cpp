#include "kernels/cuda/launch_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "analysis/limit.hpp"
#include "host/processor.hpp"
#include "kernels/cuda/deadlock_watch.hpp"
#include "kernels/cuda/guess_races.hpp"
#include "kernels/cuda/launch_tally.hpp"
#include "kernels/cuda/observed_run.hpp"
#include "kernels/cuda/other_schedules.hpp"
#include "kernels/cuda/printing.hpp"
#include "kernels/cuda/reconvergence.hpp"
#include "kernels/cuda/sampling.hpp"
#include "kernels/findings/merge.hpp"
#include "kernels/launch/call_memory.hpp"
#include "simulator/fast/race_filter.hpp"
#include "simulator/fast/together.hpp"

namespace musimd::kernels::cuda {
namespace {

using dsl::cuda::KernelFunction;

/// What it has printed, and the launches of its threads.
void take_written(const KernelFunction& kernel, const PreparedLaunch& prepared, const Result& result,
                  LaunchRun& run) {
    const auto address_of = [&](dsl::BufferId buffer) { return prepared.state.memory[buffer].address; };
    if (kernel.printing)
        run.printed = printed_text(*kernel.printing, result.memory, address_of(kernel.printing->buffer));
    if (!kernel.launches.empty())
        run.launched = device_launches(kernel, result.memory, address_of(kernel.launched));
}

/// The run, if nothing is wrong with it: nobody has to look at its steps, which takes most of the time.
std::optional<LaunchRun> run_unseen(const KernelFunction& kernel, PreparedLaunch& prepared,
                                    const LaunchProgram& launch, const LaunchConfiguration& config,
                                    const Engine& engine) {
    Tally tally = tally_of(launch);
    MachineOptions options = launch.options;
    options.tally = &tally;
    const Result result = engine.run(launch.program, options, nullptr);
    const auto cost = cost_of(tally, launch, config.model);
    if (!cost || result.outcome != Outcome::stop || !result.warnings.empty()) return std::nullopt;
    LaunchRun run;
    run.end = LaunchRun::End::stop;
    run.cost = *cost;
    if (config.for_volta && launch.program.races == RaceMode::thread)
        run.volta_cost = cost_of(tally, launch, ThreadModel::volta);
    take_written(kernel, prepared, result, run);
    openmp::take_memory(prepared.part, result, prepared.state);
    run.memory = std::move(prepared.state);
    return run;
}

/// The same with threads that run in lock step, but race, if they may: that is quicker under `volta`, and
/// decides it under `lockstep`.
std::optional<LaunchRun> run_together(const KernelFunction& kernel, PreparedLaunch& prepared,
                                      LaunchProgram& launch, const LaunchConfiguration& config,
                                      const Engine& engine) {
    if ((config.model == ThreadModel::lockstep && !config.for_volta) ||
        !fast::may_run_together(launch.program))
        return std::nullopt;
    const auto [model, races] = std::pair(launch.program.model, launch.program.races);
    launch.program = fast::in_lock_step(std::move(launch.program));
    auto run = run_unseen(kernel, prepared, launch, config, engine);
    launch.program.model = model;
    launch.program.races = races;
    return run;
}

std::optional<LaunchRun> run_quickly(const KernelFunction& kernel, PreparedLaunch& prepared,
                                     LaunchProgram& launch, const LaunchConfiguration& config,
                                     const Engine& engine) {
    // Without the filter of races, which takes volatile accesses for plain ones, nobody would see their
    // races.
    if (has_volatiles(launch.program) && !fast::RaceFilter::can_watch(launch.program)) return std::nullopt;
    if (!engine.tallies || has_groups(config.model) || config.has_margins || config.reports_unwritten ||
        config.watch != nullptr)
        return std::nullopt;
    if (auto run = run_together(kernel, prepared, launch, config, engine)) return run;
    return run_unseen(kernel, prepared, launch, config, engine);
}

void note_end(const Result& result, const LaunchProgram& launch, LaunchRun& run) {
    if (!run.findings.empty()) {
        run.end = LaunchRun::End::trap;
    } else if (result.outcome == Outcome::limit) {
        run.end = LaunchRun::End::limit;
        const Label pc = result.limit->pc;
        run.message = explain(*result.limit, launch.program);
        run.line = pc < launch.program.end() ? launch.point_of(pc) : dsl::SourcePoint(result.limit->line);
    } else if (result.outcome == Outcome::interrupted) {
        run.end = LaunchRun::End::interrupted;
    } else if (result.outcome == Outcome::stop) {
        run.end = LaunchRun::End::stop;
    }
}

/// Of what was never written, which an engine may have to store.
std::optional<std::string> too_many_zeros(const Engine& engine, const Program& program) {
    constexpr std::int64_t kMost = 1 << 27;
    if (engine.leaves_zeros) return std::nullopt;
    for (const Preload& preload : program.preloads) {
        if (preload.words.empty() && preload.count > kMost)
            return fmt::format(
                "an array of {} elements, of which a part that was never written is read as 0; "
                "use --engine fast",
                preload.count);
    }
    return std::nullopt;
}

LaunchRun run_once(const KernelFunction& kernel, const openmp::CallState& memory,
                   const LaunchConfiguration& config, const Engine& engine);

/// Once more up to the deadlock, for what is wrong before: the same whenever it was found.
LaunchRun run_to_deadlock(const KernelFunction& kernel, const openmp::CallState& memory,
                          LaunchConfiguration config, const Engine& engine, const DeadlockWatch& watch) {
    config.watches_deadlocks = false;
    config.watch = nullptr;
    config.max_steps = std::min(config.max_steps, watch.steps());
    LaunchRun run = run_once(kernel, memory, config, engine);
    if (run.end == LaunchRun::End::interrupted) return run;
    if (run.findings.empty() || config.goes_on) add_new(watch.finding(), run.findings);
    run.end = LaunchRun::End::trap;
    run.message.clear();
    run.line = {};
    return run;
}

/// One run, which ends at the first trap.
LaunchRun run_once(const KernelFunction& kernel, const openmp::CallState& memory,
                   const LaunchConfiguration& config, const Engine& engine) {
    LaunchRun run;
    PreparedLaunch prepared = prepare(kernel, memory, config);
    LaunchProgram launch = lower(kernel, prepared, config);
    auto reason = too_large(engine, launch.program);
    if (!reason) reason = too_many_zeros(engine, launch.program);
    if (reason) {
        run.message = *std::move(reason);
        return run;
    }
    if (auto other = not_accepted(launch)) {
        run.is_accepted = false;
        run.message = fmt::format("model '{}': {}", to_string(config.model), other->why);
        run.line = other->line;
        return run;
    }
    run.shows_schedule = config.schedules > 1 && shows_schedule(launch.program);
    std::optional<DeadlockWatch> watch;
    if (config.watches_deadlocks) {
        watch.emplace(kernel, memory, config, launch.program);
        launch.options.interrupt = watch->interrupt();
    }
    if (auto good = run_quickly(kernel, prepared, launch, config, engine)) {
        good->shows_schedule = run.shows_schedule;
        return *std::move(good);
    }
    if (watch && watch->has_found()) return run_to_deadlock(kernel, memory, config, engine, *watch);
    openmp::CostObserver cost(launch.program, config.warp, {}, config.warp);
    Observers others;
    others.add(cost);
    if (config.watch != nullptr) others.add(*config.watch);
    run.is_observed = engine.shows_steps;
    ObservedRun seen = observed_run(launch, config, others, [&](Observer& observer) {
        return engine.run(launch.program, launch.options, run.is_observed ? &observer : nullptr);
    });
    const Result& result = seen.result;
    run.cost = cost.cost();
    run.cost.steps = result.steps;
    take_written(kernel, prepared, result, run);
    run.findings = std::move(seen.findings);
    run.warnings = std::move(seen.warnings);
    if (watch && watch->is_deadlock(result.outcome == Outcome::limit))
        return run_to_deadlock(kernel, memory, config, engine, *watch);
    note_end(result, launch, run);
    if (result.outcome == Outcome::stop) {
        openmp::take_memory(prepared.part, result, prepared.state);
        run.memory = std::move(prepared.state);
    }
    return run;
}

bool add_line(std::uint32_t line, std::vector<std::uint32_t>& lines) {
    const auto at = std::ranges::lower_bound(lines, line);
    if (at != lines.end() && *at == line) return false;
    lines.insert(at, line);
    return true;
}

bool is(const Finding& found, TrapKind kind) {
    return found.kind == to_string(kind);
}

/// What is different after this trap, if the run can go on.
bool relax(const Finding& trap, LaunchConfiguration& config) {
    if (is(trap, TrapKind::undefined_memory)) {
        config.reports_unwritten = true;
        return std::exchange(config.undefined, Undefined::zero) != Undefined::zero;
    }
    if (is(trap, TrapKind::overflow) || is(trap, TrapKind::invalid_shift))
        return add_line(trap.line, config.wrapping_lines);
    if (is(trap, TrapKind::undefined_variable)) return add_line(trap.line, config.zeroed_lines);
    if (is(trap, TrapKind::collective_mask)) return add_line(trap.line, config.maskless_lines);
    if (is(trap, TrapKind::invalid_address)) return !std::exchange(config.has_margins, true);
    return false;
}

/// Repeated without what has ended it.
LaunchRun run_on(const KernelFunction& kernel, const openmp::CallState& memory, LaunchConfiguration config,
                 const Engine& engine) {
    LaunchRun run = run_once(kernel, memory, config, engine);
    std::vector<Finding> findings = run.findings;
    std::vector<Finding> warnings = run.warnings;
    config.watch = nullptr;  // it has seen a run
    while (!run.findings.empty() && relax(run.findings.back(), config)) {
        run = run_once(kernel, memory, config, engine);
        merge(run.findings, findings);
        merge(run.warnings, warnings);
    }
    run.findings = std::move(findings);
    run.warnings = std::move(warnings);
    if (!run.findings.empty() && run.end == LaunchRun::End::stop) run.end = LaunchRun::End::trap;
    return run;
}

/// Repeated with atomic reads in place of guesses that race.
LaunchRun run_blocks(const KernelFunction& kernel, const openmp::CallState& memory,
                     LaunchConfiguration config, const Engine& engine) {
    const auto run_so = [&] {
        return config.goes_on ? run_on(kernel, memory, config, engine)
                              : run_once(kernel, memory, config, engine);
    };
    LaunchRun run = run_so();
    const std::vector<Finding> notes = take_races_of_guesses(kernel, run.findings);
    if (notes.empty()) return run;
    config.reads_guesses_atomically = true;
    config.watch = nullptr;  // it has seen a run
    run = run_so();
    run.warnings.insert(run.warnings.begin(), notes.begin(), notes.end());
    return run;
}

/// What the next part has done is added.
void append(LaunchRun part, LaunchRun& whole) {
    merge(std::move(part.findings), whole.findings);
    merge(std::move(part.warnings), whole.warnings);
    whole.end = whole.findings.empty() ? part.end : LaunchRun::End::trap;
    whole.is_accepted = whole.is_accepted && part.is_accepted;
    whole.message = std::move(part.message);
    whole.line = part.line;
    whole.memory = std::move(part.memory);
    whole.printed += part.printed;
    whole.cost += part.cost;
    if (whole.volta_cost && part.volta_cost)
        *whole.volta_cost += *part.volta_cost;
    else
        whole.volta_cost.reset();
    whole.is_observed = part.is_observed;
    whole.launched += std::move(part.launched);
    ++whole.parts;
}

LaunchRun run_in_parts(const KernelFunction& kernel, const openmp::CallState& memory,
                       LaunchConfiguration config, std::int64_t at_once, const Engine& engine) {
    LaunchRun whole;
    whole.parts = 0;
    whole.volta_cost.emplace();
    const std::int64_t blocks = config.all_blocks();
    for (std::int64_t first = 0; first < blocks; first += at_once) {
        config.first_block = static_cast<std::uint32_t>(first);
        config.part_blocks = static_cast<std::uint32_t>(std::min(at_once, blocks - first));
        LaunchRun part = run_blocks(kernel, whole.memory ? *whole.memory : memory, config, engine);
        whole.shows_schedule = part.shows_schedule;
        append(std::move(part), whole);
        if (!whole.memory || (!whole.findings.empty() && !config.goes_on)) break;
    }
    return whole;
}

/// A launch, with the grids that device code launches.
class Family {
  public:
    Family(const KernelFunction& kernel, const openmp::CallState& memory, const Engine& engine)
        : kernel_(kernel), engine_(engine), variables_(addresses_of_variables(kernel, memory)) {}

    LaunchRun run(const KernelFunction& kernel, const openmp::CallState& memory,
                  const LaunchConfiguration& config, int depth = 0) {
        const std::int64_t at_once = blocks_at_once(kernel, config);
        LaunchRun run = at_once == config.all_blocks()
                            ? run_blocks(kernel, memory, config, engine_)
                            : run_in_parts(kernel, memory, config, at_once, engine_);
        if (!run.launched.list.empty()) run.volta_cost.reset();
        run.is_sample = config.sample.blocks != 0;
        for (const DeviceLaunch& launch : run.launched.list) {
            if (!run.memory || (!run.findings.empty() && !config.goes_on)) break;
            run_child(kernel, launch, memory.end, config, depth + 1, run);
        }
        const bool too_many = run.launched.is_full || launches_ > kMaxLaunches;
        if (too_many && run.end == LaunchRun::End::stop) {
            run.end = LaunchRun::End::limit;
            run.message = "device code launches more grids than the machine has room for";
            run.line = kernel.launches.front().line;
            run.memory.reset();
        }
        return run;
    }

  private:
    static constexpr int kMaxDepth = 24;  // as in CUDA
    static constexpr std::int64_t kMaxLaunches = 1 << 16;

    void run_child(const KernelFunction& parent, const DeviceLaunch& launch, std::int64_t end,
                   const LaunchConfiguration& config, int depth, LaunchRun& run) {
        if (++launches_ > kMaxLaunches) return;
        const dsl::cuda::ChildLaunch& site = parent.launches[launch.site];
        const KernelFunction& child = site.kernel == 0 ? kernel_ : kernel_.children[site.kernel - 1];
        LaunchConfiguration child_config = configuration_of(launch, config);
        child_config.sample = sample_of(child, child_config);
        std::optional<std::string> reason;
        if (const auto refused = why_not(child, child_config)) reason = refused->reason;
        if (depth > kMaxDepth)
            reason = fmt::format("launches of grids can be nested at most {} deep, as in CUDA", kMaxDepth);
        if (reason) {
            add_new({"invalid-launch", fmt::format("{} cannot be launched: {}", child.code.name, *reason),
                     site.line},
                    run.findings);
            run.end = LaunchRun::End::trap;
            if (!config.goes_on) run.memory.reset();
            return;
        }
        openmp::CallState memory = memory_of_child(child, launch, parent, *run.memory, variables_);
        memory.end = end;
        LaunchRun child_run = this->run(child, memory, child_config, depth);
        count(child_run, child_config, run.children);
        for (auto* list : {&child_run.findings, &child_run.warnings}) {
            for (Finding& found : *list) {
                const dsl::InlinedCall call{child.code.name, site.line};
                if (found.calls.empty() || found.calls.back() != call) found.calls.push_back(call);
            }
        }
        if (child_run.memory) take_from_child(parent, *child_run.memory, *run.memory);
        const auto keeps = std::exchange(run.memory, std::nullopt);
        const std::int64_t parts = run.parts;
        const bool is_sample = run.is_sample || child_run.is_sample;
        const bool has_ended = child_run.memory.has_value();
        child_run.launched = {};
        append(std::move(child_run), run);
        run.parts = parts;
        run.is_sample = is_sample;
        run.memory = has_ended ? keeps : std::nullopt;
    }

    static void count(const LaunchRun& child_run, const LaunchConfiguration& config, DeviceLaunchCount& all) {
        all += child_run.children;
        all.launches += 1;
        all.warps += config.all_blocks() * ((dsl::count_of(config.block) + config.warp - 1) / config.warp);
        all.steps += child_run.cost.steps - child_run.children.steps;
    }

    const KernelFunction& kernel_;
    const Engine& engine_;
    std::map<std::string, std::int64_t> variables_;
    std::int64_t launches_ = 0;
};

}  // namespace

bool may_decide_volta(const KernelFunction& kernel, const openmp::CallState& memory,
                      const LaunchConfiguration& config) {
    return kernel.everywhere_line == 0 &&
           fast::may_run_together(lower(kernel, prepare(kernel, memory, config), config).program);
}

LaunchRun run_under_volta(const LaunchRun& run) {
    LaunchRun other = run;
    other.cost = *run.volta_cost;
    return other;
}

unsigned runs_at_once(const LaunchConfiguration& config) {
    constexpr std::int64_t kManyThreads = 2048;
    return config.threads() < kManyThreads ? 1 : host::usable_processors();
}

LaunchRun run_launch(const KernelFunction& kernel, const openmp::CallState& memory,
                     const LaunchConfiguration& config, const Engine& engine) {
    const auto run_in = [&](const LaunchConfiguration& other) {
        return run_with_sides(kernel, memory, other, [&](const LaunchConfiguration& own) {
            return Family(kernel, memory, engine).run(kernel, memory, own);
        });
    };
    LaunchRun run = run_in(config);
    run_in_other_schedules(kernel, memory, config, run_in, run);
    if (config.undefined != Undefined::warn) return run;
    const auto undefined = std::ranges::find_if(
        run.findings, [](const Finding& f) { return is(f, TrapKind::undefined_memory); });
    if (undefined == run.findings.end()) return run;
    Finding warning = std::move(*undefined);
    warning.message += "; it is read as 0";
    LaunchConfiguration zeros = config;
    zeros.undefined = Undefined::zero;
    run = run_launch(kernel, memory, zeros, engine);
    run.warnings.insert(run.warnings.begin(), std::move(warning));
    return run;
}

LaunchRun run_launch(const KernelFunction& kernel, const openmp::CallArguments& arguments,
                     const LaunchConfiguration& config, const Engine& engine) {
    LaunchRun run = run_launch(kernel, openmp::state_of(kernel.code, arguments), config, engine);
    if (run.end == LaunchRun::End::stop) run.buffers = openmp::final_elements(kernel.code, *run.memory);
    run.memory.reset();
    return run;
}

}  // namespace musimd::kernels::cuda
