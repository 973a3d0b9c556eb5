// The JSON object of `musimd cuda`.

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/kernels/cuda_report.hpp"
#include "cli/kernels/launch_counts.hpp"
#include "kernels/findings/texts.hpp"

namespace musimd::cli {
namespace {

using Json = nlohmann::ordered_json;

Json run_json(const CudaRun& run, const CudaRequest& request) {
    Json json;
    json["model"] = to_string(run.config.model);
    json["engine"] = run.engine;
    for (std::size_t p = 0; p < run.arguments.size(); ++p)
        json["arguments"][request.kernel.code.parameters[p].name] = run.arguments[p];
    json["outcome"] = kernels::end_word(run.run.end);
    if (run.run.parts > 1) json["parts"] = run.run.parts;
    if (run.run.is_sample) json["blocks"] = run.config.all_blocks();
    if (const auto& explored = run.run.explored) {
        json["explored"] = {{"end", explored->end_name()}, {"schedules", explored->schedules}};
        if (explored->is_limited) json["explored"]["max_steps"] = kernels::cuda::kMostStepsExplored;
        if (!explored->why.empty()) json["explored"]["message"] = explored->why;
    }
    if (!run.run.message.empty()) json["message"] = run.run.message;
    if (request.kernel.printing) json["output"] = run.run.printed;
    if (run.run.is_observed)
        kernels::add_cost(run.run.cost, run.config.warp, json);
    else
        json["steps"] = run.run.cost.steps;
    if (!request.kernel.launches.empty()) json["device_launches"] = launch_counts_json(run.run.children);
    return json;
}

Json difference_json(const CudaDifference& difference) {
    return {{"array", difference.array},
            {"elements", difference.count},
            {"first", difference.element},
            {"values", {difference.value_a, difference.value_b}},
            {"models", {to_string(difference.a->config.model), to_string(difference.b->config.model)}},
            {"engines", {difference.a->engine, difference.b->engine}}};
}

}  // namespace

Json CudaReport::json() const {
    Json json;
    json["file"] = request_.source.file;
    json["kernel"] = request_.kernel.code.name;
    const CudaRun& first = runs_.front();
    json["grid"] = first.config.grid;
    json["block"] = first.config.block;
    json["runs"] = Json::array();
    for (const CudaRun& run : runs_) json["runs"].push_back(run_json(run, request_));
    json["findings"] = Json::array();
    json["differences"] = Json::array();
    for (const CudaFinding& found : findings_) {
        if (found.difference)
            json["differences"].push_back(difference_json(*found.difference));
        else
            json["findings"].push_back(listed(found).json());
    }
    if (agreement_) json["models"] = agreement_->json();
    return json;
}

}  // namespace musimd::cli
