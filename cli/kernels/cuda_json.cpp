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
    Json one;
    one["model"] = to_string(run.how.model);
    one["engine"] = run.engine;
    for (std::size_t p = 0; p < run.arguments.size(); ++p)
        one["arguments"][request.kernel.code.parameters[p].name] = run.arguments[p];
    one["outcome"] = kernels::end_word(run.run.end);
    if (run.run.parts > 1) one["parts"] = run.run.parts;
    if (!run.run.message.empty()) one["message"] = run.run.message;
    if (request.kernel.printing) one["output"] = run.run.printed;
    if (run.run.is_observed)
        kernels::add_cost(run.run.cost, run.how.warp, one);
    else
        one["steps"] = run.run.cost.steps;
    if (!request.kernel.launches.empty()) one["device_launches"] = launch_counts_json(run.run.children);
    return one;
}

Json difference_json(const CudaDifference& one) {
    return {{"array", one.array},
            {"elements", one.count},
            {"first", one.element},
            {"values", {one.value_a, one.value_b}},
            {"models", {to_string(one.a->how.model), to_string(one.b->how.model)}},
            {"engines", {one.a->engine, one.b->engine}}};
}

}  // namespace

Json CudaReport::json() const {
    Json json;
    json["file"] = request_.source.file;
    json["kernel"] = request_.kernel.code.name;
    const CudaRun& first = runs_.front();
    json["grid"] = first.how.grid;
    json["block"] = first.how.block;
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
    return json;
}

}  // namespace musimd::cli
