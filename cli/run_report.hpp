#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "differential/openmp/run.hpp"
#include "dsl/clang/front_end.hpp"

// What the reports of `musimd omp` and `musimd cuda` have in common.

namespace musimd::cli {

/// How a run ended: `trap`.
std::string_view end_word(differential::openmp::RunEnd end);

/// Where the functions were called in which something was found, innermost first: a note for each.
std::string calls_text(const dsl::clang::Source& source, const std::vector<dsl::InlinedCall>& calls);
nlohmann::ordered_json calls_json(const std::vector<dsl::InlinedCall>& calls);

/// The members of a run's JSON that say what it costs, on hardware with so many lanes.
void add_cost(const differential::openmp::Cost& cost, std::uint32_t native_lanes,
              nlohmann::ordered_json& json);

}  // namespace musimd::cli
