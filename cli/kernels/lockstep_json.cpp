// The JSON object of `musimd lockstep`.

#include <nlohmann/json.hpp>

#include "cli/kernels/lockstep_report.hpp"
#include "kernels/findings/texts.hpp"

namespace musimd::cli {

using namespace kernels::lockstep;

namespace {

std::string_view outcome_of(TargetRun::End end) {
    switch (end) {
        case TargetRun::End::stop:
            return "stop";
        case TargetRun::End::finding:
            return "finding";
        case TargetRun::End::limit:
            return "limit";
        case TargetRun::End::refused:
            return "refused";
        case TargetRun::End::skipped:
            return "skipped";
        case TargetRun::End::not_compiled:
            return "not_compiled";
        case TargetRun::End::compiled:
            break;
    }
    return "compiled";
}

}  // namespace

nlohmann::ordered_json LockstepReport::run_json(const Run& run) const {
    nlohmann::ordered_json json;
    json["target"] = to_string(run.target);
    json["workers"] = run.shape.workers;
    if (request_.setting.has_simd) json["simd"] = run.shape.simd;
    json["order"] = to_string(run.order);
    json["arguments"] = nlohmann::ordered_json::object();
    for (std::size_t p = 0; p < request_.arguments[run.arguments].size(); ++p)
        json["arguments"][request_.kernel().code.parameters[p].name] = request_.arguments[run.arguments][p];
    json["outcome"] = outcome_of(run.end);
    json["differs"] = differs(run);
    if (!run.message.empty()) json["message"] = run.message;
    if (is_of_machine(run.target)) {
        if (run.is_observed)
            kernels::add_cost(run.cost, request_.setting.config.warp, json);
        else
            json["steps"] = run.cost.steps;
    }
    if (run.counts)
        json["domains"] = {{"collective_iterations", run.counts->iterations},
                           {"slots", run.counts->slots},
                           {"idle", run.counts->idle}};
    return json;
}

nlohmann::ordered_json LockstepReport::difference_json(const FoundDifference& found) const {
    const Difference& difference = *found.first;
    nlohmann::ordered_json json;
    json["cause"] = to_string(difference.cause);
    json.update(kernels::place_json(lines_, difference.line));
    json["array"] = difference.array;
    json["elements"] = difference.count;
    json["first"] = difference.element;
    json["values"] = {difference.value_a, difference.value_b};
    for (const std::size_t number : {difference.a, difference.b}) {
        const Run& run = all_.runs[number];
        json["runs"].push_back({{"target", to_string(run.target)},
                                {"workers", run.shape.workers},
                                {"simd", run.shape.simd},
                                {"order", to_string(run.order)}});
    }
    json["count"] = found.runs.size();
    json["again"] = again(difference);
    return json;
}

nlohmann::ordered_json LockstepReport::json() const {
    nlohmann::ordered_json json;
    json["file"] = request_.setting.source.file;
    json["kernel"] = request_.kernel().code.name;
    json["grid"] = request_.setting.config.grid[0];
    json["runs"] = nlohmann::ordered_json::array();
    for (const Run& run : all_.runs) json["runs"].push_back(run_json(run));
    json["findings"] = nlohmann::ordered_json::array();
    for (const Found& found : findings_) {
        json["findings"].push_back(listed(found).json());
        for (const Run* run : found.runs)
            json["findings"].back()["instances"].push_back({{"workers", run->shape.workers},
                                                            {"simd", run->shape.simd},
                                                            {"order", to_string(run->order)}});
    }
    json["differences"] = nlohmann::ordered_json::array();
    for (const FoundDifference& found : differences_) json["differences"].push_back(difference_json(found));
    if (agreement_) json["models"] = agreement_->json();
    return json;
}

}  // namespace musimd::cli
