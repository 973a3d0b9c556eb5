#pragma once

#include <cstdint>

// The protocol between the driver of software CUDA (driver.hpp) and its device (device.cpp). The device is a
// separate process, as a GPU has separate memory: passing a kernel anything but device memory, or reading
// device memory on the host without a copy, crashes instead of passing a test.
//
// Each request is answered, in order. The device ends when the last requester has gone.

namespace musimd::software_cuda {

enum class Wish : std::uint32_t {
    map,     ///< `address`, `bytes`: maps this part of the device's memory
    unmap,   ///< the same: unmaps it
    load,    ///< `text`: the file of a module; answered with its number in `value`
    unload,  ///< `value`
    find,    ///< `value`: the module; `text`: a kernel's name; answered with its address in `address`
    launch,  ///< `address`: the kernel; `argument`, `warps`, `blocks`, `threads`
    spin,    ///< never answered: a kernel that does not end
};

struct Request {
    Wish wish{};
    std::uint64_t value = 0;
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
    std::uint64_t argument = 0;
    std::uint32_t warps = 0;
    std::uint32_t blocks = 0;
    std::uint32_t threads = 0;
    char text[256] = {};
};

struct Answer {
    std::int32_t error = 0;  ///< a CUresult
    std::uint64_t value = 0;
    std::uint64_t address = 0;
};

/// Where the device has its memory, and how much: the same addresses, less the first, are offsets in the file
/// that the driver reads and writes. No process uses this range by itself.
inline constexpr std::uint64_t kMemory = std::uint64_t{1} << 45;
inline constexpr std::uint64_t kMemoryBytes = std::uint64_t{1} << 36;
inline constexpr std::uint64_t kPage = 4096;

/// File descriptors of the device's process: for requests, and for its memory.
inline constexpr int kSocket = 3;
inline constexpr int kMemoryFile = 4;

// From cuda.h.
enum Error : std::int32_t {
    kSuccess = 0,
    kInvalidValue = 1,
    kOutOfMemory = 2,
    kNotInitialized = 3,
    kNoDevice = 100,
    kInvalidImage = 200,
    kInvalidContext = 201,
    kNoBinaryForGpu = 209,
    kInvalidHandle = 400,
    kNotFound = 500,
    kNotReady = 600,
    kLaunchFailed = 719,
};

}  // namespace musimd::software_cuda
