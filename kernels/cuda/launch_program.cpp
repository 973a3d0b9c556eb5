#include "kernels/cuda/launch_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "kernels/cuda/device_launches.hpp"
#include "kernels/cuda/guesses.hpp"
#include "kernels/cuda/ignored_masks.hpp"
#include "kernels/cuda/late_starts.hpp"
#include "kernels/cuda/printing.hpp"
#include "kernels/cuda/zeroed_memory.hpp"
#include "kernels/cuda/zeroed_variables.hpp"
#include "kernels/launch/call_memory.hpp"
#include "kernels/launch/objects.hpp"

namespace musimd::kernels::cuda {
namespace {

using dsl::cuda::KernelFunction;
using dsl::cuda::SharedArray;

constexpr std::int64_t kMaxLocals = 1 << 26;  // words of local arrays, of all threads
constexpr std::int64_t kMaxZeros = 1 << 27;   // of an array, under `volta`, which may store each of them
constexpr std::uint32_t kMaxInDimension[] = {1024, 1024, 64};
constexpr std::uint32_t kMaxOfGrid = 65'535;     // in y and z
constexpr std::int64_t kMaxOfThreads = 1 << 28;  // bytes, of the variables of all threads at once
constexpr std::int64_t kTemporaries = 32;        // of a thread, about

std::int64_t elements_of(const SharedArray& array, const LaunchConfiguration& config) {
    return array.elements != 0 ? array.elements : config.shared_bytes / array.bytes;
}

std::vector<std::pair<dsl::BufferId, std::int64_t>> shared_memory(const KernelFunction& kernel,
                                                                  const LaunchConfiguration& config) {
    std::vector<std::pair<dsl::BufferId, std::int64_t>> result;
    for (const SharedArray& array : kernel.shared) {
        if (const std::int64_t elements = elements_of(array, config); elements > 0)
            result.emplace_back(array.buffer, elements);
    }
    return result;
}

bool is_shared(const KernelFunction& kernel, dsl::BufferId buffer) {
    return std::ranges::find(kernel.shared, buffer, &SharedArray::buffer) != kernel.shared.end();
}

dsl::Blocks blocks_of(const KernelFunction& kernel, const LaunchConfiguration& config) {
    dsl::Blocks blocks{.grid = config.grid,
                       .block = config.block,
                       .first = config.first_block,
                       .count = config.part_blocks != 0 ? config.part_blocks : config.sample.blocks,
                       .sample = config.sample,
                       .model = config.model,
                       .numbers = kernel.numbers,
                       .shared = shared_memory(kernel, config)};
    for (const auto& [variable, buffer] : kernel.code.addresses) {
        if (is_shared(kernel, buffer)) blocks.addresses.emplace_back(variable, buffer);
    }
    return blocks;
}

std::string dimensions_text(const dsl::Dimensions& d) {
    return fmt::format("{} × {} × {}", d[0], d[1], d[2]);
}

// ---- objects

Space space_of(const KernelFunction& kernel, dsl::BufferId buffer) {
    const auto is_it = [&](const dsl::cuda::DeviceVariable& v) {
        const dsl::openmp::Parameter& parameter = kernel.code.parameters[v.parameter];
        return dsl::cuda::buffer_of(parameter, kernel.code) == buffer && !parameter.writes;
    };
    return std::ranges::any_of(kernel.variables, is_it) ? Space::constant : Space::global;
}

/// One whose pointer is into the region.
std::optional<dsl::BufferId> buffer_in(const dsl::Region& region, const openmp::CallState& state) {
    for (std::size_t b = 0; b < state.memory.size(); ++b) {
        const std::int64_t at = state.memory[b].address - region.address;
        if (state.memory[b].count() == 0 && 0 <= at && at <= region.count())
            return static_cast<dsl::BufferId>(b);
    }
    return std::nullopt;
}

/// How the text writes what is in the buffer: of structures, each number is a member.
dsl::cuda::ObjectShape shape_of(const KernelFunction& kernel, dsl::BufferId buffer) {
    const auto known = std::ranges::find(kernel.shapes, buffer, &dsl::cuda::ObjectShape::buffer);
    if (known != kernel.shapes.end()) return *known;
    dsl::cuda::ObjectShape shape{.buffer = buffer};
    const auto& buffers = kernel.code.buffers;
    for (const dsl::openmp::StructureArray& array : kernel.code.structures) {
        if (array.whole != buffer) continue;
        for (std::uint32_t m = 1; m <= array.members; ++m) {
            const std::string& member = buffers[buffer + m].name;
            shape.parts.push_back({member.substr(std::min(buffers[buffer].name.size(), member.size()))});
        }
    }
    return shape;
}

std::vector<LaunchObject> objects_of(const KernelFunction& kernel, const PreparedLaunch& prepared,
                                     const Program& program) {
    std::vector<LaunchObject> result;
    const auto& buffers = kernel.code.buffers;
    const auto bytes = [&](std::size_t b) {
        return static_cast<std::uint32_t>(width_of(buffers[b].element) + 7) / 8;
    };
    const auto add = [&](dsl::BufferId b, const dsl::Region& region) {
        LaunchObject& object =
            result.emplace_back(LaunchObject{.name = region.name.empty() ? buffers[b].name : region.name,
                                             .space = space_of(kernel, b),
                                             .address = region.address,
                                             .elements = region.count(),
                                             .bytes = bytes(b)});
        for (const dsl::openmp::LocalArray& local : kernel.code.locals) {
            if (local.buffer != b) continue;
            object.space = Space::local;
            object.per_thread = local.elements;
        }
        object.shape = shape_of(kernel, b);
    };
    for (dsl::BufferId b = 0; b < buffers.size(); ++b) {
        const dsl::Region& region = prepared.state.memory[b];
        const bool is_name = prepared.state.shares_memory && region.count() == 0 && region.address > 0;
        if (region.address != 0 && !is_name) add(b, region);
    }
    for (const dsl::Region& region :
         prepared.state.shares_memory ? prepared.state.unnamed : std::vector<dsl::Region>()) {
        if (const auto buffer = buffer_in(region, prepared.state)) add(*buffer, region);
    }
    for (std::size_t s = 0; s < program.shared.size(); ++s) {
        const SharedObject& object = program.shared[s];
        const auto found = std::ranges::find(kernel.code.buffers, object.name, &dsl::KernelBuffer::name);
        LaunchObject& shared = result.emplace_back(LaunchObject{
            .name = object.name, .space = Space::shared, .address = object.offset, .elements = object.count});
        if (found == buffers.end()) continue;
        const auto b = static_cast<dsl::BufferId>(found - buffers.begin());
        shared.bytes = bytes(b);
        shared.shape = shape_of(kernel, b);
    }
    return result;
}

/// The parameters by which instructions access memory.
void set_pointers(const dsl::LoweredKernel& lowered, const KernelFunction& kernel,
                  const openmp::CallState& state, const LaunchConfiguration& config, LaunchProgram& launch) {
    std::map<dsl::BufferId, std::size_t> known;
    for (const dsl::openmp::Parameter& parameter : kernel.code.parameters) {
        if (!parameter.buffer) continue;
        const dsl::BufferId buffer = dsl::cuda::buffer_of(parameter, kernel.code);
        if (!known.emplace(buffer, launch.pointers.size()).second) continue;
        const auto wrong = std::ranges::find(config.wrong_pointers, buffer, &WrongPointer::buffer);
        launch.pointers.push_back({kernel.code.buffers[buffer].name, state.memory[buffer].address,
                                   wrong == config.wrong_pointers.end() ? std::string() : wrong->what,
                                   shape_of(kernel, buffer)});
    }
    for (const std::optional<dsl::BufferId>& buffer : lowered.objects) {
        const auto found = buffer ? known.find(*buffer) : known.end();
        launch.through.push_back(found == known.end() ? std::nullopt : std::optional(found->second));
    }
}

/// The shared objects are the last of the memory, in the order of the blocks' list.
std::vector<std::optional<std::size_t>> shared_objects(const dsl::LoweredKernel& lowered,
                                                       const dsl::Blocks& blocks,
                                                       const LaunchProgram& launch) {
    std::vector<std::optional<std::size_t>> result;
    const std::size_t first = launch.memory.size() - launch.program.shared.size();
    for (const std::optional<dsl::BufferId>& buffer : lowered.objects) {
        auto& object = result.emplace_back();
        for (std::size_t s = 0; buffer && s < blocks.shared.size(); ++s) {
            if (blocks.shared[s].first == *buffer) object = first + s;
        }
    }
    return result;
}

}  // namespace

// grid_group::sync() of our headers counts blocks in a variable.
bool has_grid_barrier(const KernelFunction& kernel) {
    return std::ranges::any_of(kernel.variables, [&](const dsl::cuda::DeviceVariable& variable) {
        return kernel.code.parameters[variable.parameter].name.ends_with("blocks_at_grid_barrier");
    });
}

std::int64_t blocks_at_once(const KernelFunction& kernel, const LaunchConfiguration& config) {
    const std::int64_t blocks = config.all_blocks();
    if (has_grid_barrier(kernel)) return blocks;
    const std::int64_t variables = std::ssize(kernel.code.variables) + kTemporaries;
    std::int64_t locals = 1;
    for (const dsl::openmp::LocalArray& local : kernel.code.locals) locals += local.elements;
    const std::int64_t warps = (dsl::count_of(config.block) + config.warp - 1) / config.warp;
    const std::int64_t bytes =
        warps * config.warp * (variables + locals) * std::int64_t{sizeof(std::int64_t)};
    const std::int64_t most = config.resident_blocks == 0 ? blocks : config.resident_blocks;
    return std::clamp(std::min({kMaxOfThreads / bytes, kMaxWarps / warps, most}), std::int64_t{1}, blocks);
}

namespace {

std::optional<Refusal> wrong_shared_memory(const KernelFunction& kernel, const LaunchConfiguration& config) {
    constexpr std::int64_t kUsual = 48 << 10;
    std::int64_t bytes = 0;
    std::int64_t own = 0;
    for (const SharedArray& array : kernel.shared) {
        bytes += elements_of(array, config) * array.bytes;
        own += array.elements * array.bytes;
    }
    if (bytes > kSharedBytes)
        return Refusal{fmt::format("{} bytes of shared memory; a block has at most {}", bytes, kSharedBytes),
                       Refusal::Because::argument};
    const std::int64_t all = own + config.shared_bytes;
    if (all > std::max(kUsual, own + config.shared_limit))
        return Refusal{fmt::format("{} bytes of shared memory; more than {} need cudaFuncSetAttribute with "
                                   "cudaFuncAttributeMaxDynamicSharedMemorySize",
                                   all, kUsual),
                       Refusal::Because::argument};
    return std::nullopt;
}

}  // namespace

std::optional<Refusal> why_not(const KernelFunction& kernel, const LaunchConfiguration& config) {
    for (std::size_t d = 0; d < 3; ++d) {
        if (config.grid[d] == 0 || config.block[d] == 0) return Refusal{"a dimension of the launch is 0"};
        if (config.block[d] > kMaxInDimension[d])
            return Refusal{fmt::format("a block of {} threads; CUDA allows at most 1024 × 1024 × 64",
                                       dimensions_text(config.block))};
        if (d != 0 && config.grid[d] > kMaxOfGrid)
            return Refusal{fmt::format("a grid of {} blocks; CUDA allows at most {} in y and z",
                                       dimensions_text(config.grid), kMaxOfGrid)};
    }
    if (dsl::count_of(config.block) > kMaxBlockThreads)
        return Refusal{fmt::format("a block of {} = {} threads; it has at most {}",
                                   dimensions_text(config.block), dsl::count_of(config.block),
                                   kMaxBlockThreads)};
    if (kernel.max_threads != 0 && dsl::count_of(config.block) > kernel.max_threads)
        return Refusal{
            fmt::format("a block of {} = {} threads; __launch_bounds__ allows {}",
                        dimensions_text(config.block), dsl::count_of(config.block), kernel.max_threads),
            Refusal::Because::resources};
    if (auto wrong = wrong_shared_memory(kernel, config)) return wrong;
    std::int64_t locals = 0;
    for (const dsl::openmp::LocalArray& local : kernel.code.locals) locals += local.elements;
    const std::int64_t blocks = blocks_at_once(kernel, config);
    const std::int64_t threads = blocks * dsl::count_of(config.block);
    if (locals != 0 && threads > kMaxLocals / locals)
        return Refusal{fmt::format(
            "{} threads with local arrays of {} elements; they do not fit in the machine's memory", threads,
            locals)};
    const std::int64_t warps = blocks * ((dsl::count_of(config.block) + config.warp - 1) / config.warp);
    if (warps > kMaxWarps)
        return Refusal{fmt::format("{} warps; the machine has at most {}", warps, kMaxWarps)};
    return std::nullopt;
}

PreparedLaunch prepare(const KernelFunction& kernel, const openmp::CallState& memory,
                       const LaunchConfiguration& config) {
    PreparedLaunch prepared{memory, {}};
    for (const dsl::openmp::LocalArray& local : kernel.code.locals)
        openmp::allocate(local.buffer, local.elements * config.threads(), prepared.state);
    if (kernel.printing) allocate_printed(*kernel.printing, prepared.state);
    if (!kernel.launches.empty()) allocate_launched(kernel, prepared.state);
    if (config.undefined == Undefined::zero) {
        for (dsl::Region& region : prepared.state.memory) region.defined.clear();
        for (dsl::Region& region : prepared.state.unnamed) {
            region.defined.clear();
            region.zeros =
                region.is_large() && (config.model == ThreadModel::lockstep || region.count() <= kMaxZeros);
            for (dsl::Region& part : region.parts) part.defined.clear();
        }
    }
    prepared.state.margin = config.has_margins ? openmp::kMargin : 0;
    prepared.state.wrapping_lines = config.wrapping_lines;
    prepared.part = openmp::part_of(kernel.code, kernel.code.body);
    if (config.reads_guesses_atomically)
        Guesses(prepared.part.kernel.body).read_atomically(prepared.part.kernel.body);
    ignore_masks(config.maskless_lines, prepared);
    zero_variables(config.zeroed_lines, prepared.part.kernel);
    if (config.undefined == Undefined::zero)
        zero_shared_memory(shared_memory(kernel, config), config, prepared);
    delay_threads(config, prepared);
    return prepared;
}

namespace {

void set_volatiles(Volatiles volatiles, Program& program) {
    for (Instruction& i : program.instructions) {
        if (!is_volatile(i)) continue;
        i.scope = Scope::grid;
        if (volatiles == Volatiles::relaxed) continue;
        i.opcode = i.opcode == Opcode::strong_store ? Opcode::st : Opcode::ld;
        i.fetch_operation = FetchOperation::add;
    }
}

/// What parameters that are null may access.
void set_null(const KernelFunction& kernel, const openmp::CallState& state,
              const std::vector<std::optional<dsl::BufferId>>& buffers, LaunchProgram& launch) {
    if (!state.shares_memory) return;
    for (const dsl::openmp::Parameter& parameter : kernel.code.parameters) {
        if (!parameter.buffer || parameter.of_structure || state.memory[*parameter.buffer].address != 0)
            continue;
        for (std::size_t i = 0; i < buffers.size(); ++i) {
            if (buffers[i] == parameter.buffer) launch.objects[i] = openmp::kNoAddresses;
        }
    }
}

}  // namespace

LaunchProgram lower(const KernelFunction& kernel, const PreparedLaunch& prepared,
                    const LaunchConfiguration& config) {
    dsl::Launch launch = openmp::launch_of(prepared.part, prepared.state, config.threads());
    launch.warp_width = config.warp;
    launch.blocks = blocks_of(kernel, config);
    std::erase_if(launch.blocks->numbers, [&](const auto& number) {
        return !std::ranges::binary_search(prepared.part.variables, number.first);
    });
    std::erase_if(launch.regions, [](const dsl::Region& region) { return region.address == 0; });  // shared
    dsl::LoweredKernel lowered = dsl::lower_with_variables(prepared.part.kernel, launch);
    LaunchProgram result{.program = std::move(lowered.program),
                         .options = {},
                         .objects = {},
                         .sources = std::move(lowered.sources),
                         .calls = std::move(lowered.calls),
                         .shape = config.shape(),
                         .memory = {}};
    result.program.consistency = config.consistency;
    if (config.volatiles != Volatiles::warn) set_volatiles(config.volatiles, result.program);
    result.objects = openmp::object_addresses(lowered.objects, launch);
    set_null(kernel, prepared.state, lowered.objects, result);
    result.options = openmp::options_of(result.program, step_limit(config));
    result.options.interrupt = config.interrupt;
    result.options.side = config.side;
    result.options.order = result.program.order = config.schedule.order;
    result.options.seed = result.program.seed = config.schedule.seed;
    result.memory = objects_of(kernel, prepared, result.program);
    result.shared = shared_objects(lowered, *launch.blocks, result);
    result.columns = lowered.columns;
    result.variables = std::move(lowered.variables);
    set_pointers(lowered, kernel, prepared.state, config, result);
    result.kernel = &kernel;
    return result;
}

LaunchProgram program_of(const KernelFunction& kernel, const openmp::CallArguments& arguments,
                         const LaunchConfiguration& config) {
    return lower(kernel, prepare(kernel, openmp::state_of(kernel.code, arguments), config), config);
}

}  // namespace musimd::kernels::cuda
