#include "cli/programs/exploration_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <vector>

#include "cli/command/terminal.hpp"
#include "cli/programs/report.hpp"
#include "isa/diagnostic.hpp"
#include "simulator/result_json.hpp"

namespace musimd::cli {
namespace {

using explore::End;
using explore::Exploration;
using explore::Found;

constexpr std::size_t kResultsShown = 10;
constexpr std::size_t kScheduleShown = 20;

/// `1 trap, 12 stops`
std::string outcomes(std::span<const Found> found) {
    std::vector<std::string> parts;
    const auto count = [&](Outcome outcome, std::string_view name) {
        const auto n = std::ranges::count(found, outcome, [](const Found& f) { return f.result.outcome; });
        if (n != 0) parts.push_back(counted(static_cast<std::uint64_t>(n), name));
    };
    count(Outcome::trap, "trap");
    count(Outcome::limit, "limit");
    count(Outcome::stop, "stop");
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string how_it_ended(const Exploration& explored) {
    const std::string schedules = counted(explored.progress.schedules, "schedule");
    switch (explored.end) {
        case End::complete:
            return fmt::format("of all schedules ({} run)", explored.progress.schedules);
        case End::schedules:
            return fmt::format("so far; the search ended after {} (--max-schedules)", schedules);
        case End::results:
            return fmt::format("so far, and there are more (--max-results); {} run", schedules);
        case End::memory:
            return fmt::format("so far; the search ended after {}, out of memory (--max-memory)", schedules);
        case End::interrupted:
            return fmt::format("so far; interrupted after {}", schedules);
    }
    return {};
}

std::string headline(const Exploration& explored) {
    const std::string text =
        fmt::format("{} {}", counted(explored.found.size(), "result"), how_it_ended(explored));
    if (explored.found.size() < 2) return text + "\n";
    return fmt::format("{}: {}\n", text, outcomes(explored.found));
}

/// The rows of a result: a label (`warp 1 x`, `memory 3`) and its words.
using StateRow = std::pair<std::string, std::string>;

std::string words(const Bank& bank, Variable v) {
    std::string text;
    for (Thread t = 0; t < bank.threads(); ++t) {
        const Value* c = bank.find(t, v);
        text += c == nullptr ? " _" : fmt::format(" {}", *c);
    }
    return text;
}

std::vector<StateRow> rows_of(const Result& result, const Program& program) {
    std::vector<StateRow> rows;
    for (std::size_t w = 0; w < result.warps.size(); ++w) {
        const std::string warp = program.warps == 1 ? std::string() : fmt::format("warp {} ", w);
        rows.emplace_back(warp + "active", " " + to_string(result.warps[w].active));
        if (uses_blocks(program)) rows.emplace_back(warp + "exited", " " + to_string(result.warps[w].exited));
        for (Variable v = 0; v < program.variables.size(); ++v)
            rows.emplace_back(warp + program.variables[v], words(result.warps[w].bank, v));
    }
    result.memory.for_each([&](std::int64_t address, Value c) {
        rows.emplace_back(fmt::format("memory {}", address), fmt::format(" {}", c));
    });
    for (std::size_t b = 0; b < result.shared.size(); ++b) {
        result.shared[b].for_each([&](std::int64_t offset, Value c) {
            rows.emplace_back(fmt::format("shared {} {}", b, offset), fmt::format(" {}", c));
        });
    }
    return rows;
}

/// The rows that differ between the results that stopped.
std::set<std::string> differing_labels(const Exploration& explored, const Program& program) {
    std::vector<std::vector<StateRow>> all;
    for (const Found& found : explored.found) {
        if (found.result.outcome != Outcome::stop) continue;
        all.push_back(rows_of(found.result, program));
        std::ranges::sort(all.back());
    }
    std::set<std::string> labels;
    for (std::size_t i = 1; i < all.size(); ++i) {
        std::vector<StateRow> difference;
        std::ranges::set_symmetric_difference(all[0], all[i], std::back_inserter(difference));
        for (const StateRow& row : difference) labels.insert(row.first);
    }
    return labels;
}

void report_rows(const Result& result, const Program& program, const std::set<std::string>& labels,
                 const std::function<void(std::string_view)>& write) {
    std::size_t width = 0;
    for (const std::string& label : labels) width = std::max(width, label.size());
    for (const auto& [label, shown] : rows_of(result, program)) {
        if (labels.contains(label)) write(fmt::format("{:<{}} {}\n", label, width, shown));
    }
}

void report_schedule(const Found& found, const std::function<void(std::string_view)>& write) {
    const Schedule& schedule = found.schedule;
    const auto& limit = found.result.limit;
    std::string options;
    if (limit && limit->reason == LimitReason::steps) options += fmt::format(" --max-steps {}", limit->steps);
    write(options.empty() ? "schedule\n" : fmt::format("schedule (with{})\n", options));
    for (std::size_t i = 0; i < schedule.size(); ++i) {
        if (i == kScheduleShown) {
            write(fmt::format("  … and {} more lines; --schedules DIR writes all\n", schedule.size() - i));
            return;
        }
        write(fmt::format("  {}\n", to_string(schedule[i])));
    }
}

// That no schedule ends is explained by that of `musimd run`.
std::string limit_text(const Exploration& explored, const Result& result, const Program& program,
                       const MachineOptions& options, std::string_view file, std::string_view text) {
    const bool is_sure = explored.found.size() == 1 && explored.end == End::complete;
    const auto endless = is_sure ? why_endless(program, options, result) : std::nullopt;
    return render_limit(*result.limit, program, {}, file, text) +
           (endless ? fmt::format("{}: note: in the order of 'musimd run' it never ends: {}\n",
                                  display_name(file), endless->text)
                    : std::string());
}

std::string_view name_of(End end) {
    constexpr std::string_view kNames[] = {"complete", "schedules", "results", "memory", "interrupted"};
    return kNames[static_cast<std::size_t>(end)];
}

}  // namespace

void report(const Exploration& explored, const Program& program, const MachineOptions& options,
            std::string_view file, std::string_view text,
            const std::function<void(std::string_view)>& write) {
    write(headline(explored));
    const std::set<std::string> labels = differing_labels(explored, program);
    const std::size_t shown = std::min(explored.found.size(), kResultsShown);
    for (std::size_t i = 0; i < shown; ++i) {
        const Found& found = explored.found[i];
        const Result& result = found.result;
        write(explored.found.size() == 1 ? std::string("\n") : fmt::format("\nresult {}: ", i + 1));
        if (result.outcome == Outcome::trap) {
            const auto replay = [&](Observer* watching) {
                static_cast<void>(run_schedule(program, options, found.schedule, watching));
            };
            write("trap\n" + render_trap(*result.trap, program, file, text) +
                  race_note(result, program, replay, file, text) +
                  waiting_notes(*result.trap, program, file));
        } else if (result.outcome == Outcome::limit) {
            write("limit\n" + limit_text(explored, result, program, options, file, text));
        } else if (labels.empty()) {
            report(result, program, {.width = terminal_width()}, write);
        } else {
            write("stop\n");
            report_rows(result, program, labels, write);
        }
        report_schedule(found, write);
    }
    if (explored.found.size() > shown) {
        write(fmt::format("\n… and {} ({}); --json shows all\n",
                          counted(explored.found.size() - shown, "more result"),
                          outcomes(std::span(explored.found).subspan(shown))));
    }
}

void write_json(const Exploration& explored, const Program& program,
                const std::function<void(std::string_view)>& write) {
    write(fmt::format("{{\"format\": 1, \"end\": \"{}\", \"schedules\": {}, \"steps\": {}, \"results\": [",
                      name_of(explored.end), explored.progress.schedules, explored.progress.steps));
    for (std::size_t i = 0; i < explored.found.size(); ++i) {
        nlohmann::json lines = nlohmann::json::array();
        for (const ScheduledSteps& steps : explored.found[i].schedule) lines.push_back(to_string(steps));
        write(fmt::format("{}\n{{\"schedule\": {}, \"result\":\n", i == 0 ? "" : ",", lines.dump()));
        write_json(explored.found[i].result, program, nullptr, write);
        write("}");
    }
    write("]}\n");
}

// ---- both models

Differences::Differences(const Exploration& lockstep, const Exploration& volta, const Program& program)
    : only_lockstep(explore::found_only_in(lockstep, volta, program)),
      only_volta(explore::found_only_in(volta, lockstep, program)) {}

namespace {

/// `trap race`, `stop`, `limit`
std::string ending_of(const Result& result) {
    if (result.trap) return fmt::format("trap {}", to_string(result.trap->kind));
    return result.outcome == Outcome::limit ? "limit" : "stop";
}

/// The first of the results that occur under this model only, at its instruction, and its schedule.
std::string example(const Exploration& explored, const std::vector<std::size_t>& only, std::string_view model,
                    std::string_view file, std::string_view text) {
    if (only.empty()) return {};
    const Found& found = explored.found[only.front()];
    const std::string ending =
        fmt::format("note: only under {}: {} (result {}{})", model, ending_of(found.result), only.front() + 1,
                    only.size() > 1 ? fmt::format(", and {} more", only.size() - 1) : "");
    std::string shown;
    if (const auto& trap = found.result.trap) {
        shown = render_at(trap->line, trap->column, ending, file, text);
    } else if (const auto& limit = found.result.limit) {
        shown = render_at(limit->line, limit->column, ending, file, text);
    } else {
        shown = render_at(0, 0, ending, file, text);
    }
    report_schedule(found, [&](std::string_view piece) { shown += piece; });
    return shown;
}

}  // namespace

std::string render(const Differences& differences, const Exploration& lockstep, const Exploration& volta,
                   std::string_view file, std::string_view text) {
    const bool complete = lockstep.end == End::complete && volta.end == End::complete;
    const std::string_view so_far = complete ? "" : ", as far as the search went";
    if (differences.empty()) {
        return fmt::format("\n{}: the same results under lockstep and volta{}\n", display_name(file), so_far);
    }
    return fmt::format("\n{}: depends on lock step{}\n", display_name(file), so_far) +
           example(lockstep, differences.only_lockstep, "lockstep", file, text) +
           example(volta, differences.only_volta, "volta", file, text);
}

}  // namespace musimd::cli
