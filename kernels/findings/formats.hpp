#pragma once

#include <string>
#include <string_view>

#include "kernels/findings/list.hpp"
#include "views/sarif.hpp"

// Reports for other tools.

namespace musimd::kernels {

/// The place of a point, with a text about it.
views::SarifLocation sarif_location(dsl::SourcePoint point, std::string text, const SourceLines& lines);

/// SARIF 2.1.0. `version`: of musimd.
std::string sarif(const FindingList& list, std::string_view version);

/// JUnit: the test cases of the list. `suite`: its name, `musimd cuda`.
std::string junit(const FindingList& list, std::string_view suite);

/// As NVIDIA's compute-sanitizer prints them.
std::string compute_sanitizer(const FindingList& list);

}  // namespace musimd::kernels
