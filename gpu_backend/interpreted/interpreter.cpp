#include "gpu_backend/interpreted/interpreter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "gpu_backend/interpreted/batch.hpp"
#include "simulator/fast/grid.hpp"

namespace musimd::gpu {

using interpreter::MachineStatus;
using interpreter::Reason;

namespace {

// A batch uses at most half of the device's memory, and at most this many bytes.
constexpr std::size_t kMaxBatchBytes = std::size_t{4} << 30;

// The result of a machine, which the fast engine finishes if necessary.
Interpreted finish(const MachineBatch& batch, std::size_t i, const PlannedRun& run) {
    const interpreter::Machine& machine = batch.machine(i);
    Interpreted outcome;
    outcome.reason = machine.reason;
    if (machine.status != MachineStatus::handed) {
        outcome.result = batch.result(i);
        outcome.device_steps = outcome.result.steps;
        return outcome;
    }
    outcome.by_device = false;
    if (machine.claims != nullptr || uses_blocks(*run.program)) {
        outcome.result = fast::run_fast(*run.program, run.options);
        return outcome;
    }
    const fast::Snapshot snapshot = batch.snapshot(i);
    outcome.device_steps = snapshot.steps;
    outcome.result = fast::resume(*run.program, run.options, snapshot, batch.memory(i));
    return outcome;
}

Interpreted run_fast_instead(const PlannedRun& run) {
    return {fast::run_fast(*run.program, run.options), Reason::none, false, 0};
}

// Launches until all machines have ended.
tl::expected<void, std::string> run_batch(Module& interpreter, MachineBatch& batch, std::uint64_t slice) {
    using Clock = std::chrono::steady_clock;
    constexpr auto kLong = std::chrono::milliseconds(400);
    constexpr auto kShort = std::chrono::milliseconds(100);
    do {
        const auto begin = Clock::now();
        const auto done = interpreter.launch("musimd_interpret", batch.argument(slice),
                                             static_cast<unsigned>(batch.size()));
        if (!done) return done;
        const auto took = Clock::now() - begin;
        if (took > kLong) slice = std::max<std::uint64_t>(1, slice / 2);
        if (took < kShort) slice *= 2;
    } while (!batch.all_ended());
    return {};
}

// How many of these runs, from the first on, fit into the device's memory at once.
std::size_t count_for(std::span<const PlannedRun> runs, const Capacity& capacity, std::size_t bytes) {
    std::size_t count = 0;
    for (std::size_t sum = 0; count < runs.size(); ++count) {
        sum += BatchLayout(runs.subspan(count, 1), capacity).end;
        if (sum > bytes) break;
    }
    return count;
}

// As many of these runs as fit into the device's memory, which may be less than it reports; null if none
// does.
std::unique_ptr<MachineBatch> make_batch(Device& device, std::span<const PlannedRun> runs,
                                         const Capacity& capacity) {
    const std::size_t bytes = std::min(device.free_bytes() / 2, kMaxBatchBytes);
    for (std::size_t count = std::max<std::size_t>(1, count_for(runs, capacity, bytes)); count > 0;
         count /= 2) {
        auto batch = std::make_unique<MachineBatch>(device, runs.first(count), capacity);
        if (batch->good()) return batch;
    }
    return nullptr;
}

}  // namespace

tl::expected<std::vector<Interpreted>, std::string> run_interpreted(Device& device, Module& interpreter,
                                                                    std::span<const PlannedRun> runs,
                                                                    std::uint64_t slice) {
    std::vector<Interpreted> outcomes(runs.size());
    std::vector<PlannedRun> possible;
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (unsupported_reason(*runs[i].program, runs[i].options) != nullptr) {
            outcomes[i] = run_fast_instead(runs[i]);
        } else {
            possible.push_back(runs[i]);
            numbers.push_back(i);
        }
    }
    const Capacity& capacity = runs.size() == 1 ? kLargeCapacity : kSmallCapacity;
    for (std::size_t first = 0; first < possible.size();) {
        const std::span<const PlannedRun> rest = std::span(possible).subspan(first);
        const auto batch = make_batch(device, rest, capacity);
        if (batch == nullptr) {
            const std::size_t bytes = BatchLayout(rest.first(1), capacity).end;
            return tl::unexpected(fmt::format("{} is out of memory: one machine needs {:.1f} MiB\n",
                                              device.name(), static_cast<double>(bytes) / (1U << 20)));
        }
        if (const auto done = run_batch(interpreter, *batch, slice); !done)
            return tl::unexpected(done.error());
        batch->read_warps();
        for (std::size_t k = 0; k < batch->size(); ++k)
            outcomes[numbers[first + k]] = finish(*batch, k, rest[k]);
        first += batch->size();
    }
    return outcomes;
}

}  // namespace musimd::gpu
