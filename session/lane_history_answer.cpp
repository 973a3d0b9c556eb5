// lane_history {thread, warp?}

#include <fmt/format.h>

#include <deque>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "session/requests.hpp"
#include "views/lanes/execution_lanes.hpp"

namespace musimd::web {
namespace {

/// So many are listed: the last ones.
constexpr std::size_t kMostChanges = 12;
constexpr std::size_t kMostWrites = 12;

/// A step after which the lane does something else, and who executed it.
struct LaneChange {
    std::uint64_t step = 0;
    Label pc = 0;
    ThreadSet by;
    views::Lane lane = {};
};

/// The last time that the lane wrote a variable or a word, and how often it has.
struct LaneWrite {
    std::uint64_t step = 0;
    Label pc = 0;
    std::uint64_t count = 0;
};

/// Notes what a lane does and writes in a run.
class LaneHistory final : public Observer {
  public:
    LaneHistory(std::uint32_t warp, Thread thread) : warp_(warp), thread_(thread) {}

    void on_step(const StepEvent& event) override {
        const bool is_own = event.program.model != ThreadModel::volta || event.active.contains(thread_);
        if (event.warp != warp_ || !is_own) return;
        note(views::lanes_of(event, exited_)[thread_]);
        last_ = {event.number, event.pc, event.active};
        if (event.active.contains(thread_)) note_writes(event);
        if (event.rule == RuleId::EX) exited_ |= event.active;
    }

    /// What the lane does before the next step.
    void note(const views::Lane& lane) {
        if (lane_ && *lane_ != lane) {
            changes.push_back(last_);
            changes.back().lane = lane;
            if (changes.size() > kMostChanges) changes.pop_front();
            ++change_count;
        }
        lane_ = lane;
    }

    std::deque<LaneChange> changes;
    std::size_t change_count = 0;
    std::map<Variable, LaneWrite> variables;
    std::map<std::int64_t, LaneWrite> words;

  private:
    void note_writes(const StepEvent& event) {
        const InstructionInfo& row = info(event.instruction().opcode);
        const auto add = [&](LaneWrite& write) { write = {event.number, event.pc, write.count + 1}; };
        if (has_destination(row.format)) add(variables[event.instruction().destination]);
        if (row.memory == MemoryUse::none || row.memory == MemoryUse::reads) return;
        for (const Access& access : event.accesses)
            if (access.thread == thread_ && !access.only_reads) add(words[access.address]);
    }

    std::uint32_t warp_;
    Thread thread_;
    ThreadSet exited_;
    std::optional<views::Lane> lane_;
    LaneChange last_;  ///< without a lane
};

Json changes_json(const Session& session, const LaneHistory& history) {
    constexpr std::string_view kStates[] = {"runs", "woken", "waits", "at_sync", "absent", "exited"};
    Json list = Json::array();
    for (const LaneChange& change : history.changes) {
        Json one = {{"step", change.step}, {"line", session.line_of(change.pc)}};
        one["state"] = kStates[static_cast<std::size_t>(change.lane.state)];
        if (change.lane.branch != 0) one["branch_line"] = session.line_of(change.lane.branch);
        one["by"] = change.by.threads();
        list.push_back(std::move(one));
    }
    return list;
}

/// Variables and words, the one that was written last first.
Json writes_json(const Session& session, const LaneHistory& history) {
    std::multimap<std::uint64_t, Json, std::greater<>> by_step;
    const auto add = [&](const char* name, Json what, const LaneWrite& write) {
        by_step.emplace(write.step, Json{{name, std::move(what)},
                                         {"step", write.step},
                                         {"line", session.line_of(write.pc)},
                                         {"count", write.count}});
    };
    for (const auto& [variable, write] : history.variables)
        add("variable", session.program().variables[variable], write);
    for (const auto& [address, write] : history.words) add("address", address, write);
    Json list = Json::array();
    for (auto& [step, write] : by_step)
        if (list.size() < kMostWrites) list.push_back(std::move(write));
    return list;
}

}  // namespace

Json lane_history_answer(const Json& request, const Session& session) {
    const Program& program = session.program();
    const Machine& machine = session.now().machine();
    const auto thread = number_in(request, "thread");
    const std::uint64_t warp =
        number_in(request, "warp").value_or(machine.warp(session.now().current()).number);
    if (warp >= program.warps) return error(fmt::format("lane_history: warp {} does not exist", warp));
    const auto w = static_cast<std::uint32_t>(warp);
    if (!thread || *thread >= program.lanes_of(w))
        return error("lane_history: expected a thread of the warp");
    const auto t = static_cast<Thread>(*thread);
    LaneHistory history(w, t);
    session.repeat(history);
    if (program.model != ThreadModel::volta)
        history.note(views::lanes_of(session.now(), machine.machine_of(w, t))[t]);
    return {{"changes", changes_json(session, history)},
            {"more", history.change_count - history.changes.size()},
            {"writes", writes_json(session, history)}};
}

}  // namespace musimd::web
