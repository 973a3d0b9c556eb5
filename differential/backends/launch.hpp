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
    std::uint64_t blocks;      ///< those that memory has been copied to for a device
    char** block_data;
    std::uint64_t* block_bytes;
};

using LaunchFunction = void (*)(const LaunchRecord*);

/// `musimd_entry_3`
std::string entry_name(std::size_t entry);

/// C++ that defines what the entries need on the host.
std::string host_entries_prelude();

/// C++ that defines the entry: a launch with the arguments of the record.
std::string entry_source(const KernelEntry& entry, std::size_t number, int launch_parameter);

}  // namespace musimd::differential
