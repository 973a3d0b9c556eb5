#include "kernels/findings/known.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "host/pattern.hpp"
#include "isa/diagnostic.hpp"
#include "isa/json_text.hpp"

namespace musimd::kernels {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kKinds[] = {
#define MUSIMD_TRAP(enumerator, name) name,
#define MUSIMD_WARNING(enumerator, name) name,
#include "isa/names.def"
    "deadlock",       "null-pointer", "constant-write", "invalid-launch", "misaligned",  "copy-too-long",
    "unwritten-copy", "double-free",  "invalid-free",   "leak",           "failed-call", "difference"};

bool matches(const std::string& pattern, const std::string& text) {
    return fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
}

/// A path, or the end of it.
bool matches_file(const std::string& pattern, const std::string& file) {
    return matches(pattern, file) || matches("*/" + pattern, file);
}

/// A word of a line, and where it begins.
struct SuppressionWord {
    std::string text;
    std::size_t offset = 0;
};

std::vector<SuppressionWord> words_of(std::string_view line) {
    constexpr std::string_view kBlank = " \t";
    line = line.substr(0, line.find('#'));
    std::vector<SuppressionWord> words;
    std::size_t at = 0;
    while ((at = line.find_first_not_of(kBlank, at)) != std::string_view::npos) {
        const std::size_t end = std::min(line.find_first_of(kBlank, at), line.size());
        words.push_back({std::string(line.substr(at, end - at)), at});
        at = end;
    }
    return words;
}

std::string wrong_kind(const std::string& kind) {
    if (kind.find_first_of("*?[") != std::string::npos || std::ranges::find(kKinds, kind) != std::end(kKinds))
        return {};
    return fmt::format("unknown kind of finding '{}'; expected `*`, or one of {}{}", shown(kind),
                       fmt::join(kKinds, ", "), did_you_mean(kind, kKinds));
}

/// A member of a finding's object, which must be a string.
std::string text_in(const Json& object, const char* name) {
    const auto found = object.find(name);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace

tl::expected<Suppressions, TextErrors> Suppressions::read(const std::string& file, const std::string& text) {
    static const host::Pattern kPlace("([^:]+)(?::(0*[1-9]\\d{0,8}))?");
    const std::vector<std::string_view> lines = lines_of(text);
    Suppressions result;
    Diagnostics diagnostics;
    for (std::uint32_t number = 1; number <= lines.size(); ++number) {
        const std::vector<SuppressionWord> words = words_of(lines[number - 1]);
        if (words.empty()) continue;
        if (std::string wrong = wrong_kind(words[0].text); !wrong.empty())
            diagnostics.error(number, words[0].offset, std::move(wrong));
        if (words.size() < 2 || words.size() > 3) {
            const std::size_t at = words.size() < 2 ? words[0].offset : words[3].offset;
            diagnostics.error(number, at, "expected KIND FILE[:LINE] [KERNEL]");
            continue;
        }
        const auto place = words[1].text.size() <= 1000 ? kPlace.match(words[1].text) : std::nullopt;
        if (!place) {
            diagnostics.error(number, words[1].offset,
                              "expected a file, as in reduce.cu, or a line of it, as in reduce.cu:12");
            continue;
        }
        Rule rule{.kind = words[0].text, .file = place->group(1), .line = {}, .kernel = "*"};
        if (place->has(2)) rule.line = static_cast<std::uint32_t>(std::stoul(place->group(2)));
        if (words.size() == 3) rule.kernel = words[2].text;
        result.rules_.push_back(std::move(rule));
    }
    if (!diagnostics.empty()) return tl::unexpected(report_errors(file, lines, diagnostics));
    return result;
}

bool Suppressions::contains(const FindingKey& key) const {
    return std::ranges::any_of(rules_, [&](const Rule& rule) {
        return matches(rule.kind, key.kind) && matches_file(rule.file, key.file) &&
               (!rule.line || *rule.line == key.line) && matches(rule.kernel, key.kernel);
    });
}

tl::expected<Baseline, std::string> Baseline::read(const std::string& text) {
    const Json json = Json::parse(text, nullptr, false);
    const bool is_ours = json.is_object() && json.contains("musimd_baseline") && json.contains("findings") &&
                         json["findings"].is_array();
    if (!is_ours)
        return tl::unexpected<std::string>(
            "not a baseline; expected a file that --write-baseline has written");
    Baseline result;
    for (const Json& object : json["findings"]) {
        if (!object.is_object())
            return tl::unexpected<std::string>("a finding of the baseline is not an object");
        FindingKey& key = result.known_.emplace_back();
        key.kind = text_in(object, "kind");
        key.file = text_in(object, "file");
        key.kernel = text_in(object, "kernel");
        key.text = text_in(object, "text");
        key.other_text = text_in(object, "other_text");
        const auto line = object.find("line");
        if (line != object.end() && line->is_number_unsigned()) key.line = line->get<std::uint32_t>();
    }
    return result;
}

bool Baseline::contains(const FindingKey& key) const {
    return std::ranges::find(known_, key) != known_.end();
}

std::vector<FindingKey> Baseline::missing(const std::string& file, const std::string& kernel,
                                          const std::vector<FindingKey>& keys) const {
    std::vector<FindingKey> result;
    for (const FindingKey& key : known_) {
        if (key.file == file && key.kernel == kernel && std::ranges::find(keys, key) == keys.end())
            result.push_back(key);
    }
    return result;
}

void Baseline::replace(const std::string& file, const std::string& kernel,
                       const std::vector<FindingKey>& keys) {
    std::erase_if(known_, [&](const FindingKey& key) { return key.file == file && key.kernel == kernel; });
    known_.insert(known_.end(), keys.begin(), keys.end());
}

std::string Baseline::text() const {
    Json json;
    json["musimd_baseline"] = 1;
    json["findings"] = Json::array();
    for (const FindingKey& key : known_) {
        Json object = {{"kind", key.kind},
                       {"file", key.file},
                       {"kernel", key.kernel},
                       {"line", key.line},
                       {"text", key.text}};
        if (!key.other_text.empty()) object["other_text"] = key.other_text;
        json["findings"].push_back(std::move(object));
    }
    return json_text(json, 2) + "\n";
}

}  // namespace musimd::kernels
