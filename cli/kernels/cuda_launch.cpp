#include "cli/kernels/cuda_launch.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/command/failure.hpp"
#include "cli/command/terminal.hpp"
#include "cli/kernels/cuda_arguments.hpp"
#include "cli/kernels/finding_options.hpp"
#include "isa/diagnostic.hpp"

namespace musimd::cli {
namespace {

using namespace kernels::cuda;

constexpr Integer kMaxOfGrid = (std::int64_t{1} << 31) - 1;
constexpr Integer kMaxOfSample = 1 << 20;
constexpr Integer kMaxOfBlock = 1 << 20;  // larger ones than CUDA's get a message of their own

dsl::Dimensions dimensions_of(const Options& options, const char* name, dsl::Dimensions otherwise,
                              Integer most) {
    const auto text = options.text(name);
    if (!text) return otherwise;
    const std::vector<std::string> parts = comma_list(*text);
    dsl::Dimensions result = {1, 1, 1};
    const bool is_list = parts.size() <= 3 && std::ranges::all_of(parts, [](const std::string& part) {
                             return !part.empty() && part.size() <= 10 &&
                                    part.find_first_not_of("0123456789") == std::string::npos;
                         });
    if (!is_list) throw invalid_value(name, *text, "expected up to three numbers, as in 8 or 8,4,2");
    for (std::size_t d = 0; d < parts.size(); ++d) {
        result[d] = static_cast<std::uint32_t>(std::stoul(parts[d]));
        if (result[d] == 0 || Integer{result[d]} > most)
            throw invalid_value(name, *text,
                                fmt::format("a dimension is 1 to {}", static_cast<std::int64_t>(most)));
    }
    if (Integer{result[0]} * result[1] * result[2] > UINT32_MAX)
        throw invalid_value(name, *text, fmt::format("at most {} in all", UINT32_MAX));
    return result;
}

}  // namespace

LaunchConfiguration launch_conditions(const Options& options) {
    LaunchConfiguration config;
    config.shared_bytes = static_cast<std::int64_t>(options.integer("shared", 0, 1 << 30).value_or(0));
    config.warp = static_cast<std::uint32_t>(options.integer("warp", 1, 64).value_or(32));
    config.resident_blocks = static_cast<std::int64_t>(options.integer("resident", 1, 1 << 30).value_or(0));
    config.sample_blocks = static_cast<std::uint32_t>(options.integer("sample", 1, kMaxOfSample).value_or(0));
    config.max_steps = static_cast<std::uint64_t>(
        options.integer("max-steps", 1, std::int64_t{1} << 62).value_or(10'000'000));
    const std::string undefined = options.choice("undefined").value_or("trap");
    if (undefined == "warn") config.undefined = Undefined::warn;
    if (undefined == "zero") config.undefined = Undefined::zero;
    if (options.choice("races") == "different") config.races = Races::different;
    config.schedules = static_cast<std::uint32_t>(options.integer("schedules", 1, 10'000).value_or(4));
    config.tries_all = options.has("schedules");
    if (const auto schedule = schedule_of(options)) {
        config.schedule = *schedule;
        if (!config.tries_all) config.schedules = 1;
    }
    const auto most = options.integer("max-schedules", 1, INT64_MAX);
    if (most && !options.has("explore")) throw UsageError("'--max-schedules' needs '--explore'");
    if (options.has("explore")) config.explored = static_cast<std::uint64_t>(most.value_or(10'000));
    const std::string volatiles = options.choice("volatile").value_or("warn");
    if (volatiles == "plain") config.volatiles = Volatiles::plain;
    if (volatiles == "relaxed") config.volatiles = Volatiles::relaxed;
    config.goes_on = options.has("continue");
    config.interrupt = &interruption();
    return config;
}

LaunchConfiguration launch_configuration(const Options& options) {
    LaunchConfiguration config;
    const dsl::Dimensions grid = dimensions_of(options, "grid", config.grid, kMaxOfGrid);
    const dsl::Dimensions block = dimensions_of(options, "block", config.block, kMaxOfBlock);
    config = launch_conditions(options);
    config.grid = grid;
    config.block = block;
    return config;
}

std::string add_usual_shared_memory(const Options& options, const reader::Source& source,
                                    const dsl::cuda::KernelFunction& kernel, LaunchConfiguration& config) {
    if (options.has("shared")) return {};
    const dsl::cuda::SharedArray* largest = nullptr;
    for (const dsl::cuda::SharedArray& array : kernel.shared) {
        if (array.elements == 0 && (largest == nullptr || array.bytes > largest->bytes)) largest = &array;
    }
    if (largest == nullptr) return {};
    const std::int64_t threads = std::int64_t{config.block[0]} * config.block[1] * config.block[2];
    config.shared_bytes = threads * largest->bytes;
    return fmt::format(
        "{}: note: {} has {} elements, one for each thread, because --shared is not given; as in --shared "
        "{}\n",
        source.file, kernel.code.buffers[largest->buffer].name, threads, config.shared_bytes);
}

std::vector<std::string> launch_argument_texts(const Options& options,
                                               const dsl::cuda::KernelFunction& kernel,
                                               const kernels::openmp::GivenArguments& given,
                                               const LaunchConfiguration& config, std::int64_t number) {
    const auto seed = static_cast<std::uint64_t>(options.integer("seed", 0, UINT64_MAX).value_or(0));
    const auto elements = static_cast<std::int64_t>(
        options.integer("elements", 1, 1 << 24).value_or(4 * Integer{config.grid_threads()}));
    kernels::openmp::GivenArguments all = given;
    add_device_variables(kernel, all);
    return kernels::openmp::argument_texts(kernel.code, all, seed, {.number = number, .elements = elements});
}

void refuse_volta(const reader::Source& source, const dsl::cuda::KernelFunction& kernel) {
    const std::vector<std::string_view> lines = lines_of(source.text);
    const std::size_t line = std::min<std::size_t>(kernel.everywhere_line, lines.size());
    Diagnostics errors;
    errors.error(
        kernel.everywhere_line, line == 0 ? 0 : offset_of(lines[line - 1], kernel.everywhere_column),
        "`everywhere` wakes threads of the warp, which needs `--model lockstep`: under volta no thread "
        "acts for another");
    throw InputError(render(source.file, lines, errors));
}

}  // namespace musimd::cli
