#include "views/profile/profile_formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

#include "isa/diagnostic.hpp"

namespace musimd::views {
namespace {

using Json = nlohmann::ordered_json;

std::string printable(const std::string& text) {
    return shown(text, text.size());
}

/// Without blanks around it, and without the `;` at its end.
std::string statement_of(const std::string& line) {
    const std::size_t begin = line.find_first_not_of(" \t");
    const std::size_t last = line.find_last_not_of(" \t;");
    return begin == std::string::npos || last == std::string::npos ? std::string()
                                                                   : line.substr(begin, last + 1 - begin);
}

// ---- callgrind

std::string costs_text(const ProfileCounts& counts) {
    std::string text;
    for (const ProfileEvent& event : kProfileEvents) text += fmt::format(" {}", counts.*event.count);
    return text;
}

/// The costs of a function on the lines of a file.
using CallgrindKey = std::tuple<std::string, std::string, std::uint32_t>;  // file, function, line
using CallgrindCosts = std::map<CallgrindKey, ProfileCounts>;

void add_costs(const ProfiledKernel& kernel, CallgrindCosts& costs) {
    for (const ProfiledInstruction& profiled : kernel.instructions) {
        const ProfileSource* const source = kernel.source_of(profiled.line);
        const std::string file = source == nullptr ? "???" : printable(source->file);
        const std::uint32_t line = source == nullptr ? 0 : profiled.line - source->lines_before;
        costs[{file, printable(profiled.function.empty() ? kernel.name : profiled.function), line}] +=
            profiled.counts;
    }
}

// ---- folded stacks

/// A frame, in which `;` and line ends would end it.
std::string frame_text(const std::string& name) {
    std::string text = printable(name);
    std::ranges::replace(text, ';', ',');
    return text.empty() ? "?" : text;
}

std::string line_frame(const ProfiledKernel& kernel, const ProfiledInstruction& profiled) {
    const ProfileSource* const source = kernel.source_of(profiled.line);
    if (source == nullptr) return frame_text(profiled.text);
    const std::uint32_t line = profiled.line - source->lines_before;
    const std::string file = source == &kernel.sources.front() ? "line" : source->file;
    return frame_text(fmt::format("{} {}: {}", file, line, statement_of(source->lines[line - 1])));
}

// ---- JSON

Json counts_json(const ProfileCounts& counts) {
    Json json;
    for (const ProfileEvent& event : kProfileEvents) json[std::string(event.name)] = counts.*event.count;
    return json;
}

Json lines_json(const ProfiledKernel& kernel) {
    Json lines = Json::array();
    for (const auto& [number, counts] : kernel.by_line()) {
        const ProfileSource* const source = kernel.source_of(number);
        if (source == nullptr) continue;
        const std::uint32_t line = number - source->lines_before;
        Json json = {{"file", source->file}, {"line", line}, {"text", source->lines[line - 1]}};
        json.update(counts_json(counts));
        lines.push_back(std::move(json));
    }
    return lines;
}

Json instructions_json(const ProfiledKernel& kernel) {
    Json list = Json::array();
    for (const ProfiledInstruction& profiled : kernel.instructions) {
        const ProfileSource* const source = kernel.source_of(profiled.line);
        Json json = {{"pc", profiled.pc}};
        if (!profiled.text.empty()) json["instruction"] = profiled.text;
        if (source != nullptr) {
            json["file"] = source->file;
            json["line"] = profiled.line - source->lines_before;
        }
        json.update(counts_json(profiled.counts));
        list.push_back(std::move(json));
    }
    return list;
}

}  // namespace

std::string profile_callgrind(const Profile& profile, const std::string& command) {
    std::string text = fmt::format(
        "# callgrind format\nversion: 1\ncreator: musimd\ncmd: {}\npositions: line\n", printable(command));
    for (const ProfileEvent& event : kProfileEvents)
        text += fmt::format("event: {} : {}\n", event.event, event.meaning);
    text += "events:";
    for (const ProfileEvent& event : kProfileEvents) text += fmt::format(" {}", event.event);
    CallgrindCosts costs;
    ProfileCounts total;
    for (const ProfiledKernel& kernel : profile.kernels) {
        add_costs(kernel, costs);
        total += kernel.total();
    }
    text += fmt::format("\nsummary:{}\n", costs_text(total));
    std::pair<std::string, std::string> last;
    for (const auto& [key, counts] : costs) {
        const auto& [file, function, line] = key;
        if (std::exchange(last, {file, function}) != std::pair(file, function))
            text += fmt::format("\nfl={}\nfn={}\n", file, function);
        text += fmt::format("{}{}\n", line, costs_text(counts));
    }
    return text + fmt::format("\ntotals:{}\n", costs_text(total));
}

std::string profile_folded(const Profile& profile) {
    std::map<std::string, std::uint64_t> stacks;
    for (const ProfiledKernel& kernel : profile.kernels) {
        for (const ProfiledInstruction& profiled : kernel.instructions) {
            std::string stack = frame_text(kernel.name);
            for (const std::string& frame : profiled.frames) stack += ";" + frame_text(frame);
            stacks[stack + ";" + line_frame(kernel, profiled)] += profiled.counts.steps;
        }
    }
    std::string text;
    for (const auto& [stack, steps] : stacks) text += fmt::format("{} {}\n", stack, steps);
    return text;
}

Json profile_json(const Profile& profile) {
    Json json = {{"segment", profile.memory.segment}, {"banks", profile.memory.banks}};
    json["kernels"] = Json::array();
    for (const ProfiledKernel& kernel : profile.kernels) {
        json["kernels"].push_back({{"name", kernel.name},
                                   {"runs", kernel.runs},
                                   {"total", counts_json(kernel.total())},
                                   {"lines", lines_json(kernel)},
                                   {"instructions", instructions_json(kernel)}});
    }
    return json;
}

}  // namespace musimd::views
