#include "cli/run_report.hpp"

#include <fmt/format.h>

#include "differential/backends/crash_line.hpp"

namespace musimd::cli {

using Json = nlohmann::ordered_json;
using differential::openmp::RunEnd;

std::string_view end_word(RunEnd end) {
    switch (end) {
        case RunEnd::stop:
            return "stop";
        case RunEnd::trap:
            return "trap";
        case RunEnd::limit:
            return "limit";
        case RunEnd::refused:
            break;
    }
    return "refused";
}

std::string calls_text(const dsl::clang::Source& source, const std::vector<dsl::InlinedCall>& calls) {
    std::string text;
    for (const dsl::InlinedCall& call : calls)
        text += fmt::format("{}:{}: note: in '{}', called here\n    {}\n", source.file, call.line,
                            call.function, differential::source_line(source.text, call.line));
    return text;
}

Json calls_json(const std::vector<dsl::InlinedCall>& calls) {
    Json json = Json::array();
    for (const dsl::InlinedCall& call : calls)
        json.push_back({{"function", call.function}, {"line", call.line}});
    return json;
}

void add_cost(const differential::openmp::Cost& cost, std::uint32_t native_lanes, Json& json) {
    json["steps"] = cost.steps;
    json["slots"] = cost.slots;
    json["efficiency"] = cost.efficiency(native_lanes);
    json["memory_transactions"] = cost.memory_transactions;
    json["branches_divergent"] = cost.branches_divergent;
}

}  // namespace musimd::cli
