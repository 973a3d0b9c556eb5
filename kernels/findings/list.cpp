#include "kernels/findings/list.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "kernels/findings/texts.hpp"

namespace musimd::kernels {
namespace {

using Json = nlohmann::ordered_json;

std::string_view label_of(const ListedFinding& found) {
    if (found.state == FindingState::known) return "note: known";
    if (found.finding.is_note) return "note";
    return found.is_warning ? "warning" : "error";
}

std::string_view use_word(Use use) {
    switch (use) {
        case Use::read:
            return "read";
        case Use::write:
            return "write";
        case Use::atomic:
        case Use::atomic_read:
            break;
    }
    return "atomic";
}

std::string_view state_word(FindingState state) {
    switch (state) {
        case FindingState::fresh:
            return "new";
        case FindingState::known:
            return "known";
        case FindingState::suppressed:
            break;
    }
    return "suppressed";
}

Json thread_json(const GridThread& thread) {
    return {{"thread", thread.thread}, {"block", thread.block}};
}

Json access_json(const SourceLines& lines, const FoundAccess& access) {
    Json json = place_json(lines, access.line);
    json["use"] = use_word(access.use);
    json["variable"] = access.element.object;
    if (!access.element.name.empty()) json["name"] = access.element.name;
    json["element"] = access.element.index;
    json["space"] = to_string(access.element.space);
    json["thread"] = thread_json(access.thread);
    return json;
}

}  // namespace

FindingState Judgement::state_of(const FindingKey& key) const {
    if (suppressions && suppressions->contains(key)) return FindingState::suppressed;
    return baseline && baseline->contains(key) ? FindingState::known : FindingState::fresh;
}

std::string Judgement::no_longer_found(const std::string& file, const std::string& kernel,
                                       const std::vector<FindingKey>& keys) const {
    if (!baseline) return {};
    std::string text;
    for (const FindingKey& key : baseline->missing(file, kernel, keys))
        text += fmt::format("{}: note: no longer found: {}: {}\n", key.file, key.kind, key.text);
    return text;
}

FindingKey key_of(const Finding& finding, const std::string& kernel, const SourceLines& lines) {
    const dsl::cuda::FileLine place = lines.place(finding.line);
    return {.kind = finding.kind,
            .file = place.file,
            .kernel = kernel,
            .text = lines.text(finding.line),
            .other_text = lines.text(finding.other.value_or(0)),
            .line = place.line};
}

std::string ListedFinding::text(const std::string& shown, const std::string& after) const {
    const std::string where = lines->where(finding.line);
    const std::string command = fmt::format("    again: {}\n", again);
    if (is_difference)
        return fmt::format("{}: {}: {}\n", where, label_of(*this), finding.message) + after + command;
    const std::string by = shown.empty() ? "" : fmt::format(" ({})", shown);
    std::string text =
        fmt::format("{}: {}: {}: {}{}\n", where, label_of(*this), finding.kind, finding.message, by) +
        lines->indented(finding.line) + calls_text(*lines, finding.calls);
    if (finding.other)
        text +=
            fmt::format("{}: note: {}\n{}", lines->where(*finding.other), finding.other_says,
                        lines->indented(*finding.other)) +
            calls_text(*lines, finding.earlier ? finding.earlier->calls : std::vector<dsl::InlinedCall>());
    if (finding.hint)
        text += fmt::format("{}: hint: {}\n{}", lines->where(finding.hint->line), finding.hint->text,
                            lines->indented(finding.hint->line));
    return text + after + command;
}

Json ListedFinding::json() const {
    Json json;
    json["kind"] = finding.kind;
    json["severity"] = finding.is_note ? "note" : is_warning ? "warning" : "error";
    json["state"] = state_word(state);
    json.update(place_json(*lines, finding.line));
    if (finding.thread) json["thread"] = thread_json(*finding.thread);
    if (finding.access) json["access"] = access_json(*lines, *finding.access);
    if (finding.earlier) {
        json["other"] = access_json(*lines, *finding.earlier);
        json["other"]["calls"] = calls_json(*lines, finding.earlier->calls);
    } else if (finding.other) {
        json["other"] = place_json(*lines, *finding.other);
    }
    if (finding.kind == "race") json["same_value"] = finding.same_value;
    json["message"] = finding.message;
    if (finding.iteration >= 0) json["iteration"] = finding.iteration;
    if (finding.hint) {
        json["hint"] = place_json(*lines, finding.hint->line);
        json["hint"]["message"] = finding.hint->text;
    }
    if (!finding.schedule.empty()) json["schedule"] = finding.schedule;
    json["calls"] = calls_json(*lines, finding.calls);
    json["models"] = models;
    json["again"] = again;
    return json;
}

std::vector<FindingKey> keys_of(const std::vector<ListedFinding>& findings) {
    std::vector<FindingKey> keys;
    for (const ListedFinding& found : findings)
        if (found.state != FindingState::suppressed)
            keys.push_back(key_of(found.finding, found.kernel, *found.lines));
    return keys;
}

std::string length_note(const Finding& finding, const dsl::cuda::KernelFunction& kernel,
                        const std::string& file, const std::set<std::string>& given) {
    if (!finding.access || finding.kind != "invalid-address") return {};
    const Element& element = finding.access->element;
    if (element.index < element.elements || element.space != Space::global) return {};
    std::vector<std::string> options;
    bool has_other_length = false;  // that is given, or that of a variable of the device
    std::int64_t members = 0;
    for (std::size_t n = 0; n < kernel.code.parameters.size(); ++n) {
        const dsl::openmp::Parameter& p = kernel.code.parameters[n];
        if (!p.buffer || (p.name != element.object && !p.name.starts_with(element.object + "."))) continue;
        has_other_length = has_other_length || given.contains(p.name) ||
                           std::ranges::find(kernel.variables, n, &dsl::cuda::DeviceVariable::parameter) !=
                               kernel.variables.end();
        members += 1;
        options.push_back(p.name);
    }
    if (has_other_length || options.empty()) return {};
    for (std::string& option : options)
        option = fmt::format("--arg {}={}", option, element.index / members + 1);
    const std::int64_t given_elements = element.elements / members;
    return fmt::format("{}: note: {} has {} {} because --arg does not set it; as in {}\n", file,
                       element.object, given_elements,
                       given_elements == element.in_text ? "elements" : "numbers", fmt::join(options, " "));
}

}  // namespace musimd::kernels
