#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace musimd {

/// The text of a JSON value. Bytes that are not UTF-8, as in names of files, are replaced.
template <typename Json = nlohmann::ordered_json>
std::string json_text(const Json& json, int indent = -1) {
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace musimd
