#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "kernels/cuda/launch_run.hpp"
#include "kernels/cuda/program/host_calls.hpp"

// Device memory of a whole program: bytes for its host code, words for the machine.

namespace musimd::kernels::cuda {

/// Bytes from an address on.
struct DeviceBlock {
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
};

/// The bytes, and for each whether it has been written.
struct DeviceBytes {
    char* bytes = nullptr;
    char* written = nullptr;
    std::uint64_t base = 0;  ///< the address of the first
    std::uint64_t size = 0;
    int written_file = -1;  ///< that `written` is: pages that it does not have were never written

    bool contains(const DeviceBlock& block) const {
        return block.address >= base && block.bytes <= size && block.address - base <= size - block.bytes;
    }
};

/// What host code passes with a launch.
struct LaunchRequest {
    struct Symbol {
        std::string name;
        DeviceBlock block;
    };
    LaunchConfiguration config;
    std::vector<std::string> arguments;    ///< the bytes of each
    std::vector<DeviceBlock> allocations;  ///< ascending, apart
    std::vector<Symbol> symbols;           ///< their blocks are allocations
    std::uint64_t stream = 0;
    HostCall call = {};
};

/// The memory of a launch: each allocation that a pointer among the arguments points into, as cells of the
/// sizes of the elements that it points to.
class LaunchMemory {
  public:
    /// An error says why the machine cannot have such memory. Variables that nothing has written get their
    /// initial values.
    /// `written`: the buffers that the kernel changes.
    static tl::expected<LaunchMemory, std::string> of(const dsl::cuda::KernelFunction& kernel,
                                                      const std::vector<dsl::BufferId>& written,
                                                      const LaunchRequest& request,
                                                      const DeviceBytes& device);

    /// For a run; see run_launch.
    const openmp::CallState& state() const { return state_; }

    /// What a run has written becomes bytes of the device. Returns the bytes that change, or that become
    /// written: ascending by allocation; of many, with what is between them.
    std::vector<DeviceBlock> write_back(const openmp::CallState& after, const DeviceBytes& device) const;

    /// The allocations that the launch may read, and those that it may write.
    std::vector<DeviceBlock> readable() const;
    std::vector<DeviceBlock> writable() const;
    /// Of the words that it has, roughly.
    std::uint64_t words() const;
    /// The bytes of the element at this address of the machine; none if it is in no allocation.
    std::optional<DeviceBlock> bytes_at(std::int64_t address) const;
    /// The parameter that points to these bytes.
    std::string name_of(std::uint64_t address) const;

    /// Parameters that do not point to device memory, with their values.
    const std::vector<std::pair<dsl::BufferId, std::uint64_t>>& wrong() const { return wrong_; }

  private:
    /// How an allocation is split into cells: so many bytes repeat, from the first `phase` on.
    struct Grid {
        std::uint64_t stride = 0;
        std::uint64_t phase = 0;
        std::vector<std::pair<std::uint64_t, std::uint64_t>> cells;  ///< offset and bytes, in a stride
        friend bool operator==(const Grid&, const Grid&) = default;
    };
    struct View {
        DeviceBlock block;
        Grid grid;
        std::string name;  ///< name of the parameter
        std::int64_t address = 0;
        bool is_written = false;  ///< the kernel may do so

        std::uint64_t strides() const { return (block.bytes - grid.phase) / grid.stride; }
        /// The first byte of the cell, and how many it has.
        std::pair<std::uint64_t, std::uint64_t> cell(std::uint64_t number) const {
            const auto& [offset, bytes] = grid.cells[number % grid.cells.size()];
            return {block.address + grid.phase + number / grid.cells.size() * grid.stride + offset, bytes};
        }
    };

    static Grid grid_of(const dsl::cuda::ByteLayout& element, std::uint64_t offset);
    static dsl::Region cells_of(const View& view, std::uint64_t first, std::uint64_t end,
                                const DeviceBytes& device);
    static void load_parts(const View& view, const DeviceBytes& device, dsl::Region& region);
    static void write_cells(const View& view, const dsl::Region& region, const DeviceBytes& device,
                            std::vector<DeviceBlock>& changed);

    tl::expected<void, std::string> add_pointer(std::uint64_t pointer, const dsl::cuda::ByteLayout& element,
                                                dsl::BufferId buffer, const std::string& name,
                                                const LaunchRequest& request, bool is_written);
    tl::expected<void, std::string> load(const DeviceBytes& device);

    openmp::CallState state_;
    std::vector<View> views_;  ///< by region of `state_.unnamed`
    std::vector<std::pair<dsl::BufferId, std::uint64_t>> wrong_;
};

}  // namespace musimd::kernels::cuda
