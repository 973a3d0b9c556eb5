#pragma once

#include <optional>
#include <span>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "gpu_backend/compiled/dense_memories.hpp"
#include "gpu_backend/compiled/engine.hpp"
#include "gpu_backend/device/prelude/device_warp.hpp"
#include "simulator/native/warp_view.hpp"

namespace musimd::gpu {

/// Several grids of one program on a device, each with all its warps and a Σ of its own. Compiled
/// code runs them, in launches of a slice of steps.
class DeviceGrids {
  public:
    /// Σ has the addresses below `limit`, which must be above all preloaded ones.
    DeviceGrids(Device& device, const Program& program, const MachineOptions& options, const DeviceCode& code,
                std::span<const Input> inputs, std::int64_t limit);

    /// The device memory that a grid needs, including its Σ.
    static std::size_t bytes(const Program& program, const DeviceCode& code, std::int64_t limit);

    /// False if the device is out of memory.
    bool good() const { return block_ != nullptr && memories_.good(); }

    /// Runs all grids to their ends. Otherwise returns the device's error.
    tl::expected<void, std::string> run(std::uint64_t slice, BatchReport& report);

    // The outcome of a grid.
    bool stopped(std::size_t grid) const { return grids_[grid] == Stage::stopped; }
    /// The highest address that it used above the limit, or −1.
    std::int64_t beyond(std::size_t grid) const;
    /// For a grid that stopped.
    Result result(std::size_t grid) const;
    /// For a grid of one warp that did not: the state from which another engine can continue.
    fast::Snapshot snapshot(std::size_t grid) const;
    Memory memory(std::size_t grid) const { return memories_.memory(grid); }

  private:
    /// Of a warp, and of a grid, which never waits.
    enum class Stage : std::uint8_t { running, waiting, stopped, left };

    /// Offsets in the block: first the part that is copied at each launch.
    struct Layout {
        Layout(const Program& program, const DeviceCode& code, std::size_t grids);
        std::size_t warps;
        std::size_t sigmas;
        std::size_t services;
        std::size_t rows, row_bytes;  ///< per warp
        std::size_t masks, mask_bytes;
        std::size_t room, room_bytes;
        std::size_t end;
    };

    std::size_t warp_count() const { return stages_.size(); }
    native::DeviceWarp& warp(std::size_t number) {
        return reinterpret_cast<native::DeviceWarp*>(copy_.data() + layout_.warps)[number];
    }
    const native::DeviceWarp& warp(std::size_t number) const {
        return reinterpret_cast<const native::DeviceWarp*>(copy_.data() + layout_.warps)[number];
    }
    native::Sigma& sigma(std::size_t grid) {
        return reinterpret_cast<native::Sigma*>(copy_.data() + layout_.sigmas)[grid];
    }
    void fill(const MachineOptions& options, std::span<const Input> inputs);
    bool schedule(std::uint64_t slice);
    bool settle(std::uint64_t slice);
    void settle_grid(std::size_t grid);
    native::WarpView view(std::size_t number) const;

    const Program& program_;
    std::uint64_t max_steps_;
    const DeviceCode& code_;
    Layout layout_;
    DenseMemories memories_;
    std::unique_ptr<DeviceMemory> block_;
    std::vector<std::byte> copy_;  ///< the host's copy of the block
    std::vector<Stage> grids_;
    std::vector<Stage> stages_;  ///< by warp
};

}  // namespace musimd::gpu
