#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "isa/json_text.hpp"

namespace musimd::differential::harness {

using Json = nlohmann::ordered_json;

template <typename T>
Json or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json();
}

/// The text of a summary. Bytes that are not UTF-8, as in a compiler's messages, are replaced.
inline std::string text_of(const Json& json, int indent) {
    return json_text(json, indent) + '\n';
}

}  // namespace musimd::differential::harness
