#include "simulator/schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "isa/literal.hpp"

namespace musimd {
namespace {

// ---- reading

/// Parses one line.
class LineReader {
  public:
    LineReader(std::string_view line, std::uint32_t number, const Program& program, Diagnostics& diagnostics)
        : line_(line.substr(0, line.find(';'))),
          number_(number),
          program_(program),
          diagnostics_(diagnostics) {
        skip_blanks();
    }

    bool at_end() const { return at_ == line_.size(); }

    std::optional<ScheduledSteps> read() {
        ScheduledSteps steps;
        steps.line = number_;
        steps.offset = at_;
        if (word() != "warp") return fail(steps.offset, "expected 'warp', as in 'warp 0 x3'");
        const auto warp = number("a warp number", 0, Integer{program_.warps} - 1);
        if (!warp) return std::nullopt;
        steps.warp = static_cast<std::uint32_t>(*warp);
        if (program_.model == ThreadModel::volta && !read_lane(steps)) return std::nullopt;
        if (at_end()) return steps;
        if (line_[at_] == 'x' ? read_count(steps) : read_threads(steps)) return steps;
        return std::nullopt;
    }

  private:
    std::nullopt_t fail(std::size_t offset, std::string message) {
        diagnostics_.error(number_, offset, std::move(message));
        return std::nullopt;
    }

    bool read_lane(ScheduledSteps& steps) {
        const std::size_t here = at_;
        if (word() != "lane") {
            fail(here,
                 fmt::format(
                     "expected 'lane', as in 'warp {} lane 0 x3': under 'volta' threads step independently",
                     steps.warp));
            return false;
        }
        const auto lane = number("a lane of this warp", 0, Integer{program_.lanes_of(steps.warp)} - 1);
        if (lane) steps.lane = static_cast<Thread>(*lane);
        return lane.has_value();
    }

    bool read_count(ScheduledSteps& steps) {
        ++at_;
        const auto count = number("a number of steps", 1, INT64_MAX);
        if (count) steps.count = static_cast<std::uint64_t>(*count);
        if (count && !at_end()) fail(at_, "expected the end of the line");
        return count && at_end();
    }

    bool read_threads(ScheduledSteps& steps) {
        const std::size_t here = at_;
        const std::string_view found = word();
        if (steps.lane) {
            fail(here, "expected 'x' and a number of steps");
            return false;
        }
        if (found == "lane") {
            fail(here, "lanes step independently only under the model 'volta'");
            return false;
        }
        if (found != "threads") {
            fail(here, "expected 'x' and a number of steps, or 'threads'");
            return false;
        }
        if (at_end()) fail(at_, "expected the active threads, in order");
        bool good = !at_end();
        while (good && !at_end()) good = read_thread(steps);
        return good;
    }

    bool read_thread(ScheduledSteps& steps) {
        const std::size_t start = at_;
        const auto thread = number("a thread number", 0, Integer{program_.threads} - 1);
        if (!thread) return false;
        const auto t = static_cast<Thread>(*thread);
        if (seen_.contains(t)) {
            fail(start, fmt::format("thread {} is listed twice", t));
            return false;
        }
        seen_.insert(t);
        steps.threads.push_back(t);
        return true;
    }

    void skip_blanks() {
        while (at_ < line_.size() && (line_[at_] == ' ' || line_[at_] == '\t')) ++at_;
    }

    std::string_view word() {
        const std::size_t end = std::min(line_.find_first_of(" \t", at_), line_.size());
        const std::string_view found = line_.substr(at_, end - at_);
        at_ = end;
        skip_blanks();
        return found;
    }

    std::optional<Integer> number(std::string_view name, Integer least, Integer most) {
        const std::size_t here = at_;
        const auto value = parse_integer(word());
        if (value && *value >= least && *value <= most) return value;
        return fail(here, fmt::format("expected {}, {} … {}", name, static_cast<std::int64_t>(least),
                                      static_cast<std::int64_t>(most)));
    }

    std::string_view line_;
    std::uint32_t number_;
    const Program& program_;
    Diagnostics& diagnostics_;
    std::size_t at_ = 0;
    ThreadSet seen_;
};

// ---- running

std::uint32_t machine_of(const Machine& machine, const ScheduledSteps& steps) {
    return machine.machine_of(steps.warp, steps.lane.value_or(0));
}

/// `warp 1`; under `volta` `warp 1 lane 3`.
std::string name_of(const Machine& machine, const Program& program, std::uint32_t m) {
    const std::uint32_t warp = machine.warp(m).number;
    if (program.model != ThreadModel::volta) return fmt::format("warp {}", warp);
    return fmt::format("warp {} lane {}", warp, m - machine.machine_of(warp, 0));
}

/// For what a machine that waits does so, and who keeps it waiting.
std::string why_it_waits(const Machine& machine, const Program& program, std::uint32_t m) {
    const Opcode opcode = program.at(machine.warp(m).pc).opcode;
    if (is_collective(opcode)) return "waits for the other threads of its mask";
    const bool is_block = is_block_barrier(opcode);
    for (std::uint32_t other = 0; other < machine.machines(); ++other) {
        const bool concerned = !is_block || machine.warp(other).block == machine.warp(m).block;
        if (!concerned || machine.has_stopped(other)) continue;
        const std::string name = name_of(machine, program, other);
        const std::string_view barrier = is_block ? "a block barrier" : "a barrier";
        if (!machine.waits(other)) return fmt::format("waits at {}, and {} does not wait yet", barrier, name);
        const Opcode there = program.at(machine.warp(other).pc).opcode;
        if (is_block ? !is_block_barrier(there) : there != opcode)
            return fmt::format("waits at {}, and {} waits elsewhere", barrier, name);
    }
    return "waits";
}

/// Why the threads of the step are not those of one that the machine can choose; nothing if they are.
std::optional<std::string> choice_error(const std::vector<std::vector<Thread>>& choices,
                                        const std::string& name, const ScheduledSteps& steps) {
    const auto set_of = [](const std::vector<Thread>& threads) {
        ThreadSet set;
        for (const Thread t : threads) set.insert(t);
        return set;
    };
    std::vector<std::string> sets;
    for (const std::vector<Thread>& choice : choices) {
        if (set_of(choice) == set_of(steps.threads)) return std::nullopt;
        sets.push_back(to_string(set_of(choice)));
    }
    return fmt::format("of {} these threads can step together: {}; not the ones here", name,
                       fmt::join(sets, " or "));
}

/// Why the machine cannot take this step; nothing if it can.
std::optional<std::string> step_error(const Machine& machine, const Program& program,
                                      const ScheduledSteps& steps) {
    const std::uint32_t m = machine_of(machine, steps);
    const std::string name = name_of(machine, program, m);
    if (machine.has_stopped(m)) return fmt::format("{} has stopped", name);
    if (!machine.can_step(m)) return fmt::format("{} {}", name, why_it_waits(machine, program, m));
    if (steps.threads.empty()) return std::nullopt;
    const auto choices = machine.choices(m);
    if (!choices.empty()) return choice_error(choices, name, steps);
    const Warp& warp = machine.warp(m);
    const bool is_atomic =
        warp.pc < program.end() && info(program.at(warp.pc).opcode).memory == MemoryUse::updates;
    if (!is_atomic && !models::has_free_groups(program.model))
        return fmt::format("the next instruction of {} is not atomic, so its threads have no order", name);
    std::vector<Thread> sorted = steps.threads;
    std::ranges::sort(sorted);
    if (sorted != warp.active.threads()) {
        return fmt::format("the active threads of {} are {}, not these", name, to_string(warp.active));
    }
    return std::nullopt;
}

/// The first of the machines that would step whose limit ends the run.
std::optional<std::uint32_t> at_limit(const Machine& machine, std::uint32_t m, std::uint64_t max_steps) {
    const auto has_reached = [&](std::uint32_t n) { return machine.warp(n).steps >= max_steps; };
    if (machine.has_stopped(m)) return std::nullopt;
    if (has_reached(m)) return m;
    if (!machine.can_step(m)) return std::nullopt;
    const std::vector<std::uint32_t> together = machine.joint(m);
    const auto found = std::ranges::find_if(together, has_reached);
    return found == together.end() ? std::nullopt : std::optional(*found);
}

ThreadSet running_warps(const Machine& machine) {
    ThreadSet running;
    for (std::uint32_t m = 0; m < machine.machines(); ++m) {
        if (!machine.has_stopped(m)) running.insert(machine.warp(m).number);
    }
    return running;
}

ScheduledRun deadlocked(Machine& machine, Observer* observer) {
    const Outcome outcome = machine.deadlock(observer);
    return {machine.result(outcome), false, {}};
}

/// The end of a schedule that no step has ended.
ScheduledRun end_of_schedule(Machine& machine, Observer* observer) {
    ThreadSet running = running_warps(machine);
    if (running.empty()) return {machine.result(Outcome::stop), false, {}};
    if (machine.is_deadlocked()) return deadlocked(machine, observer);
    std::uint32_t first = 0;
    while (machine.has_stopped(first)) ++first;
    return {machine.limited(LimitReason::schedule, first), true, std::move(running)};
}

}  // namespace

ScheduledSteps steps_of_machine(const Program& program, std::uint32_t machine) {
    if (program.model != ThreadModel::volta) return {.warp = machine};
    const auto per_block = static_cast<std::uint32_t>(program.threads_per_block());
    const std::uint32_t in_block = machine % per_block;
    return {.warp = machine / per_block * program.warps_per_block() + in_block / program.threads,
            .lane = in_block % program.threads};
}

void append(Schedule& schedule, const ScheduledSteps& steps) {
    if (steps.count == 0) return;
    const bool joins = !schedule.empty() && schedule.back().warp == steps.warp &&
                       schedule.back().lane == steps.lane && schedule.back().threads.empty() &&
                       steps.threads.empty();
    if (joins) {
        schedule.back().count += steps.count;
    } else {
        schedule.push_back(steps);
    }
}

std::string to_string(const ScheduledSteps& steps) {
    std::string text = fmt::format("warp {}", steps.warp);
    if (steps.lane) text += fmt::format(" lane {}", *steps.lane);
    if (steps.count > 1) text += fmt::format(" x{}", steps.count);
    if (!steps.threads.empty()) text += fmt::format(" threads {}", fmt::join(steps.threads, " "));
    return text;
}

tl::expected<Schedule, TextErrors> read_schedule(std::string_view text, std::string_view file,
                                                 const Program& program) {
    const auto lines = lines_of(text);
    Diagnostics diagnostics;
    Schedule schedule;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        LineReader reader(lines[i], static_cast<std::uint32_t>(i) + 1, program, diagnostics);
        if (reader.at_end()) continue;
        if (auto steps = reader.read()) schedule.push_back(std::move(*steps));
    }
    if (!diagnostics.empty()) return tl::unexpected(report_errors(display_name(file), lines, diagnostics));
    return schedule;
}

tl::expected<ScheduledRun, Diagnostic> run_schedule(const Program& program, MachineOptions options,
                                                    const Schedule& schedule, Observer* observer) {
    options.order = Order::ascending;  // for threads, where the schedule does not say
    Machine machine(program, options);
    for (const ScheduledSteps& steps : schedule) {
        for (std::uint64_t i = 0; i < steps.count; ++i) {
            const std::uint32_t m = machine_of(machine, steps);
            if (const auto limited = at_limit(machine, m, options.max_steps))
                return ScheduledRun{machine.limited(LimitReason::steps, *limited), false, {}};
            if (auto why = step_error(machine, program, steps)) {
                if (machine.waits(m) && machine.is_deadlocked()) return deadlocked(machine, observer);
                if (i > 0) *why += fmt::format(", after {} of these steps", i);
                return tl::unexpected(Diagnostic{steps.line, steps.offset, std::move(*why)});
            }
            const Step step = machine.step(m, observer, steps.threads);
            if (std::holds_alternative<Failure>(step)) {
                return ScheduledRun{machine.result(Outcome::trap), false, {}};
            }
            if (std::holds_alternative<StackLimit>(step)) {
                return ScheduledRun{machine.limited(LimitReason::stacks, m), false, {}};
            }
        }
    }
    return end_of_schedule(machine, observer);
}

}  // namespace musimd
