#include "kernels/cuda/sampling.hpp"

#include <fmt/format.h>

namespace musimd::kernels::cuda {

dsl::Sample sample_of(const dsl::cuda::KernelFunction& kernel, const LaunchConfiguration& config) {
    const bool is_whole = config.sample_blocks >= dsl::count_of(config.grid) || has_grid_barrier(kernel);
    return {is_whole ? 0 : config.sample_blocks};
}

std::string sample_text(std::int64_t ran, std::int64_t blocks) {
    return fmt::format(
        "{} of {} blocks ran ({:.2g} %), because of --sample; what the others compute is missing, and races "
        "with them are not found",
        ran, blocks, 100 * static_cast<double>(ran) / static_cast<double>(blocks));
}

std::string whole_text(const dsl::cuda::KernelFunction& kernel) {
    return fmt::format(
        "{}: all blocks run, although --sample is given: they wait for each other (grid.sync())",
        kernel.code.name);
}

}  // namespace musimd::kernels::cuda
