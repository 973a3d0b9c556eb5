#include "kernels/cuda/program/device_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace musimd::kernels::cuda {
namespace {

using dsl::cuda::ArgumentPlace;
using dsl::cuda::ByteLayout;
using dsl::cuda::DeviceVariable;
using dsl::cuda::KernelFunction;
using dsl::openmp::Parameter;

constexpr std::int64_t kMaxCells = std::int64_t{1} << 27;

std::uint64_t number_at(const char* bytes, std::uint64_t count) {
    std::uint64_t result = 0;
    std::memcpy(&result, bytes, count);  // little-endian, as all hosts of CUDA
    return result;
}

std::uint64_t bytes_of(Type type) {
    return static_cast<std::uint64_t>(width_of(type)) / 8;
}

/// The word of a cell: its pattern, sign-extended.
Value word_at(const char* bytes, std::uint64_t count) {
    const auto unused = static_cast<int>(64 - 8 * count);
    return static_cast<Value>(number_at(bytes, count) << unused) >> unused;
}

/// The bytes of the parameter's number, or pointer, among the arguments.
std::uint64_t argument_at(const ArgumentPlace& place, std::uint64_t count, const LaunchRequest& request) {
    const std::string& bytes = request.arguments[place.argument];
    const auto offset = static_cast<std::uint64_t>(place.offset);
    return offset + count <= bytes.size() ? number_at(bytes.data() + offset, count) : 0;
}

const LaunchRequest::Symbol* symbol_of(const DeviceVariable& variable, const LaunchRequest& request) {
    const auto found = std::ranges::find(request.symbols, variable.symbol, &LaunchRequest::Symbol::name);
    return found == request.symbols.end() ? nullptr : &*found;
}

void initialize(const DeviceVariable& variable, const DeviceBlock& block, const DeviceBytes& device) {
    const ByteLayout::Number& number = variable.element.numbers[variable.member];
    for (std::size_t i = 0; i < variable.initial.size(); ++i) {
        const std::uint64_t at = i * static_cast<std::uint64_t>(variable.element.bytes) +
                                 static_cast<std::uint64_t>(number.offset);
        const std::uint64_t count = bytes_of(number.type);
        if (at + count > block.bytes) return;
        const std::uint64_t offset = block.address - device.base + at;
        if (device.written[offset] != 0) continue;
        std::memcpy(device.bytes + offset, &variable.initial[i], count);
        std::memset(device.written + offset, 1, count);
    }
}

openmp::CallArguments numbers_of(const KernelFunction& kernel, const LaunchRequest& request) {
    openmp::CallArguments result;
    for (std::size_t p = 0; p < kernel.code.parameters.size(); ++p) {
        const Parameter& parameter = kernel.code.parameters[p];
        const bool is_number = p < kernel.places.size() && !parameter.buffer;
        result.numbers.push_back(is_number ? argument_at(kernel.places[p], bytes_of(parameter.type), request)
                                           : 0);
    }
    return result;
}

}  // namespace

// Numbers of one size, one after the other, are the same cells in whatever elements they are.
LaunchMemory::Grid LaunchMemory::grid_of(const ByteLayout& element, std::uint64_t offset) {
    Grid grid{.stride = static_cast<std::uint64_t>(element.bytes), .phase = 0, .cells = {}};
    bool is_even = true;
    for (const ByteLayout::Number& number : element.numbers) {
        grid.cells.emplace_back(number.offset, bytes_of(number.type));
        const std::uint64_t width = grid.cells.front().second;
        is_even = is_even && grid.cells.back().second == width &&
                  grid.cells.back().first == (grid.cells.size() - 1) * width;
    }
    const std::uint64_t width = grid.cells.front().second;
    if (is_even && grid.cells.size() * width == grid.stride)
        grid = {.stride = width, .phase = 0, .cells = {{0, width}}};
    grid.phase = offset % grid.stride;
    return grid;
}

template <typename Use>
void LaunchMemory::for_each_cell(const View& view, const Use& use) {
    std::size_t i = 0;
    const std::uint64_t stride = view.grid.stride;
    for (std::uint64_t at = view.grid.phase; at + stride <= view.block.bytes; at += stride) {
        for (const auto& [offset, bytes] : view.grid.cells) use(i++, view.block.address + at + offset, bytes);
    }
}

tl::expected<void, std::string> LaunchMemory::add_pointer(std::uint64_t pointer, const ByteLayout& element,
                                                          dsl::BufferId buffer, const std::string& name,
                                                          const LaunchRequest& request) {
    auto after = std::ranges::upper_bound(request.allocations, pointer, {}, &DeviceBlock::address);
    const DeviceBlock* const in = after == request.allocations.begin() ? nullptr : &*(after - 1);
    if (in == nullptr || pointer - in->address > in->bytes || element.numbers.empty()) {
        if (pointer == 0) return {};  // address 0
        state_.memory[buffer].address = dsl::openmp::kOutside;
        notes_.push_back(name + " does not point to device memory");
        return {};
    }
    const std::uint64_t offset = pointer - in->address;
    const Grid grid = grid_of(element, offset);
    auto view = std::ranges::find_if(views_, [&](const View& v) { return v.block.address == in->address; });
    if (view == views_.end()) {
        const std::uint64_t elements = (in->bytes - grid.phase) / grid.stride;
        const auto cells = static_cast<std::int64_t>(elements * grid.cells.size());
        if (cells > kMaxCells)
            return tl::unexpected(fmt::format("{} has too many elements: {}", name, cells));
        openmp::allocate(buffer, cells, state_);
        state_.unnamed.push_back({.name = name, .address = state_.memory[buffer].address, .words = {}});
        view = views_.insert(views_.end(), {*in, grid, name, state_.memory[buffer].address});
    }
    if (view->grid != grid)
        return tl::unexpected(
            fmt::format("{} and {} point into the same allocation, but their elements differ in size; this "
                        "is not supported",
                        view->name, name));
    const auto elements = static_cast<std::int64_t>((offset - grid.phase) / grid.stride);
    state_.memory[buffer] = {
        .name = name, .address = view->address + elements * std::ssize(grid.cells), .words = {}};
    return {};
}

void LaunchMemory::load(const DeviceBytes& device) {
    for (std::size_t v = 0; v < views_.size(); ++v) {
        dsl::Region& region = state_.unnamed[v];
        for_each_cell(views_[v], [&](std::size_t, std::uint64_t address, std::uint64_t bytes) {
            const std::uint64_t at = address - device.base;
            region.words.push_back(word_at(device.bytes + at, bytes));
            const bool is_written =
                std::all_of(device.written + at, device.written + at + bytes, [](char c) { return c != 0; });
            region.defined.push_back(is_written ? 1 : 0);
        });
    }
}

tl::expected<LaunchMemory, std::string> LaunchMemory::of(const KernelFunction& kernel,
                                                         const LaunchRequest& request,
                                                         const DeviceBytes& device) {
    LaunchMemory memory;
    memory.state_ = openmp::state_of(kernel.code, numbers_of(kernel, request));
    memory.state_.shares_memory = true;
    for (std::size_t p = 0; p < kernel.code.parameters.size(); ++p) {
        const Parameter& parameter = kernel.code.parameters[p];
        if (!parameter.buffer) continue;
        std::uint64_t pointer = 0;
        const ByteLayout* element = nullptr;
        if (p < kernel.places.size()) {
            pointer = argument_at(kernel.places[p], sizeof pointer, request);
            element = &kernel.places[p].element;
        } else {
            const DeviceVariable& variable = kernel.variables[p - kernel.places.size()];
            const LaunchRequest::Symbol* const symbol = symbol_of(variable, request);
            if (symbol == nullptr)
                return tl::unexpected(fmt::format("the program has no variable {}", variable.symbol));
            initialize(variable, symbol->block, device);
            pointer = symbol->block.address;
            element = &variable.element;
        }
        const dsl::BufferId buffer = dsl::cuda::buffer_of(parameter, kernel.code);
        if (parameter.of_structure && *parameter.buffer != buffer + 1) continue;  // a later member
        const auto added =
            memory.add_pointer(pointer, *element, buffer, kernel.code.buffers[buffer].name, request);
        if (!added) return tl::unexpected(added.error());
    }
    for (const auto& [variable, buffer] : kernel.code.addresses)
        memory.state_.values[variable] = static_cast<std::uint64_t>(memory.state_.memory[buffer].address);
    memory.load(device);
    return memory;
}

void LaunchMemory::write_back(const openmp::CallState& after, const DeviceBytes& device) const {
    for (std::size_t v = 0; v < views_.size(); ++v) {
        const dsl::Region& region = after.unnamed[v];
        for_each_cell(views_[v], [&](std::size_t i, std::uint64_t address, std::uint64_t bytes) {
            if (!region.defined.empty() && region.defined[i] == 0) return;
            const std::uint64_t at = address - device.base;
            std::memcpy(device.bytes + at, &region.words[i], bytes);
            std::memset(device.written + at, 1, bytes);
        });
    }
}

}  // namespace musimd::kernels::cuda
