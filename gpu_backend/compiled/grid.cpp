#include "gpu_backend/compiled/grid.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>

namespace musimd::gpu {
namespace {

using native::DeviceWarp;
using native::Ending;

constexpr std::size_t whole(std::size_t bytes) {
    return (bytes + 127) / 128 * 128;
}

bool has_claims(const Program& program) {
    return program.warps > 1 || program.races == RaceMode::thread;
}

}  // namespace

DeviceGrids::Layout::Layout(const Program& program, const DeviceCode& code, std::size_t grids) {
    const std::size_t count = grids * program.warps;
    const std::size_t row = native::row_stride(program.threads) * (program.word.width > 32 ? 8 : 4);
    row_bytes = whole(program.variables.size() * row);
    mask_bytes = whole(code.translation.masks.count * native::mask_stride(program.threads) * 8);
    room_bytes = whole(code.translation.room_rows * row);
    warps = 0;
    sigmas = whole(count * sizeof(DeviceWarp));
    services = sigmas + whole(grids * sizeof(native::Sigma));
    rows = services + whole(sizeof(native::Services));
    masks = rows + count * row_bytes;
    room = masks + count * mask_bytes;
    end = room + count * room_bytes;
}

std::size_t DeviceGrids::bytes(const Program& program, const DeviceCode& code, std::int64_t limit) {
    return Layout(program, code, 1).end + DenseMemories::bytes(program, 1, limit, has_claims(program));
}

DeviceGrids::DeviceGrids(Device& device, const Program& program, const MachineOptions& options,
                         const DeviceCode& code, std::span<const Input> inputs, std::int64_t limit)
    : program_(program),
      max_steps_(options.max_steps),
      code_(code),
      layout_(program, code, inputs.size()),
      memories_(device, program, inputs.size(), limit, has_claims(program)),
      block_(device.allocate(layout_.end)),
      grids_(inputs.size(), Stage::running),
      stages_(inputs.size() * program.warps, Stage::running) {
    if (!good()) return;
    copy_.resize(layout_.end);
    fill(options, inputs);
}

void DeviceGrids::fill(const MachineOptions& options, std::span<const Input> inputs) {
    char* const device = static_cast<char*>(block_->address());
    native::Services services{};
    services.atomic_order = static_cast<int>(options.order);
    std::memcpy(copy_.data() + layout_.services, &services, sizeof services);
    for (std::size_t m = 0; m < inputs.size(); ++m) {
        for (const Preload& preload : inputs[m].preloads) memories_.preload(m, preload);
        sigma(m) = memories_.sigma(m);
        sigma(m).claim_all = options.checks;
    }
    memories_.push();
    for (std::size_t i = 0; i < warp_count(); ++i) {
        const std::size_t grid = i / program_.warps;
        DeviceWarp& w = *new (&warp(i)) DeviceWarp;
        w.rows = device + layout_.rows + i * layout_.row_bytes;
        w.masks = reinterpret_cast<std::uint64_t*>(device + layout_.masks + i * layout_.mask_bytes);
        w.room = device + layout_.room + i * layout_.room_bytes;
        w.sigma = reinterpret_cast<native::Sigma*>(device + layout_.sigmas) + grid;
        w.services = reinterpret_cast<native::Services*>(device + layout_.services);
        w.warp = static_cast<std::uint32_t>(i % program_.warps);
        auto* const active =
            reinterpret_cast<std::uint64_t*>(copy_.data() + layout_.masks + i * layout_.mask_bytes);
        inputs[grid].active.for_each([&](Thread t) { active[t / 64] |= std::uint64_t{1} << (t % 64); });
    }
    block_->write(0, copy_.data(), copy_.size());
}

// Sets which warps run in the next launch, and how far. Returns false if none does.
bool DeviceGrids::schedule(std::uint64_t slice) {
    bool any = false;
    for (std::size_t i = 0; i < warp_count(); ++i) {
        DeviceWarp& w = warp(i);
        const bool runs = grids_[i / program_.warps] == Stage::running && stages_[i] == Stage::running;
        w.runs = runs ? 1 : 0;
        w.max_steps = max_steps_ - w.steps > slice ? w.steps + slice : max_steps_;
        any |= runs;
    }
    return any;
}

// To be called after a launch. Returns false if a warp made no progress: its next block has more steps than
// the slice.
bool DeviceGrids::settle(std::uint64_t slice) {
    bool all_progressed = true;
    for (std::size_t i = 0; i < warp_count(); ++i) {
        const DeviceWarp& w = warp(i);
        if (w.runs == 0) continue;
        switch (w.ending) {
            case Ending::stopped:
                stages_[i] = Stage::stopped;
                break;
            case Ending::waits:
                stages_[i] = Stage::waiting;
                break;
            case Ending::paused:  // another engine executes the rest, which is less than a block
                if (w.max_steps == max_steps_) grids_[i / program_.warps] = Stage::left;
                all_progressed &= w.steps + slice != w.max_steps;
                break;
            case Ending::handed:
            case Ending::conflict:
                grids_[i / program_.warps] = Stage::left;
                break;
        }
    }
    for (std::size_t m = 0; m < grids_.size(); ++m) settle_grid(m);
    return all_progressed;
}

// If no warp of the grid can run, it has stopped, or a barrier opens.
void DeviceGrids::settle_grid(std::size_t grid) {
    if (grids_[grid] != Stage::running) return;
    const std::span<Stage> stages(stages_.data() + grid * program_.warps, program_.warps);
    if (std::ranges::find(stages, Stage::running) != stages.end()) return;
    if (std::ranges::find(stages, Stage::waiting) == stages.end()) {
        grids_[grid] = Stage::stopped;
        return;
    }
    std::ranges::replace(stages, Stage::waiting, Stage::running);
    sigma(grid).phase += std::uint64_t{1} << 40;
}

tl::expected<void, std::string> DeviceGrids::run(std::uint64_t slice, BatchReport& report) {
    using Clock = std::chrono::steady_clock;
    const std::size_t copied = layout_.services;  // a launch may be short: nothing else is copied
    while (schedule(slice)) {
        block_->write(0, copy_.data(), copied);
        const auto begin = Clock::now();
        if (auto done = code_.module->launch(code_.kernel.c_str(), block_->address(),
                                             static_cast<unsigned>(warp_count()));
            !done)
            return done;
        const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        report.seconds += seconds;
        ++report.launches;
        block_->read(0, copy_.data(), layout_.sigmas);
        const bool all_progressed = settle(slice);
        if (!all_progressed || seconds < 0.1) slice = std::min(2 * slice, std::uint64_t{1} << 40);
        if (all_progressed && seconds > 0.5) slice = std::max<std::uint64_t>(slice / 2, 1);
    }
    block_->read(0, copy_.data(), copy_.size());
    memories_.pull();
    return {};
}

// ---- results

native::WarpView DeviceGrids::view(std::size_t i) const {
    const std::byte* const first = copy_.data();
    return {program_,
            code_.translation,
            first + layout_.rows + i * layout_.row_bytes,
            reinterpret_cast<const std::uint64_t*>(first + layout_.masks + i * layout_.mask_bytes),
            first + layout_.room + i * layout_.room_bytes,
            native::mask_stride(program_.threads)};
}

std::int64_t DeviceGrids::beyond(std::size_t grid) const {
    std::int64_t highest = -1;
    for (std::size_t i = grid * program_.warps; i < (grid + 1) * program_.warps; ++i)
        highest = std::max(highest, warp(i).beyond);
    return highest;
}

Result DeviceGrids::result(std::size_t grid) const {
    Result result;
    result.outcome = Outcome::stop;
    result.warps.reserve(program_.warps);
    for (std::size_t i = grid * program_.warps; i < (grid + 1) * program_.warps; ++i) {
        result.steps += warp(i).steps;
        result.warps.push_back(native::result_of(view(i)));
    }
    result.memory = memory(grid);
    return result;
}

fast::Snapshot DeviceGrids::snapshot(std::size_t grid) const {
    return native::snapshot_of(view(grid), warp(grid).point, warp(grid).steps);
}

}  // namespace musimd::gpu
