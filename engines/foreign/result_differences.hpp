#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace musimd::foreign {

/// The differences between two results as JSON (docs/interfaces.md): a line for each member that differs,
/// `/memory/7: expected 5, got 6`, at most 20. What the contract does not compare is left out: messages,
/// `limit`, `stats` and, with `without_lines`, lines and columns.
std::string result_differences(const nlohmann::json& expected, const nlohmann::json& actual,
                               bool without_lines);

}  // namespace musimd::foreign
