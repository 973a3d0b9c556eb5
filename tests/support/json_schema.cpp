#include "tests/support/json_schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <string_view>

namespace musimd::support {
namespace {

using Json = nlohmann::json;

bool has_type(const Json& value, std::string_view type) {
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    if (type == "null") return value.is_null();
    if (type == "boolean") return value.is_boolean();
    if (type == "string") return value.is_string();
    if (type == "array") return value.is_array();
    return type == "object" && value.is_object();
}

class Validator {
  public:
    explicit Validator(const Json& root) : root_(root) {}

    void check(const Json& schema, const Json& value, const std::string& where) {
        if (schema.is_boolean()) {
            if (!schema.get<bool>()) complain(where, "is not allowed");
            return;
        }
        for (const auto& [keyword, says] : schema.items()) check(keyword, says, schema, value, where);
    }

    std::vector<std::string> take() { return std::move(list_); }

  private:
    void complain(const std::string& where, std::string_view what) {
        list_.push_back(fmt::format("{}: {}", where.empty() ? "/" : where, what));
    }

    bool valid(const Json& schema, const Json& value) const {
        Validator other(root_);
        other.check(schema, value, "");
        return other.list_.empty();
    }

    void check(const std::string& keyword, const Json& says, const Json& schema, const Json& value,
               const std::string& where) {
        constexpr std::string_view kNotes[] = {"$schema", "$defs", "title", "description"};
        if (std::ranges::find(kNotes, keyword) != std::end(kNotes)) return;
        if (keyword == "then" || keyword == "else") return;  // handled with `if`
        if (keyword == "patternProperties" && schema.contains("additionalProperties"))
            return;  // handled with that keyword
        if (keyword == "$ref") return check(referenced(says), value, where);
        if (check_value(keyword, says, value, where) ||
            check_combination(keyword, says, schema, value, where))
            return;
        if (check_array(keyword, says, value, where) || check_object(keyword, says, schema, value, where))
            return;
        complain(where, fmt::format("the schema's keyword '{}' is not supported by this validator", keyword));
    }

    const Json& referenced(const Json& reference) const {
        return root_.at(Json::json_pointer(reference.get<std::string>().substr(1)));
    }

    bool check_value(const std::string& keyword, const Json& says, const Json& value,
                     const std::string& where) {
        if (keyword == "type") {
            const Json types = says.is_array() ? says : Json::array({says});
            const bool one = std::ranges::any_of(
                types, [&](const Json& t) { return has_type(value, t.get<std::string>()); });
            if (!one) complain(where, fmt::format("is not a {}", types.dump()));
        } else if (keyword == "const") {
            if (value != says) complain(where, fmt::format("is not {}", says.dump()));
        } else if (keyword == "enum") {
            if (std::ranges::find(says, value) == says.end()) complain(where, "is not one of the words");
        } else if (keyword == "minimum") {
            if (value.is_number() && value < says)
                complain(where, fmt::format("is less than {}", says.dump()));
        } else if (keyword == "maximum") {
            if (value.is_number() && value > says)
                complain(where, fmt::format("is more than {}", says.dump()));
        } else {
            return false;
        }
        return true;
    }

    bool check_combination(const std::string& keyword, const Json& says, const Json& schema,
                           const Json& value, const std::string& where) {
        if (keyword == "allOf") {
            for (const Json& each : says) check(each, value, where);
        } else if (keyword == "anyOf" || keyword == "oneOf") {
            const auto count =
                std::ranges::count_if(says, [&](const Json& each) { return valid(each, value); });
            if (count == 0 || (keyword == "oneOf" && count > 1)) {
                complain(where, fmt::format("matches {} schemas of {}", count, keyword));
            }
        } else if (keyword == "if") {
            const char* const branch = valid(says, value) ? "then" : "else";
            if (schema.contains(branch)) check(schema[branch], value, where);
        } else {
            return false;
        }
        return true;
    }

    bool check_array(const std::string& keyword, const Json& says, const Json& value,
                     const std::string& where) {
        const bool array = value.is_array();
        if (keyword == "items") {
            for (std::size_t i = 0; array && i < value.size(); ++i)
                check(says, value[i], fmt::format("{}/{}", where, i));
        } else if (keyword == "minItems") {
            if (array && value.size() < says.get<std::size_t>()) complain(where, "has too few items");
        } else if (keyword == "maxItems") {
            if (array && value.size() > says.get<std::size_t>()) complain(where, "has too many items");
        } else if (keyword == "uniqueItems") {
            if (!array || !says.get<bool>()) return true;
            std::vector<Json> items = value;
            std::ranges::sort(items);
            if (std::ranges::adjacent_find(items) != items.end()) complain(where, "has an item twice");
        } else {
            return false;
        }
        return true;
    }

    bool check_object(const std::string& keyword, const Json& says, const Json& schema, const Json& value,
                      const std::string& where) {
        const bool object = value.is_object();
        if (keyword == "required") {
            for (const Json& name : says) {
                if (object && !value.contains(name)) complain(where, fmt::format("lacks {}", name.dump()));
            }
        } else if (keyword == "properties") {
            for (const auto& [name, each] : says.items()) {
                if (object && value.contains(name))
                    check(each, value[name], fmt::format("{}/{}", where, name));
            }
        } else if (keyword == "propertyNames") {
            if (!object) return true;
            for (const auto& member : value.items())
                check(says, Json(member.key()), where + "/" + member.key());
        } else if (keyword == "additionalProperties") {
            if (object) check_others(says, schema, value, where);
        } else {
            return false;
        }
        return true;
    }

    // The members that `patternProperties` describes by their names, and those that no keyword describes.
    void check_others(const Json& says, const Json& schema, const Json& value, const std::string& where) {
        for (const auto& [name, member] : value.items()) {
            bool described = schema.contains("properties") && schema["properties"].contains(name);
            const Json patterns = schema.value("patternProperties", Json::object());
            for (const auto& [pattern, each] : patterns.items()) {
                if (!std::regex_search(name, std::regex(pattern))) continue;
                described = true;
                check(each, member, where + "/" + name);
            }
            if (!described) check(says, member, where + "/" + name);
        }
    }

    const Json& root_;
    std::vector<std::string> list_;
};

}  // namespace

std::vector<std::string> violations(const Json& schema, const Json& value) {
    Validator validator(schema);
    validator.check(schema, value, "");
    return validator.take();
}

}  // namespace musimd::support
