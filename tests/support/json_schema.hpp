#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace musimd::support {

/// What of the value is not as the schema says: one line each, beginning with where (`/trap/kind: …`).
///
/// Knows the keywords that docs/result.schema.json uses, and complains about any other, so that the schema
/// cannot say what is not looked at.
std::vector<std::string> violations(const nlohmann::json& schema, const nlohmann::json& value);

}  // namespace musimd::support
