#include "kernels/cuda/device_launches.hpp"

#include <algorithm>
#include <iterator>

#include "dsl/cuda/kernel_function.hpp"

namespace musimd::kernels::cuda {
namespace {

using dsl::cuda::ChildLaunch;
using dsl::cuda::KernelFunction;

/// Memory of the parent's threads or blocks, or of the machine.
bool is_own(dsl::BufferId buffer, const KernelFunction& kernel) {
    const auto is_it = [&](const auto& known) { return known.buffer == buffer; };
    return std::ranges::any_of(kernel.code.locals, is_it) || std::ranges::any_of(kernel.shared, is_it) ||
           (kernel.printing && kernel.printing->buffer == buffer) || kernel.launched == buffer;
}

/// The memory that its children have, in an order that is the same before and after them.
template <typename State, typename Use>
void for_each_passed(const KernelFunction& kernel, State& state, const Use& use) {
    for (std::size_t b = 0; b < state.memory.size(); ++b) {
        auto& region = state.memory[b];
        if (region.address != 0 && region.count() != 0 && !is_own(static_cast<dsl::BufferId>(b), kernel))
            use(region);
    }
    for (auto& region : state.unnamed) use(region);
}

std::uint64_t low_bits(std::uint64_t word, Type type) {
    const int width = width_of(type);
    return width == 64 ? word : word & ((std::uint64_t{1} << width) - 1);
}

openmp::CallArguments numbers_of(const KernelFunction& child, const DeviceLaunch& launch) {
    openmp::CallArguments result;
    for (std::size_t p = 0; p < child.code.parameters.size(); ++p) {
        const dsl::openmp::Parameter& parameter = child.code.parameters[p];
        const bool is_number = p < child.places.size() && !parameter.buffer;
        result.numbers.push_back(
            is_number ? low_bits(launch.arguments[child.places[p].argument], parameter.type) : 0);
    }
    return result;
}

}  // namespace

DeviceLaunches& DeviceLaunches::operator+=(DeviceLaunches other) {
    std::ranges::move(other.list, std::back_inserter(list));
    is_full = is_full || other.is_full;
    return *this;
}

DeviceLaunchCount& DeviceLaunchCount::operator+=(const DeviceLaunchCount& other) {
    launches += other.launches;
    warps += other.warps;
    steps += other.steps;
    return *this;
}

void allocate_launched(const KernelFunction& kernel, openmp::CallState& state) {
    openmp::allocate(kernel.launched, ChildLaunch::kElements, state);
    state.memory[kernel.launched].defined.front() = 1;  // 0 elements
}

DeviceLaunches device_launches(const KernelFunction& kernel, const Memory& memory, std::int64_t address) {
    const auto at = [&](std::size_t i) {
        const Value* const word = memory.find(address + static_cast<std::int64_t>(i));
        return word == nullptr ? std::uint64_t{0} : static_cast<std::uint64_t>(*word);
    };
    const std::uint64_t count = at(0);
    DeviceLaunches result;
    for (std::size_t i = 0; i < count;) {
        const std::uint64_t site = at(1 + i);
        const bool is_good = site < kernel.launches.size();
        const std::size_t elements = is_good ? kernel.launches[site].elements() : 0;
        result.is_full = !is_good || i + elements >= std::size_t{ChildLaunch::kElements};
        if (result.is_full) break;
        DeviceLaunch launch{.site = static_cast<std::size_t>(site)};
        for (std::size_t d = 0; d < 3; ++d) {
            launch.grid[d] = static_cast<std::uint32_t>(at(2 + i + d));
            launch.block[d] = static_cast<std::uint32_t>(at(2 + i + 3 + d));
        }
        for (std::size_t a = 0; a < kernel.launches[site].arguments; ++a)
            launch.arguments.push_back(at(2 + i + ChildLaunch::kDimensions + a));
        result.list.push_back(std::move(launch));
        i += elements;
    }
    return result;
}

std::map<std::string, std::int64_t> addresses_of_variables(const KernelFunction& kernel,
                                                           const openmp::CallState& memory) {
    std::map<std::string, std::int64_t> result;
    for (const dsl::cuda::DeviceVariable& variable : kernel.variables) {
        const dsl::openmp::Parameter& parameter = kernel.code.parameters[variable.parameter];
        result[variable.symbol] = memory.memory[dsl::cuda::buffer_of(parameter, kernel.code)].address;
    }
    return result;
}

LaunchConfiguration configuration_of(const DeviceLaunch& launch, LaunchConfiguration config) {
    config.grid = launch.grid;
    config.block = launch.block;
    config.shared_bytes = 0;
    config.first_block = config.part_blocks = 0;
    config.sample = {};
    config.watch = nullptr;
    return config;
}

openmp::CallState memory_of_child(const KernelFunction& child, const DeviceLaunch& launch,
                                  const KernelFunction& parent, const openmp::CallState& memory,
                                  const std::map<std::string, std::int64_t>& variables) {
    openmp::CallState state = openmp::state_of(child.code, numbers_of(child, launch));
    state.shares_memory = true;
    for_each_passed(parent, memory, [&](const dsl::Region& region) { state.unnamed.push_back(region); });
    for (std::size_t p = 0; p < child.code.parameters.size(); ++p) {
        const dsl::openmp::Parameter& parameter = child.code.parameters[p];
        if (!parameter.buffer) continue;
        const bool is_argument = p < child.places.size();
        const std::int64_t address =
            is_argument ? static_cast<std::int64_t>(launch.arguments[child.places[p].argument])
                        : variables.at(child.variables[p - child.places.size()].symbol);
        const dsl::BufferId buffer = dsl::cuda::buffer_of(parameter, child.code);
        state.memory[buffer] = {.name = child.code.buffers[buffer].name, .address = address, .words = {}};
    }
    for (const auto& [variable, buffer] : child.code.addresses)
        state.values[variable] = static_cast<std::uint64_t>(state.memory[buffer].address);
    return state;
}

void take_from_child(const KernelFunction& parent, const openmp::CallState& child,
                     openmp::CallState& memory) {
    std::size_t next = 0;
    for_each_passed(parent, memory, [&](dsl::Region& region) { region = child.unnamed[next++]; });
}

}  // namespace musimd::kernels::cuda
