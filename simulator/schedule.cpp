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
        if (at_end()) return steps;
        const std::size_t here = at_;
        if (line_[at_] == 'x') {
            ++at_;
            const auto count = number("a number of steps", 1, INT64_MAX);
            if (!count) return std::nullopt;
            steps.count = static_cast<std::uint64_t>(*count);
            if (!at_end()) return fail(at_, "expected the end of the line");
            return steps;
        }
        if (word() != "threads") return fail(here, "expected 'x' and a number of steps, or 'threads'");
        if (at_end()) return fail(at_, "expected the active threads, in order");
        while (!at_end()) {
            const std::size_t start = at_;
            const auto thread = number("a thread number", 0, Integer{program_.threads} - 1);
            if (!thread) return std::nullopt;
            const auto t = static_cast<Thread>(*thread);
            if (seen_.contains(t)) return fail(start, fmt::format("thread {} is listed twice", t));
            seen_.insert(t);
            steps.threads.push_back(t);
        }
        return steps;
    }

  private:
    std::nullopt_t fail(std::size_t offset, std::string message) {
        diagnostics_.error(number_, offset, std::move(message));
        return std::nullopt;
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

    std::optional<Integer> number(std::string_view what, Integer least, Integer most) {
        const std::size_t here = at_;
        const auto value = parse_integer(word());
        if (value && *value >= least && *value <= most) return value;
        return fail(here, fmt::format("expected {}, {} … {}", what, static_cast<std::int64_t>(least),
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

std::string describe_running_warp(const Machine& machine, const Program& program) {
    for (std::uint32_t w = 0; w < program.warps; ++w) {
        if (!machine.has_stopped(w) && !machine.waits(w)) return fmt::format("warp {} does not wait yet", w);
    }
    return {};
}

/// Why the warp cannot take this step; nothing if it can.
std::optional<std::string> step_error(const Machine& machine, const Program& program,
                                      const ScheduledSteps& steps) {
    if (machine.has_stopped(steps.warp)) return fmt::format("warp {} has stopped", steps.warp);
    if (!machine.can_step(steps.warp)) {
        return fmt::format("warp {} waits at a barrier, and {}", steps.warp,
                           describe_running_warp(machine, program));
    }
    if (steps.threads.empty()) return std::nullopt;
    const Warp& warp = machine.warp(steps.warp);
    if (warp.pc >= program.end() || info(program.at(warp.pc).opcode).memory != MemoryUse::updates) {
        return fmt::format("the next instruction of warp {} is not atomic, so its threads have no order",
                           steps.warp);
    }
    std::vector<Thread> sorted = steps.threads;
    std::ranges::sort(sorted);
    if (sorted != warp.active.threads()) {
        return fmt::format("the active threads of warp {} are {}, not these", steps.warp,
                           to_string(warp.active));
    }
    return std::nullopt;
}

ThreadSet running_warps(const Machine& machine, const Program& program) {
    ThreadSet running;
    for (std::uint32_t w = 0; w < program.warps; ++w) {
        if (!machine.has_stopped(w)) running.insert(w);
    }
    return running;
}

}  // namespace

void append(Schedule& schedule, const ScheduledSteps& steps) {
    if (steps.count == 0) return;
    const bool joins = !schedule.empty() && schedule.back().warp == steps.warp &&
                       schedule.back().threads.empty() && steps.threads.empty();
    if (joins) {
        schedule.back().count += steps.count;
    } else {
        schedule.push_back(steps);
    }
}

std::string to_string(const ScheduledSteps& steps) {
    std::string text = fmt::format("warp {}", steps.warp);
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
            if (machine.warp(steps.warp).steps >= options.max_steps && !machine.has_stopped(steps.warp)) {
                return ScheduledRun{machine.limited(LimitReason::steps, steps.warp), false, {}};
            }
            if (auto why = step_error(machine, program, steps)) {
                if (i > 0) *why += fmt::format(", after {} of these steps", i);
                return tl::unexpected(Diagnostic{steps.line, steps.offset, std::move(*why)});
            }
            const Step step = machine.step(steps.warp, observer, steps.threads);
            if (std::holds_alternative<Failure>(step)) {
                return ScheduledRun{machine.result(Outcome::trap), false, {}};
            }
            if (std::holds_alternative<StackLimit>(step)) {
                return ScheduledRun{machine.limited(LimitReason::stacks, steps.warp), false, {}};
            }
        }
    }
    ThreadSet running = running_warps(machine, program);
    if (running.empty()) return ScheduledRun{machine.result(Outcome::stop), false, {}};
    return ScheduledRun{machine.limited(LimitReason::schedule, running.front()), true, std::move(running)};
}

}  // namespace musimd
