#include "cli/kernels/launch_counts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace musimd::cli {

std::string launch_counts_text(const std::vector<LaunchCountRow>& rows) {
    std::size_t width = 6;
    for (const LaunchCountRow& row : rows) width = std::max(width, row.kernel.size());
    std::string text =
        fmt::format("\nLaunches in device code:\n{:<{}}  {:<10}{:<8}{:>9}{:>13}{:>14}\n", "kernel", width,
                    "model", "engine", "launches", "child warps", "child steps");
    for (const LaunchCountRow& row : rows)
        text += fmt::format("{:<{}}  {:<10}{:<8}{:>9}{:>13}{:>14}\n", row.kernel, width, to_string(row.model),
                            row.engine, row.count.launches, row.count.warps, row.count.steps);
    return text;
}

nlohmann::ordered_json launch_counts_json(const kernels::cuda::DeviceLaunchCount& count) {
    return {{"launches", count.launches}, {"warps", count.warps}, {"steps", count.steps}};
}

std::string dimensions_text(const dsl::Dimensions& d) {
    if (d[2] != 1) return fmt::format("({}, {}, {})", d[0], d[1], d[2]);
    return d[1] != 1 ? fmt::format("({}, {})", d[0], d[1]) : std::to_string(d[0]);
}

}  // namespace musimd::cli
