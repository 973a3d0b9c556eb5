#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/findings/source_lines.hpp"
#include "kernels/openmp/run.hpp"

// Parts of reports.

namespace musimd::kernels {

/// How a run ended: `trap`.
std::string_view end_word(openmp::RunEnd end);

/// Where the functions were called in which something was found, innermost first: a note for each.
std::string calls_text(const SourceLines& lines, const std::vector<dsl::InlinedCall>& calls);
nlohmann::ordered_json calls_json(const std::vector<dsl::InlinedCall>& calls);
/// The same with files.
nlohmann::ordered_json calls_json(const SourceLines& lines, const std::vector<dsl::InlinedCall>& calls);
/// The members `file`, `line` and, if it is known, `column`.
nlohmann::ordered_json place_json(const SourceLines& lines, dsl::SourcePoint point);

/// The members of a run's JSON that say what it costs, on hardware with so many lanes.
void add_cost(const openmp::Cost& cost, std::uint32_t native_lanes, nlohmann::ordered_json& json);

}  // namespace musimd::kernels
