#include "cli/debugger/screen_rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

#include "cli/programs/report.hpp"

namespace musimd::cli {
namespace {

constexpr std::size_t kMostRows = 100;  // of variables

/// How many lanes of a warp run at each step.
class LanesByStep final : public Observer {
  public:
    void on_step(const StepEvent& event) override { counts.push_back(event.active.size()); }
    std::vector<std::size_t> counts;
};

std::string bar_of(std::size_t active, std::size_t lanes) {
    constexpr const char* kBars[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    const std::size_t height = lanes == 0 ? 0 : (active * 8 + lanes - 1) / lanes;
    return kBars[std::clamp<std::size_t>(height, 1, 8) - 1];
}

const Value* word_of_lane(const debugger::Execution& execution, std::uint32_t warp, Thread t, Variable v) {
    const Machine& machine = execution.machine();
    return machine.warp(machine.machine_of(warp, t)).bank.find(t, v);
}

bool is_same_word(const Value* a, const Value* b) {
    return a == nullptr || b == nullptr ? a == b : *a == *b;
}

std::string waiting_of_entry(const SyncEntry& entry) {
    std::vector<std::string> parts;
    const auto add = [&](const ThreadSet& who, std::string_view what) {
        if (!who.empty())
            parts.push_back(
                fmt::format("{} {} {}", to_string(who), who.size() == 1 ? "waits" : "wait", what));
    };
    add(entry.todo, entry.todo.size() == 1 ? "for its side" : "for their side");
    add(entry.done, "at the sync");
    return parts.empty() ? "nobody waits" : fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

std::string lane_ruler(std::size_t lanes) {
    constexpr std::size_t kBetween = 5;
    std::string ruler;
    for (std::size_t t = 0; t < lanes; t += kBetween) {
        ruler.resize(t, ' ');
        ruler += std::to_string(t);
    }
    return ruler;
}

std::string stack_row(const DebugSession& session) {
    std::vector<std::string> parts;
    session.warp().sync_stack.for_each([&](const SyncEntry& entry) {
        parts.push_back(fmt::format("{}: {}", session.where(entry.branch), waiting_of_entry(entry)));
    });
    return parts.empty() ? "empty" : fmt::format("{}", fmt::join(parts, "; "));
}

std::string context_row(const DebugSession& session) {
    std::vector<std::string> parts;
    session.warp().context_stack.for_each([&](const ContextEntry& entry) {
        parts.push_back(fmt::format("{}: {} before it", session.where(entry.block), to_string(entry.active)));
    });
    return parts.empty() ? "empty" : fmt::format("{}", fmt::join(parts, "; "));
}

std::string timeline_row(DebugSession& session, std::size_t steps) {
    const std::uint64_t end = session.history().position();
    const std::uint64_t begin = end - std::min<std::uint64_t>(end, steps);
    if (begin == end) return {};
    const auto execution = session.history().before_step(begin + 1);
    LanesByStep lanes;
    while (execution->steps() < end && execution->step(&lanes)) {
    }
    const bool is_volta = session.program().model == ThreadModel::volta;
    const std::size_t most = is_volta ? 1 : session.program().threads;
    std::string row;
    const std::size_t first = lanes.counts.size() - std::min(lanes.counts.size(), steps);
    for (std::size_t i = first; i < lanes.counts.size(); ++i) row += bar_of(lanes.counts[i], most);
    return row;
}

std::vector<VariableRow> variable_rows(DebugSession& session, std::size_t lanes) {
    const Program& program = session.program();
    const std::uint32_t warp = session.warp().number;
    const std::uint64_t position = session.history().position();
    const std::shared_ptr<debugger::Execution> before =
        position == 0 ? nullptr : session.history().before_step(position);
    const Machine& machine = session.now().machine();
    std::vector<VariableRow> rows;
    for (Variable v = 0; v < program.variables.size() && rows.size() < kMostRows; ++v) {
        VariableRow& row = rows.emplace_back(VariableRow{program.variables[v], {}});
        for (Thread t = 0; t < program.lanes_of(warp) && row.cells.size() < lanes; ++t) {
            const Value* const now = word_of_lane(session.now(), warp, t, v);
            const bool is_changed = before && !is_same_word(now, word_of_lane(*before, warp, t, v));
            const bool runs = machine.warp(machine.machine_of(warp, t)).active.contains(t);
            row.cells.push_back({to_string(now), is_changed, !runs});
        }
    }
    return rows;
}

}  // namespace musimd::cli
