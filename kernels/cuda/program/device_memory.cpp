#include "kernels/cuda/program/device_memory.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

namespace musimd::kernels::cuda {
namespace {

using dsl::cuda::ArgumentPlace;
using dsl::cuda::ByteLayout;
using dsl::cuda::DeviceVariable;
using dsl::cuda::KernelFunction;
using dsl::openmp::Parameter;

constexpr std::int64_t kMaxCells = std::int64_t{1} << 27;    // with values, in the arrays of a launch
constexpr std::int64_t kLargeCells = std::int64_t{1} << 20;  // of larger arrays, only written pages are read

// At lower addresses the engines have room for each word. An array that needs half of it, of which little is
// used, is after them.
constexpr std::int64_t kNear = std::int64_t{1} << 26;
constexpr std::int64_t kFarCells = kNear / 2;

template <typename Number>
std::uint64_t as(const char* bytes) {
    Number result = 0;
    std::memcpy(&result, bytes, sizeof result);
    return result;
}

std::uint64_t number_at(const char* bytes, std::uint64_t count) {
    if (count == 4) return as<std::uint32_t>(bytes);
    if (count == 8) return as<std::uint64_t>(bytes);
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

/// Calls use(from, to) with offsets, in so many bytes from `begin` on, of pages of flags that there are.
template <typename Use>
void for_each_written_page(const DeviceBytes& device, std::uint64_t begin, std::uint64_t bytes,
                           const Use& use) {
    const auto end = static_cast<off_t>(begin + bytes);
    const auto first = static_cast<off_t>(begin);
    off_t at = lseek(device.written_file, first, SEEK_DATA);
    while (at >= 0 && at < end) {
        const off_t hole = lseek(device.written_file, at, SEEK_HOLE);
        use(static_cast<std::uint64_t>(at - first), static_cast<std::uint64_t>(std::min(hole, end) - first));
        at = lseek(device.written_file, hole, SEEK_DATA);
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

tl::expected<void, std::string> LaunchMemory::add_pointer(std::uint64_t pointer, const ByteLayout& element,
                                                          dsl::BufferId buffer, const std::string& name,
                                                          const LaunchRequest& request, bool is_written) {
    auto after = std::ranges::upper_bound(request.allocations, pointer, {}, &DeviceBlock::address);
    const DeviceBlock* const in = after == request.allocations.begin() ? nullptr : &*(after - 1);
    if (in == nullptr || pointer - in->address > in->bytes || element.numbers.empty()) {
        if (pointer == 0) return {};  // address 0
        state_.memory[buffer].address = WrongPointer::address_of(wrong_.size());
        wrong_.emplace_back(buffer, pointer);
        return {};
    }
    const std::uint64_t offset = pointer - in->address;
    const Grid grid = grid_of(element, offset);
    auto view = std::ranges::find_if(views_, [&](const View& v) { return v.block.address == in->address; });
    if (view == views_.end()) {
        view = views_.insert(views_.end(), {.block = *in, .grid = grid, .name = name});
        const auto cells = static_cast<std::int64_t>(view->strides() * grid.cells.size());
        if (cells > kFarCells) state_.end = std::max(state_.end, kNear);
        view->address = openmp::reserve(cells, state_);
        state_.unnamed.push_back({.name = name, .address = view->address, .words = {}});
    }
    if (view->grid != grid)
        return tl::unexpected(
            fmt::format("{} and {} point into the same allocation, but their elements differ in size; this "
                        "is not supported",
                        view->name, name));
    view->is_written = view->is_written || is_written;
    const auto elements = static_cast<std::int64_t>((offset - grid.phase) / grid.stride);
    state_.memory[buffer] = {
        .name = name, .address = view->address + elements * std::ssize(grid.cells), .words = {}};
    return {};
}

/// Cells of the view, of whole strides: what they hold, and which have been written.
dsl::Region LaunchMemory::cells_of(const View& view, std::uint64_t first, std::uint64_t end,
                                   const DeviceBytes& device) {
    const std::uint64_t per_stride = view.grid.cells.size();
    const std::uint64_t begin = view.cell(first).first - view.grid.cells.front().first - device.base;
    const std::uint64_t past = begin + (end - first) / per_stride * view.grid.stride;
    dsl::Region region{.name = {}, .address = view.address + static_cast<std::int64_t>(first), .words = {}};
    region.words.reserve(end - first);
    const bool is_whole = std::memchr(device.written + begin, 0, past - begin) == nullptr;
    if (is_whole) region.defined.assign(end - first, 1);
    for (std::uint64_t stride = begin; stride < past; stride += view.grid.stride) {
        for (const auto& [offset, bytes] : view.grid.cells) {
            const std::uint64_t at = stride + offset;
            region.words.push_back(word_at(device.bytes + at, bytes));
            if (!is_whole)
                region.defined.push_back(std::memchr(device.written + at, 0, bytes) == nullptr ? 1 : 0);
        }
    }
    return region;
}

/// Those in pages of which something has been written.
void LaunchMemory::load_parts(const View& view, const DeviceBytes& device, dsl::Region& region) {
    const std::uint64_t begin = view.block.address + view.grid.phase - device.base;
    const std::uint64_t per_stride = view.grid.cells.size();
    std::uint64_t next = 0;  // a stride
    for_each_written_page(device, begin, view.block.bytes - view.grid.phase, [&](auto from, auto to) {
        const std::uint64_t first = std::max(next, from / view.grid.stride);
        next = std::min(view.strides(), (to + view.grid.stride - 1) / view.grid.stride);
        if (first < next)
            region.parts.push_back(cells_of(view, first * per_stride, next * per_stride, device));
    });
}

tl::expected<void, std::string> LaunchMemory::load(const DeviceBytes& device) {
    std::int64_t cells = 0;
    for (std::size_t v = 0; v < views_.size(); ++v) {
        const View& view = views_[v];
        dsl::Region& region = state_.unnamed[v];
        const std::uint64_t all = view.strides() * view.grid.cells.size();
        if (static_cast<std::int64_t>(all) <= kLargeCells) {
            dsl::Region whole = cells_of(view, 0, all, device);
            region.words = std::move(whole.words);
            region.defined = std::move(whole.defined);
        } else {
            region.elements = static_cast<std::int64_t>(all);
            load_parts(view, device, region);
        }
        cells += std::ssize(region.words);
        for (const dsl::Region& part : region.parts) cells += part.count();
        if (cells > kMaxCells)
            return tl::unexpected(fmt::format(
                "the arrays of a launch have {} elements that have been written; the machine has room for {}",
                cells, kMaxCells));
    }
    return {};
}

tl::expected<LaunchMemory, std::string> LaunchMemory::of(const KernelFunction& kernel,
                                                         const std::vector<dsl::BufferId>& written,
                                                         const LaunchRequest& request,
                                                         const DeviceBytes& device) {
    LaunchMemory memory;
    memory.state_ = openmp::state_of(kernel.code, numbers_of(kernel, request));
    memory.state_.shares_memory = true;
    // Pointers in memory, and grids that the kernel launches, may lead anywhere.
    const bool may_write_all = kernel.code.memory.has_value() || !kernel.launches.empty();
    const auto writes = [&](dsl::BufferId buffer) {
        return may_write_all || std::ranges::find(written, buffer) != written.end();
    };
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
        const auto added = memory.add_pointer(pointer, *element, buffer, kernel.code.buffers[buffer].name,
                                              request, writes(*parameter.buffer) || writes(buffer));
        if (!added) return tl::unexpected(added.error());
    }
    for (const auto& [variable, buffer] : kernel.code.addresses)
        memory.state_.values[variable] = static_cast<std::uint64_t>(memory.state_.memory[buffer].address);
    if (const auto loaded = memory.load(device); !loaded) return tl::unexpected(loaded.error());
    return memory;
}

void LaunchMemory::write_cells(const View& view, const dsl::Region& region, const DeviceBytes& device,
                               std::vector<DeviceBlock>& changed) {
    constexpr std::size_t kMany = 4096;
    constexpr std::uint64_t kGap = 4096;
    for (std::size_t i = 0; i < region.words.size(); ++i) {
        if (!region.defined.empty() && region.defined[i] == 0) continue;
        const auto [address, bytes] =
            view.cell(static_cast<std::uint64_t>(region.address - view.address) + i);
        const std::uint64_t at = address - device.base;
        const bool is_same = std::memcmp(device.bytes + at, &region.words[i], bytes) == 0 &&
                             std::memchr(device.written + at, 0, bytes) == nullptr;
        if (is_same) continue;
        std::memcpy(device.bytes + at, &region.words[i], bytes);
        std::memset(device.written + at, 1, bytes);
        const std::uint64_t gap = changed.size() < kMany ? 0 : kGap;
        if (!changed.empty() && changed.back().address <= address &&
            address <= changed.back().address + changed.back().bytes + gap)
            changed.back().bytes = address + bytes - changed.back().address;
        else
            changed.push_back({address, bytes});
    }
}

std::vector<DeviceBlock> LaunchMemory::write_back(const openmp::CallState& after,
                                                  const DeviceBytes& device) const {
    std::vector<DeviceBlock> changed;
    for (std::size_t v = 0; v < views_.size(); ++v) {
        write_cells(views_[v], after.unnamed[v], device, changed);
        for (const dsl::Region& part : after.unnamed[v].parts) write_cells(views_[v], part, device, changed);
    }
    return changed;
}

std::vector<DeviceBlock> LaunchMemory::readable() const {
    std::vector<DeviceBlock> blocks;
    for (const View& view : views_) blocks.push_back(view.block);
    return blocks;
}

std::vector<DeviceBlock> LaunchMemory::writable() const {
    std::vector<DeviceBlock> blocks;
    for (const View& view : views_)
        if (view.is_written) blocks.push_back(view.block);
    return blocks;
}

std::uint64_t LaunchMemory::words() const {
    std::uint64_t count = 0;
    for (const dsl::Region& region : state_.unnamed) {
        count += region.words.size();
        for (const dsl::Region& part : region.parts) count += part.words.size();
    }
    return count;
}

std::optional<DeviceBlock> LaunchMemory::bytes_at(std::int64_t address) const {
    for (const View& view : views_) {
        const auto cell = static_cast<std::uint64_t>(address - view.address);
        if (address < view.address || cell >= view.strides() * view.grid.cells.size()) continue;
        const auto [begin, bytes] = view.cell(cell);
        return DeviceBlock{begin, bytes};
    }
    return std::nullopt;
}

std::string LaunchMemory::name_of(std::uint64_t address) const {
    const auto view = std::ranges::find_if(
        views_, [&](const View& v) { return address - v.block.address < v.block.bytes; });
    return view == views_.end() ? std::string() : view->name;
}

}  // namespace musimd::kernels::cuda
