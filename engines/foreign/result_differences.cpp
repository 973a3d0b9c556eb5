#include "engines/foreign/result_differences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "isa/diagnostic.hpp"
#include "isa/json_text.hpp"

namespace musimd::foreign {
namespace {

using nlohmann::json;

constexpr std::size_t kMaxLines = 20;
constexpr std::size_t kMaxDepth = 64;

class JsonDifferences {
  public:
    explicit JsonDifferences(bool without_lines) : without_lines_(without_lines) {}

    void compare(const std::string& path, const json& expected, const json& actual, std::size_t depth = 0);
    std::string text() const {
        if (count_ <= kMaxLines) return text_;
        return text_ + fmt::format("and {} more\n", count_ - kMaxLines);
    }

  private:
    void objects(const std::string& path, const json& expected, const json& actual, std::size_t depth);
    bool is_ignored(const std::string& path, const std::string& key) const {
        if (path.empty()) return key == "limit" || key == "stats" || key == "file" || key == "format";
        if (path == "/memory" || path.ends_with("/variables")) return false;
        return key == "message" || (without_lines_ && (key == "line" || key == "column"));
    }
    void line(const std::string& path, const std::string& expected, const std::string& actual) {
        if (++count_ > kMaxLines) return;
        text_ += fmt::format("{}: expected {}, got {}\n", path, expected, actual);
    }
    static std::string spell(const json& value) { return shown(json_text(value), 60); }

    bool without_lines_;
    std::size_t count_ = 0;
    std::string text_;
};

void JsonDifferences::compare(const std::string& path, const json& expected, const json& actual,
                              std::size_t depth) {
    if (depth < kMaxDepth && expected.is_object() && actual.is_object())
        return objects(path, expected, actual, depth);
    const bool are_lists = expected.is_array() && actual.is_array() && expected.size() == actual.size();
    if (depth < kMaxDepth && are_lists) {
        for (std::size_t i = 0; i < expected.size(); ++i)
            compare(fmt::format("{}/{}", path, i), expected[i], actual[i], depth + 1);
        return;
    }
    // A number with a fraction is not a word, even if it is equal.
    if (expected != actual || expected.is_number_float() != actual.is_number_float())
        line(path.empty() ? "the result" : path, spell(expected), spell(actual));
}

void JsonDifferences::objects(const std::string& path, const json& expected, const json& actual,
                              std::size_t depth) {
    for (const auto& [key, value] : expected.items()) {
        if (is_ignored(path, key)) continue;
        const auto other = actual.find(key);
        const std::string at = fmt::format("{}/{}", path, shown(key));
        if (other == actual.end())
            line(at, spell(value), "nothing");
        else
            compare(at, value, *other, depth + 1);
    }
    for (const auto& [key, value] : actual.items())
        if (!is_ignored(path, key) && !expected.contains(key))
            line(fmt::format("{}/{}", path, shown(key)), "nothing", spell(value));
}

}  // namespace

std::string result_differences(const json& expected, const json& actual, bool without_lines) {
    JsonDifferences differences(without_lines);
    differences.compare("", expected, actual);
    return differences.text();
}

}  // namespace musimd::foreign
