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
    Json one = place_json(lines, access.line);
    one["use"] = use_word(access.use);
    one["variable"] = access.element.object;
    one["element"] = access.element.index;
    one["space"] = to_string(access.element.space);
    one["thread"] = thread_json(access.thread);
    return one;
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

FindingKey key_of(const Finding& what, const std::string& kernel, const SourceLines& lines) {
    const dsl::cuda::Place place = lines.place(what.line);
    return {.kind = what.kind,
            .file = place.file,
            .kernel = kernel,
            .text = lines.text(what.line),
            .other_text = lines.text(what.other.value_or(0)),
            .line = place.line};
}

std::string ListedFinding::text(const std::string& shown, const std::string& after) const {
    const std::string where = lines->where(what.line);
    const std::string command = fmt::format("    again: {}\n", again);
    if (is_difference)
        return fmt::format("{}: {}: {}\n", where, label_of(*this), what.message) + after + command;
    std::string text =
        fmt::format("{}: {}: {}: {} ({})\n", where, label_of(*this), what.kind, what.message, shown) +
        lines->indented(what.line) + calls_text(*lines, what.calls);
    if (what.other)
        text += fmt::format("{}: note: the earlier access\n{}", lines->where(*what.other),
                            lines->indented(*what.other));
    return text + after + command;
}

Json ListedFinding::json() const {
    Json one;
    one["kind"] = what.kind;
    one["severity"] = is_warning ? "warning" : "error";
    one["state"] = state_word(state);
    one.update(place_json(*lines, what.line));
    if (what.thread) one["thread"] = thread_json(*what.thread);
    if (what.access) one["access"] = access_json(*lines, *what.access);
    if (what.earlier)
        one["other"] = access_json(*lines, *what.earlier);
    else if (what.other)
        one["other"] = place_json(*lines, *what.other);
    if (what.kind == "race") one["same_value"] = what.same_value;
    one["message"] = what.message;
    one["calls"] = calls_json(*lines, what.calls);
    one["models"] = models;
    one["again"] = again;
    return one;
}

std::string length_note(const Finding& what, const dsl::cuda::KernelFunction& kernel, const std::string& file,
                        const std::set<std::string>& given) {
    if (!what.access || what.kind != "invalid-address") return {};
    const Element& element = what.access->element;
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
    return fmt::format("{}: note: {} has {} elements because --arg does not set it; as in {}\n", file,
                       element.object, element.elements / members, fmt::join(options, " "));
}

}  // namespace musimd::kernels
