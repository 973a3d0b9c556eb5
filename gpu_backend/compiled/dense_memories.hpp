#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "gpu_backend/device/device.hpp"
#include "isa/program.hpp"
#include "semantics/memory.hpp"
#include "simulator/codegen/prelude/interface.hpp"

namespace musimd::gpu {

/// The Σ of several grids in a device's memory, each an array of the addresses below a limit.
class DenseMemories {
  public:
    /// `claims`: whether accesses may need claims.
    DenseMemories(Device& device, const Program& program, std::size_t grids, std::int64_t limit, bool claims);

    /// The bytes of device memory that they need.
    static std::size_t bytes(const Program& program, std::size_t grids, std::int64_t limit, bool claims);

    /// False if the device is out of memory.
    bool good() const { return block_ != nullptr; }

    /// Writes words into a grid's Σ; all of them must lie below the limit.
    void preload(std::size_t grid, const Preload& preload);
    /// To be called after the last preload, and before the first launch.
    void push();

    native::Sigma sigma(std::size_t grid) const;

    /// To be called after the last launch.
    void pull();
    Memory memory(std::size_t grid) const;

  private:
    /// Consecutive arrays, one for each grid.
    struct Area {
        std::size_t begin = 0;
        std::size_t each = 0;  ///< bytes per grid
        std::size_t of(std::size_t grid) const { return begin + grid * each; }
    };

    void write(std::size_t offset, const void* from, std::size_t bytes);
    std::vector<std::byte> read(std::size_t offset, std::size_t bytes) const;

    Word word_;
    bool wide_;  ///< eight-byte words
    std::int64_t limit_;
    Area words_;
    Area defined_;
    Area pages_;
    Area claims_;
    std::unique_ptr<DeviceMemory> block_;
    std::vector<std::byte> copy_;  ///< copy of everything but the claims, if that is small
};

}  // namespace musimd::gpu
