#include "web/machine/kernel_answer.hpp"

#include <nlohmann/json.hpp>

#include "checking/grading/kernel_program.hpp"
#include "isa/printer.hpp"
#include "kernels/cuda/launch_names.hpp"
#include "web/machine/kernel_launch.hpp"

namespace musimd::web {
namespace {

Json source_of(const Json& request, Json lines) {
    Json file = {{"name", text_in(request, "file").value_or("kernel.cu")},
                 {"lines_before", 0},
                 {"text", *text_in(request, "text")}};
    return {{"language", "CUDA"}, {"files", Json::array({std::move(file)})}, {"lines", std::move(lines)}};
}

/// The kernel as the answer of an exercise, with the directives of an input.
Json answer_of_exercise(const Json& request, const std::vector<std::string>& directives) {
    const auto text = text_in(request, "text");
    if (!text) return error("kernel: expected the member text");
    const std::string file = text_in(request, "file").value_or("kernel.cu");
    const grading::KernelProgram made = grading::kernel_program(*text, file, directives);
    if (!made.why.empty()) return refusal_json(made.why);
    if (!made.errors.empty()) return errors_json(made.errors);
    return {{"text", made.text}, {"parameters", Json::array()}, {"source", source_of(request, made.lines)}};
}

}  // namespace

Json kernel_answer(const Json& request) {
    const auto input = texts_in(request, "input");
    if (!input) return error("kernel: input must be a list of directives");
    if (!input->empty()) return answer_of_exercise(request, *input);
    KernelLaunch given = kernel_launch(request);
    if (!given.kernel) return given.refusal;
    const auto launch = kernels::cuda::program_of(*given.kernel, given.arguments, given.config);
    Json lines = Json::array();
    for (const Instruction& i : launch.program.instructions) lines.push_back(i.line);
    Json source = source_of(request, std::move(lines));
    source["arrays"] = kernels::cuda::arrays_json(launch);
    source["variables"] = kernels::cuda::variables_json(launch);
    return {{"text", print(launch.program)},
            {"kernels", std::move(given.kernels)},
            {"parameters", std::move(given.parameters)},
            {"source", std::move(source)}};
}

}  // namespace musimd::web
