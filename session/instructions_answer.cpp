// instructions

#include <nlohmann/json.hpp>

#include "isa/instruction.hpp"
#include "session/requests.hpp"

namespace musimd::web {
namespace {

/// The rows of a table as {how, meaning}.
template <typename Table, typename How>
Json rows_of(const Table& table, const How& how) {
    Json list = Json::array();
    for (const auto& row : table) list.push_back({{"how", how(row)}, {"meaning", row.meaning}});
    return list;
}

}  // namespace

Json instructions_answer() {
    return {{"instructions", rows_of(instruction_table(), [](const auto& row) { return row.format.syntax; })},
            {"operations", rows_of(operation_table(), [](const auto& row) { return row.spelling; })},
            {"fetch_operations", rows_of(fetch_operation_table(), [](const auto& row) { return row.name; })},
            {"typed_operations", rows_of(typed_operation_table(), [](const auto& row) { return row.name; })}};
}

}  // namespace musimd::web
