#include "cli/kernels/spmd_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "cli/command/command.hpp"
#include "isa/diagnostic.hpp"
#include "kernels/compiled/crash_line.hpp"

namespace musimd::cli {
namespace {

using namespace kernels;
using Json = nlohmann::ordered_json;
using End = dsl::Execution::Kind;

constexpr std::size_t kShownElements = 16;

std::string elements_text(const Words& words, Type type) {
    std::string text;
    for (std::size_t i = 0; i < std::min(words.size(), kShownElements); ++i) {
        text += words[i] ? " " + value_text(pattern_of_word(*words[i], type), type) : " undefined";
    }
    return words.size() > kShownElements ? text + " …" : text;
}

Json elements_json(const Words& words, Type type) {
    Json json = Json::array();
    for (const auto& word : words)
        json.push_back(word ? Json(value_text(pattern_of_word(*word, type), type)) : Json());
    return json;
}

std::string difference_text(const BackendReport& report, const BackendReport::Buffer& buffer,
                            const ElementDifference& difference) {
    std::string distance;
    if (is_float(buffer.type) && difference.ulps != kNoDistance)
        distance = fmt::format(" ({} ULP apart)", difference.ulps);
    return fmt::format("{}[{}]: the machine {}, {} {}{}", buffer.argument, difference.element,
                       value_text(difference.expected, buffer.type), report.backend,
                       value_text(difference.actual, buffer.type), distance);
}

std::string differences_text(const BackendReport& report) {
    std::string text;
    for (const BackendReport::Buffer& buffer : report.buffers) {
        for (const ElementDifference& difference : buffer.comparison.first)
            text += "  " + difference_text(report, buffer, difference) + "\n";
        const std::size_t more = buffer.comparison.wrong - buffer.comparison.first.size();
        if (more != 0) text += fmt::format("  {}: {} more elements differ\n", buffer.argument, more);
    }
    return text;
}

Json json_of(const BackendReport& report) {
    Json json;
    json["backend"] = report.backend;
    json["result"] = to_string(report.kind);
    if (!report.message.empty()) json["message"] = report.message;
    if (report.line != 0) json["line"] = report.line;
    for (const BackendReport::Buffer& buffer : report.buffers) {
        Json differences = Json::array();
        for (const ElementDifference& difference : buffer.comparison.first) {
            differences.push_back({{"element", difference.element},
                                   {"machine", value_text(difference.expected, buffer.type)},
                                   {"backend", value_text(difference.actual, buffer.type)}});
        }
        json["buffers"][buffer.argument] = {{"different", buffer.comparison.wrong}, {"first", differences}};
        if (is_float(buffer.type) && buffer.comparison.worst != kNoDistance) {
            json["buffers"][buffer.argument]["worst_ulp"] = buffer.comparison.worst;
        }
    }
    return json;
}

std::string element_text(const dsl::Execution& execution) {
    return execution.element < 0 ? "" : fmt::format(" (element {})", execution.element);
}

}  // namespace

std::string SpmdRequest::in_its_name(std::string messages) const {
    for (std::size_t at = messages.find(path); at != std::string::npos; at = messages.find(path, at)) {
        messages.replace(at, path.size(), file);
        at += file.size();
    }
    return messages;
}

SpmdReport::SpmdReport(const SpmdRequest& request, SpmdRuns runs, Judgement judgement)
    : request_(request),
      runs_(std::move(runs)),
      judgement_(std::move(judgement)),
      lines_({.file = request.file, .text = request.text, .function = {}, .options = {}}) {
    const dsl::Execution& execution = runs_.machine.execution;
    if (execution.kind == End::trap) {
        Finding trap;
        trap.kind = execution.trap;
        trap.message = execution.message + element_text(execution);
        trap.line = execution.line == 0 ? request.line : execution.line;
        add(std::move(trap), false);
    }
    for (const dsl::Portability& place : runs_.may_differ) {
        Finding remark;
        remark.kind = to_string(place.kind);
        remark.message = "targets may differ: " + place.reason;
        remark.line = place.line;
        add(std::move(remark), !judgement_.warnings_are_errors);
    }
}

void SpmdReport::add(Finding finding, bool is_warning) {
    ListedFinding found;
    found.state = judgement_.state_of(key_of(finding, entry().kernel, lines_));
    found.finding = std::move(finding);
    found.kernel = entry().kernel;
    found.lines = &lines_;
    found.is_warning = is_warning;
    found.again = request_.replay;
    findings_.push_back(std::move(found));
}

bool SpmdReport::failed(const BackendReport& report) const {
    using Kind = BackendReport::Kind;
    return report.kind != Kind::agrees && (report.kind != Kind::differs || runs_.is_comparable);
}

std::string SpmdReport::backend_text(const BackendReport& report) const {
    std::string text = fmt::format("{:<22} {}{}\n", report.backend, to_string(report.kind),
                                   report.message.empty() ? "" : ": " + request_.in_its_name(report.message));
    if (report.line != 0)
        text +=
            fmt::format("  {}:{}: {}\n", request_.file, report.line, source_line(request_.text, report.line));
    return text + differences_text(report);
}

std::string SpmdReport::text() const {
    std::string text;
    if (runs_.agreement)
        text = fmt::format("{}{}\n\n", runs_.agreement->table(), runs_.agreement->sentence());
    if (!stopped()) return text;
    const std::vector<Words>& memory = runs_.machine.memory;
    for (std::size_t i = 0; i < memory.size(); ++i) {
        const KernelArgument* const argument = argument_of_block(entry(), request_.launch, i);
        text += fmt::format("{}:{}\n", argument->name, elements_text(memory[i], argument->type));
    }
    for (const ListedFinding& found : findings_) {
        if (found.state == FindingState::fresh)
            text += fmt::format("{}:{}: {}\n", request_.file, found.finding.line, found.finding.message);
    }
    for (const BackendReport& report : runs_.backends) text += backend_text(report);
    return text;
}

std::string SpmdReport::findings() const {
    const dsl::Execution& execution = runs_.machine.execution;
    if (stopped()) return {};
    if (execution.kind == End::limit)
        return fmt::format("{}:{}: error: {}\n", request_.file, request_.line, execution.message);
    const ListedFinding& trap = findings_.front();
    if (trap.state == FindingState::suppressed) return {};
    const char* const label = trap.state == FindingState::known ? "note: known: trap" : "trap";
    return fmt::format("{}:{}: {}: {}: {}\n", request_.file, trap.finding.line, label, trap.finding.kind,
                       trap.finding.message);
}

std::string SpmdReport::tried() const {
    std::string text = "the machine";
    for (const BackendReport& report : runs_.backends) {
        if (report.kind == BackendReport::Kind::agrees) text += ", " + report.backend;
    }
    return text;
}

Json SpmdReport::json() const {
    Json json;
    json["file"] = request_.file;
    json["kernel"] = entry().kernel;
    json["bits"] = entry().bits;
    json["elements"] = request_.launch.elements;
    json["memory"] = Json::object();
    for (std::size_t i = 0; stopped() && i < runs_.machine.memory.size(); ++i) {
        const KernelArgument* const argument = argument_of_block(entry(), request_.launch, i);
        json["memory"][argument->name] = elements_json(runs_.machine.memory[i], argument->type);
    }
    json["may_differ"] = Json::array();
    for (const dsl::Portability& place : runs_.may_differ)
        json["may_differ"].push_back({{"line", place.line}, {"reason", place.reason}});
    json["findings"] = Json::array();
    for (const ListedFinding& found : findings_) json["findings"].push_back(found.json());
    json["backends"] = Json::array();
    for (const BackendReport& report : runs_.backends) json["backends"].push_back(json_of(report));
    if (runs_.agreement) json["models"] = runs_.agreement->json();
    return json;
}

std::string SpmdReport::message_of(const BackendReport& report) const {
    if (!report.message.empty()) return request_.in_its_name(report.message);
    for (const BackendReport::Buffer& buffer : report.buffers) {
        if (!buffer.comparison.first.empty())
            return difference_text(report, buffer, buffer.comparison.first.front());
    }
    return std::string(to_string(report.kind));
}

FindingList SpmdReport::list() const {
    FindingList list{
        .file = request_.file, .has_baseline = judgement_.baseline.has_value(), .status = status()};
    list.tests.push_back(entry().kernel + " on the machine");
    list.findings = findings_;
    if (runs_.machine.execution.kind == End::limit)
        list.failures.push_back({.rule = "limit",
                                 .message = runs_.machine.execution.message,
                                 .line = request_.line,
                                 .lines = &lines_,
                                 .again = request_.replay});
    for (const BackendReport& report : runs_.backends) {
        if (failed(report))
            list.failures.push_back({.rule = std::string(to_string(report.kind)),
                                     .message = message_of(report),
                                     .line = report.line == 0 ? request_.line : report.line,
                                     .lines = &lines_,
                                     .again = request_.replay,
                                     .test = list.tests.size()});
        list.tests.push_back(fmt::format("{} on {}", entry().kernel, report.backend));
    }
    return list;
}

std::vector<FindingKey> SpmdReport::keys() const {
    return kernels::keys_of(findings_);
}

int SpmdReport::status() const {
    if (runs_.machine.execution.kind == End::limit) return kLimit;
    const auto is_not_compiled = [](const BackendReport& report) {
        return report.kind == BackendReport::Kind::not_compiled;
    };
    if (std::ranges::any_of(runs_.backends, is_not_compiled)) return kBadInput;
    const bool is_wrong =
        (runs_.agreement && !runs_.agreement->is_same()) ||
        std::ranges::any_of(findings_, &ListedFinding::is_error) ||
        std::ranges::any_of(runs_.backends, [this](const BackendReport& r) { return failed(r); });
    return is_wrong ? judgement_.error_status : kOk;
}

}  // namespace musimd::cli
