#pragma once

#include <memory>
#include <span>
#include <vector>

#include "gpu_backend/device.hpp"
#include "gpu_backend/interpreter/layout.hpp"
#include "semantics/result.hpp"
#include "simulator/fast/snapshot.hpp"

namespace musimd::gpu {

/// Machines of the interpreter in a device's memory.
class MachineBatch {
  public:
    /// Of runs of which why_not says nothing, and which outlive it.
    MachineBatch(Device& device, std::span<const PlannedRun> runs, const Room& room);

    /// False where the device has no room for them.
    bool good() const { return memory_ != nullptr; }
    std::size_t size() const { return machines_.size(); }

    /// What the kernel is launched with, to do about so many steps of each machine.
    const void* argument(std::uint64_t steps);

    /// Reads how the machines stand behind a launch; whether all have ended.
    bool all_ended();
    const interpreter::Machine& machine(std::size_t i) const { return machines_[i]; }

    // Behind the last launch, and read_warps:
    void read_warps();
    /// Of a machine that stopped or came to its limit.
    Result result(std::size_t i) const;
    /// Of a machine of one warp that was handed on.
    fast::Snapshot snapshot(std::size_t i) const;
    Memory memory(std::size_t i) const;

  private:
    const interpreter::Warp& warp(std::size_t i, std::size_t w) const;
    fast::Snapshot::Mask mask(const std::uint32_t* words, std::size_t i) const;
    fast::Snapshot::Bank bank(std::size_t i, const std::int64_t* rows, const std::uint32_t* defined) const;
    std::vector<char> bytes_at(std::size_t offset, std::size_t bytes) const;

    std::span<const PlannedRun> runs_;
    BatchLayout layout_;
    std::unique_ptr<DeviceMemory> memory_;
    std::vector<interpreter::Machine> machines_;
    std::vector<char> state_;  ///< as far as it is read back
    std::vector<char> banks_;  ///< β of all
};

}  // namespace musimd::gpu
