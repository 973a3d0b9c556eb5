#include "views/trace/chrome.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "isa/printer.hpp"

namespace musimd::views::trace {
namespace {

bool is_running(const Lane& lane) {
    return lane.state == LaneState::runs || lane.state == LaneState::woken;
}

// The name of a slice in which a lane does not run; empty if it has none.
std::string_view waiting_name(LaneState state) {
    switch (state) {
        case LaneState::waits:
            return "waits for its side of the branch";
        case LaneState::at_sync:
            return "waits at the sync of the branch";
        case LaneState::runs:
        case LaneState::woken:
        case LaneState::absent:
        case LaneState::exited:
            break;
    }
    return {};
}

}  // namespace

ChromeEvents::ChromeEvents(Write write) : write_(std::move(write)) {
    write_("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n");
}

void ChromeEvents::put(std::string_view event) {
    write_(fmt::format("{}{}", is_first_ ? "" : ",\n", event));
    is_first_ = false;
}

// A warp's tracks are named at its first step.
ChromeEvents::WarpTracks& ChromeEvents::tracks_of(const StepEvent& e) {
    const auto [found, is_new] = warps_.try_emplace(e.warp);
    WarpTracks& tracks = found->second;
    if (!is_new) return tracks;
    tracks.open.resize(e.program.threads);
    put(fmt::format(R"({{"ph":"M","name":"process_name","pid":{0},"args":{{"name":"warp {0}"}}}})", e.warp));
    for (Thread t = 0; t < e.program.lanes_of(e.warp); ++t) {
        put(fmt::format(
            R"({{"ph":"M","name":"thread_name","pid":{0},"tid":{1},"args":{{"name":"lane {1}"}}}})", e.warp,
            t));
    }
    return tracks;
}

const std::string& ChromeEvents::name_of(const StepEvent& e) {
    names_.resize(e.program.instructions.size() + 1);
    std::string& name = names_[e.pc];
    if (name.empty()) name = nlohmann::json(print(e.instruction(), e.program)).dump();
    return name;
}

void ChromeEvents::on_step(const StepEvent& e) {
    WarpTracks& tracks = tracks_of(e);
    const std::vector<Lane> lanes = lanes_of(e, tracks.exited);
    const bool is_thread = e.program.model == ThreadModel::volta;  // the others are machines of their own
    for (Thread t = 0; t < lanes.size(); ++t) {
        if (!is_thread || e.active.contains(t)) show(e, t, lanes[t], tracks.open[t]);
    }
    if (e.rule == RuleId::EX) tracks.exited |= e.active;
    last_ = e.number;
}

void ChromeEvents::show(const StepEvent& e, Thread t, const Lane& lane, Open& open) {
    if (lane == open.lane && !is_running(lane)) return;
    close(e.warp, t, open, e.number);
    open = {lane, e.number, lane.branch == 0 ? 0 : e.program.at(lane.branch).line};
    if (!is_running(lane)) return;
    put(fmt::format(R"({{"ph":"X","name":{},"cat":"{}","pid":{},"tid":{},"ts":{},"dur":1,)"
                    R"("args":{{"step":{},"pc":{},"line":{},"rule":"{}"}}}})",
                    name_of(e), lane.state == LaneState::woken ? "woken" : "runs", e.warp, t, e.number,
                    e.number, e.pc, e.instruction().line, to_string(e.rule)));
}

void ChromeEvents::close(std::uint32_t warp, Thread t, const Open& open, std::uint64_t step) {
    const std::string_view name = waiting_name(open.lane.state);
    if (name.empty()) return;
    put(fmt::format(R"({{"ph":"X","name":"{} on line {}","cat":"waits","pid":{},"tid":{},"ts":{},"dur":{}}})",
                    name, open.branch_line, warp, t, open.since, step - open.since));
}

void ChromeEvents::on_trap(const Trap& trap) {
    put(fmt::format(R"({{"ph":"i","s":"p","name":{},"cat":"trap","pid":{},"tid":{},"ts":{}}})",
                    nlohmann::json(fmt::format("trap: {}", to_string(trap.kind))).dump(), trap.warp,
                    trap.threads.empty() ? 0 : trap.threads.front(), last_ + 1));
}

void ChromeEvents::finish() {
    for (const auto& [warp, tracks] : warps_) {
        for (Thread t = 0; t < tracks.open.size(); ++t) close(warp, t, tracks.open[t], last_ + 1);
    }
    write_("\n]}\n");
}

}  // namespace musimd::views::trace
