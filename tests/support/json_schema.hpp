#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace musimd::support {

/// The violations of the schema: one line each, beginning with the location (`/trap/kind: …`).
///
/// Supports the keywords that docs/result.schema.json uses, and reports any other, so that no part of the
/// schema is ignored.
std::vector<std::string> violations(const nlohmann::json& schema, const nlohmann::json& value);

}  // namespace musimd::support
