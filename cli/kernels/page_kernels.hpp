#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "cli/command/options.hpp"

// Kernels of CUDA C++ and OpenMP for the page of `musimd web`: docs/web-page.md.

namespace musimd::cli {

/// The kernel of the file, lowered to a program: {name, file, text, source: {language, files, lines}}. A
/// function of OpenMP is a program for each of its parallel loops, under each model. Options that the file
/// states for itself are read, too. Warnings are printed on standard error. Throws InputError if the file has
/// errors, or if the front end was not built.
std::vector<nlohmann::ordered_json> page_kernels(const Options& options, const Arguments& arguments,
                                                 const std::string& file);

}  // namespace musimd::cli
