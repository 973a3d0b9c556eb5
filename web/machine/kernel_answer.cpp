#include "web/machine/kernel_answer.hpp"

#include <nlohmann/json.hpp>

#include "isa/printer.hpp"
#include "kernels/cuda/launch_names.hpp"
#include "web/machine/kernel_launch.hpp"

namespace musimd::web {
Json kernel_answer(const Json& request) {
    KernelLaunch given = kernel_launch(request);
    if (!given.kernel) return given.refusal;
    const auto launch = kernels::cuda::program_of(*given.kernel, given.arguments, given.config);
    Json lines = Json::array();
    for (const Instruction& i : launch.program.instructions) lines.push_back(i.line);
    Json file = {{"name", text_in(request, "file").value_or("kernel.cu")},
                 {"lines_before", 0},
                 {"text", *text_in(request, "text")}};
    return {{"text", print(launch.program)},
            {"kernels", std::move(given.kernels)},
            {"parameters", std::move(given.parameters)},
            {"source",
             {{"language", "CUDA"},
              {"files", Json::array({std::move(file)})},
              {"lines", std::move(lines)},
              {"arrays", kernels::cuda::arrays_json(launch)},
              {"variables", kernels::cuda::variables_json(launch)}}}};
}

}  // namespace musimd::web
