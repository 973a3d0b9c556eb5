// musimd doctor

#include "differential/doctor/doctor.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/options.hpp"

namespace musimd::cli {
namespace {

using differential::doctor::Diagnosis;
using differential::doctor::Probe;
using differential::doctor::ProbeGroup;

constexpr std::string_view kAboutDoctor =
    "Reports which of the optional tools that musimd can use are installed, what each one enables, and\n"
    "how to get what is missing (docs/doctor.md). musimd needs none of them to run programs.\n\n"
    "Exit status: 0, or 2 for a bad command line.\n";

constexpr std::string_view kExamplesDoctor =
    "Examples:\n"
    "  musimd doctor\n"
    "  musimd doctor --json\n"
    "  musimd doctor --limit 1      gives up on a compiler or driver after one second\n";

constexpr Integer kSecondsToAnswer = 10;  // seconds

std::string_view mark_of(Probe::State state) {
    constexpr std::string_view kMarks[] = {"+", "-", "!"};
    return kMarks[static_cast<std::size_t>(state)];
}

std::string text_of(const Probe& finding) {
    constexpr std::string_view kLine = "  {} {:<21} {}\n";
    std::string text = fmt::format(kLine, mark_of(finding.state), finding.name, finding.what);
    text += fmt::format(kLine, " ", "", "for " + finding.enables);
    if (!finding.advice.empty()) text += fmt::format(kLine, " ", "", "→ " + finding.advice);
    return text;
}

std::vector<std::string_view> names_of(const std::vector<VectorExtension>& extensions) {
    std::vector<std::string_view> names;
    for (const VectorExtension extension : extensions) names.push_back(to_string(extension));
    return names;
}

std::string text_of(const Diagnosis& diagnosis) {
    const differential::doctor::Host& host = diagnosis.host;
    std::string text = fmt::format("musimd {} on {}\n{} processors, {:.1f} GiB of memory\n", MUSIMD_VERSION,
                                   host.processor.empty() ? "an unnamed processor" : host.processor,
                                   host.processors, static_cast<double>(host.memory_bytes) / (1u << 30));
    text += fmt::format(
        "vector extensions: {}; in use: {}, {}\n", fmt::join(names_of(host.vector_extensions), ", "),
        to_string(host.vectors),
        host.vectors_requested ? "selected by MUSIMD_ISA" : "the widest (MUSIMD_ISA selects another)");
    text += "\n+ found   - missing   ! found, but not usable\n";
    for (const ProbeGroup& group : diagnosis.groups) {
        text += fmt::format("\n{}\n", group.title);
        for (const Probe& finding : group.probes) text += text_of(finding);
    }
    return text;
}

nlohmann::ordered_json json_of(const Diagnosis& diagnosis) {
    const differential::doctor::Host& host = diagnosis.host;
    nlohmann::ordered_json json;
    json["format"] = 1;
    json["version"] = MUSIMD_VERSION;
    json["host"] = {{"processor", host.processor},
                    {"vectors", to_string(host.vectors)},
                    {"vector_extensions", names_of(host.vector_extensions)},
                    {"processors", host.processors},
                    {"memory_bytes", host.memory_bytes}};
    json["findings"] = nlohmann::ordered_json::array();
    for (const ProbeGroup& group : diagnosis.groups) {
        for (const Probe& finding : group.probes) {
            nlohmann::ordered_json one = {{"group", group.name},
                                          {"name", finding.name},
                                          {"state", to_string(finding.state)},
                                          {"what", finding.what},
                                          {"enables", finding.enables}};
            if (!finding.advice.empty()) one["advice"] = finding.advice;
            json["findings"].push_back(std::move(one));
        }
    }
    return json;
}

}  // namespace

Options declare_doctor() {
    Options options("doctor", "", kAboutDoctor, kExamplesDoctor);
    options.flag("json", "print it as one JSON object (docs/doctor.schema.json)");
    options.value("limit", "SECONDS", "give up on a program or library after this time (default 10)");
    return options;
}

int doctor(const Arguments& arguments) {
    Options options = declare_doctor();
    if (!options.parse(arguments, 0, 0)) return kOk;
    const Integer seconds = options.integer("limit", 1, 3600).value_or(kSecondsToAnswer);
    const Diagnosis diagnosis = differential::doctor::diagnose(std::chrono::seconds(seconds));
    if (options.has("json")) {
        std::cout << json_of(diagnosis).dump(1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
    } else {
        std::cout << text_of(diagnosis);
    }
    return kOk;
}

}  // namespace musimd::cli
