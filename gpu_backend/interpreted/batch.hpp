#pragma once

#include <memory>
#include <span>
#include <vector>

#include "gpu_backend/device/device.hpp"
#include "gpu_backend/interpreted/layout.hpp"
#include "semantics/result.hpp"
#include "simulator/fast/snapshot.hpp"

namespace musimd::gpu {

/// Machines of the interpreter in a device's memory.
class MachineBatch {
  public:
    /// The runs must be supported (unsupported_reason), and must outlive the batch.
    MachineBatch(Device& device, std::span<const PlannedRun> runs, const Capacity& capacity);

    /// False if the device is out of memory.
    bool good() const { return memory_ != nullptr; }
    std::size_t size() const { return machines_.size(); }

    /// The kernel's argument, for about this many steps of each machine.
    const void* argument(std::uint64_t steps);

    /// Reads the state of the machines after a launch; returns whether all have ended.
    bool all_ended();
    const interpreter::Machine& machine(std::size_t i) const { return machines_[i]; }

    // To be called after the last launch and read_warps:
    void read_warps();
    /// For a machine that stopped or reached its limit.
    Result result(std::size_t i) const;
    /// For a machine of one warp that was left to another engine.
    fast::Snapshot snapshot(std::size_t i) const;
    Memory memory(std::size_t i) const;

  private:
    const interpreter::Warp& warp(std::size_t i, std::size_t w) const;
    const std::uint32_t* mask_of(std::size_t offset, std::size_t i, std::size_t w) const;
    Memory all_memory(std::size_t i) const;
    void add_words(Memory& memory, std::size_t i, std::int64_t begin, std::int64_t count,
                   std::int64_t address) const;
    std::vector<RunWarning> warnings(std::size_t i) const;
    fast::Snapshot::Mask mask(const std::uint32_t* words, std::size_t i) const;
    fast::Snapshot::Bank bank(std::size_t i, const std::int64_t* rows, const std::uint32_t* defined) const;
    std::vector<char> bytes_at(std::size_t offset, std::size_t bytes) const;

    std::span<const PlannedRun> runs_;
    BatchLayout layout_;
    std::unique_ptr<DeviceMemory> memory_;
    std::vector<interpreter::Machine> machines_;
    std::vector<char> state_;  ///< the part that is read back
    std::vector<char> banks_;  ///< β of all machines
};

}  // namespace musimd::gpu
