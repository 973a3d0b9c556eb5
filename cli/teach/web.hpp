#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "cli/command/options.hpp"

namespace musimd::cli {

/// The kernels of a file as the page holds them: page_kernels of the part for kernels.
using PageKernels = std::vector<nlohmann::ordered_json> (*)(const Options& options,
                                                            const Arguments& arguments,
                                                            const std::string& file);

/// `musimd web`. Without `kernels`, the part for kernels runs the command if it has --add.
int write_web(const Arguments& arguments, PageKernels kernels);

}  // namespace musimd::cli
