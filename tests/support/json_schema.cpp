#include "tests/support/json_schema.hpp"

#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace musimd::support {
namespace {

using valijson::adapters::NlohmannJsonAdapter;

/// `/trap/kind` of valijson's {"<root>", "[trap]", "[kind]"}.
std::string pointer_of(const std::vector<std::string>& context) {
    std::string pointer;
    for (const std::string& part : context) {
        if (part.starts_with('[')) pointer += "/" + part.substr(1, part.size() - 2);
    }
    return pointer.empty() ? "/" : pointer;
}

}  // namespace

std::vector<std::string> violations(const nlohmann::json& schema, const nlohmann::json& value) {
    valijson::Schema compiled;
    valijson::SchemaParser().populateSchema(NlohmannJsonAdapter(schema), compiled);
    valijson::ValidationResults results;
    valijson::Validator(valijson::Validator::kStrongTypes)
        .validate(compiled, NlohmannJsonAdapter(value), &results);
    std::vector<std::string> lines;
    for (valijson::ValidationResults::Error error; results.popError(error);)
        lines.push_back(pointer_of(error.context) + ": " + error.description);
    return lines;
}

}  // namespace musimd::support
