#include "kernels/findings/texts.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace musimd::kernels {

using Json = nlohmann::ordered_json;
using openmp::RunEnd;

std::string_view end_word(RunEnd end) {
    switch (end) {
        case RunEnd::stop:
            return "stop";
        case RunEnd::trap:
            return "trap";
        case RunEnd::limit:
            return "limit";
        case RunEnd::refused:
            return "refused";
        case RunEnd::interrupted:
            break;
    }
    return "interrupted";
}

std::string calls_text(const SourceLines& lines, const std::vector<dsl::InlinedCall>& calls) {
    std::string text;
    for (const dsl::InlinedCall& call : calls)
        text += fmt::format("{}: note: in '{}', called here\n{}", lines.where(call.line), call.function,
                            lines.indented(call.line));
    return text;
}

Json calls_json(const std::vector<dsl::InlinedCall>& calls) {
    Json json = Json::array();
    for (const dsl::InlinedCall& call : calls)
        json.push_back({{"function", call.function}, {"line", call.line.line}});
    return json;
}

Json calls_json(const SourceLines& lines, const std::vector<dsl::InlinedCall>& calls) {
    Json json = Json::array();
    for (const dsl::InlinedCall& call : calls) {
        json.push_back({{"function", call.function}});
        json.back().update(place_json(lines, call.line));
    }
    return json;
}

Json place_json(const SourceLines& lines, dsl::SourcePoint point) {
    const dsl::cuda::FileLine place = lines.place(point);
    Json json = {{"file", place.file}, {"line", place.line}};
    if (point.column != 0) json["column"] = lines.column(point);
    return json;
}

void add_cost(const openmp::Cost& cost, std::uint32_t native_lanes, Json& json) {
    json["steps"] = cost.steps;
    json["slots"] = cost.slots;
    json["efficiency"] = cost.efficiency(native_lanes);
    json["memory_transactions"] = cost.memory_transactions;
    json["branches_divergent"] = cost.branches_divergent;
}

}  // namespace musimd::kernels
