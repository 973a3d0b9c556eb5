#include "differential/harness/run.hpp"

#include <fmt/format.h>

#include <chrono>

#include "differential/harness/batch.hpp"
#include "differential/harness/wire.hpp"

namespace musimd::differential::harness {
namespace {

constexpr auto kLongest = std::chrono::seconds(60);  // of a kernel; the step limit ends it much earlier

std::string sent(const Run& run) {
    Wire wire;
    wire.put(static_cast<std::uint64_t>(run.kind));
    wire.put(run.message);
    wire.put(run.memory.size());
    for (const auto& buffer : run.memory) wire.put(buffer);
    return std::move(wire).text();
}

Run received(const host::ChildEnd& end) {
    if (end.kind == host::ChildEnd::Kind::timed_out)
        return {Run::Kind::hang, fmt::format("timed out after {} s", kLongest.count())};
    if (!end.ok()) {
        Run run{Run::Kind::crash, to_string(end)};
        if (end.kind == host::ChildEnd::Kind::signalled) run.signal = end.status;
        return run;
    }
    WireReader reader(end.text);
    Run run;
    run.kind = static_cast<Run::Kind>(reader.word());
    run.message = reader.text();
    run.memory.resize(reader.word());
    for (auto& buffer : run.memory) buffer = reader.words();
    return run;
}

}  // namespace

std::string_view to_string(Run::Kind kind) {
    constexpr std::string_view kNames[] = {"done", "crash", "hang", "refused", "trap"};
    return kNames[static_cast<std::size_t>(kind)];
}

Fault fault_of(Run::Kind kind) {
    constexpr Fault kFaults[] = {Fault::none, Fault::crash, Fault::hang, Fault::refused, Fault::none};
    return kFaults[static_cast<std::size_t>(kind)];
}

std::vector<Run> runs_in_children(std::size_t count, const std::function<Run(std::size_t)>& run) {
    std::vector<Run> runs;
    for (const host::ChildEnd& end : run_batch(
             count, [&](std::size_t i) { return sent(run(i)); }, kLongest))
        runs.push_back(received(end));
    return runs;
}

}  // namespace musimd::differential::harness
