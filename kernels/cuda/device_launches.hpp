#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "kernels/cuda/launch_program.hpp"

// Grids that device code launches, by musimd::launch: see dsl::cuda::ChildLaunch.

namespace musimd::kernels::cuda {

struct DeviceLaunch {
    std::size_t site = 0;  ///< in KernelFunction::launches
    dsl::Dimensions grid = {1, 1, 1};
    dsl::Dimensions block = {1, 1, 1};
    std::vector<std::uint64_t> arguments = {};  ///< the bits of numbers, and addresses
};

/// Those of a run, in the order in which they happen.
struct DeviceLaunches {
    std::vector<DeviceLaunch> list;
    bool is_full = false;  ///< there were more
    DeviceLaunches& operator+=(DeviceLaunches other);
};

/// Of all that a launch of the host leads to.
struct DeviceLaunchCount {
    std::int64_t launches = 0;
    std::int64_t warps = 0;
    std::uint64_t steps = 0;
    DeviceLaunchCount& operator+=(const DeviceLaunchCount& other);
};

void allocate_launched(const dsl::cuda::KernelFunction& kernel, openmp::CallState& state);
DeviceLaunches device_launches(const dsl::cuda::KernelFunction& kernel, const Memory& memory,
                               std::int64_t address);

/// By symbol.
std::map<std::string, std::int64_t> addresses_of_variables(const dsl::cuda::KernelFunction& kernel,
                                                           const openmp::CallState& memory);

/// As that of the parent's grid, without its sizes.
LaunchConfiguration configuration_of(const DeviceLaunch& launch, LaunchConfiguration config);

/// The memory of the child's grid: that of the parent's, without what its threads and blocks have of their
/// own.
openmp::CallState memory_of_child(const dsl::cuda::KernelFunction& child, const DeviceLaunch& launch,
                                  const dsl::cuda::KernelFunction& parent, const openmp::CallState& memory,
                                  const std::map<std::string, std::int64_t>& variables);

/// What the child's grid has written becomes the memory of the parent's.
void take_from_child(const dsl::cuda::KernelFunction& parent, const openmp::CallState& child,
                     openmp::CallState& memory);

}  // namespace musimd::kernels::cuda
