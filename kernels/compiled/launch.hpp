#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "kernels/compiled/backend.hpp"

// How a compiled unit is called: `extern "C" void musimd_entry_K(const LaunchRecord*)` is its entry K.

namespace musimd::kernels {

/// One launch. The compiled code declares the same struct (launch.cpp).
struct LaunchRecord {
    std::int64_t elements;
    std::uint64_t* arguments;  ///< addresses and patterns
    std::uint64_t blocks;      ///< number of blocks, which a device copies
    char** block_data;
    std::uint64_t* block_bytes;
    std::uint64_t* argument_blocks =
        nullptr;              ///< for an address, the block that it points into; else kNoBlock
    char* message = nullptr;  ///< kMessageBytes, receives the device's error before the process aborts
};

inline constexpr std::uint64_t kNoBlock = UINT64_MAX;
inline constexpr std::size_t kMessageBytes = 2048;

using LaunchFunction = void (*)(const LaunchRecord*);

/// A unit for a device also defines `musimd_prepare`, which initializes the device, because that takes longer
/// than a launch. Returns an error message, or null.
using PrepareFunction = const char* (*)();
inline constexpr const char* kPrepareName = "musimd_prepare";

/// `musimd_entry_3`
std::string entry_name(std::size_t entry);

/// C++ that defines what the entries need on the host.
std::string host_entries_prelude();

/// C++ that defines the entry: a launch with the arguments of the record.
std::string entry_source(const KernelEntry& entry, std::size_t number, int launch_parameter);

}  // namespace musimd::kernels
