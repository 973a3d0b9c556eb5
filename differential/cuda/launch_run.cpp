#include "differential/cuda/launch_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "differential/cuda/explanation.hpp"
#include "differential/openmp/call_memory.hpp"
#include "differential/openmp/objects.hpp"
#include "differential/openmp/part.hpp"
#include "semantics/limit.hpp"

namespace musimd::differential::cuda {
namespace {

using dsl::cuda::KernelFunction;
using dsl::cuda::SharedArray;

constexpr std::int64_t kMostLocals = 1 << 26;  // words of local arrays, of all threads
constexpr std::uint32_t kMostInDimension[] = {1024, 1024, 64};
constexpr std::int64_t kSharedBytes = 227 << 10;  // of a block, at most

std::int64_t elements_of(const SharedArray& array, const LaunchConfiguration& how) {
    return array.elements != 0 ? array.elements : how.shared_bytes / array.bytes;
}

std::vector<std::pair<dsl::BufferId, std::int64_t>> shared_memory(const KernelFunction& kernel,
                                                                  const LaunchConfiguration& how) {
    std::vector<std::pair<dsl::BufferId, std::int64_t>> result;
    for (const SharedArray& array : kernel.shared) {
        if (const std::int64_t elements = elements_of(array, how); elements > 0)
            result.emplace_back(array.buffer, elements);
    }
    return result;
}

bool is_shared(const KernelFunction& kernel, dsl::BufferId buffer) {
    return std::ranges::find(kernel.shared, buffer, &SharedArray::buffer) != kernel.shared.end();
}

dsl::Blocks blocks_of(const KernelFunction& kernel, const LaunchConfiguration& how) {
    dsl::Blocks blocks{.grid = how.grid,
                       .block = how.block,
                       .model = how.model,
                       .numbers = kernel.numbers,
                       .shared = shared_memory(kernel, how)};
    for (const auto& [variable, buffer] : kernel.code.addresses) {
        if (is_shared(kernel, buffer)) blocks.addresses.emplace_back(variable, buffer);
    }
    return blocks;
}

/// The memory of the launch, and the body as a kernel.
struct Prepared {
    openmp::CallState state;
    openmp::Part part;
};

Prepared prepare(const KernelFunction& kernel, const openmp::CallArguments& arguments,
                 const LaunchConfiguration& how) {
    Prepared made{openmp::state_of(kernel.code, arguments), openmp::part_of(kernel.code, kernel.code.body)};
    for (const dsl::openmp::LocalArray& local : kernel.code.locals)
        openmp::allocate(local.buffer, local.elements * how.threads(), made.state);
    return made;
}

LaunchProgram lower(const KernelFunction& kernel, const Prepared& made, const LaunchConfiguration& how) {
    dsl::Launch launch = openmp::launch_of(made.part, made.state, how.threads());
    launch.warp_width = how.warp;
    launch.blocks = blocks_of(kernel, how);
    std::erase_if(launch.blocks->numbers, [&](const auto& number) {
        return !std::ranges::binary_search(made.part.variables, number.first);
    });
    std::erase_if(launch.regions, [](const dsl::Region& region) { return region.address == 0; });  // shared
    dsl::LoweredKernel lowered = dsl::lower_with_variables(made.part.kernel, launch);
    LaunchProgram result{.program = std::move(lowered.program),
                         .options = {},
                         .objects = {},
                         .calls = std::move(lowered.calls)};
    result.objects = openmp::object_addresses(lowered, launch);
    result.options = openmp::options_of(result.program, how.max_steps);
    return result;
}

std::string dimensions_text(const dsl::Dimensions& d) {
    return fmt::format("{} × {} × {}", d[0], d[1], d[2]);
}

}  // namespace

std::optional<std::string> why_not(const KernelFunction& kernel, const LaunchConfiguration& how) {
    for (std::size_t d = 0; d < 3; ++d) {
        if (how.grid[d] == 0 || how.block[d] == 0) return "a dimension of the launch is 0";
        if (how.block[d] > kMostInDimension[d])
            return fmt::format("a block of {} threads; CUDA allows at most 1024 × 1024 × 64",
                               dimensions_text(how.block));
    }
    if (dsl::count_of(how.block) > kMaxBlockThreads)
        return fmt::format("a block of {} = {} threads; it has at most {}", dimensions_text(how.block),
                           dsl::count_of(how.block), kMaxBlockThreads);
    std::int64_t bytes = 0;
    for (const SharedArray& array : kernel.shared) bytes += elements_of(array, how) * array.bytes;
    if (bytes > kSharedBytes)
        return fmt::format("{} bytes of shared memory; a block has at most {}", bytes, kSharedBytes);
    std::int64_t locals = 0;
    for (const dsl::openmp::LocalArray& local : kernel.code.locals) locals += local.elements;
    if (locals != 0 && how.threads() > kMostLocals / locals)
        return fmt::format("{} threads with local arrays of {} elements; the machine has no room for them",
                           how.threads(), locals);
    const std::int64_t warps =
        dsl::count_of(how.grid) * ((dsl::count_of(how.block) + how.warp - 1) / how.warp);
    if (warps > kMaxWarps) return fmt::format("{} warps; the machine has at most {}", warps, kMaxWarps);
    return std::nullopt;
}

LaunchProgram program_of(const KernelFunction& kernel, const openmp::CallArguments& arguments,
                         const LaunchConfiguration& how) {
    return lower(kernel, prepare(kernel, arguments, how), how);
}

LaunchRun run_launch(const KernelFunction& kernel, const openmp::CallArguments& arguments,
                     const LaunchConfiguration& how, const Engine& engine) {
    LaunchRun run;
    Prepared made = prepare(kernel, arguments, how);
    const LaunchProgram launch = lower(kernel, made, how);
    if (auto reason = too_large(engine, launch.program)) {
        run.message = *std::move(reason);
        return run;
    }
    openmp::CostObserver cost(launch.program, how.warp, {}, how.warp);
    openmp::ObjectObserver objects(launch.objects);
    Observers observers;
    observers.add(cost);
    observers.add(objects);
    const Result result = engine.run(launch.program, launch.options, &observers);
    run.cost = cost.cost();
    for (const RunWarning& warning : result.warnings) run.warnings.push_back(finding_of(warning, launch));
    if (!objects.found().empty()) {
        run.end = LaunchRun::End::trap;
        run.findings.push_back(finding_of(objects.found().front(), launch));
    } else if (result.outcome == Outcome::trap) {
        run.end = LaunchRun::End::trap;
        run.findings.push_back(finding_of(*result.trap, launch));
    } else if (result.outcome == Outcome::limit) {
        run.end = LaunchRun::End::limit;
        run.message = explain(*result.limit, launch.program);
        run.line = result.limit->line;
    } else {
        run.end = LaunchRun::End::stop;
        openmp::take_memory(made.part, result, made.state);
        run.buffers = openmp::final_elements(kernel.code, made.state);
    }
    return run;
}

}  // namespace musimd::differential::cuda
