// The JSON object of `musimd cuda`.

#include <fmt/format.h>

#include "cli/cuda_report.hpp"
#include "cli/run_report.hpp"

namespace musimd::cli {
namespace {

using differential::cuda::FoundAccess;
using differential::cuda::GridThread;
using Json = nlohmann::ordered_json;
using State = CudaFinding::State;

std::string_view use_word(Use use) {
    switch (use) {
        case Use::read:
            return "read";
        case Use::write:
            return "write";
        case Use::atomic:
        case Use::atomic_read:
            break;
    }
    return "atomic";
}

Json thread_json(const GridThread& thread) {
    return {{"thread", thread.thread}, {"block", thread.block}};
}

Json access_json(const SourceLines& lines, const FoundAccess& access) {
    Json one = place_json(lines, access.line);
    one["use"] = use_word(access.use);
    one["variable"] = access.element.object;
    one["element"] = access.element.index;
    one["space"] = to_string(access.element.space);
    one["thread"] = thread_json(access.thread);
    return one;
}

Json run_json(const CudaRun& run, const CudaRequest& request) {
    Json one;
    one["model"] = to_string(run.how.model);
    one["engine"] = run.engine;
    for (std::size_t p = 0; p < run.arguments.size(); ++p)
        one["arguments"][request.kernel.code.parameters[p].name] = run.arguments[p];
    one["outcome"] = end_word(run.run.end);
    if (run.run.parts > 1) one["parts"] = run.run.parts;
    if (!run.run.message.empty()) one["message"] = run.run.message;
    if (request.kernel.printing) one["output"] = run.run.printed;
    if (run.run.is_observed)
        add_cost(run.run.cost, run.how.warp, one);
    else
        one["steps"] = run.run.cost.steps;
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

std::string_view state_word(State state) {
    switch (state) {
        case State::fresh:
            return "new";
        case State::known:
            return "known";
        case State::suppressed:
            break;
    }
    return "suppressed";
}

}  // namespace

Json CudaReport::json_of(const CudaFinding& found) const {
    Json one;
    one["kind"] = found.what.kind;
    one["severity"] = found.is_warning ? "warning" : "error";
    one["state"] = state_word(found.state);
    one.update(place_json(lines_, found.what.line));
    if (found.what.thread) one["thread"] = thread_json(*found.what.thread);
    if (found.what.access) one["access"] = access_json(lines_, *found.what.access);
    if (found.what.earlier)
        one["other"] = access_json(lines_, *found.what.earlier);
    else if (found.what.other)
        one["other"] = place_json(lines_, *found.what.other);
    if (found.what.kind == "race") one["same_value"] = found.what.same_value;
    one["message"] = found.what.message;
    one["calls"] = calls_json(lines_, found.what.calls);
    one["models"] = found.models();
    one["again"] = found.again();
    return one;
}

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
            json["findings"].push_back(json_of(found));
    }
    return json;
}

}  // namespace musimd::cli
