#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "dsl/cuda/kernel_function.hpp"
#include "isa/diagnostic.hpp"
#include "kernels/cuda/launch_program.hpp"
#include "session/requests.hpp"

// The launch of a kernel that a page has typed.

namespace musimd::web {

struct KernelLaunch {
    std::optional<dsl::cuda::KernelFunction> kernel;  ///< nullopt if it is refused
    kernels::cuda::LaunchConfiguration config = {};
    kernels::openmp::CallArguments arguments = {};
    Json parameters = {};  ///< what is described of them
    Json kernels = {};     ///< names of all that the file has
    Json refusal = {};     ///< an answer with errors
};

/// Answers with `errors`.
Json errors_json(const TextErrors& errors);
Json refusal_json(const std::string& reason);

/// By the members of a request {text, file?, name?, grid?, block?, warp?, shared?, model?, arguments?}.
KernelLaunch kernel_launch(const Json& request);

}  // namespace musimd::web
