#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "differential/backends/backend.hpp"

// How a compiled unit is called: `extern "C" void musimd_entry_K(const LaunchRecord*)` is its entry K.

namespace musimd::differential {

/// One launch, as the compiled code declares it, too (launch.cpp).
struct LaunchRecord {
    std::int64_t elements;
    std::uint64_t* arguments;  ///< addresses and patterns
    std::uint64_t blocks;      ///< what a device has copies of
    char** block_data;
    std::uint64_t* block_bytes;
    std::uint64_t* argument_blocks =
        nullptr;              ///< of an address the block that it is meant for; else kNoBlock
    char* message = nullptr;  ///< kMessageBytes, for what a device says is wrong before the process aborts
};

inline constexpr std::uint64_t kNoBlock = UINT64_MAX;
inline constexpr std::size_t kMessageBytes = 256;

using LaunchFunction = void (*)(const LaunchRecord*);

/// What a unit for a device defines beside its entries as `musimd_prepare`: it makes the device ready, which
/// takes longer than a launch, and returns an error message, or null.
using PrepareFunction = const char* (*)();
inline constexpr const char* kPrepareName = "musimd_prepare";

/// `musimd_entry_3`
std::string entry_name(std::size_t entry);

/// C++ that defines what the entries need on the host.
std::string host_entries_prelude();

/// C++ that defines the entry: a launch with the arguments of the record.
std::string entry_source(const KernelEntry& entry, std::size_t number, int launch_parameter);

}  // namespace musimd::differential
